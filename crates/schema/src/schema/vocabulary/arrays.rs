//! The items of arrays: by position, and how many match a schema.

use super::reads::Reads;
use super::word::{Change, WORD, Word};
use crate::schema::edition::Edition::{Draft6, Draft2019, Draft2020};
use crate::schema::keywords::{Contains, Types};
use crate::schema::position::Position;

const CONTAINS: &str = "contains";
const LEAST: &str = "minContains";
const MOST: &str = "maxContains";

/// The keywords that limit how many items match `contains`.
pub const CONTAINS_LIMITS: [&str; 2] = [LEAST, MOST];

pub(super) const WORDS: &[Word] = &[
    Word {
        name: "items",
        also_called: &["item"],
        position: Position::One,
        reads: Reads::One(|schema, id| schema.list.items = Some(id)),
        is_idle_without: Some(Types::ARRAY),
        change: Change::Part,
        ..WORD
    },
    Word {
        name: "prefixItems",
        editions: (Draft2020, Draft2020),
        position: Position::List,
        reads: Reads::Several(|schema, ids| schema.list.prefix = ids),
        is_idle_without: Some(Types::ARRAY),
        change: Change::Positions,
        ..WORD
    },
    Word {
        name: CONTAINS,
        editions: (Draft6, Draft2020),
        position: Position::One,
        reads: Reads::Counted(CONTAINS_LIMITS, |schema, id, [minimum, maximum]| {
            schema.list.contains = Some(Contains {
                schema: id,
                min: minimum.unwrap_or(1),
                max: maximum,
            });
        }),
        is_idle_without: Some(Types::ARRAY),
        ..WORD
    },
    Word {
        name: LEAST,
        editions: (Draft2019, Draft2020),
        is_validation: true,
        works_with: &[CONTAINS],
        ..WORD
    },
    Word {
        name: MOST,
        editions: (Draft2019, Draft2020),
        is_validation: true,
        works_with: &[CONTAINS],
        ..WORD
    },
];
