//! The file of an artifact: what it is called, and how it begins.

use toolc_base::json_text::append_string;
use toolc_model::model::enrichment::{ARTIFACT_HEAD, ARTIFACTS, Enrichment};

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
