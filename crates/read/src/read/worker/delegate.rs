//! Workers as tools: the tool through which one worker calls another.

use crate::read::fingerprint::fingerprint_schema;
use std::collections::HashSet;
use toolc_base::node::{Entry, Map, Node, Value};
use toolc_base::source::{Span, Spanned};
use toolc_base::toolsets::WORKERS;
use toolc_model::draft::{Draft, DraftSchema, DraftTool, DraftWorker, Whitelist};
use toolc_model::model::ToolName;
use toolc_model::model::evolution::Evolution;
use toolc_model::model::execution::Execution;
use toolc_schema::schema::written::ObjectSchema;

/// A tool for each worker that another one may call through the toolset `workers`.
pub fn list_called(draft: &Draft) -> Vec<DraftTool> {
    let mut names: HashSet<&str> = HashSet::new();
    let mut is_all = false;
    let toolsets = draft.workers.iter().flat_map(|worker| &worker.toolsets);
    for toolset in toolsets.filter(|toolset| toolset.name.value == WORKERS) {
        match &toolset.tools {
            // If the list is missing, all are needed: a finding names the choices.
            Whitelist::All(_) | Whitelist::Missing | Whitelist::Null => is_all = true,
            Whitelist::Names(list) => {
                names.extend(list.value.iter().map(ToolName::bare));
            }
            Whitelist::Unreadable => {}
        }
    }
    let is_there = |worker: &DraftWorker| names.contains(worker.name.value.as_str());
    // If no name is that of a worker, all are needed: a finding suggests the nearest one.
    is_all |= !names.is_empty() && !draft.workers.iter().any(is_there);
    let mut seen = HashSet::new();
    let called = draft.workers.iter().filter(|worker| {
        let name = worker.name.value.as_str();
        (is_all || names.contains(name)) && seen.insert(name)
    });
    called.map(as_tool).collect()
}

fn as_tool(worker: &DraftWorker) -> DraftTool {
    let span = worker.name.span;
    let input = input_schema(span);
    let (description, described) = match &worker.description {
        Some(text) => (text.value.clone(), Some(text.span)),
        None => (String::new(), None),
    };
    DraftTool {
        name: worker.name.clone(),
        own_namespace: Some(Spanned::new(WORKERS.to_owned(), span)),
        file_namespace: None,
        description,
        described,
        title: None,
        raw_fingerprint: Some(fingerprint_schema(&input)),
        input: DraftSchema::standalone(input),
        output: None,
        approval: None,
        timeout: None,
        engine: None,
        rules: Vec::new(),
        execution: Execution::default(),
        effect: Default::default(),
        untrusted: None,
        served: false,
        inject: Vec::new(),
        errors: Vec::new(),
        metadata: Vec::new(),
        http: None,
        native: None,
        remote: None,
        refusals: Vec::new(),
        given: Vec::new(),
        constants: Vec::new(),
        injected: Vec::new(),
        overload: false,
        wire_name: None,
        evolution: Evolution::default(),
        foreign: false,
        entry: None,
        span,
    }
}

/// The input of a worker: its task, and everything it needs to know for it.
fn input_schema(span: Span) -> Node {
    let string = |more: Vec<(&str, Node)>| {
        let mut entries = vec![("type", text("string", span))];
        entries.extend(more);
        map(entries, span)
    };
    let described = |words: &str| vec![("description", text(words, span))];
    let mut input = described("The task, with everything that the worker has to know for it.");
    input.push(("minLength", Node::new(Value::Number("1".into()), span)));
    let mut attachments = vec![("type", text("array", span)), ("items", string(Vec::new()))];
    attachments.extend(described("Paths of files that belong to the task."));
    let properties = vec![
        ("input", string(input)),
        (
            "instructions",
            string(described(
                "How to do it, beyond what the worker does anyway.",
            )),
        ),
        ("attachments", map(attachments, span)),
    ];
    let object = ObjectSchema {
        properties: make_map(properties, span),
        required: vec![text("input", span)],
        is_closed: true,
    };
    Node::map(object.into_map(span), span)
}

fn text(text: &str, span: Span) -> Node {
    Node::new(Value::String(text.to_owned()), span)
}

fn map(entries: Vec<(&str, Node)>, span: Span) -> Node {
    Node::map(make_map(entries, span), span)
}

fn make_map(entries: Vec<(&str, Node)>, span: Span) -> Map {
    let entry = |(key, value): (&str, Node)| Entry {
        key: key.to_owned(),
        key_span: span,
        value,
    };
    Map::new(entries.into_iter().map(entry).collect())
}
