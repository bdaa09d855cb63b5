//! Alternatives of `oneOf` that accept the same value, which `oneOf` refuses for that reason.

mod overlap;

use overlap::{Extent, Overlap, OverlapSearch, Set, list_sets};
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use toolc_base::diagnostic::quote::shorten_text;
use toolc_base::diagnostic::{About, Code, Diagnostic, Diagnostics, Severity};
use toolc_base::source::{SourceId, Span};
use toolc_model::model::{Catalog, Tool};
use toolc_schema::schema::shape::{ShapeId, Shapes};

/// Longer values are abbreviated.
const SHOWN: usize = 120;

/// How much work may be done for what others wrote: it is noted once for each document, and its authors are not the readers.
const FOREIGN_WORK: u32 = 4_000_000;

/// Reports them in one's own tools, each with a value, and notes them once for each document of others.
pub(super) fn check_alternatives(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    if !diagnostics.asks_for(Code::OVERLAPPING_ALTERNATIVES) {
        return;
    }
    let sets = list_sets(&catalog.shapes);
    if sets.is_empty() {
        return;
    }
    let owners = find_owners(catalog);
    let (own, foreign): (Vec<Set<'_>>, Vec<Set<'_>>) = sets
        .into_iter()
        .partition(|set| owners.contains_key(&set.shape));
    let mut search = OverlapSearch::new(&catalog.shapes);
    for set in own {
        if let Some(tool) = owners.get(&set.shape)
            && let Some(overlap) = search.find_overlap(&set)
        {
            diagnostics.push(overlapping(&catalog.shapes, tool, &set, &overlap));
        }
    }
    let mut search = OverlapSearch::within(&catalog.shapes, FOREIGN_WORK);
    let mut documents: BTreeMap<SourceId, Vec<(Span, String)>> = BTreeMap::new();
    for set in foreign {
        if let Some(overlap) = search.find_overlap(&set) {
            let place = catalog.shapes.get(set.shape).span;
            let found = documents.entry(place.source).or_default();
            found.push((place, overlap.value));
        }
    }
    for found in documents.into_values() {
        overlapping_of_others(&found)
            .into_iter()
            .for_each(|found| diagnostics.push(found));
    }
}

/// The shapes that one's own tools are made of, each with the first of these tools.
fn find_owners(catalog: &Catalog) -> HashMap<ShapeId, &Tool> {
    let mut owners = HashMap::new();
    let tools = catalog.tools.iter().chain(&catalog.answers);
    for tool in tools.filter(|tool| !tool.foreign && tool.shipped.is_none()) {
        let mut waiting: Vec<ShapeId> = [Some(tool.input), tool.output]
            .into_iter()
            .flatten()
            .collect();
        while let Some(id) = waiting.pop() {
            if let Entry::Vacant(place) = owners.entry(id) {
                place.insert(tool);
                waiting.extend(catalog.shapes.get(id).shape.children());
            }
        }
    }
    owners
}

fn overlapping(shapes: &Shapes, tool: &Tool, set: &Set<'_>, overlap: &Overlap) -> Diagnostic {
    let value = shorten_text(&overlap.value, SHOWN);
    let name = |at: usize| match &shapes.get(set.branches[at]).definition {
        Some(definition) => format!("`{definition}`"),
        None => format!("alternative {}", at + 1),
    };
    let (first, second) = (name(overlap.first), name(overlap.second));
    let (message, help) = match overlap.extent {
        Extent::Whole => (
            format!(
                "{first} of `oneOf` is always refused: {second} accepts all that it accepts, such as `{value}`"
            ),
            "write `anyOf`, or remove one of the two",
        ),
        Extent::Part => (
            format!("`oneOf` refuses `{value}`, because {first} and {second} both accept it"),
            "write `anyOf` if one is enough; or let both require a property whose constant or type differs",
        ),
    };
    let shape = shapes.get(set.shape).span;
    let is_inside = |place: Span| tool.contains_place(place) && tool.contains_place(shape);
    // equal schemas are one shape, which may have its place from another tool
    let place = if is_inside(shape) { shape } else { tool.span };
    let mut finding = Diagnostic::new(Code::OVERLAPPING_ALTERNATIVES, place, message)
        .about(About::tool(tool.qualified()))
        .help(help);
    let (upper, lower) = (
        overlap.first.min(overlap.second),
        overlap.first.max(overlap.second),
    );
    for (at, label) in [(upper, "this accepts it"), (lower, "and so does this")] {
        let branch = shapes.get(set.branches[at]).span;
        if is_inside(branch) && shape.start < branch.start && branch.end <= shape.end {
            finding = finding.also(branch, label);
        }
    }
    finding
}

fn overlapping_of_others(found: &[(Span, String)]) -> Option<Diagnostic> {
    let (place, value) = found.first()?;
    let value = shorten_text(value, SHOWN);
    let message = match found.len() {
        1 => format!("`oneOf` refuses `{value}`, because two of its alternatives accept it"),
        count => format!(
            "{count} schemas with `oneOf` refuse values because two of their alternatives accept them, as this one does \
             with `{value}`"
        ),
    };
    let finding = Diagnostic::new(Code::OVERLAPPING_ALTERNATIVES, *place, message)
        .severity(Severity::Note)
        .help("if its authors mean `anyOf`, change it with an overlay");
    Some(finding)
}
