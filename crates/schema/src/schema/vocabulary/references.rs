//! Where schemas are located, and where references lead.

use super::reads::Reads;
use super::word::{Change, Says, WORD, Word};
use crate::schema::edition::Edition::{Draft6, Draft2019, Draft2020};
use crate::schema::position::Position;

/// A keyword that constrains nothing itself.
const SILENT: Word = Word {
    says: Says::Nothing,
    ..WORD
};

pub(super) const WORDS: &[Word] = &[
    Word {
        name: "$ref",
        also_called: &["ref"],
        reads: Reads::Reference,
        change: Change::Reference,
        ..WORD
    },
    Word {
        name: "$dynamicRef",
        editions: (Draft2020, Draft2020),
        reads: Reads::Reference,
        ..WORD
    },
    Word {
        name: "$recursiveRef",
        editions: (Draft2019, Draft2019),
        reads: Reads::Reference,
        ..WORD
    },
    Word {
        name: "$schema",
        reads: Reads::Dialect,
        ..SILENT
    },
    Word {
        name: "$anchor",
        editions: (Draft2019, Draft2020),
        ..SILENT
    },
    Word {
        name: "$dynamicAnchor",
        editions: (Draft2020, Draft2020),
        ..SILENT
    },
    Word {
        name: "$recursiveAnchor",
        editions: (Draft2019, Draft2019),
        ..WORD
    },
    Word {
        name: "$id",
        editions: (Draft6, Draft2020),
        ..SILENT
    },
    Word {
        name: "$defs",
        position: Position::Map,
        ..SILENT
    },
    Word {
        name: "definitions",
        position: Position::Map,
        ..WORD
    },
    Word {
        name: "$vocabulary",
        ..WORD
    },
];
