//! Toolsets: which tools in a namespace a worker may call, and when a person is asked.

mod whitelist;

use super::deny::{read_deny, read_reasons};
use super::limits::{read_limits, read_timeout};
use super::{filesystem, module, shell};
use crate::read::Reading;
use crate::read::fields::{self, Keys};
use crate::read::flow_text::{write_flow, write_text};
use crate::read::rule::read_rules;
use toolc_base::diagnostic::suggest::nearest;
use toolc_base::diagnostic::{Code, Diagnostic, Help};
use toolc_base::node::{Entry, Map, Node, Value};
use toolc_base::restriction::{OF_CONFIG, OF_TOOLSET};
use toolc_base::source::{Span, Spanned};
use toolc_model::draft::{DraftToolset, Mounting, Whitelist};
use toolc_model::model::ToolName;
use toolc_model::model::approval::Approval;
use toolc_model::model::limit::Limits;
use toolc_model::model::toolset::{Settings, list_keys};
use whitelist::is_everything;

/// The keys of a toolset.
pub(in crate::read) const KEYS: &[&str] = &[
    "tools",
    "deny",
    "approval",
    "allow_empty",
    "allowEmpty",
    "blockReason",
    "block_reason",
    "read_only",
    "readOnly",
    "timeout",
    "limits",
    "results",
    "config",
    "mount",
    "optional",
];

/// Keys that only have a meaning for toolsets built into toolc or into other systems.
const BUILT_IN_KEYS: &[&str] = &[
    "root",
    "mounts",
    "max_entries",
    "rules",
    "module",
    "rust_path",
    "functions",
    "package",
    "import",
    "workers",
    "allowed_workers",
    "allowed_suffixes",
    "max_file_size",
];

/// Names of the whitelist in other systems.
const WHITELISTS: &[(&str, &str)] = &[
    ("allow", "tools"),
    ("allowed", "tools"),
    ("allowed_tools", "tools"),
    ("allowedTools", "tools"),
    ("include", "tools"),
    ("only", "tools"),
    ("whitelist", "tools"),
    ("allowlist", "tools"),
];

/// One entry of `toolsets`.
pub(super) fn read_toolset(reading: &mut Reading<'_>, entry: &Entry) -> Option<DraftToolset> {
    let name = Spanned::new(entry.key.clone(), entry.key_span);
    let empty = Map::default();
    let map = match &entry.value.value {
        Value::Map(map) => map,
        Value::Null => &empty,
        _ => {
            let what = format!("the toolset `{}`", name.value);
            let wanted = "a mapping, such as `{tools: [name]}`";
            let help = write_toolset(&entry.value);
            fields::refuse_kind(reading.diagnostics, &entry.value, &what, wanted, help);
            return None;
        }
    };
    let mut value_of = |spellings: &[&str]| {
        let entry = fields::entry_of(reading.diagnostics, map, spellings);
        entry.map(|entry| &entry.value)
    };
    let allow_empty = value_of(&["allow_empty", "allowEmpty"]);
    let reason = value_of(&["blockReason", "block_reason"]);
    let reasons = reason.filter(|node| node.as_map().is_some());
    let in_toolset = |written| ToolName::read(&entry.key, written);
    let reasons =
        reasons.map(|node| read_reasons(reading.diagnostics, node, "blockReason", in_toolset));
    let denied = map.get("deny");
    let denied = denied.map(|node| read_deny(reading.diagnostics, node, in_toolset));
    let mut toolset = DraftToolset {
        name,
        tools: match entry.value.value {
            Value::Null => Whitelist::Null,
            _ => read_whitelist(reading, map, &entry.key),
        },
        allow_empty: allow_empty.is_some_and(|node| read_flag(reading, node, "`allow_empty`")),
        default: None,
        approvals: Vec::new(),
        rules: Vec::new(),
        denied: denied.unwrap_or_default(),
        block_reasons: reasons.unwrap_or_default(),
        block_reason: reason
            .filter(|node| node.as_map().is_none())
            .and_then(|node| fields::read_string(reading.diagnostics, node, "`blockReason`")),
        options: read_options(reading, map, &entry.key),
        read_only: read_only(reading, map),
        writes: read_writes(map),
        parents: Vec::new(),
        mounting: read_mounting(reading, map),
        settings: read_settings(reading, map, entry),
        module: module::read_module(reading.diagnostics, map, &entry.key),
        limits: read_limit_of_each(reading, map, &entry.key),
        single_limits: read_limits(reading, map, &entry.key),
    };
    if let Some(node) = allow_empty.filter(|_| toolset.allow_empty) {
        report_idle_allowance(reading, node, &toolset.tools);
    }
    if let Some(approval) = map.get("approval") {
        read_approval(reading, approval, &mut toolset);
    }
    Some(toolset)
}

