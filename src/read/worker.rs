//! Worker files: which tools a worker may call, and who must be asked. Strict: a misspelt key
//! must never open what it should close.

use super::fields::{self, Keys};
use super::secrets::find_secrets;
use super::{Reading, restricted, tools};
use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::draft::{DraftToolset, DraftWorker, Whitelist};
use crate::model::policy::{Approval, OutputPolicy};
use crate::model::restriction::{OF_TOOLSET, OF_WORKER};
use crate::node::{Entry, Map, Node, Value};
use crate::source::{Role, Spanned};

/// Keys of a worker; `metadata` is for others.
const WORKER_KEYS: &[&str] = &["name", "toolsets", "output_policy", "metadata"];

/// Keys that belong to whoever runs the worker, and restrict nothing.
const IDLE_KEYS: &[(&str, &str)] = &[
    ("description", RUNNER),
    ("instructions", RUNNER),
    ("model", RUNNER),
    ("allow_empty_input", RUNNER),
    ("version", RUNNER),
];

const RUNNER: &str =
    "it is for the program that runs the worker: put it under `metadata:` to say so";

/// Keys by which a mapping is known as a worker.
const SIGNS: &[&str] = &[
    "output_policy",
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

/// Keys of a toolset that are read; others belong to built-in toolsets.
const TOOLSET_KEYS: &[&str] = &[
    "tools",
    "approval",
    "allow_empty",
    "allowEmpty",
    "blockReason",
    "block_reason",
];

/// Whether a document is a worker, or is meant to be one: a slip in `toolsets` must not make it a
/// file that is passed over, because without any worker everything is granted.
pub(super) fn recognise(node: &Node, role: &Role) -> bool {
    let Some(map) = node.as_map() else {
        return false;
    };
    match map.get("toolsets") {
        Some(toolsets) if toolsets.as_map().is_some() => true,
        Some(_) => !tools::recognise(node, role),
        None => is_meant(map) && !tools::recognise(node, role),
    }
}

/// A mapping with a `name` and a key that is nearly `toolsets`, or with nothing but keys of a
/// worker.
fn is_meant(map: &Map) -> bool {
    let keys = || map.iter().map(|entry| entry.key.as_str());
    let own = |key: &str| SIGNS.contains(&key) || key == "toolsets" || key.starts_with("x-");
    let all_known =
        keys().all(|key| own(key) || ["name", "description", "metadata"].contains(&key));
    let is_named = map.get("name").is_some_and(|name| name.as_str().is_some());
    is_named
        && (keys().any(|key| nearest(key, ["toolsets"]).is_some())
            || all_known && (map.len() == 1 || keys().any(own)))
}

/// Reads one worker.
pub(super) fn read(reading: &mut Reading<'_>, node: Node) {
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
        elsewhere: &[],
    };
    fields::check_keys(reading.diagnostics, map, &keys);
    let name = match map.get("name") {
        Some(name) => fields::string(reading.diagnostics, name, "`name`"),
        None => None,
    };
    let Some(name) = name.filter(|name| !name.value.trim().is_empty()) else {
        if map.get("name").is_none_or(|name| name.as_str().is_some()) {
            let finding = Diagnostic::new(Code::MISSING_NAME, node.span, "a worker has no name")
                .help("add `name: …`");
            reading.diagnostics.push(Diagnostic {
                severity: Severity::Error,
                ..finding
            });
        }
        return;
    };
    let toolsets = read_toolsets(reading, map.get("toolsets"));
    report_nothing(reading, map, &name);
    let output = map.get("output_policy").and_then(|node| {
        let words = OutputPolicy::ALL;
        fields::one_of(
            reading.diagnostics,
            node,
            "`output_policy`",
            "output policy",
            words,
        )
    });
    reading.draft.workers.push(DraftWorker {
        name,
        toolsets,
        output: output.map_or(OutputPolicy::default(), |policy| policy.value),
    });
}

/// A worker that says nothing about toolsets may call nothing, which is seldom meant.
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

fn read_toolsets(reading: &mut Reading<'_>, node: Option<&Node>) -> Vec<DraftToolset> {
    match node.map(|node| (node, &node.value)) {
        None | Some((_, Value::Null)) => Vec::new(),
        Some((_, Value::Map(map))) => map
            .iter()
            .filter_map(|entry| read_toolset(reading, entry))
            .collect(),
        Some((node, _)) => {
            fields::wrong_kind(
                reading.diagnostics,
                node,
                "`toolsets`",
                "a mapping of namespaces",
            );
            Vec::new()
        }
    }
}

fn read_toolset(reading: &mut Reading<'_>, entry: &Entry) -> Option<DraftToolset> {
    let name = Spanned::new(entry.key.clone(), entry.key_span);
    let empty = Map::default();
    let map = match &entry.value.value {
        Value::Map(map) => map,
        Value::Null => &empty,
        _ => {
            let what = format!("the toolset `{}`", name.value);
            let wanted = "a mapping, such as `{tools: [name]}`";
            fields::wrong_kind(reading.diagnostics, &entry.value, &what, wanted);
            return None;
        }
    };
    let allow_empty = ["allow_empty", "allowEmpty"]
        .iter()
        .find_map(|key| map.get(key));
    let reason = ["blockReason", "block_reason"]
        .iter()
        .find_map(|key| map.get(key));
    let mut toolset = DraftToolset {
        name,
        tools: read_whitelist(reading, map),
        allow_empty: allow_empty.is_some_and(|node| read_flag(reading, node, "`allow_empty`")),
        default: None,
        approvals: Vec::new(),
        block_reason: reason
            .and_then(|node| fields::string(reading.diagnostics, node, "`blockReason`"))
            .map(|text| text.value),
        options: read_options(reading, map),
    };
    if let Some(approval) = map.get("approval") {
        read_approval(reading, approval, &mut toolset);
    }
    Some(toolset)
}

