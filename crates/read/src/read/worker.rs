//! Worker files: which tools a worker may call, and when a person must be asked. Reading is strict:
//! a misspelt key must never allow what it should forbid.

pub(super) mod delegate;
mod deny;
mod filesystem;
pub(in crate::read) mod flow;
mod limits;
pub(in crate::read) mod module;
mod repair;
pub(in crate::read) mod results;
mod shell;
pub(in crate::read) mod toolset;

use super::fields::{self, Keys};
use super::secrets::find_secrets;
use super::{Reading, restricted, tools};
use toolc_base::diagnostic::suggest::nearest;
use toolc_base::diagnostic::{Code, Diagnostic, Severity};
use toolc_base::node::{Map, Node, Value};
use toolc_base::restriction::OF_WORKER;
use toolc_base::source::{Span, Spanned};
use toolc_model::config::EntryKind;
use toolc_model::draft::{DraftToolset, DraftWorker};
use toolc_model::model::ToolName;
use toolc_model::model::policy::{OutputPolicy, Prompt};
use toolset::read_toolset;

/// The keys of a worker; `metadata` is for others.
pub(super) const WORKER_KEYS: &[&str] = &[
    "name",
    "extends",
    "description",
    "instructions",
    "model",
    "toolsets",
    "deny",
    "output_policy",
    "repair",
    "read_only",
    "readOnly",
    "timeout",
    "flow",
    "results",
    "metadata",
];

/// Keys for the program that runs the worker, which restrict nothing.
const IDLE_KEYS: &[(&str, &str)] = &[("allow_empty_input", RUNNER), ("version", RUNNER)];

const RUNNER: &str =
    "it is for the program that runs the worker: put it under `metadata:` to say so";

/// Keys that belong elsewhere.
const KEYS_ELSEWHERE: &[(&str, &str)] = &[
    (
        "limits",
        "write it in a toolset, or `timeout: 30s` here for all tools",
    ),
    ("rules", "write it under `approval` in a toolset"),
    ("temperature", OF_MODELS),
    ("top_p", OF_MODELS),
    ("max_tokens", OF_MODELS),
    ("max_steps", OF_MODELS),
    (
        "tools",
        "write it in a toolset: `toolsets: { namespace: { tools: [name] } }`",
    ),
];

/// Settings of the conversation, which toolc does not hold.
const OF_MODELS: &str = "write it under `metadata:`, which the program that runs the worker can read: toolc calls no model";

/// What others call keys of a worker.
const CALLED: &[(&str, &str)] = &[
    ("prompt", "instructions"),
    ("system", "instructions"),
    ("system_prompt", "instructions"),
    ("systemPrompt", "instructions"),
];

/// Keys that identify a mapping as a worker.
const SIGNS: &[&str] = &[
    "extends",
    "output_policy",
    "repair",
    "read_only",
    "readOnly",
    "instructions",
    "mode",
    "model",
    "compatible_models",
    "output_schema_ref",
    "sandbox",
    "attachment_policy",
    "allow_empty_input",
    "server_side_tools",
    "locked",
    "max_context_tokens",
];

/// Whether a document is a worker, or is meant to be one. A typo in `toolsets` must not cause the
/// file to be ignored, since without any worker everything is granted.
pub(super) fn recognise_worker(node: &Node, listed: Option<EntryKind>) -> bool {
    let Some(map) = node.as_map() else {
        return false;
    };
    match map.get("toolsets") {
        Some(toolsets) if toolsets.as_map().is_some() => true,
        Some(_) => !tools::recognise_tools(node, listed),
        None => is_meant(map) && !tools::recognise_tools(node, listed),
    }
}

/// Whether a mapping has a `name` and a key close to `toolsets`, names what it extends, or has just keys of a worker.
fn is_meant(map: &Map) -> bool {
    let keys = || map.iter().map(|entry| entry.key.as_str());
    let own = |key: &str| SIGNS.contains(&key) || key == "toolsets" || key.starts_with("x-");
    let all_known = keys().all(|key| own(key) || WORKER_KEYS.contains(&key));
    let extends = map.get("extends");
    let is_extension =
        extends.is_some_and(|node| node.as_str().is_some() || node.as_list().is_some());
    let is_named = map.get("name").is_some_and(|name| name.as_str().is_some());
    is_named
        && (is_extension
            || keys().any(|key| nearest(key, ["toolsets"]).is_some())
            || all_known && (map.len() == 1 || keys().any(own)))
}

