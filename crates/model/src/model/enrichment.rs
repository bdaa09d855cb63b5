//! Noun: an enrichment, an entry of `tools.enrichments` in `toolc.yaml`: what it makes of the tools, what it needs
//! before, and in which order several run.

mod endpoint;
mod order;

pub use endpoint::{EmbeddingOptions, Endpoint};
pub use order::{OrderFault, order_enrichments};
use toolc_base::source::{Span, Spanned};

/// The folder of artifacts, beside `toolc.lock`.
pub const ARTIFACTS: &str = "artifacts";

/// How the file of an artifact begins.
pub const ARTIFACT_HEAD: &str = "{\"toolc_artifact\":";

/// An entry of `tools.enrichments`.
#[derive(Debug, Clone, PartialEq)]
pub struct Enrichment {
    /// `name`: what the artifact is called, by default like its type.
    pub name: Spanned<String>,
    /// `needs`: the artifacts that are made before, in addition to those of its type.
    pub needs: Vec<Spanned<String>>,
    /// `type`, with the keys of that type.
    pub kind: EnrichmentKind,
    /// `constant: true`: generated code has the artifact.
    pub is_constant: bool,
    /// The place of the entry.
    pub span: Span,
}

/// The file of an artifact that generated code has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredArtifact {
    /// What the artifact is called.
    pub name: String,
    /// Its text; `None` if there is no file that toolc wrote.
    pub text: Option<String>,
    /// SHA-256 of the file of the artifact that it was made of; empty if it was made of the tools alone.
    pub made_of: String,
}

impl Enrichment {
    /// The names of all artifacts that it reads, each with the place that says so.
    pub fn all_needs(&self) -> impl Iterator<Item = (&str, Span)> {
        let of_type = self.kind.needs().iter();
        let of_type = of_type.map(|name| (*name, self.span));
        let own = self.needs.iter();
        of_type.chain(own.map(|need| (need.value.as_str(), need.span)))
    }
}

/// The `type` of an enrichment, with its own keys.
#[derive(Debug, Clone, PartialEq)]
pub enum EnrichmentKind {
    /// Which words lead to which tools.
    Index,
    /// Which output can be which argument.
    Dataflow(DataflowOptions),
    /// Vectors of texts about tools, which a model gives.
    Embeddings(Box<EmbeddingOptions>),
    /// Which tools are alike.
    Neighbors(NeighborOptions),
    /// Result schemas that a model proposes.
    OutputParameters(Box<Endpoint>),
}

impl EnrichmentKind {
    /// The types, as they are written.
    pub const NAMES: &'static [&'static str] = &[
        "dataflow",
        "embeddings",
        "index",
        "neighbors",
        "output_parameters",
    ];

    /// The type, as it is written.
    pub fn type_name(&self) -> &'static str {
        match self {
            EnrichmentKind::Index => "index",
            EnrichmentKind::Dataflow(_) => "dataflow",
            EnrichmentKind::Embeddings(_) => "embeddings",
            EnrichmentKind::Neighbors(_) => "neighbors",
            EnrichmentKind::OutputParameters(_) => "output_parameters",
        }
    }

    /// The model that it asks, if it asks one. Only `toolc enrich` does.
    pub fn endpoint(&self) -> Option<&Endpoint> {
        match self {
            EnrichmentKind::Embeddings(options) => Some(&options.endpoint),
            EnrichmentKind::OutputParameters(endpoint) => Some(endpoint),
            EnrichmentKind::Index | EnrichmentKind::Dataflow(_) | EnrichmentKind::Neighbors(_) => {
                None
            }
        }
    }

    /// The artifacts that every enrichment of this type reads. Each is of the type that has its name.
    pub fn needs(&self) -> &'static [&'static str] {
        match self {
            EnrichmentKind::Neighbors(_) => &["embeddings"],
            EnrichmentKind::Index
            | EnrichmentKind::Dataflow(_)
            | EnrichmentKind::Embeddings(_)
            | EnrichmentKind::OutputParameters(_) => &[],
        }
    }
}

/// The keys of `type: dataflow`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataflowOptions {
    /// `max_neighbors`: how many sources are kept for each argument; with the multipliers of the reference,
    /// how many tools for each tool and namespace.
    pub max_neighbors: usize,
    /// `multipliers`: what decides whether an output can be an argument.
    pub multipliers: Multipliers,
}

impl Default for DataflowOptions {
    fn default() -> Self {
        DataflowOptions {
            max_neighbors: 10,
            multipliers: Multipliers::Proofs,
        }
    }
}

/// What decides whether an output can be an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Multipliers {
    /// The shapes of both: a proof, or a value.
    Proofs,
    /// The table of types of fms-dgt, and its form of the artifact.
    Reference,
}

/// The keys of `type: neighbors`.
#[derive(Debug, Clone, PartialEq)]
pub struct NeighborOptions {
    /// `max_neighbors`: how many tools are kept for each tool and namespace.
    pub max_neighbors: usize,
    /// `duplicate_sim_thresh`: from which similarity on two tools count as the same.
    pub duplicate_sim_thresh: f64,
}

impl Default for NeighborOptions {
    fn default() -> Self {
        NeighborOptions {
            max_neighbors: 10,
            duplicate_sim_thresh: 0.9,
        }
    }
}

/// The enrichments that propose result schemas among those that an entry needs, directly or not. `entries` are in the order
/// in which they run.
pub fn list_proposers<'e>(entries: &'e [Enrichment], entry: &Enrichment) -> Vec<&'e Enrichment> {
    let mut needed: Vec<&str> = entry.all_needs().map(|(need, _)| need).collect();
    let mut found = Vec::new();
    for other in entries.iter().rev() {
        if !needed.contains(&other.name.value.as_str()) {
            continue;
        }
        needed.extend(other.all_needs().map(|(need, _)| need));
        if matches!(other.kind, EnrichmentKind::OutputParameters(_)) {
            found.push(other);
        }
    }
    found.reverse();
    found
}

impl super::Catalog {
    /// Whether programs can search for tools.
    pub fn has_index(&self) -> bool {
        let mut kinds = self.enrichments.iter().map(|entry| &entry.kind);
        kinds.any(|kind| *kind == EnrichmentKind::Index)
    }
}
