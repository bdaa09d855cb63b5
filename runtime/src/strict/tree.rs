//! JSON as a tree that keeps the order of keys and the digits of numbers: a model reads properties in the
//! order in which they are written.

use crate::json::{canonical_scalar, write_string};
use crate::number::parse_number;
use crate::reader::{Keys, Kind, Reader, Stop};
use std::borrow::Cow;

/// The entries of an object, in order.
pub type Entries = Vec<(String, Tree)>;

/// A JSON value.
#[derive(Debug, Clone, PartialEq)]
pub enum Tree {
    /// `null`, `true`, `false` or a number, as it is written.
    Scalar(String),
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Tree>),
    /// An object.
    Map(Entries),
}

impl Tree {
    /// Parses a text; `None` if it is not JSON or has an object with duplicate keys.
    pub fn parse(text: &str) -> Option<Tree> {
        let mut reader = Reader::new(text);
        let tree = read(&mut reader).ok()?;
        reader.finish().ok()?;
        Some(tree)
    }

    /// A scalar, given as it is written.
    pub fn scalar(text: &str) -> Tree {
        Tree::Scalar(text.to_owned())
    }

    /// A string.
    pub fn text(text: &str) -> Tree {
        Tree::Text(text.to_owned())
    }

    /// Whether it is `null`.
    pub fn is_null(&self) -> bool {
        matches!(self, Tree::Scalar(text) if text == "null")
    }

    /// The string, if it is one.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Tree::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The entries, if it is an object.
    pub fn as_map(&self) -> Option<&Entries> {
        match self {
            Tree::Map(entries) => Some(entries),
            _ => None,
        }
    }

    /// The items, if it is an array.
    pub fn as_list(&self) -> Option<&[Tree]> {
        match self {
            Tree::List(items) => Some(items),
            _ => None,
        }
    }

    /// The value under a key.
    pub fn get(&self, key: &str) -> Option<&Tree> {
        let mut entries = self.as_map()?.iter();
        let found = entries.find(|(name, _)| name == key);
        found.map(|(_, value)| value)
    }

    /// The JSON type; an integer is a `number`.
    pub fn json_type(&self) -> &'static str {
        match self {
            Tree::Text(_) => "string",
            Tree::List(_) => "array",
            Tree::Map(_) => "object",
            Tree::Scalar(text) => match text.as_str() {
                "null" => "null",
                "true" | "false" => "boolean",
                _ => "number",
            },
        }
    }

    /// Whether it is a number without a fractional part.
    pub fn is_integer(&self) -> bool {
        self.json_type() == "number" && matches!(self, Tree::Scalar(text) if parse_number(text).1)
    }

    /// Whether it is the same value as JSON Schema compares them, apart from the order of keys: `1` is `1.0`.
    pub(super) fn equals(&self, other: &Tree) -> bool {
        self == other
            || match (self, other) {
                (Tree::Scalar(one), Tree::Scalar(other)) => {
                    let number = canonical_scalar(one);
                    number.is_some() && number == canonical_scalar(other)
                }
                _ => false,
            }
    }

    /// A text that is the same for scalars of one type that are the same value: of a string, itself.
    pub(super) fn canonical_text(&self) -> Cow<'_, str> {
        match self {
            Tree::Text(text) => Cow::Borrowed(text),
            Tree::Scalar(text) => match canonical_scalar(text) {
                Some(text) => Cow::Owned(text),
                None => Cow::Borrowed(text),
            },
            Tree::List(_) | Tree::Map(_) => Cow::Owned(self.to_text()),
        }
    }

    /// The JSON text, without white space.
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        self.write(&mut out);
        out
    }

    fn write(&self, out: &mut String) {
        match self {
            Tree::Scalar(text) => out.push_str(text),
            Tree::Text(text) => write_string(text, out),
            Tree::List(items) => {
                out.push('[');
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    item.write(out);
                }
                out.push(']');
            }
            Tree::Map(entries) => {
                out.push('{');
                for (index, (key, value)) in entries.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    write_string(key, out);
                    out.push(':');
                    value.write(out);
                }
                out.push('}');
            }
        }
    }
}

/// An object with these entries.
pub(super) fn make_map<const COUNT: usize>(entries: [(&str, Tree); COUNT]) -> Tree {
    let owned = entries.into_iter();
    Tree::Map(owned.map(|(key, value)| (key.to_owned(), value)).collect())
}

fn read(reader: &mut Reader<'_>) -> Result<Tree, Stop> {
    match reader.kind()? {
        Kind::Object => {
            let mut entries: Entries = Vec::new();
            let mut keys = Keys::default();
            reader.begin_object()?;
            let mut first = true;
            while reader.next_key(first)? {
                first = false;
                let key = reader.string()?;
                reader.colon()?;
                if !keys.add(key.clone()) {
                    return reader.stop("a key occurs twice");
                }
                entries.push((key.into_owned(), read(reader)?));
            }
            Ok(Tree::Map(entries))
        }
        Kind::Array => {
            let mut items = Vec::new();
            reader.begin_array()?;
            let mut first = true;
            while reader.next_item(first)? {
                first = false;
                items.push(read(reader)?);
            }
            Ok(Tree::List(items))
        }
        Kind::String => Ok(Tree::Text(reader.string()?.into_owned())),
        _ => Ok(Tree::Scalar(reader.capture()?.to_owned())),
    }
}
