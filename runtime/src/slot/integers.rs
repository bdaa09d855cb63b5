//! Integers of a fixed size.
//!
//! They are only used if the limits of a schema guarantee that every value fits, so a value that does not fit
//! has broken a rule.

use super::{Slot, Value};
use crate::integer::Integer;
use crate::number::Value as Number;
use crate::reader::{Reader, Stop};
use crate::schema::Schema;
use crate::violation::Word;
use crate::walk;

/// Reads a number. An integer of more than 128 bits becomes [`i128::MAX`], which fits into none of the types
/// below.
#[inline]
fn whole(reader: &mut Reader<'_>, schema: &'static Schema) -> Result<Option<i128>, Stop> {
    if let Some(Number::Int(value)) = walk::read_short_number(reader, schema) {
        return Ok(Some(value.into()));
    }
    Ok(match walk::read_number(reader, schema)? {
        Some((_, Number::Int(value))) => Some(i128::from(value)),
        Some((digits, Number::Float(_))) => {
            let whole = Integer::from_text(&digits.to_text());
            Some(i128::try_from(&whole).unwrap_or(i128::MAX))
        }
        None => None,
    })
}

macro_rules! integers {
    ($($type:ty, $bits:literal, $set:literal;)*) => {$(
        impl<'j> Slot<'j> for $type {
            #[inline]
            fn fill(
                &mut self,
                reader: &mut Reader<'j>,
                schema: &'static Schema,
            ) -> Result<(), Stop> {
                let before = reader.violations.total();
                let Some(value) = whole(reader, schema)? else {
                    return Ok(());
                };
                match <$type>::try_from(value) {
                    Ok(value) => *self = value,
                    Err(_) if reader.violations.total() > before => {}
                    Err(_) => reader.violate(
                        "type",
                        &[Word::Text(concat!("must be ", $set, " of ", $bits, " bits"))],
                    )?,
                }
                Ok(())
            }
        }

        impl Value<'_> for $type {
            #[inline]
            fn empty() -> Self {
                0
            }
        }
    )*};
}

integers! {
    i8, "8", "an integer";
    i16, "16", "an integer";
    i32, "32", "an integer";
    i64, "64", "an integer";
    u8, "8", "a natural number";
    u16, "16", "a natural number";
    u32, "32", "a natural number";
    u64, "64", "a natural number";
}