/// How the handlers of the toolset are made.
fn read_mounting(reading: &mut Reading<'_>, map: &Map) -> Mounting {
    let mut flag = |key: &str| {
        let entry = map.entry(key)?;
        fields::flag_at(reading.diagnostics, map, key)?.then_some(entry.key_span)
    };
    let (mount, optional) = (flag("mount"), flag("optional"));
    let config = map
        .entry("config")
        .and_then(|entry| match &entry.value.value {
            Value::Map(_) => Some(Spanned::new(entry.value.clone(), entry.key_span)),
            Value::Null => None,
            _ => {
                let wanted = "a mapping, such as `{max_size: 10}`";
                fields::wrong_kind(reading.diagnostics, &entry.value, "`config`", wanted);
                None
            }
        });
    Mounting {
        config,
        mount,
        optional,
    }
}

/// The spellings of `read_only`.
pub(super) const READ_ONLY: &[&str] = &["read_only", "readOnly"];

/// Where `read_only: true` is. A value that is not a boolean is reported, and restricts as well.
pub(super) fn read_only(reading: &mut Reading<'_>, map: &Map) -> Option<Span> {
    let node = &fields::entry_of(reading.diagnostics, map, READ_ONLY)?.value;
    (read_flag(reading, node, "`read_only`") || node.as_bool().is_none()).then_some(node.span)
}

/// Where `read_only: false` is.
pub(super) fn read_writes(map: &Map) -> Option<Span> {
    let node = &fields::find_spelt(map, READ_ONLY).next()?.value;
    (node.as_bool() == Some(false)).then_some(node.span)
}

/// The whitelist. If it cannot be read, it grants nothing rather than everything.
fn read_whitelist(reading: &mut Reading<'_>, map: &Map, namespace: &str) -> Whitelist {
    let Some(node) = map.get("tools") else {
        let is_slip = |entry: &Entry| is_meant(&entry.key);
        return match map.iter().any(is_slip) {
            true => Whitelist::Unreadable,
            false => Whitelist::Missing,
        };
    };
    whitelist::read_names(reading.diagnostics, node, namespace)
}

/// Reports `allow_empty` beside a list that is not empty.
fn report_idle_allowance(reading: &mut Reading<'_>, node: &Node, tools: &Whitelist) {
    let is_idle = match tools {
        Whitelist::Names(names) => !names.value.is_empty(),
        Whitelist::All(_) => true,
        Whitelist::Missing | Whitelist::Null | Whitelist::Unreadable => false,
    };
    if is_idle {
        let message = "`allow_empty` has no effect: `tools` is not empty";
        let finding = Diagnostic::new(Code::IDLE_SETTING, node.span, message);
        reading.diagnostics.push(finding.help("remove it"));
    }
}

/// The help for a toolset that is only its whitelist.
fn write_toolset(node: &Node) -> Help {
    let value = match (&node.value, node.as_str()) {
        (Value::List(names), _) if names.iter().any(is_everything) => "{ tools: all }".to_owned(),
        (Value::List(_), _) => format!("{{ tools: {} }}", write_flow(node)),
        _ if is_everything(node) => "{ tools: all }".to_owned(),
        (_, Some(name)) if !name.contains(['*', '?', ',', ' ']) => format!("{{ tools: [{name}] }}"),
        _ => return Help::from("write a mapping, such as `{tools: [name]}`"),
    };
    Help::from(format!("write `{value}`"))
}

fn read_flag(reading: &mut Reading<'_>, node: &Node, what: &str) -> bool {
    node.as_bool().unwrap_or_else(|| {
        fields::wrong_kind(reading.diagnostics, node, what, "`true` or `false`");
        false
    })
}

/// Tools whose approval is one level too high, each with where to write it.
fn list_misplaced(approval: &Map) -> Vec<(&str, String)> {
    let mut found = Vec::new();
    for entry in approval.iter().filter(|entry| entry.key != "default") {
        let word = entry.value.as_str();
        if word.is_some_and(|word| Approval::ALL.iter().any(|(name, _)| *name == word)) {
            let value = write_flow(&entry.value);
            let help = format!("write `tools: {{ {}: {value} }}`", write_text(&entry.key));
            found.push((entry.key.as_str(), help));
        }
    }
    found
}

/// Whether a list has rules, each of which names tools.
fn is_list_of_rules(node: &Node) -> bool {
    let names_tools = |rule: &Node| rule.get("tool").or_else(|| rule.get("tools")).is_some();
    let rules = node.as_list();
    rules.is_some_and(|rules| !rules.is_empty() && rules.iter().all(names_tools))
}

