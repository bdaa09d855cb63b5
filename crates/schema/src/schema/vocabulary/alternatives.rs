//! Schemas that apply to the same value: all of several, at least one, exactly one, none.

use super::reads::Reads;
use super::word::{Change, WORD, Word};
use crate::schema::position::Position;

pub(super) const WORDS: &[Word] = &[
    Word {
        name: "allOf",
        position: Position::List,
        reads: Reads::Several(|schema, ids| schema.all_of.extend(ids)),
        change: Change::Branches,
        ..WORD
    },
    Word {
        name: "anyOf",
        position: Position::List,
        reads: Reads::Several(|schema, ids| schema.any_of = ids),
        change: Change::Branches,
        ..WORD
    },
    Word {
        name: "oneOf",
        position: Position::List,
        reads: Reads::Several(|schema, ids| schema.one_of = ids),
        change: Change::Branches,
        ..WORD
    },
    Word {
        name: "not",
        position: Position::One,
        reads: Reads::One(|schema, id| schema.not = Some(id)),
        ..WORD
    },
];
