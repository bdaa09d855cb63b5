//! `tools.enrichments`: what `toolc enrich` makes of the tools.

mod endpoint;

use crate::read::fields;
use endpoint::{list_endpoint_keys, read_count, read_endpoint};
use toolc_base::diagnostic::quote::quote_names;
use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Map, Node, Value};
use toolc_base::source::{Span, Spanned};
use toolc_model::model::enrichment::{
    DataflowOptions, EmbeddingOptions, Enrichment, EnrichmentKind, Multipliers, NeighborOptions,
    OrderFault, order_enrichments,
};

/// Keys that every enrichment may have.
const COMMON: &[&str] = &["type", "name", "needs", "constant"];

/// The types that can be made, each with its own keys and what reads them.
const TYPES: &[(&str, &[&str], ReadKind)] = &[
    ("dataflow", &["max_neighbors", "multipliers"], read_dataflow),
    ("embeddings", &["batch", "dimensions"], read_embeddings),
    ("index", &[], |_, _, _| Some(EnrichmentKind::Index)),
    (
        "neighbors",
        &["max_neighbors", "duplicate_sim_thresh"],
        read_neighbors,
    ),
    ("output_parameters", &[], read_proposals),
];

/// Types that ask a model, and so have the keys of an endpoint too.
const OF_MODELS: &[&str] = &["embeddings", "output_parameters"];

/// Reads the keys of a type, at the place of its word.
type ReadKind = fn(&mut Diagnostics, &Map, Span) -> Option<EnrichmentKind>;

/// More neighbors than that nobody reads.
const MOST_NEIGHBORS: usize = 1_000;

const MULTIPLIERS: &[(&str, Multipliers)] = &[
    ("proofs", Multipliers::Proofs),
    ("reference", Multipliers::Reference),
];

/// `enrichments: [{ type: index }, { type: dataflow, max_neighbors: 5 }]`, in the order in which they run. If they
/// have no order, none is returned.
pub(super) fn read_enrichments(diagnostics: &mut Diagnostics, tools: &Map) -> Vec<Enrichment> {
    let Some(node) = tools.get("enrichments") else {
        return Vec::new();
    };
    let Some(items) = node.as_list() else {
        let wanted = "a list of enrichments, such as `[{ type: index }]`";
        fields::wrong_kind(diagnostics, node, "`enrichments`", wanted);
        return Vec::new();
    };
    let read = items
        .iter()
        .map(|item| read_enrichment(diagnostics, item))
        .collect::<Vec<_>>();
    // one that cannot be read may be what another needs
    let Some(entries) = read.into_iter().collect::<Option<Vec<Enrichment>>>() else {
        return Vec::new();
    };
    match order_enrichments(&entries) {
        Ok(order) => order.iter().map(|at| entries[*at].clone()).collect(),
        Err(faults) => {
            for fault in faults {
                diagnostics.push(explain_fault(&entries, &fault));
            }
            Vec::new()
        }
    }
}

fn read_enrichment(diagnostics: &mut Diagnostics, node: &Node) -> Option<Enrichment> {
    let Some(map) = node.as_map() else {
        let wanted = "a mapping, such as `{ type: index }`";
        fields::wrong_kind(diagnostics, node, "an enrichment", wanted);
        return None;
    };
    let names = || quote_names(EnrichmentKind::NAMES.iter().copied());
    let Some(word) = map.get("type") else {
        let message = "the enrichment has no `type`";
        let finding = Diagnostic::new(Code::WRONG_SHAPE, node.span, message);
        diagnostics.push(finding.help(format!("add `type:` with one of {}", names())));
        return None;
    };
    let word = fields::read_string(diagnostics, word, "`type`")?;
    let Some((type_name, own, read)) = TYPES.iter().find(|(name, ..)| *name == word.value) else {
        diagnostics.push(unknown_type(&word));
        return None;
    };
    let of_models = list_endpoint_keys().filter(|_| OF_MODELS.contains(type_name));
    let own = COMMON.iter().chain(*own).copied();
    let known: Vec<&str> = own.chain(of_models).collect();
    let owner = format!("an enrichment of type `{type_name}`");
    fields::refuse_unknown(diagnostics, map, &known, &owner);
    let kind = read(diagnostics, map, word.span);
    let name = match map.get("name") {
        Some(name) => read_name(diagnostics, name)?,
        None => Spanned::new((*type_name).to_owned(), word.span),
    };
    let needs = map
        .get("needs")
        .and_then(|node| fields::read_strings(diagnostics, node, "`needs`"))
        .unwrap_or_default();
    Some(Enrichment {
        name,
        needs,
        kind: kind?,
        is_constant: fields::flag_at(diagnostics, map, "constant").unwrap_or(false),
        span: node.span,
    })
}

/// The finding on a type that is unknown.
fn unknown_type(word: &Spanned<String>) -> Diagnostic {
    let message = format!("there is no enrichment of type `{}`", word.value);
    let finding = Diagnostic::new(Code::UNKNOWN_ENRICHMENT, word.span, message);
    let names = || EnrichmentKind::NAMES.iter().copied();
    match did_you_mean(&word.value, names()) {
        Some(help) => finding.help(help),
        None => finding.help(format!("write one of {}", quote_names(names()))),
    }
}

