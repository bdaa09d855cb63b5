//! Keywords that JSON Schema does not define: those of toolc, and those of other systems.

use super::reads::Reads;
use super::word::{Says, WORD, Word};

/// A keyword that neither constrains which values are valid nor is prose.
const EXTENSION: Word = Word {
    says: Says::Elsewhere,
    ..WORD
};

const fn other(name: &'static str) -> Word {
    Word { name, ..EXTENSION }
}

pub(super) const WORDS: &[Word] = &[
    Word {
        name: "x-rust-type",
        reads: Reads::RustType(|schema, path| schema.rust_type = Some(path)),
        ..EXTENSION
    },
    Word {
        name: "x-secret",
        reads: Reads::Flag(|schema, flag| schema.secret.said = Some(flag)),
        ..EXTENSION
    },
    other("discriminator"),
    other("enumNames"),
    other("externalDocs"),
    other("nullable"),
    other("optional"),
    other("types"),
    other("value"),
    other("values"),
    other("xml"),
];
