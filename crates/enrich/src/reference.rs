//! What fms-dgt (`IBM/fms-dgt`, Apache License 2.0) computes for the same purposes, in its own form: for programs that
//! read its artifacts. Where it stops or depends on chance, a decision is made here and written down.

pub mod dataflow;
pub mod texts;

use std::collections::HashMap;
use toolc_base::node::Node;
use toolc_base::sha256::sha256_hex;
use toolc_base::source::Span;
use toolc_model::model::enrichment::{Enrichment, EnrichmentKind, OrderFault};
use toolc_model::model::{Catalog, SchemaText, Tool};

/// A tool as fms-dgt has it: names and schemas.
#[derive(Debug, Clone, PartialEq)]
pub struct ReferenceTool {
    /// The name within the namespace.
    pub name: String,
    /// The namespace.
    pub namespace: String,
    /// The description.
    pub description: String,
    /// SHA-256 of the input schema: keys sorted, no white space.
    pub fingerprint: String,
    /// The `properties` of the input schema, in their order.
    pub inputs: Vec<(String, Node)>,
    /// The `properties` of the output schema.
    pub outputs: Vec<(String, Node)>,
}

impl ReferenceTool {
    /// `namespace::name`
    pub fn qualified(&self) -> String {
        format!("{}::{}", self.namespace, self.name)
    }
}

/// The tools of a catalog, grouped by qualified name in the order in which names first appear.
pub fn list_tools(catalog: &Catalog) -> Vec<ReferenceTool> {
    let tools: Vec<ReferenceTool> = catalog.tools.iter().map(make_tool).collect();
    let groups = group_overloads(&tools);
    let order = groups.iter().flat_map(|(_, group)| group);
    order.map(|at| tools[*at].clone()).collect()
}

/// The positions of tools by qualified name, in the order in which names first appear.
pub(crate) fn group_overloads(tools: &[ReferenceTool]) -> Vec<(String, Vec<usize>)> {
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut groups: Vec<(String, Vec<usize>)> = Vec::new();
    for (at, tool) in tools.iter().enumerate() {
        let place = *places.entry(tool.qualified()).or_insert_with_key(|name| {
            groups.push((name.clone(), Vec::new()));
            groups.len() - 1
        });
        groups[place].1.push(at);
    }
    groups
}

fn make_tool(tool: &Tool) -> ReferenceTool {
    let output = tool.output_text.as_ref();
    ReferenceTool {
        name: tool.name.clone(),
        namespace: tool.namespace.clone(),
        description: tool.description.clone(),
        fingerprint: tool.raw_fingerprint.clone(),
        inputs: list_properties(&tool.input_text, tool.span),
        outputs: output.map_or_else(Vec::new, |schema| list_properties(schema, tool.span)),
    }
}

fn list_properties(schema: &SchemaText, span: Span) -> Vec<(String, Node)> {
    let node = crate::texts::parse_schema(schema, span);
    let properties = node.entries("properties");
    let properties = properties.map(|entry| (entry.key.clone(), entry.value.clone()));
    properties.collect()
}

/// The sentence of fms-dgt for enrichments that have no order.
pub fn explain_fault(entries: &[Enrichment], fault: &OrderFault) -> String {
    match fault {
        OrderFault::Repeated { second, .. } => format!(
            "Two enrichments claim the same artifact_key '{}'. Each artifact_key must be produced by at most one enrichment.",
            entries[*second].name.value
        ),
        OrderFault::Missing { by, need, .. } => format!(
            "Enrichment '{}' depends on artifact '{need}', but no enrichment in the list produces it. Add the corresponding enrichment to tools.enrichments.",
            entries[*by].name.value
        ),
        OrderFault::Circle(_) => {
            "Cycle detected in enrichment dependencies. Check the 'depends_on' declarations on your enrichments."
                .to_owned()
        }
    }
}

/// The sentence of fms-dgt for an enrichment that there is not.
pub fn explain_unknown_enrichment(name: &str) -> String {
    format!(
        "Tool enrichment '{name}' not found. Registered enrichments: {}",
        EnrichmentKind::NAMES.join(", ")
    )
}

/// The fingerprint by which fms-dgt knows again what it computed: SHA-256 of the JSON of all parts, keys sorted and
/// without white space, one after the other.
pub fn fingerprint_parts(parts: &[Node]) -> String {
    let text: String = parts.iter().map(Node::to_canonical_json).collect();
    sha256_hex(text)
}
