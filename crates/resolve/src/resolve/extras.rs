//! Fields of a definition that only some providers support, as far as their values are valid there.

use super::options::targets_of;
use toolc_base::diagnostic::quote::quote_names;
use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics, Help};
use toolc_base::node::{Node, Value};
use toolc_base::source::Spanned;
use toolc_model::config::Config;
use toolc_model::draft::DraftTool;
use toolc_model::model::METADATA;
use toolc_model::model::Tool;
use toolc_model::model::callers::{ALLOWED_CALLERS, is_known_caller};
use toolc_model::model::names::explain_old_name;
use toolc_model::model::provider::TARGETS;
use toolc_model::model::token::DEFER;
use toolc_runtime::definition::EXTRAS;
use toolc_runtime::validate;
use toolc_schema::schema::shape::ShapeId;
use toolc_schema::schema::tables::{Tables, nesting_depth};

/// The exportable fields among what a definition contains besides its schemas, and its metadata. A tool that
/// `toolc.yaml` holds back until a model searches for it has `defer_loading`.
pub fn take_extras(
    tables: &mut Tables<'_>,
    draft: &DraftTool,
    input: ShapeId,
    is_deferred: bool,
) -> Vec<(&'static str, String)> {
    let mut extras = Vec::new();
    for (name, _) in EXTRAS {
        let written = draft.metadata.iter().find(|(key, _)| key == name);
        let value = written.and_then(|(_, node)| match *name {
            DEFER if is_deferred => None,
            "input_examples" => examples(tables, input, node),
            ALLOWED_CALLERS => Some(write_callers(node)),
            "icons" => (draft.remote.is_none() && are_icons(node)).then(|| node.to_json()),
            "cache_control" => is_cache_control(node).then(|| node.to_json()),
            _ => node.as_bool().map(|flag| flag.to_string()),
        });
        extras.extend(value.map(|value| (*name, value)));
    }
    if is_deferred {
        extras.push((DEFER, "true".to_owned()));
    }
    let metadata = draft.metadata.iter().find(|(key, _)| key == METADATA);
    let metadata = metadata.filter(|(_, node)| !is_empty(node));
    extras.extend(metadata.map(|(_, node)| (METADATA, node.to_json())));
    extras
}

fn is_empty(node: &Node) -> bool {
    match &node.value {
        Value::Null => true,
        Value::Map(map) => map.is_empty(),
        _ => false,
    }
}

/// Reports what `toolc.yaml` holds back without effect.
pub fn check_deferred(diagnostics: &mut Diagnostics, config: &Config, tools: &[Tool]) {
    let targets = targets_of(config);
    let can_defer = targets.is_empty() || targets.iter().any(|target| target.can_defer());
    if let Some(first) = config.deferred.first().filter(|_| !can_defer) {
        diagnostics.push(idle_deferral(first));
    }
    let known: Vec<String> = tools.iter().map(Tool::qualified).collect();
    for name in &config.deferred {
        if !known.contains(&name.value) {
            let old = explain_old_name(tools, &name.value).map(Help::from);
            let near = || did_you_mean(&name.value, known.iter().map(String::as_str));
            let near = old.or_else(near);
            let message = format!("`{}` under `defer` is not a tool", name.value);
            let finding = Diagnostic::new(Code::UNKNOWN_TOOL, name.span, message);
            let help = near.unwrap_or_else(|| "`toolc list` lists all tools".into());
            diagnostics.push(finding.help(help));
        }
    }
}

fn idle_deferral(first: &Spanned<String>) -> Diagnostic {
    let takes: Vec<&str> = TARGETS
        .iter()
        .filter(|target| target.can_defer())
        .map(|target| target.name)
        .collect();
    let message = "`defer` has no effect: none of `targets` can hold tools back";
    Diagnostic::new(Code::IDLE_SETTING, first.span, message).help(format!(
        "remove it, or add a target that can: {}",
        quote_names(takes)
    ))
}

/// The examples that are valid calls of the tool, if there are any.
fn examples(tables: &mut Tables<'_>, input: ShapeId, node: &Node) -> Option<String> {
    let mut calls = Vec::new();
    for example in node.as_list()? {
        let text = example.to_json();
        let table = tables.table(input, nesting_depth(&text));
        if validate(table, &text).is_ok() {
            calls.push(text);
        }
    }
    (!calls.is_empty()).then(|| format!("[{}]", calls.join(",")))
}

/// The known callers in `allowed_callers`. Whoever is not among them may not call the tool, so a list without any is
/// kept; what is wrong with it is reported by `check`.
fn write_callers(node: &Node) -> String {
    let callers = node.as_list().unwrap_or_default().iter();
    let known = callers.filter(|caller| caller.as_str().is_some_and(is_known_caller));
    let known: Vec<String> = known.map(Node::to_json).collect();
    format!("[{}]", known.join(","))
}

fn is_names(node: &Node) -> bool {
    let names = node.as_list().filter(|names| !names.is_empty());
    names.is_some_and(|names| names.iter().all(|name| name.as_str().is_some()))
}

/// Whether a list consists of icons as in MCP since its revision 2025-11-25 ("Icons"): clients only
/// accept these two kinds of addresses.
fn are_icons(node: &Node) -> bool {
    let is_icon = |icon: &Node| {
        let Some(map) = icon.as_map() else {
            return false;
        };
        map.contains("src")
            && map.iter().all(|entry| match entry.key.as_str() {
                "src" => entry.value.as_str().is_some_and(|src| {
                    src.starts_with("https://") || src.starts_with("data:image/")
                }),
                "mimeType" => entry.value.as_str().is_some(),
                "sizes" => is_names(&entry.value),
                "theme" => matches!(entry.value.as_str(), Some("light" | "dark")),
                _ => false,
            })
    };
    let icons = node.as_list().filter(|icons| !icons.is_empty());
    icons.is_some_and(|icons| icons.iter().all(is_icon))
}

fn is_cache_control(node: &Node) -> bool {
    let Value::Map(map) = &node.value else {
        return false;
    };
    map.iter().all(|entry| match entry.key.as_str() {
        "type" => entry.value.as_str() == Some("ephemeral"),
        "ttl" => matches!(entry.value.as_str(), Some("5m" | "1h")),
        _ => false,
    }) && map.contains("type")
}
