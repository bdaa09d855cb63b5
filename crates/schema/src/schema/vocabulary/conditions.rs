//! What applies depending on whether a value matches a schema.

use super::reads::Reads;
use super::word::{WORD, Word};
use crate::schema::edition::Edition::{Draft7, Draft2020};
use crate::schema::keywords::Conditional;
use crate::schema::position::Position;

const IF: &str = "if";
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
        name: IF,
        reads: Reads::Branches([THEN, ELSE], |schema, condition, [then, otherwise]| {
            schema.conditional = Some(Conditional {
                condition,
                then,
                otherwise,
            });
        }),
        works_with: &[THEN, ELSE, "unevaluatedItems", "unevaluatedProperties"],
        ..SCHEMA
    },
    Word {
        name: THEN,
        works_with: &[IF],
        ..SCHEMA
    },
    Word {
        name: ELSE,
        works_with: &[IF],
        ..SCHEMA
    },
];