/// A name is also that of a file.
fn read_name(diagnostics: &mut Diagnostics, node: &Node) -> Option<Spanned<String>> {
    const LONGEST: usize = 64;
    let name = fields::read_string(diagnostics, node, "`name`")?;
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    let begins = name
        .value
        .starts_with(|first: char| first.is_ascii_alphanumeric());
    if begins && name.value.len() <= LONGEST && name.value.bytes().all(is_allowed) {
        return Some(name);
    }
    let message = format!("`{}` cannot be the name of an artifact", name.value);
    let finding = Diagnostic::new(Code::WRONG_SHAPE, name.span, message);
    diagnostics.push(finding.help(
        "write up to 64 letters, digits, `_` and `-`, beginning with a letter or digit: the file is called like it",
    ));
    None
}

fn read_dataflow(diagnostics: &mut Diagnostics, map: &Map, _: Span) -> Option<EnrichmentKind> {
    let mut options = DataflowOptions::default();
    if let Some(count) = read_count(diagnostics, map, "max_neighbors", MOST_NEIGHBORS) {
        options.max_neighbors = count;
    }
    if let Some(node) = map.get("multipliers") {
        let word = fields::one_of(
            diagnostics,
            node,
            "`multipliers`",
            "choice of multipliers",
            MULTIPLIERS,
        );
        options.multipliers = word.map_or(options.multipliers, |word| word.value);
    }
    Some(EnrichmentKind::Dataflow(options))
}

fn read_embeddings(diagnostics: &mut Diagnostics, map: &Map, word: Span) -> Option<EnrichmentKind> {
    /// What OpenAI's own endpoint takes.
    const MOST_TEXTS: usize = 2_048;
    const MOST_NUMBERS: usize = 65_536;
    let endpoint = read_endpoint(diagnostics, map, "embeddings", word);
    let batch = read_count(diagnostics, map, "batch", MOST_TEXTS);
    let dimensions = read_count(diagnostics, map, "dimensions", MOST_NUMBERS);
    Some(EnrichmentKind::Embeddings(Box::new(EmbeddingOptions {
        endpoint: endpoint?,
        batch: batch.unwrap_or(64),
        dimensions,
    })))
}

fn read_proposals(diagnostics: &mut Diagnostics, map: &Map, word: Span) -> Option<EnrichmentKind> {
    let endpoint = read_endpoint(diagnostics, map, "output_parameters", word)?;
    Some(EnrichmentKind::OutputParameters(Box::new(endpoint)))
}

fn read_neighbors(diagnostics: &mut Diagnostics, map: &Map, _: Span) -> Option<EnrichmentKind> {
    let mut options = NeighborOptions::default();
    if let Some(count) = read_count(diagnostics, map, "max_neighbors", MOST_NEIGHBORS) {
        options.max_neighbors = count;
    }
    if let Some(node) = map.get("duplicate_sim_thresh") {
        match read_fraction(node) {
            Some(fraction) => options.duplicate_sim_thresh = fraction,
            None => {
                let wanted = "a number from -1 to 1";
                fields::wrong_kind(diagnostics, node, "`duplicate_sim_thresh`", wanted);
            }
        }
    }
    Some(EnrichmentKind::Neighbors(options))
}

fn read_fraction(node: &Node) -> Option<f64> {
    let Value::Number(number) = &node.value else {
        return None;
    };
    let number = number.to_string().parse::<f64>().ok()?;
    (-1.0..=1.0).contains(&number).then_some(number)
}

fn explain_fault(entries: &[Enrichment], fault: &OrderFault) -> Diagnostic {
    match fault {
        OrderFault::Repeated { first, second } => {
            let name = &entries[*second].name;
            let message = format!("two enrichments make the artifact `{}`", name.value);
            Diagnostic::new(Code::REPEATED_ARTIFACT, name.span, message)
                .label("one file cannot hold both")
                .also(entries[*first].name.span, "the first")
                .help("give one of them a `name` of its own, or remove it")
        }
        OrderFault::Missing { by, need, span } => {
            let entry = &entries[*by];
            let message = format!(
                "`{}` needs the artifact `{need}`, which no enrichment makes",
                entry.name.value
            );
            let finding = Diagnostic::new(Code::MISSING_ARTIFACT, *span, message);
            let names = entries.iter().map(|entry| entry.name.value.as_str());
            if EnrichmentKind::NAMES.contains(&need.as_str()) {
                return finding.help(format!(
                    "add an entry of type `{need}` without another `name`, or remove the need"
                ));
            }
            match did_you_mean(need, names) {
                Some(help) => finding.help(help),
                None => finding.help(format!("add an entry named `{need}`, or remove the need")),
            }
        }
        OrderFault::Circle(circle) => {
            let mut names: Vec<&str> = circle
                .iter()
                .map(|at| entries[*at].name.value.as_str())
                .collect();
            names.extend(names.first().copied());
            let first = &entries[circle[0]];
            let next = circle.get(1).map_or(first, |at| &entries[*at]);
            let need = first.all_needs().find(|(need, _)| *need == next.name.value);
            let span = need.map_or(first.span, |(_, span)| span);
            let message = format!(
                "these enrichments need each other: `{}`",
                names.join("` → `")
            );
            Diagnostic::new(Code::CIRCULAR_NEEDS, span, message)
                .label("none of them can be the first")
                .help("remove one of the `needs`")
        }
    }
}
