//! `overrides` of a registry entry: changes to single tools, or operations of an API description.

mod arguments;
mod idle;

use self::arguments::read_arguments;
use crate::read::effects::read_effect;
use crate::read::entry::evolution::read_evolution;
use crate::read::entry::hints::check_annotations;
use crate::read::entry::keys::report_hints;
use crate::read::entry::read_wire_name;
use crate::read::fields::{self, Keys};
use crate::read::inject::read_inject;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Entry, Map, Node, Value};
use toolc_base::restriction::OF_TOOL;
use toolc_base::source::Spanned;
use toolc_model::config::Override;

const KEYS: &[&str] = &[
    "name",
    "description",
    "approval",
    "effect",
    "annotations",
    "hidden",
    "constants",
    "defaults",
    "inject",
    "secrets",
    "engine",
    "replaced_by",
    "wire_name",
    "aliases",
    "renamed_from",
    "deprecated",
    "arguments",
];

/// Reads a mapping of patterns.
pub(super) fn read_overrides(diagnostics: &mut Diagnostics, map: &Map) -> Vec<Override> {
    let Some(node) = map.get("overrides") else {
        return Vec::new();
    };
    match &node.value {
        Value::Map(overrides) => overrides
            .iter()
            .filter_map(|entry| read_override(diagnostics, entry))
            .collect(),
        _ => {
            let wanted = "a mapping of tools, such as `{getPet: {approval: preApproved}}`";
            fields::wrong_kind(diagnostics, node, "`overrides`", wanted);
            Vec::new()
        }
    }
}

fn read_override(diagnostics: &mut Diagnostics, entry: &Entry) -> Option<Override> {
    let owner = format!("the override of `{}`", entry.key);
    let Some(map) = entry.value.as_map() else {
        fields::wrong_kind(diagnostics, &entry.value, &owner, "a mapping");
        return None;
    };
    if map.is_empty() {
        let message = format!("{owner} must change something, found an empty mapping");
        let finding = Diagnostic::new(Code::WRONG_SHAPE, entry.value.span, message)
            .label("this changes nothing")
            .help("write what it changes, such as `{ approval: preApproved }`, or remove it");
        diagnostics.push(finding);
    }
    let keys = Keys {
        owner: &owner,
        known: KEYS,
        restrictions: OF_TOOL,
        idle: &[],
        called: &[],
        elsewhere: &[],
    };
    fields::check_keys(diagnostics, map, &keys);
    let hidden = map.get("hidden");
    let approval = map.get("approval");
    let mut evolution = read_evolution(diagnostics, map);
    let arguments = read_arguments(diagnostics, map, &mut evolution);
    let over = Override {
        pattern: Spanned::new(entry.key.clone(), entry.key_span),
        name: fields::string_at(diagnostics, map, "name"),
        description: fields::string_at(diagnostics, map, "description"),
        approval: approval.and_then(|node| fields::read_approval(diagnostics, node, "`approval`")),
        effect: map.get("effect").map(|node| read_effect(diagnostics, node)),
        hidden: hidden
            .and_then(|node| fields::read_strings(diagnostics, node, "`hidden`"))
            .unwrap_or_default(),
        constants: values_at(diagnostics, map, "constants"),
        defaults: values_at(diagnostics, map, "defaults"),
        secret: map
            .get("secrets")
            .and_then(|node| fields::read_strings(diagnostics, node, "`secrets`"))
            .unwrap_or_default(),
        injected: read_inject(diagnostics, map),
        annotations: mapping_at(diagnostics, map, "annotations"),
        engine: fields::string_at(diagnostics, map, "engine"),
        replaced_by: fields::string_at(diagnostics, map, "replaced_by"),
        wire_name: read_wire_name(diagnostics, map),
        evolution,
        arguments,
    };
    idle::report_idle(diagnostics, &over);
    Some(over)
}

fn mapping_at(diagnostics: &mut Diagnostics, map: &Map, key: &str) -> Option<Node> {
    let node = map.get(key)?;
    if node.as_map().is_none() {
        let wanted = "a mapping such as `{ readOnlyHint: true }`";
        fields::wrong_kind(diagnostics, node, &format!("`{key}`"), wanted);
        return None;
    }
    check_annotations(diagnostics, node, false);
    report_hints(diagnostics, node);
    Some(node.clone())
}

/// Arguments with values.
fn values_at(diagnostics: &mut Diagnostics, map: &Map, key: &str) -> Vec<(Spanned<String>, Node)> {
    let Some(node) = map.get(key) else {
        return Vec::new();
    };
    let Some(values) = node.as_map() else {
        let wanted = "a mapping of arguments to values";
        fields::wrong_kind(diagnostics, node, &format!("`{key}`"), wanted);
        return Vec::new();
    };
    let values = values.iter().map(|entry| {
        let argument = Spanned::new(entry.key.clone(), entry.key_span);
        (argument, entry.value.clone())
    });
    values.collect()
}