/// Reads one worker.
pub(super) fn read_worker(reading: &mut Reading<'_>, node: Node) {
    let Some(map) = node.as_map() else {
        return fields::wrong_kind(
            reading.diagnostics,
            &node,
            "a worker",
            "a mapping with `name` and `toolsets`",
        );
    };
    find_secrets(reading.diagnostics, &node);
    let keys = Keys {
        owner: "a worker",
        known: WORKER_KEYS,
        restrictions: OF_WORKER,
        idle: IDLE_KEYS,
        called: CALLED,
        elsewhere: KEYS_ELSEWHERE,
    };
    fields::check_keys(reading.diagnostics, map, &keys);
    let Some(name) = read_name(reading, map, node.span) else {
        return;
    };
    let denied = map.get("deny");
    let denied =
        denied.map(|node| deny::read_deny(reading.diagnostics, node, ToolName::read_qualified));
    let toolsets = read_toolsets(reading, map.get("toolsets"));
    let results = results::read_results(reading.diagnostics, map);
    let extends = read_extends(reading, map);
    if extends.is_empty() {
        report_nothing(reading, map, &name);
    }
    let limits = limits::read_timeout(reading, map);
    let read_only = toolset::read_only(reading, map);
    if read_only.is_some() {
        report_taken_back(reading, map);
    }
    let output = map.get("output_policy").and_then(|node| {
        let (owner, words) = ("`output_policy`", OutputPolicy::ALL);
        fields::one_of(reading.diagnostics, node, owner, "output policy", words)
    });
    let repair = map
        .get("repair")
        .and_then(|node| repair::read_repair(reading.diagnostics, node));
    let description = map
        .get("description")
        .and_then(|node| fields::read_string(reading.diagnostics, node, "`description`"));
    let prompt = read_prompt(reading, map);
    let flow = flow::read_flow(reading.diagnostics, map);
    reading.draft.workers.push(DraftWorker {
        name,
        extends,
        has_toolsets: map.contains("toolsets"),
        writes: toolset::read_writes(map),
        description,
        prompt,
        toolsets,
        denied: denied.unwrap_or_default(),
        output,
        repair,
        read_only,
        limits,
        flow,
        results: vec![results],
    });
}

fn read_name(reading: &mut Reading<'_>, map: &Map, worker: Span) -> Option<Spanned<String>> {
    let name = match map.get("name") {
        Some(name) => fields::read_string(reading.diagnostics, name, "`name`")?,
        None => Spanned::new(String::new(), worker),
    };
    if !name.value.trim().is_empty() {
        return Some(name);
    }
    let finding = Diagnostic::new(Code::MISSING_NAME, worker, "a worker has no name");
    let finding = match find_stem(reading.path) {
        Some(stem) => finding.help(format!("add `name: {stem}`")),
        None => finding.help("add `name: …`"),
    };
    reading.diagnostics.push(Diagnostic {
        severity: Severity::Error,
        ..finding
    });
    None
}

/// The name of a file without its folder and extensions, if a worker can be called so.
fn find_stem(path: &str) -> Option<&str> {
    let stem = path.rsplit('/').next()?.split('.').next()?;
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-';
    let is_name = stem.starts_with(|first: char| first.is_ascii_alphabetic());
    (is_name && stem.chars().all(is_letter)).then_some(stem)
}

/// `extends`: one name, or several.
fn read_extends(reading: &mut Reading<'_>, map: &Map) -> Vec<Spanned<String>> {
    let Some(node) = map.get("extends") else {
        return Vec::new();
    };
    let names = match &node.value {
        Value::List(list) if list.is_empty() => {
            let message = "`extends` must name a worker, found an empty list";
            let finding = Diagnostic::new(Code::WRONG_SHAPE, node.span, message);
            let help = "name the worker to extend, or remove the key";
            reading
                .diagnostics
                .push(finding.label("this extends nothing").help(help));
            None
        }
        Value::List(_) => fields::read_strings(reading.diagnostics, node, "`extends`"),
        Value::String(name) => Some(vec![Spanned::new(name.clone(), node.span)]),
        _ => {
            let wanted = "a name or a list of names";
            fields::wrong_kind(reading.diagnostics, node, "`extends`", wanted);
            None
        }
    };
    names.unwrap_or_default()
}

