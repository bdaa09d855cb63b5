//! Limits on the length of strings and the size of arrays and objects.

use crate::reader::{Reader, Stop};
use crate::schema::{List, Object, Text};
use crate::violation::Word;

pub(super) fn check_length(reader: &mut Reader<'_>, text: &str, rules: &Text) -> Result<(), Stop> {
    let length = text.chars().count() as u64;
    if length < rules.min_length {
        reader.violate(
            "minLength",
            &[
                Word::Text("must have at least "),
                Word::Counted(rules.min_length, "character"),
            ],
        )?;
    }
    if length > rules.max_length {
        reader.violate(
            "maxLength",
            &[
                Word::Text("must have at most "),
                Word::Counted(rules.max_length, "character"),
            ],
        )?;
    }
    Ok(())
}

pub(super) fn check_count(reader: &mut Reader<'_>, count: u64, rules: &List) -> Result<(), Stop> {
    let List {
        min_items: _,
        max_items: _,
        // checked for each item
        prefix: _,
        items: _,
        unique: _,
    } = rules;
    if count < rules.min_items {
        reader.violate(
            "minItems",
            &[
                Word::Text("must have at least "),
                Word::Counted(rules.min_items, "item"),
            ],
        )?;
    }
    if count > rules.max_items {
        reader.violate(
            "maxItems",
            &[
                Word::Text("must have at most "),
                Word::Counted(rules.max_items, "item"),
            ],
        )?;
    }
    Ok(())
}

#[inline]
pub(super) fn check_size(reader: &mut Reader<'_>, count: u64, rules: &Object) -> Result<(), Stop> {
    let Object {
        min_properties: _,
        max_properties: _,
        // checked for each key
        fields: _,
        patterns: _,
        rest: _,
        names: _,
    } = rules;
    if count < rules.min_properties {
        reader.violate(
            "minProperties",
            &[
                Word::Text("must have at least "),
                Word::Counted(rules.min_properties, "key"),
            ],
        )?;
    }
    if count > rules.max_properties {
        reader.violate(
            "maxProperties",
            &[
                Word::Text("must have at most "),
                Word::Counted(rules.max_properties, "key"),
            ],
        )?;
    }
    Ok(())
}