fn read_approval(reading: &mut Reading<'_>, node: &Node, toolset: &mut DraftToolset) {
    let Some(map) = node.as_map() else {
        let wanted = "a mapping, such as `{default: ask, tools: {name: preApproved}}`";
        let is_approval = |word: &&str| Approval::ALL.iter().any(|(name, _)| name == word);
        let help = match node.as_str().filter(is_approval) {
            Some(word) => format!("write `approval: {{ default: {word} }}`"),
            None if is_list_of_rules(node) => {
                format!(
                    "write `approval: {{ default: ask, rules: {} }}`",
                    write_flow(node)
                )
            }
            None => format!("write {wanted} here"),
        };
        return fields::refuse_kind(reading.diagnostics, node, "`approval`", wanted, help);
    };
    let misplaced = list_misplaced(map);
    let elsewhere: Vec<(&str, &str)> = misplaced
        .iter()
        .map(|(name, help)| (*name, help.as_str()))
        .collect();
    let keys = Keys {
        owner: "`approval`",
        known: &["default", "tools", "rules"],
        restrictions: OF_CONFIG,
        idle: &[],
        called: &[],
        elsewhere: &elsewhere,
    };
    fields::check_keys(reading.diagnostics, map, &keys);
    toolset.default = map
        .get("default")
        .and_then(|node| fields::read_approval(reading.diagnostics, node, "`default`"));
    if let Some(rules) = map.get("rules") {
        toolset.rules = read_rules(reading.diagnostics, rules, &toolset.name.value);
    }
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
        if let Some(approval) = fields::read_approval(
            reading.diagnostics,
            &entry.value,
            &format!("the approval of `{}`", entry.key),
        ) {
            let name = Spanned::new(entry.key.clone(), entry.key_span);
            let name = ToolName::read(&toolset.name.value, name);
            toolset.approvals.push((name, approval));
        }
    }
}

/// Whether a key was meant to be that of the whitelist.
fn is_meant(key: &str) -> bool {
    let is_word = WHITELISTS.iter().any(|(word, _)| *word == key);
    is_word || nearest(key, KEYS.iter().copied()) == Some("tools")
}

/// The `timeout` of each tool, unless that key has a special meaning for the toolset.
fn read_limit_of_each(reading: &mut Reading<'_>, map: &Map, toolset: &str) -> Limits {
    match list_keys(toolset).contains(&"timeout") {
        true => Limits::default(),
        false => read_timeout(reading, map),
    }
}

/// The settings of a built-in toolset; `None` for any other.
fn read_settings(reading: &mut Reading<'_>, map: &Map, entry: &Entry) -> Option<Settings> {
    let span = entry.key_span;
    match entry.key.as_str() {
        "filesystem" => Some(Settings::Files(filesystem::read_filesystem(
            reading.diagnostics,
            map,
            span,
        ))),
        "shell" => Some(Settings::Commands(shell::read_shell(
            reading.diagnostics,
            map,
            span,
        ))),
        _ => None,
    }
}

/// The keys that other systems' toolsets or this built-in one understand. Unknown keys are
/// reported.
fn read_options(reading: &mut Reading<'_>, map: &Map, toolset: &str) -> Vec<Spanned<String>> {
    let own = list_keys(toolset);
    let is_option = |entry: &&Entry| {
        BUILT_IN_KEYS.contains(&entry.key.as_str()) || own.contains(&entry.key.as_str())
    };
    let others = map.iter().filter(|entry| !is_option(entry));
    // `allow: false` is not a list of tools: it forbids them
    let (refusals, others): (Vec<&Entry>, Vec<&Entry>) = others.partition(|entry| {
        let may_refuse = ["allow", "allowed"].contains(&entry.key.as_str());
        may_refuse && entry.value.as_bool() == Some(false)
    });
    let known: Vec<&str> = KEYS.iter().chain(&own).copied().collect();
    let keys = Keys {
        owner: "a toolset",
        known: &known,
        restrictions: OF_TOOLSET,
        idle: &[],
        called: WHITELISTS,
        elsewhere: &[],
    };
    fields::check_entries(reading.diagnostics, others.into_iter(), map, &keys);
    let keys = Keys {
        called: &[],
        ..keys
    };
    fields::check_entries(reading.diagnostics, refusals.into_iter(), map, &keys);
    let has_module = map.contains("module");
    let is_of_module = |entry: &&Entry| has_module && module::KEYS.contains(&entry.key.as_str());
    let options = map
        .iter()
        .filter(is_option)
        .filter(|entry| !is_of_module(entry));
    options
        .map(|entry| Spanned::new(entry.key.clone(), entry.key_span))
        .collect()
}