/// The settings for the program. The instructions may also follow the front matter.
fn read_prompt(reading: &mut Reading<'_>, map: &Map) -> Prompt {
    let mut text = |key: &str| {
        let (node, what) = (map.get(key)?, format!("`{key}`"));
        if node.as_list().is_some() {
            let help = format!("write `{key}: |`, and the text in the lines below it");
            fields::refuse_kind(reading.diagnostics, node, &what, "a string", help);
            return None;
        }
        fields::read_string(reading.diagnostics, node, &what)
    };
    let (written, model) = (text("instructions"), text("model"));
    if let (Some(written), Some(_)) = (&written, &reading.body) {
        let message = "the worker has instructions twice";
        let finding = Diagnostic::new(Code::WRONG_SHAPE, written.span, message)
            .label("the other instructions follow the front matter")
            .help("remove this key, or the text after the second `---` line");
        reading.diagnostics.push(finding);
    }
    let body = reading.body.as_ref();
    let body = body.map(|text| Spanned::new(text.value.to_owned(), text.span));
    Prompt {
        instructions: written.or(body),
        model,
    }
}

/// Reports a worker without `toolsets`: it may call nothing, which is seldom intended.
fn report_nothing(reading: &mut Reading<'_>, map: &Map, name: &Spanned<String>) {
    let is_silent = match map.get("toolsets") {
        Some(toolsets) => matches!(toolsets.value, Value::Null),
        None => map
            .iter()
            .all(|entry| nearest(&entry.key, ["toolsets"]).is_none()),
    };
    if !is_silent {
        return;
    }
    let message = format!(
        "the worker `{}` has no `toolsets`, so it may call nothing",
        name.value
    );
    let finding = Diagnostic::new(Code::WRONG_SHAPE, name.span, message)
        .help("add `toolsets:` with the namespaces that it may use, or `toolsets: {}` to say so");
    reading.diagnostics.push(Diagnostic {
        severity: Severity::Warning,
        ..finding
    });
}

/// Reports toolsets that try to revoke `read_only` of their worker.
fn report_taken_back(reading: &mut Reading<'_>, map: &Map) {
    let toolsets = map.get("toolsets").and_then(Node::as_map);
    for toolset in toolsets.into_iter().flat_map(Map::iter) {
        let keys = toolset.value.as_map().into_iter();
        let flags = keys.flat_map(|map| fields::find_spelt(map, toolset::READ_ONLY));
        for entry in flags.filter(|entry| entry.value.as_bool() == Some(false)) {
            let help = "the worker says `read_only: true`, which holds for all of its toolsets";
            let found = restricted::idle_finding(entry, "a toolset", help);
            reading.diagnostics.push(found);
        }
    }
}

fn read_toolsets(reading: &mut Reading<'_>, node: Option<&Node>) -> Vec<DraftToolset> {
    match node.map(|node| (node, &node.value)) {
        None | Some((_, Value::Null)) => Vec::new(),
        Some((_, Value::Map(map))) => map
            .iter()
            .filter_map(|entry| read_toolset(reading, entry))
            .collect(),
        Some((node, _)) => {
            reading.diagnostics.push(wrong_toolsets(node));
            Vec::new()
        }
    }
}

/// The finding on toolsets that are a list of namespaces, or a single one.
fn wrong_toolsets(node: &Node) -> Diagnostic {
    let kind = node.kind();
    let message = format!("`toolsets` must be a mapping of namespaces, found {kind}");
    let names = node.as_list().unwrap_or(std::slice::from_ref(node));
    let mut toolsets = Vec::new();
    for name in names.iter().filter_map(Node::as_str) {
        toolsets.push(format!("{name}: {{ tools: [NAME] }}"));
    }
    let example = match toolsets.is_empty() {
        true => "NAMESPACE: { tools: [NAME] }".to_owned(),
        false => toolsets.join(", "),
    };
    Diagnostic::new(Code::WRONG_SHAPE, node.span, message)
        .label(format!("this is {kind}"))
        .help(format!(
            "write which tools each grants: `toolsets: {{ {example} }}`"
        ))
}
