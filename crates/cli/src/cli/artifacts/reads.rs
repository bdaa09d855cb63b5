//! What enrichments read besides the specs: what a model proposed, and the vectors that it gave.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use toolc_base::node::Node;
use toolc_base::sha256::sha256_hex;
use toolc_base::source::Span;
use toolc_compile::compile::resolve_proposed;
use toolc_enrich::artifact::Given;
use toolc_enrich::file::artifact_path;
use toolc_enrich::inquiry::embeddings::read_vectors_of;
use toolc_enrich::inquiry::proposals::{Proposal, Proposals};
use toolc_model::model::Catalog;
use toolc_model::model::enrichment::{Enrichment, EnrichmentKind, list_proposers};
use toolc_read::load::Loaded;

/// The specs and the folder beside the lock.
#[derive(Clone, Copy)]
pub(in crate::cli) struct Reads<'r> {
    pub loaded: &'r Loaded,
    pub catalog: &'r Catalog,
    pub folder: &'r Path,
}

impl<'r> Reads<'r> {
    fn enrichments(&self) -> &'r [Enrichment] {
        &self.loaded.config.enrichments
    }

    /// What an entry reads: another catalog if it needs output schemas that a model proposed.
    pub fn read_for(&self, entry: &Enrichment) -> (Option<Catalog>, Given) {
        let mut given = Given::default();
        if matches!(entry.kind, EnrichmentKind::Neighbors(_)) {
            self.add_vectors(entry, &mut given);
        }
        let mut proposals = Vec::new();
        for proposer in list_proposers(self.enrichments(), entry) {
            proposals.extend(self.list_proposals(proposer));
        }
        if proposals.is_empty() {
            return (None, given);
        }
        given.proposed = proposals
            .iter()
            .map(|proposal| proposal.qualified.clone())
            .collect();
        given.proposed.sort();
        given.proposed.dedup();
        (Some(self.apply_proposals(&proposals)), given)
    }

    fn add_vectors(&self, entry: &Enrichment, given: &mut Given) {
        let needs = entry.kind.needs();
        let mut makers = self.enrichments().iter();
        let maker = makers.find(|maker| needs.contains(&maker.name.value.as_str()));
        let Some(maker) = maker else {
            return;
        };
        if let EnrichmentKind::Embeddings(options) = &maker.kind
            && let Some(text) = read_artifact(&self.folder.join(artifact_path(&maker.name.value)))
        {
            given.vectors = read_vectors_of(&text, options);
            given.vectors_digest = sha256_hex(text);
        }
    }

    /// What is proposed for the tools of today by one enrichment.
    pub fn list_proposals(&self, proposer: &Enrichment) -> Vec<Proposal> {
        let EnrichmentKind::OutputParameters(endpoint) = &proposer.kind else {
            return Vec::new();
        };
        let path = self.folder.join(artifact_path(&proposer.name.value));
        let text = read_artifact(&path).unwrap_or_default();
        Proposals::new(proposer, endpoint, self.catalog, &[&text]).list()
    }

    /// The catalog with these output schemas. Of several for one tool, the first counts.
    pub fn apply_proposals(&self, proposals: &[Proposal]) -> Catalog {
        let mut schemas: HashMap<Span, Node> = HashMap::new();
        for tool in &self.catalog.tools {
            let qualified = tool.qualified();
            let mut proposals = proposals.iter();
            let proposed = proposals.find(|proposal| {
                proposal.qualified == qualified && proposal.fingerprint == tool.raw_fingerprint
            });
            if let Some(proposal) = proposed {
                schemas.insert(tool.span, proposal.schema.clone());
            }
        }
        resolve_proposed(self.loaded, &schemas)
    }
}

/// The text of a file, if toolc wrote it.
pub(in crate::cli) fn read_artifact(path: &Path) -> Option<String> {
    match super::is_artifact(path) {
        true => fs::read_to_string(path).ok(),
        false => None,
    }
}
