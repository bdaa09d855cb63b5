//! Result schemas that models propose, wherever tools are shown: with the model's name, and apart from what tools promise.

use super::find_folder;
use super::reads::Reads;
use crate::cli::input::Input;
use std::path::PathBuf;
use toolc_base::json_text::{write_object, write_string};
use toolc_enrich::inquiry::proposals::Proposal;
use toolc_model::model::{Catalog, Tool};
use toolc_read::load::Loaded;

/// What a model proposes for a tool.
pub(in crate::cli) struct Proposed {
    /// The model.
    pub model: String,
    /// The file that has it, from the folder of the lock.
    pub artifact: String,
    pub proposal: Proposal,
}

/// What models propose for the tools of today, in the files beside the lock of these paths.
pub(in crate::cli) fn list_proposed(
    paths: &[PathBuf],
    loaded: &Loaded,
    catalog: &Catalog,
) -> Vec<Proposed> {
    let entries = &loaded.config.enrichments;
    if entries.iter().all(|entry| entry.kind.endpoint().is_none()) {
        return Vec::new();
    }
    let input = Input {
        paths: paths.to_vec(),
        strict: false,
    };
    let Some(folder) = find_folder(&input, None) else {
        return Vec::new();
    };
    let reads = Reads {
        loaded,
        catalog,
        folder: &folder,
    };
    let mut found = Vec::new();
    for entry in entries {
        let Some(endpoint) = entry.kind.endpoint() else {
            continue;
        };
        let proposals = reads.list_proposals(entry).into_iter();
        found.extend(proposals.map(|proposal| Proposed {
            model: endpoint.model.value.clone(),
            artifact: entry.name.value.clone(),
            proposal,
        }));
    }
    found
}

/// The first proposal for a tool.
pub(in crate::cli) fn find_proposed<'p>(
    proposed: &'p [Proposed],
    tool: &Tool,
) -> Option<&'p Proposed> {
    let qualified = tool.qualified();
    proposed.iter().find(|proposed| {
        let proposal = &proposed.proposal;
        proposal.qualified == qualified && proposal.fingerprint == tool.raw_fingerprint
    })
}

/// The proposal as JSON.
pub(in crate::cli) fn write_proposed(proposed: &Proposed) -> String {
    write_object(&[
        ("model", write_string(&proposed.model)),
        ("artifact", write_string(&proposed.artifact)),
        ("schema", proposed.proposal.schema.to_json()),
    ])
}
