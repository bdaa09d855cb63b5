//! What applies to the parts of a value that no neighbouring keyword evaluates.

use super::reads::Reads;
use super::word::{WORD, Word};
use crate::schema::edition::Edition::{Draft2019, Draft2020};
use crate::schema::position::Position;

/// A keyword that contains a schema.
const SCHEMA: Word = Word {
    editions: (Draft2019, Draft2020),
    position: Position::One,
    ..WORD
};

pub(super) const WORDS: &[Word] = &[
    Word {
        name: "unevaluatedProperties",
        reads: Reads::One(|schema, id| schema.unevaluated.properties = Some(id)),
        ..SCHEMA
    },
    Word {
        name: "unevaluatedItems",
        reads: Reads::One(|schema, id| schema.unevaluated.items = Some(id)),
        ..SCHEMA
    },
];
