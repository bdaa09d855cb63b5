//! Descriptions of what schemas expect.

use crate::schema::{NONE, Schema, Select};
use crate::violation::{Phrase, enumerate_values};

/// What a schema expects. It is put into words only if a message is written, which a trial never does.
#[derive(Clone, Copy)]
pub(super) enum Expected<'s> {
    /// A type.
    Word(&'static str),
    /// One of these strings.
    Choice(&'s [&'s str]),
    /// The types that have an alternative.
    Types(&'s [u8; 6]),
    /// `null`, or what this schema expects.
    OrNull(&'s Schema),
}

impl Phrase for Expected<'_> {
    fn write(&self, message: &mut String) {
        match self {
            Expected::Word(word) => message.push_str(word),
            Expected::Choice(values) => {
                if values.len() != 1 {
                    message.push_str("one of ");
                }
                enumerate_values(values).write(message);
            }
            Expected::Types(by_type) => write_types(by_type, message),
            Expected::OrNull(inner) => {
                if let Some(inner) = describe_expected(inner) {
                    inner.write(message);
                    message.push_str(", or ");
                }
                message.push_str("null");
            }
        }
    }
}

/// Describes what a schema expects, or returns `None` if a few words cannot.
pub(super) fn describe_expected(schema: &Schema) -> Option<Expected<'_>> {
    Some(match schema {
        Schema::Null => Expected::Word("null"),
        Schema::Boolean => Expected::Word("true or false"),
        Schema::Text(_) => Expected::Word("a string"),
        Schema::Integer(_) => Expected::Word("an integer"),
        Schema::Number(_) => Expected::Word("a number"),
        Schema::List(_) => Expected::Word("an array"),
        Schema::Object(_) => Expected::Word("an object"),
        Schema::Choice(values) => Expected::Choice(values),
        Schema::Nullable(inner) => {
            return describe_expected(inner).map(|_| Expected::OrNull(inner));
        }
        Schema::Complete(rules) => return describe_expected(rules.base),
        Schema::Union(rules) => match &rules.select {
            Select::Type(by_type) => Expected::Types(by_type),
            Select::Tag(tag) => Expected::Types(&tag.by_type),
            Select::Keys(keys) => Expected::Types(&keys.by_type),
            Select::AnyOf | Select::OneOf => return None,
        },
        Schema::Any | Schema::Never => return None,
    })
}

/// Writes the types that have an alternative.
fn write_types(by_type: &[u8; 6], message: &mut String) {
    const WORDS: [&str; 6] = [
        "null",
        "true or false",
        "a number",
        "a string",
        "an array",
        "an object",
    ];
    let mut between = "";
    for (place, branch) in by_type.iter().enumerate() {
        if *branch != NONE {
            message.push_str(between);
            message.push_str(WORDS[place]);
            between = " or ";
        }
    }
}
