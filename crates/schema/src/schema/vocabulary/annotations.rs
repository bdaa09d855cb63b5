//! What schemas tell their readers.

use super::reads::Reads;
use super::word::{Says, WORD, Word};
use crate::schema::position::Position;
use toolc_base::node::Node;

/// A keyword for readers.
const PROSE: Word = Word {
    says: Says::Prose,
    ..WORD
};

pub(super) const WORDS: &[Word] = &[
    Word {
        name: "title",
        reads: Reads::Doc(|doc, node| doc.title = node.as_str().map(str::to_owned)),
        ..PROSE
    },
    Word {
        name: "description",
        also_called: &["desc"],
        reads: Reads::Doc(|doc, node| doc.description = node.as_str().map(str::to_owned)),
        ..PROSE
    },
    Word {
        name: "default",
        position: Position::Data,
        reads: Reads::Doc(|doc, node| doc.default = Some(Node::to_json(node))),
        ..PROSE
    },
    Word {
        name: "deprecated",
        reads: Reads::Doc(|doc, node| doc.deprecated = node.as_bool().unwrap_or(false)),
        ..PROSE
    },
    Word {
        name: "example",
        position: Position::Data,
        ..PROSE
    },
    Word {
        name: "examples",
        position: Position::Data,
        ..PROSE
    },
    Word {
        name: "readOnly",
        ..PROSE
    },
    // for values that are only sent, such as a password: no response returns it, and no log
    // contains it
    Word {
        name: "writeOnly",
        reads: Reads::Mark(|schema| schema.secret.meant = true),
        ..PROSE
    },
    Word {
        name: "contentEncoding",
        ..PROSE
    },
    Word {
        name: "contentMediaType",
        ..PROSE
    },
    Word {
        name: "contentSchema",
        position: Position::One,
        ..PROSE
    },
    Word {
        name: "$comment",
        says: Says::Nothing,
        ..WORD
    },
];
