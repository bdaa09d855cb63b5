//! Which values are allowed: types, and enumerated values.

use super::reads::Reads;
use super::word::{Change, WORD, Word};
use crate::schema::edition::Edition::{Draft6, Draft2020};
use crate::schema::keywords::Schema;
use crate::schema::position::Position;
use std::collections::HashSet;

pub(super) const WORDS: &[Word] = &[
    Word {
        name: "type",
        also_called: &["typ", "kind"],
        reads: Reads::Types(|schema, types| schema.types = types),
        is_validation: true,
        change: Change::Together,
        ..WORD
    },
    Word {
        name: "enum",
        also_called: &[
            "choices",
            "options",
            "allowed",
            "allowed_values",
            "oneof",
            "enums",
        ],
        position: Position::Data,
        reads: Reads::Values(narrow),
        is_validation: true,
        change: Change::Together,
        ..WORD
    },
    Word {
        name: "const",
        also_called: &["constant", "equals"],
        editions: (Draft6, Draft2020),
        position: Position::Data,
        reads: Reads::Value(narrow),
        is_validation: true,
        change: Change::Together,
        ..WORD
    },
];

/// `enum` and `const` both apply.
fn narrow(schema: &mut Schema, values: Vec<String>) {
    schema.values = Some(match schema.values.take() {
        Some(before) => {
            let values: HashSet<String> = values.into_iter().collect();
            let both = before.into_iter().filter(|value| values.contains(value));
            both.collect()
        }
        None => values,
    });
}
