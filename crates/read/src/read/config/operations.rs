//! `operations` of a registry entry: which operations of an API description become tools.

use crate::read::fields;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Entry, Map, Node, Value};
use toolc_model::config::Choice;

/// `{include: […], exclude: […]}`, or a list of `{include: …}` and `{exclude: …}` in which the
/// first match decides. In the mapping, exclusions come first.
pub(super) fn read_operations(diagnostics: &mut Diagnostics, map: &Map) -> Vec<Choice> {
    let Some(node) = map.get("operations") else {
        return Vec::new();
    };
    let mut choices = Vec::new();
    match &node.value {
        Value::Map(map) if map.is_empty() => report_empty(diagnostics, node, "`operations`"),
        Value::Map(map) => {
            refuse_unknown(diagnostics, map);
            let in_order = ["exclude", "include"].into_iter();
            for entry in in_order.filter_map(|key| map.entry(key)) {
                read_choice(diagnostics, entry, &mut choices);
            }
        }
        Value::List(list) if list.is_empty() => report_empty(diagnostics, node, "`operations`"),
        Value::List(list) => {
            for step in list {
                read_step(diagnostics, step, &mut choices);
            }
        }
        _ => fields::wrong_kind(
            diagnostics,
            node,
            "`operations`",
            "a mapping with `include` and `exclude`, or a list of such mappings",
        ),
    }
    choices
}

/// A step in the list may have only one key: with two, their order would be unclear.
fn read_step(diagnostics: &mut Diagnostics, step: &Node, choices: &mut Vec<Choice>) {
    let Some(map) = step.as_map() else {
        let wanted = "a mapping with `include` or `exclude`";
        return fields::wrong_kind(diagnostics, step, "a step of `operations`", wanted);
    };
    refuse_unknown(diagnostics, map);
    let known = map.iter().filter(|entry| is_known(entry));
    match known.collect::<Vec<_>>()[..] {
        [entry] => read_choice(diagnostics, entry, choices),
        [] if map.is_empty() => report_empty(diagnostics, step, "this step of `operations`"),
        [] => {}
        _ => {
            let message = "a step of `operations` has both `include` and `exclude`";
            let help = "make two steps of it: the first one that matches decides";
            diagnostics.push(Diagnostic::new(Code::WRONG_SHAPE, step.span, message).help(help));
        }
    }
}

fn is_known(entry: &Entry) -> bool {
    ["include", "exclude"].contains(&entry.key.as_str())
}

fn refuse_unknown(diagnostics: &mut Diagnostics, map: &Map) {
    fields::refuse_unknown(diagnostics, map, &["include", "exclude"], "`operations`");
}

/// One pattern, or a list of them.
fn read_choice(diagnostics: &mut Diagnostics, entry: &Entry, choices: &mut Vec<Choice>) {
    let what = format!("`{}`", entry.key);
    let patterns = match entry.value.as_str() {
        Some(_) => {
            fields::read_string(diagnostics, &entry.value, &what).map(|pattern| vec![pattern])
        }
        None => fields::read_strings(diagnostics, &entry.value, &what),
    };
    let patterns = patterns.unwrap_or_default();
    if patterns.is_empty() && entry.value.as_list().is_some_and(<[Node]>::is_empty) {
        report_empty(diagnostics, &entry.value, &what);
    }
    choices.extend(patterns.into_iter().map(|pattern| Choice {
        include: entry.key == "include",
        pattern,
    }));
}

fn report_empty(diagnostics: &mut Diagnostics, node: &Node, what: &str) {
    let message = format!("{what} lists no operation");
    let finding = Diagnostic::new(Code::WRONG_SHAPE, node.span, message);
    diagnostics.push(finding.help(format!("list one, or leave {what} out")));
}
