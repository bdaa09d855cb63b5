//! Artifacts: what enrichments make, as files.

use crate::dataflow::find_dataflow;
use crate::index::make_index;
use crate::neighbors::{Vectors, find_neighbors};
use crate::reference;
use toolc_base::json_text::append_string;
use toolc_base::sha256::{hash_parts, write_hex};
use toolc_model::model::enrichment::{
    ARTIFACT_HEAD, ARTIFACTS, Enrichment, EnrichmentKind, Multipliers,
};
use toolc_model::model::{Catalog, Tool};

/// Rises when an artifact of the same tools becomes another one.
const VERSION: &str = "1";

/// An artifact, as it is written to disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Artifact {
    /// Its path from the folder of `toolc.lock`: `artifacts/NAME.json`.
    pub path: String,
    /// The JSON of it.
    pub text: String,
}

/// The path of an artifact from the folder of `toolc.lock`.
pub fn artifact_path(name: &str) -> String {
    format!("{ARTIFACTS}/{name}.json")
}

/// Makes the artifact of an enrichment. `vectors` is what an encoder said about the texts of the tools, as far as it was
/// asked.
///
/// # Errors
///
/// A text that has no vector although the enrichment needs one.
pub fn make_artifact(
    catalog: &Catalog,
    entry: &Enrichment,
    vectors: &Vectors,
) -> Result<Artifact, String> {
    let mut text = write_head(catalog, entry);
    text.push_str(",\n\"artifact\":");
    write_content(catalog, &entry.kind, vectors, &mut text)?;
    text.push_str("}\n");
    Ok(Artifact {
        path: artifact_path(&entry.name.value),
        text,
    })
}

/// How the file of an artifact begins that was made of these tools: what it is, and a digest of all that was read. So
/// a file is out of date if it begins otherwise, which takes no time to find out.
pub fn write_head(catalog: &Catalog, entry: &Enrichment) -> String {
    let mut out = ARTIFACT_HEAD.to_owned();
    append_string(entry.kind.type_name(), &mut out);
    out.push_str(",\n\"name\":");
    append_string(&entry.name.value, &mut out);
    out.push_str(",\n\"made_from\":");
    append_string(&digest(catalog, entry), &mut out);
    out
}

fn write_content(
    catalog: &Catalog,
    kind: &EnrichmentKind,
    vectors: &Vectors,
    out: &mut String,
) -> Result<(), String> {
    match kind {
        EnrichmentKind::Index => make_index(catalog, &catalog.tools).write(out),
        EnrichmentKind::Dataflow(options) => match options.multipliers {
            Multipliers::Proofs => find_dataflow(catalog, options.max_neighbors).write(out),
            Multipliers::Reference => {
                reference::dataflow::make_by_words(catalog, options.max_neighbors).write(out)
            }
        },
        EnrichmentKind::Neighbors(options) => {
            find_neighbors(reference::list_tools(catalog), vectors, options)?.write(out)
        }
    }
    Ok(())
}

/// SHA-256 of everything that is read of the tools, of the settings, and of the way it is computed.
fn digest(catalog: &Catalog, entry: &Enrichment) -> String {
    let mut parts = vec![VERSION.to_owned(), format!("{:?}", entry.kind)];
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
