//! `format`.

use crate::schema::formats::Formats;
use crate::schema::keywords::SchemaId;
use crate::schema::read::SchemaReader;
use crate::schema::shape::FormatName;
use toolc_base::diagnostic::suggest::{ask_whether, nearest};
use toolc_base::diagnostic::{Code, Diagnostic, Severity};
use toolc_base::node::Entry;
use toolc_runtime::format::{Format, NumberFormat};

/// Formats of OpenAPI that do not affect validity.
const HINTS: &[&str] = &["password", "binary"];

/// Formats that others define, and that are nearly the name of one that toolc checks.
const NO_TYPOS: &[&str] = &["uint32", "uint64", "u-int32", "u-int64", "urn"];

pub(super) fn read_format(reader: &mut SchemaReader<'_, '_>, id: SchemaId, entry: &Entry) {
    let Some(name) = entry.value.as_str() else {
        return reader.note_malformed(id, entry, "a string");
    };
    reader.schemas.get_mut(id).secret.meant |= name == "password";
    if reader.formats == Formats::Annotate || HINTS.contains(&name) {
        return;
    }
    let (text, number) = (Format::from_name(name), NumberFormat::from_name(name));
    if text.is_none() && number.is_none() {
        reader
            .diagnostics
            .push(unknown(name, entry, reader.names_types));
    }
    let schema = reader.schemas.get_mut(id);
    schema.text.format = text.map(FormatName);
    schema.number.format = number;
}

/// Schemas by others are full of custom formats, so only in one's own a typo is worth a warning.
fn unknown(name: &str, entry: &Entry, is_own: bool) -> Diagnostic {
    let message = format!("`{name}` is not a format that toolc checks");
    let finding = Diagnostic::new(Code::UNKNOWN_FORMAT_NAME, entry.value.span, message)
        .label("kept as an annotation, not checked");
    let text = Format::ALL.iter().map(|(known, _)| *known);
    let known = text.chain(NumberFormat::ALL.iter().map(|(known, _)| *known));
    match nearest(name, known).filter(|_| !NO_TYPOS.contains(&name)) {
        Some(meant) if is_own => finding
            .severity(Severity::Warning)
            .help(ask_whether(name, meant)),
        Some(meant) => finding.help(ask_whether(name, meant)),
        None => finding,
    }
}
