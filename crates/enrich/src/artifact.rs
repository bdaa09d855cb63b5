//! Artifacts: what enrichments make, as files.

use crate::dataflow::find_dataflow;
use crate::file::{append_head, artifact_path, digest_tools};
use crate::index::make_index;
use crate::inquiry::embeddings::Embeddings;
use crate::inquiry::proposals::Proposals;
use crate::neighbors::{Vectors, find_neighbors};
use crate::reference;
use toolc_base::json_text::{append_list, append_string};
use toolc_model::model::Catalog;
use toolc_model::model::enrichment::{Enrichment, EnrichmentKind, Multipliers};

/// An artifact, as it is written to disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Artifact {
    /// Its path from the folder of `toolc.lock`: `artifacts/NAME.json`.
    pub path: String,
    /// The JSON of it.
    pub text: String,
}

/// What an enrichment reads besides the catalog.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Given {
    /// What an encoder gave the texts about the tools, as far as it was asked.
    pub vectors: Vectors,
    /// SHA-256 of the file that has them.
    pub vectors_digest: String,
    /// The qualified names of tools whose output schema in the catalog is one that a model proposed.
    pub proposed: Vec<String>,
}

/// Makes the artifact of an enrichment that asks no model itself.
///
/// # Errors
///
/// A text that has no vector although the enrichment needs one; or an enrichment that asks a model.
pub fn make_artifact(
    catalog: &Catalog,
    entry: &Enrichment,
    given: &Given,
) -> Result<Artifact, String> {
    let mut text = write_head(catalog, entry, given);
    text.push_str(",\n");
    append_proposed(&given.proposed, &mut text);
    text.push_str("\"artifact\":");
    append_content(catalog, &entry.kind, &given.vectors, &mut text)?;
    text.push_str("}\n");
    Ok(Artifact {
        path: artifact_path(&entry.name.value),
        text,
    })
}

/// How the file of an artifact begins that was made of these tools: what it is, and a digest of all that was read. So
/// a file is out of date if it begins otherwise, which takes no time to find out.
pub fn write_head(catalog: &Catalog, entry: &Enrichment, given: &Given) -> String {
    let made_from = match &entry.kind {
        EnrichmentKind::Embeddings(options) => {
            let tools = reference::list_tools(catalog);
            Embeddings::new(entry, options, &tools, &[]).digest()
        }
        EnrichmentKind::OutputParameters(endpoint) => {
            Proposals::new(entry, endpoint, catalog, &[]).digest()
        }
        EnrichmentKind::Index | EnrichmentKind::Dataflow(_) | EnrichmentKind::Neighbors(_) => {
            digest_tools(catalog, entry, &given.vectors_digest)
        }
    };
    let mut out = String::new();
    append_head(entry, &made_from, &mut out);
    out
}

/// The tools of which more is said than their authors did.
fn append_proposed(proposed: &[String], out: &mut String) {
    if proposed.is_empty() {
        return;
    }
    out.push_str("\"proposed\":");
    append_list(proposed, false, out, |name, out| append_string(name, out));
    out.push_str(",\n");
}

fn append_content(
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
        EnrichmentKind::Embeddings(_) | EnrichmentKind::OutputParameters(_) => {
            return Err("it asks a model".to_owned());
        }
    }
    Ok(())
}
