//! The file of an artifact: what it is called, and how it begins.

use toolc_base::json_text::append_string;
use toolc_base::sha256::{hash_parts, write_hex};
use toolc_model::model::enrichment::{ARTIFACT_HEAD, ARTIFACTS, Enrichment};
use toolc_model::model::{Catalog, Tool};

/// Rises when an artifact of the same tools becomes another one.
const VERSION: &str = "1";

/// The path of an artifact from the folder of `toolc.lock`.
pub fn artifact_path(name: &str) -> String {
    format!("{ARTIFACTS}/{name}.json")
}

/// Used instead of a digest while answers are missing.
pub(crate) const UNFINISHED: &str = "unfinished";

/// The path of what a model answered in a run that did not come to its end, from the folder of `toolc.lock`.
pub fn unfinished_path(name: &str) -> String {
    format!("{ARTIFACTS}/{name}.{UNFINISHED}.json")
}

pub(crate) fn append_head(entry: &Enrichment, made_from: &str, out: &mut String) {
    out.push_str(ARTIFACT_HEAD);
    append_string(entry.kind.type_name(), out);
    out.push_str(",\n\"name\":");
    append_string(&entry.name.value, out);
    out.push_str(",\n\"made_from\":");
    append_string(made_from, out);
}

/// Whether the file of an artifact that no model was asked for begins as it would if it were made of these tools now, and
/// of the file with the digest `made_of`.
pub fn is_of_tools(catalog: &Catalog, entry: &Enrichment, made_of: &str, text: &str) -> bool {
    let mut head = String::new();
    append_head(entry, &digest_tools(catalog, entry, made_of), &mut head);
    text.starts_with(&head)
}

/// SHA-256 of everything that is read of the tools, of the settings, and of the way it is computed.
pub(crate) fn digest_tools(catalog: &Catalog, entry: &Enrichment, made_of: &str) -> String {
    let mut parts = vec![VERSION.to_owned(), format!("{:?}", entry.kind)];
    if !made_of.is_empty() {
        parts.push(made_of.to_owned());
    }
    for definition in &catalog.definitions {
        parts.push(definition.name.clone());
        parts.push(definition.schema.text.clone());
    }
    for tool in &catalog.tools {
        parts.extend(parts_of(tool));
    }
    // lengths, so that no two lists of parts are one text
    let lengths = parts.iter().map(|part| format!("{} ", part.len()));
    let lengths: String = lengths.collect();
    write_hex(&hash_parts([lengths].iter().chain(&parts)))
}

fn parts_of(tool: &Tool) -> Vec<String> {
    let title = tool.title.iter().cloned();
    let output = tool.output_text.iter().map(|schema| schema.text.clone());
    [
        tool.qualified(),
        tool.wire_name.clone(),
        tool.raw_fingerprint.clone(),
        tool.structural_fingerprint.clone(),
        tool.output_fingerprint.clone(),
        tool.description.clone(),
        tool.input_text.text.clone(),
        format!("{:?}", tool.formats),
    ]
    .into_iter()
    .chain(title)
    .chain(output)
    .collect()
}
