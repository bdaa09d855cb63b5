//! The finding on references that lead nowhere.

use super::reference::Missing;
use crate::schema::uri;
use toolc_base::diagnostic::suggest::ask_whether;
use toolc_base::diagnostic::{Code, Diagnostic};
use toolc_base::node::Entry;

/// The finding on a dangling reference; `near` is what was probably meant.
pub fn dangling_reference(entry: &Entry, missing: &Missing, near: Option<String>) -> Diagnostic {
    let text = entry.value.as_str().unwrap_or("");
    let message = format!("`{}` leads nowhere: `{text}`", entry.key);
    let (label, remedy) = match missing {
        Missing::Inline(file) => (
            "`#` is this schema, not the whole file, and it has nothing there".to_owned(),
            name_place(file, text),
        ),
        Missing::Place if text.starts_with('#') => (
            "this document has nothing there".to_owned(),
            "define the schema under this pointer, or correct the reference".to_owned(),
        ),
        Missing::Place => (
            "the document has nothing there".to_owned(),
            "define the schema in that document, or correct the reference".to_owned(),
        ),
        Missing::File(address) => (
            format!("`{}` is not among the files that were read", show_path(address)),
            "correct the path, which is relative to this file, or create the file; files outside of \
             the specs are listed under `schemas` in `toolc.yaml`"
                .to_owned(),
        ),
        Missing::Document(_) => (
            "no document of this address was read".to_owned(),
            "list the document's folder under `schemas` in `toolc.yaml`, or put the schema under \
             `$defs`: references are never followed over the network"
                .to_owned(),
        ),
    };
    let help = near.map_or_else(|| remedy.into(), |near| ask_whether(text, near));
    Diagnostic::new(Code::DANGLING_REFERENCE, entry.value.span, message)
        .label(label)
        .help(help)
}

/// How to refer to a place in the file that a schema is a part of.
fn name_place(file: &str, text: &str) -> String {
    let path = show_path(file);
    let name = path.rsplit('/').next().unwrap_or(&path);
    match text.starts_with("#/") {
        true => format!("define it here under `$defs`; a place in the file is `{name}{text}`"),
        false => "define it here under `$defs`, or correct the reference".to_owned(),
    }
}

fn show_path(address: &str) -> String {
    uri::file_path(address).unwrap_or_else(|| address.to_owned())
}