/// The whitelist. One that cannot be read grants nothing rather than everything.
fn read_whitelist(reading: &mut Reading<'_>, map: &Map) -> Whitelist {
    let Some(node) = map.get("tools") else {
        let is_slip = |entry: &Entry| slip(&entry.key) == Some("tools");
        return match map.iter().any(is_slip) {
            true => Whitelist::Unreadable,
            false => Whitelist::Missing,
        };
    };
    match &node.value {
        Value::Null => Whitelist::Missing,
        Value::String(word) if word == "all" => Whitelist::All(node.span),
        Value::List(_) => match fields::strings(reading.diagnostics, node, "`tools`") {
            Some(names) => Whitelist::Names(Spanned::new(names, node.span)),
            None => Whitelist::Unreadable,
        },
        _ => {
            reading.diagnostics.push(wrong_whitelist(node));
            Whitelist::Unreadable
        }
    }
}

fn wrong_whitelist(node: &Node) -> Diagnostic {
    let message = format!(
        "`tools` must be a list of names, or `all`, found {}",
        node.kind()
    );
    let help = match node.as_str() {
        Some(pattern) if is_everything(pattern) => {
            "write `tools: all` to grant every tool of the namespace".to_owned()
        }
        Some(name) if !name.is_empty() && !name.contains(['*', '?', ',', ' ']) => {
            format!("write `tools: [{name}]`")
        }
        _ => "list the tools by name: `tools: [name]`".to_owned(),
    };
    Diagnostic::new(Code::WRONG_SHAPE, node.span, message)
        .label(format!("this is {}", node.kind()))
        .help(help)
}

/// Whether a word means every tool in other systems.
fn is_everything(word: &str) -> bool {
    ["*", "**", ".*"].contains(&word) || word.eq_ignore_ascii_case("all")
}

fn read_flag(reading: &mut Reading<'_>, node: &Node, what: &str) -> bool {
    node.as_bool().unwrap_or_else(|| {
        fields::wrong_kind(reading.diagnostics, node, what, "`true` or `false`");
        false
    })
}

fn read_approval(reading: &mut Reading<'_>, node: &Node, toolset: &mut DraftToolset) {
    let Some(map) = node.as_map() else {
        let wanted = "a mapping, such as `{default: ask, tools: {name: preApproved}}`";
        return fields::wrong_kind(reading.diagnostics, node, "`approval`", wanted);
    };
    fields::refuse_unknown(
        reading.diagnostics,
        map,
        &["default", "tools"],
        "`approval`",
    );
    toolset.default = map
        .get("default")
        .and_then(|node| read_word(reading, node, "`default`"));
    let Some(tools) = map.get("tools") else {
        return;
    };
    let Some(tools) = tools.as_map() else {
        return fields::wrong_kind(
            reading.diagnostics,
            tools,
            "`approval.tools`",
            "a mapping of tool names",
        );
    };
    for entry in tools.iter() {
        if let Some(approval) = read_word(
            reading,
            &entry.value,
            &format!("the approval of `{}`", entry.key),
        ) {
            let name = Spanned::new(entry.key.clone(), entry.key_span);
            toolset.approvals.push((name, approval));
        }
    }
}

fn read_word(reading: &mut Reading<'_>, node: &Node, what: &str) -> Option<Spanned<Approval>> {
    fields::approval(reading.diagnostics, node, what)
}

/// What other systems call the whitelist.
const WHITELISTS: &[&str] = &[
    "allow",
    "allowed",
    "allowed_tools",
    "allowedTools",
    "include",
    "only",
    "whitelist",
    "allowlist",
];

/// The key of a toolset that was meant, where a key is nearly one.
fn slip(key: &str) -> Option<&'static str> {
    if WHITELISTS.contains(&key) {
        return Some("tools");
    }
    let known = TOOLSET_KEYS.iter().copied();
    nearest(key, known).filter(|_| !TOOLSET_KEYS.contains(&key))
}

/// Keys that only built-in toolsets understand. One that looks like a key of a toolset is refused.
fn read_options(reading: &mut Reading<'_>, map: &Map) -> Vec<Spanned<String>> {
    let mut options = Vec::new();
    for entry in map.iter() {
        if TOOLSET_KEYS.contains(&entry.key.as_str()) {
            continue;
        }
        if let Some(found) = restricted::finding(entry, OF_TOOLSET, "a toolset") {
            reading.diagnostics.push(found);
            continue;
        }
        if entry.key.starts_with("x-") {
            continue;
        }
        let Some(name) = slip(&entry.key) else {
            options.push(Spanned::new(entry.key.clone(), entry.key_span));
            continue;
        };
        let message = format!("a toolset has no key `{}`", entry.key);
        let finding = Diagnostic::new(Code::UNKNOWN_KEY, entry.key_span, message);
        reading
            .diagnostics
            .push(finding.help(format!("did you mean `{name}`?")));
    }
    options
}
