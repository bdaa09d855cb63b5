//! Values of types from elsewhere, such as `uuid::Uuid` or `crate::Money`.

use super::{Slot, Value};
use crate::integer::Integer;
use crate::json::{Json, write_string};
use crate::output::Output;
use crate::reader::{Reader, Stop};
use crate::schema::Schema;
use crate::violation::Word;
use crate::walk;
use std::borrow::Cow;
use std::fmt::{self, Display};
use std::ops::Deref;
use std::str::FromStr;

macro_rules! parsed {
    ($(#[$docs:meta])* $name:ident) => {
        $(#[$docs])*
        // `None` until it is read; users only ever see one that has been read.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name<T>(Option<T>);

        impl<T> $name<T> {
            /// The value itself.
            ///
            /// # Panics
            /// Before anything was read, which only generated code can see.
            pub fn into_inner(self) -> T {
                match self.0 {
                    Some(value) => value,
                    None => unread(),
                }
            }
        }

        impl<T> Deref for $name<T> {
            type Target = T;

            fn deref(&self) -> &T {
                match &self.0 {
                    Some(value) => value,
                    None => unread(),
                }
            }
        }

        impl<T> AsRef<T> for $name<T> {
            fn as_ref(&self) -> &T {
                self
            }
        }

        impl<T> From<T> for $name<T> {
            fn from(value: T) -> Self {
                $name(Some(value))
            }
        }

        impl<T: fmt::Debug> fmt::Debug for $name<T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match &self.0 {
                    Some(value) => value.fmt(f),
                    None => f.write_str("nothing yet"),
                }
            }
        }

        impl<T: Display> Display for $name<T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                (**self).fmt(f)
            }
        }

        impl<'j, T: FromStr> Slot<'j> for $name<T> {
            fn fill(
                &mut self,
                reader: &mut Reader<'j>,
                schema: &'static Schema,
            ) -> Result<(), Stop> {
                let Some(text) = text(reader, schema)? else {
                    return Ok(());
                };
                match T::from_str(&text) {
                    Ok(value) => self.0 = Some(value),
                    Err(_) => refuse(reader, schema)?,
                }
                Ok(())
            }
        }

        impl<T: FromStr> Value<'_> for $name<T> {
            fn empty() -> Self {
                $name(None)
            }
        }
    };
}

parsed! {
    /// A string that is a value of `T`: its text is read by `T`'s [`FromStr`] once it has passed the
    /// rules of its schema, and written by its [`Display`].
    Parsed
}

parsed! {
    /// A JSON value that is a value of `T`: its JSON text is read by `T`'s [`FromStr`] once it has
    /// passed the rules of its schema, and written by its [`Display`]. An integer is given in plain
    /// digits, all else as it came. What is written that is not JSON becomes a string.
    ParsedJson
}

#[cold]
fn unread() -> ! {
    unreachable!("nobody is given a value with violations")
}

/// The contents of a string, and the JSON text of any other value; `None` if it breaks a rule.
fn text<'j>(
    reader: &mut Reader<'j>,
    schema: &'static Schema,
) -> Result<Option<Cow<'j, str>>, Stop> {
    let before = reader.violations.total();
    let text = match schema {
        Schema::Text(rules) => walk::read_text(reader, rules)?,
        Schema::Choice(values) => {
            let chosen = walk::read_choice(reader, values)?;
            chosen.map(|index| Cow::Borrowed(values[index]))
        }
        // `1.0` and `1e2` are integers, in a form that few types can parse.
        Schema::Integer(_) => walk::read_number(reader, schema)?
            .map(|(digits, _)| Cow::Owned(Integer::from_text(&digits.to_text()).to_string())),
        _ => Some(walk::read_whole(reader, schema)?),
    };
    Ok(text.filter(|_| reader.violations.total() == before))
}

#[cold]
fn refuse(reader: &mut Reader<'_>, schema: &'static Schema) -> Result<(), Stop> {
    match schema {
        Schema::Text(rules) => match rules.format {
            Some(format) => {
                let words = [
                    Word::Text("must be a "),
                    Word::Text(format.name()),
                    Word::Text(" that this tool can take"),
                ];
                reader.violate("format", &words)
            }
            None => refuse_type(reader),
        },
        _ => refuse_type(reader),
    }
}

fn refuse_type(reader: &mut Reader<'_>) -> Result<(), Stop> {
    reader.violate(
        "x-rust-type",
        &[Word::Text("must be a value that this tool can take")],
    )
}

impl<T: Display> Output for Parsed<T> {
    fn write(&self, out: &mut String) {
        write_string(&self.to_string(), out);
    }
}

impl<T: Display> Output for ParsedJson<T> {
    fn write(&self, out: &mut String) {
        match Json::parse(self.to_string()) {
            Ok(json) => out.push_str(json.as_text()),
            Err(_) => write_string(&self.to_string(), out),
        }
    }
}
