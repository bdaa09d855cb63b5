//! A tool gets another name, where it is defined and wherever workers, rules and `toolc.yaml` name it.

use super::{Asked, Checked};
use crate::analysis::Analysis;
use crate::findings::address_of;
use crate::keys::find_schema;
use crate::message::{ErrorCode, Failure};
use crate::names::{find_defined, find_definition, find_tools, list_names, read_name};
use crate::tree::find_way;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use toolc_base::source::{Role, SourceId, Span};
use toolc_model::model::{Catalog, Tool};

/// What is at a place that can be renamed: its range and its name without the namespace.
pub fn prepare_rename(asked: Asked<'_>) -> Result<Value, Failure> {
    let Some(subject) = find_subject(asked)? else {
        return Ok(Value::Null);
    };
    let checked = subject.checked;
    Ok(json!({
        "range": checked.analysis.range(subject.own, asked.encoding),
        "placeholder": subject.name,
    }))
}

/// The edits of all files.
pub fn rename_tool(asked: Asked<'_>) -> Result<Value, Failure> {
    let new = asked.params.text("/newName")?;
    let Some(subject) = find_subject(asked)? else {
        return Err(refuse("there must be the name of a tool at this place"));
    };
    let (analysis, catalog) = (subject.checked.analysis, subject.catalog);
    if !is_name(new) {
        return Err(refuse(format!(
            "`{new}` cannot be the name of a tool: letters, digits, `_`, `-` and `.` can"
        )));
    }
    if !find_tools(catalog, &subject.namespace, new).is_empty() {
        let namespace = &subject.namespace;
        return Err(refuse(format!(
            "there is already a tool `{namespace}::{new}`"
        )));
    }
    let mut edits: BTreeMap<SourceId, Vec<Span>> = BTreeMap::new();
    for span in &subject.definitions {
        edits.entry(span.source).or_default().push(*span);
    }
    for (id, _) in analysis.loaded.sources.iter() {
        let Some(root) = analysis.tree(id) else {
            continue;
        };
        // what others wrote names no tools of ours, and the lock is what a person accepts
        if find_schema(analysis, id, root).is_none() {
            continue;
        }
        for named in list_names(root) {
            if named.namespace == subject.namespace && named.name == subject.name {
                edits.entry(id).or_default().push(named.span);
            }
        }
    }
    let mut changes = Vec::new();
    for (id, mut spans) in edits {
        spans.sort();
        spans.dedup();
        changes.push(write_changes(
            asked,
            analysis,
            id,
            &spans,
            &subject.name,
            new,
        )?);
    }
    Ok(match asked.versions {
        true => json!({ "documentChanges": changes }),
        false => {
            let by_uri = changes.into_iter().filter_map(|change| {
                let uri = change["textDocument"]["uri"].as_str()?.to_owned();
                Some((uri, change["edits"].clone()))
            });
            json!({ "changes": by_uri.collect::<serde_json::Map<String, Value>>() })
        }
    })
}

/// What is renamed.
struct Subject<'a> {
    checked: Checked<'a>,
    catalog: &'a Catalog,
    namespace: String,
    name: String,
    /// The place of the name at which the request was made.
    own: Span,
    /// The places where tools of the name are defined.
    definitions: Vec<Span>,
}

fn find_subject(asked: Asked<'_>) -> Result<Option<Subject<'_>>, Failure> {
    let position = asked.params.position("/position")?;
    let Some(checked) = asked.checked()? else {
        return Ok(None);
    };
    let document = checked.document;
    let byte = document
        .lines
        .byte(&document.text, position, asked.encoding);
    let (analysis, source) = (checked.analysis, checked.source);
    let (Some(root), Some(catalog)) = (analysis.tree(source), analysis.catalog()) else {
        return Ok(None);
    };
    let way = find_way(root, byte);
    let found = match read_name(&way) {
        Some(named) => Some((named.namespace, named.name, named.span)),
        None => find_defined(catalog, &way).and_then(|(_, tool)| {
            let (_, span) = way.text()?;
            Some((tool.namespace.clone(), tool.name.clone(), span))
        }),
    };
    let Some((namespace, name, own)) = found else {
        return Ok(None);
    };
    let tools = find_tools(catalog, &namespace, &name);
    if tools.is_empty() {
        return Err(refuse(format!(
            "no tool is called `{namespace}::{name}`, so it cannot be renamed"
        )));
    }
    let mut definitions = Vec::new();
    for (_, tool) in tools {
        definitions.push(find_own_definition(analysis, tool)?);
    }
    let own = narrow(analysis, own, &name).unwrap_or(own);
    Ok(Some(Subject {
        checked,
        catalog,
        namespace,
        name,
        own,
        definitions,
    }))
}

/// The place of a tool's name in a file of the user's own; the reason if it is elsewhere.
fn find_own_definition(analysis: &Analysis, tool: &Tool) -> Result<Span, Failure> {
    let qualified = tool.qualified();
    let role = &analysis.loaded.sources.get(tool.span.source).role;
    let reason = match role {
        Role::Module(_) => "it is a function in Rust, which is renamed there",
        Role::Shipped(_) => "it is built into toolc",
        _ if tool.http.is_some() => "its name comes from an API description, which others write",
        _ if tool.foreign || tool.remote.is_some() => {
            "its name comes from a server, which others write"
        }
        _ => match find_definition(analysis, tool) {
            Some(span) => return Ok(span),
            None => "its name is not written where it is defined",
        },
    };
    Err(refuse(format!("`{qualified}` cannot be renamed: {reason}")))
}

fn refuse(reason: impl Into<String>) -> Failure {
    Failure::new(ErrorCode::Failed, reason)
}

/// Whether a text can be a tool's name without quotes in YAML and JSON.
fn is_name(text: &str) -> bool {
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || "_-.".contains(letter);
    text.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_')
        && text.chars().all(is_letter)
}

/// The place of a name without the namespace before it and the quotes around it; `None` if it is not written as it is.
fn narrow(analysis: &Analysis, span: Span, name: &str) -> Option<Span> {
    let written = analysis.loaded.sources.text(span);
    let at = written.rfind(name)?;
    let is_end = written[at + name.len()..]
        .trim_end_matches(['"', '\''])
        .is_empty();
    let start = span.start as usize + at;
    is_end.then(|| Span::new(span.source, start..start + name.len()))
}

fn write_changes(
    asked: Asked<'_>,
    analysis: &Analysis,
    id: SourceId,
    spans: &[Span],
    name: &str,
    new: &str,
) -> Result<Value, Failure> {
    let source = analysis.loaded.sources.get(id);
    let document = analysis
        .path(id)
        .and_then(|(_, place)| asked.documents.at(place));
    // the edit of a document names its version, so it must be about that text
    if document.is_some_and(|document| *document.text != *source.text) {
        let message = "a document changed meanwhile";
        return Err(Failure::new(ErrorCode::ContentModified, message));
    }
    let mut edits = Vec::new();
    for span in spans {
        let Some(span) = narrow(analysis, *span, name) else {
            let place = analysis.loaded.sources.place(*span);
            return Err(refuse(format!(
                "the name is written in another way at {place}: rename it there first"
            )));
        };
        edits.push(json!({ "range": analysis.range(span, asked.encoding), "newText": new }));
    }
    let uri = address_of(analysis, asked.documents, id);
    let version = document.map(|document| document.version);
    Ok(json!({ "textDocument": { "uri": uri, "version": version }, "edits": edits }))
}
