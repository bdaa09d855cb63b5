//! The values of arguments, in the text that the model wrote.

use super::failure::Failure;
use crate::reader::{Kind, Reader, Stop};
use std::borrow::Cow;

/// A value in validated arguments. It is parsed lazily, one level at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Value<'j>(&'j str);

/// One level of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum View<'j> {
    Null,
    /// A string, or a number or boolean as it is written.
    Scalar(Cow<'j, str>),
    Array(Vec<Value<'j>>),
    Object(Vec<(Cow<'j, str>, Value<'j>)>),
}

impl<'j> Value<'j> {
    /// The value that a JSON text contains.
    pub fn new(text: &'j str) -> Self {
        Value(text.trim_ascii())
    }

    /// The original text.
    pub fn text(self) -> &'j str {
        self.0
    }

    /// Parses one level of the value.
    pub fn view(self) -> Result<View<'j>, Failure> {
        let mut reader = Reader::new(self.0);
        read(&mut reader, self.0).map_err(|Stop| Failure::internal("an argument is not JSON"))
    }

    /// The value as plain text: the contents of a string, otherwise JSON without white space.
    pub fn plain(self) -> Result<Cow<'j, str>, Failure> {
        Ok(match self.view()? {
            View::Null => Cow::Borrowed(""),
            View::Scalar(text) => text,
            View::Array(_) | View::Object(_) => Cow::Owned(self.compact()),
        })
    }

    /// The JSON text without insignificant white space.
    pub fn compact(self) -> String {
        let mut compact = String::with_capacity(self.0.len());
        let mut in_string = false;
        let mut escaped = false;
        for character in self.0.chars() {
            if !in_string && matches!(character, ' ' | '\n' | '\r' | '\t') {
                continue;
            }
            if character == '"' && !escaped {
                in_string = !in_string;
            }
            escaped = in_string && character == '\\' && !escaped;
            compact.push(character);
        }
        compact
    }
}

fn read<'j>(reader: &mut Reader<'j>, text: &'j str) -> Result<View<'j>, Stop> {
    let mut first = true;
    let view = match reader.kind()? {
        Kind::Null => reader.null().map(|()| View::Null)?,
        Kind::Boolean | Kind::Number => {
            View::Scalar(Cow::Borrowed(reader.capture().map(|_| text)?))
        }
        Kind::String => View::Scalar(reader.string()?),
        Kind::Array => {
            reader.begin_array()?;
            let mut items = Vec::new();
            while reader.next_item(first)? {
                first = false;
                items.push(Value(reader.capture()?));
            }
            View::Array(items)
        }
        Kind::Object => {
            reader.begin_object()?;
            let mut members = Vec::new();
            while reader.next_key(first)? {
                first = false;
                let key = reader.string()?;
                reader.colon()?;
                members.push((key, Value(reader.capture()?)));
            }
            View::Object(members)
        }
    };
    reader.finish()?;
    Ok(view)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_goes_and_strings_stay() {
        let value = Value::new(" { \"a b\" : [ 1.0 , \"\\\" \\\\\" , \" \" ] }\n");
        assert_eq!(value.compact(), r#"{"a b":[1.0,"\" \\"," "]}"#);
    }
}
