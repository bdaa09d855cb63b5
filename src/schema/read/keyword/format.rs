//! `format`.

use crate::diagnostic::{Code, Diagnostic};
use crate::node::Entry;
use crate::schema::formats::Formats;
use crate::schema::keywords::SchemaId;
use crate::schema::read::SchemaReader;
use crate::schema::shape::FormatName;
use toolc_runtime::format::{Format, NumberFormat};

/// Formats of OpenAPI that do not affect validity.
const HINTS: &[&str] = &["password", "binary"];

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
        reader.diagnostics.push(unknown(name, entry));
    }
    let schema = reader.schemas.get_mut(id);
    schema.text.format = text.map(FormatName);
    schema.number.format = number;
}

fn unknown(name: &str, entry: &Entry) -> Diagnostic {
    let message = format!("`{name}` is not a format that toolc checks");
    Diagnostic::new(Code::UNKNOWN_FORMAT_NAME, entry.value.span, message)
        .label("kept as an annotation, not checked")
}
