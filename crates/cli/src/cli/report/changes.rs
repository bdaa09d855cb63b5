//! The changes between two locks, with the texts and the places in schemas that changed.

use super::found::write_finding;
use crate::report::{
    Changes, Finding, RowChange, Table, TextChange, ToolChange, compare_rows, tabulate_schema,
};
use std::collections::BTreeMap;
use toolc_base::diagnostic::Diagnostic;
use toolc_base::diagnostic::render::Places;
use toolc_base::node::Node;
use toolc_base::source::Sources;
use toolc_lock::drift::{LockedPair, LockedSchemas, pair_tools};
use toolc_lock::lock::{Lock, LockedTool};

/// The contents of a page on two locks and the findings about them.
pub(in crate::cli) fn collect_changes(
    sources: &Sources,
    diagnostics: &[Diagnostic],
    [old_name, new_name]: [&str; 2],
    [old, new]: &[Lock; 2],
) -> Changes {
    let places = Places::new(sources);
    let mut tools: BTreeMap<&str, Vec<Finding>> = BTreeMap::new();
    let mut others = Vec::new();
    for diagnostic in diagnostics {
        let finding = write_finding(&places, diagnostic);
        match &diagnostic.about.tool {
            Some(tool) => {
                for tool in [tool].into_iter().chain(&diagnostic.about.further) {
                    tools.entry(tool).or_default().push(finding.clone());
                }
            }
            None => others.push(finding),
        }
    }
    let mut pairs: BTreeMap<&str, Vec<LockedPair<'_>>> = BTreeMap::new();
    for (was, is) in pair_tools(old, new) {
        if let Some(named) = is.or(was) {
            pairs.entry(&named.name).or_default().push((was, is));
        }
    }
    let schemas = [LockedSchemas::new(old), LockedSchemas::new(new)];
    let tools = tools.into_iter().map(|(name, findings)| {
        let pairs = pairs.get(name).map(Vec::as_slice).unwrap_or_default();
        ToolChange {
            name: name.to_owned(),
            findings,
            texts: pairs.iter().flat_map(|pair| compare_texts(*pair)).collect(),
            rows: pairs
                .iter()
                .flat_map(|pair| compare_places(&schemas, *pair))
                .collect(),
        }
    });
    Changes {
        old: old_name.to_owned(),
        new: new_name.to_owned(),
        tools: tools.collect(),
        others,
    }
}

fn compare_texts((was, is): LockedPair<'_>) -> Vec<TextChange> {
    let title = |tool: &LockedTool| tool.title.clone().unwrap_or_default();
    let description = |tool: &LockedTool| tool.description.clone();
    let texts = [
        ("Title", was.map(title), is.map(title)),
        ("Description", was.map(description), is.map(description)),
    ];
    let texts = texts.into_iter().map(|(what, old, new)| TextChange {
        what,
        old: old.unwrap_or_default(),
        new: new.unwrap_or_default(),
    });
    texts.filter(|text| text.old != text.new).collect()
}

fn compare_places([before, now]: &[LockedSchemas; 2], (was, is): LockedPair<'_>) -> Vec<RowChange> {
    let list = |schemas: &LockedSchemas, tool: Option<&LockedTool>, part: Part| {
        let shaped = tool.and_then(|tool| schemas.shape(tool, part(tool)?));
        shaped.map_or_else(Table::default, |(shapes, id)| tabulate_schema(&shapes, id))
    };
    let parts: [(&str, Part); 2] = [
        ("arguments", |tool| Some(&tool.input)),
        ("result", |tool| tool.output.as_ref()),
    ];
    let mut changes = Vec::new();
    for (name, part) in parts {
        let (old, new) = (list(before, was, part), list(now, is, part));
        changes.extend(compare_rows(name, &old, &new));
    }
    changes
}

/// Selects one of the schemas of a tool.
type Part = fn(&LockedTool) -> Option<&Node>;
