//! What applies depending on whether a value matches a schema.

use super::reads::Reads;
use super::word::{WORD, Word};
use crate::schema::edition::Edition::{Draft7, Draft2020};
use crate::schema::position::Position;

const THEN: &str = "then";
const ELSE: &str = "else";

/// A keyword that contains a schema.
const SCHEMA: Word = Word {
    editions: (Draft7, Draft2020),
    position: Position::One,
    ..WORD
};

pub(super) const WORDS: &[Word] = &[
    Word {
        name: "if",
        reads: Reads::Branches([THEN, ELSE], |schema, condition, [then, otherwise]| {
            schema.condition = Some((condition, then, otherwise));
        }),
        ..SCHEMA
    },
    Word {
        name: THEN,
        ..SCHEMA
    },
    Word {
        name: ELSE,
        ..SCHEMA
    },
];
