//! Where something comes from: the tool behind a name, the schema behind a `$ref`, the file behind a path.

mod generated;

use super::{Asked, Checked};
use crate::analysis::Analysis;
use crate::findings::address_of;
use crate::message::Failure;
use crate::names::{find_defined, find_definition, find_tools, read_name};
use crate::tree::{StepName, Way, find_way, visit_texts};
use generated::find_origin;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use toolc_base::node::{Node, unescape_pointer};
use toolc_base::source::{SourceId, Span};

/// The places of what is named at a place.
pub fn find_definitions(asked: Asked<'_>) -> Result<Value, Failure> {
    let position = asked.params.position("/position")?;
    let document = asked.document()?;
    let byte = document
        .lines
        .byte(&document.text, position, asked.encoding);
    if let Some(origin) = find_origin(asked, document, byte) {
        let place = origin.and_then(|(analysis, span)| write_place(asked, analysis, span));
        return Ok(place.into_iter().collect());
    }
    let Some(checked) = asked.checked()? else {
        return Ok(json!([]));
    };
    let spans = find_places(checked, byte).into_iter();
    let places = spans.filter_map(|span| write_place(asked, checked.analysis, span));
    Ok(places.collect())
}

fn write_place(asked: Asked<'_>, analysis: &Analysis, span: Span) -> Option<Value> {
    let uri = address_of(analysis, asked.documents, span.source)?;
    let range = analysis.range(span, asked.encoding)?;
    Some(json!({ "uri": uri, "range": range }))
}

fn find_places(checked: Checked<'_>, byte: usize) -> Vec<Span> {
    let Checked {
        analysis, source, ..
    } = checked;
    let Some(root) = analysis.tree(source) else {
        return Vec::new();
    };
    let way = find_way(root, byte);
    if let Some(target) = find_referred(analysis, source, &way) {
        return vec![target];
    }
    if let Some(listed) = find_listed(analysis, source, &way) {
        return vec![listed];
    }
    let Some(catalog) = analysis.catalog() else {
        return Vec::new();
    };
    let tools = match read_name(&way) {
        Some(named) => find_tools(catalog, &named.namespace, &named.name),
        None => find_defined(catalog, &way).into_iter().collect(),
    };
    let place = |tool| find_definition(analysis, tool);
    let places = tools.into_iter();
    places
        .map(|(_, tool)| place(tool).unwrap_or(tool.span))
        .filter(|span| analysis.path(span.source).is_some())
        .collect()
}

/// The place that a `$ref` leads to: in the same file, or in another one that is read.
fn find_referred(analysis: &Analysis, source: SourceId, way: &Way<'_>) -> Option<Span> {
    let last = way.steps.last()?;
    if last.name != StepName::Key("$ref") {
        return None;
    }
    let reference = last.to.as_str()?;
    let (file, fragment) = reference.split_once('#').unwrap_or((reference, ""));
    let source = match file {
        "" => source,
        file => find_beside(analysis, source, &decode(file))?,
    };
    let root = analysis.tree(source)?;
    let fragment = decode(fragment);
    if fragment.is_empty() {
        return Some(Span::file(source));
    }
    if fragment.starts_with('/') {
        // a schema within a tool file counts as a separate document
        let whole = find_pointed(root, &fragment);
        let mut around = way
            .steps
            .iter()
            .map(|step| step.to)
            .filter(|_| file.is_empty());
        return whole.or_else(|| around.find_map(|node| find_pointed(node, &fragment)));
    }
    let mut found = None;
    visit_texts(root, &mut |way| {
        let Some(last) = way.steps.last().filter(|_| !way.on_key) else {
            return;
        };
        let is_anchor = ["$anchor", "$dynamicAnchor"]
            .map(StepName::Key)
            .contains(&last.name);
        if found.is_none() && is_anchor && last.to.as_str() == Some(&fragment) {
            found = Some(last.to.span);
        }
    });
    found
}

/// The place of the key that a JSON Pointer leads to, or of the item.
fn find_pointed(root: &Node, pointer: &str) -> Option<Span> {
    let target = root.pointer(pointer)?;
    let (around, last) = pointer.rsplit_once('/')?;
    let last = unescape_pointer(last);
    let around = root.pointer(around)?.as_map();
    let entry = around.and_then(|map| map.iter().find(|entry| entry.key == last));
    Some(entry.map_or(target.span, |entry| entry.key_span))
}

/// The file that an entry of `toolc.yaml` names.
fn find_listed(analysis: &Analysis, source: SourceId, way: &Way<'_>) -> Option<Span> {
    let last = way.steps.last().filter(|_| !way.on_key)?;
    let is_path = ["path", "spec", "snapshot", "module"]
        .map(StepName::Key)
        .contains(&last.name);
    let is_worker = matches!(way.keys().as_slice(), [Some("workers"), None]);
    let path = last.to.as_str().filter(|_| is_path || is_worker)?;
    find_beside(analysis, source, path).map(Span::file)
}

/// The source at a path relative to the file of another.
fn find_beside(analysis: &Analysis, source: SourceId, path: &str) -> Option<SourceId> {
    let (own, _) = analysis.path(source)?;
    let folder = own.parent()?;
    let wanted = simplify(&folder.join(path));
    let mut sources = analysis.loaded.sources.iter();
    let found = sources.find(|(id, _)| {
        let path = analysis.path(*id).map(|(path, _)| simplify(path));
        path.as_ref() == Some(&wanted)
    });
    found.map(|(id, _)| id)
}

/// A path without `.` and `..`.
fn simplify(path: &Path) -> PathBuf {
    use std::path::Component;
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop();
            }
            part => out.push(part),
        }
    }
    out
}

/// A part of a reference without percent-encoding, or as it is if that is malformed.
fn decode(text: &str) -> String {
    crate::uri::decode(text).unwrap_or_else(|| text.to_owned())
}
