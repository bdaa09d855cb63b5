//! `rust:`, at the top level of `toolc.yaml` or in a registry entry: the Rust options.

use crate::read::fields;
use std::collections::BTreeMap;
use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Map, Node, Value};
use toolc_model::model::rust_options::{Derive, RustOptions, Types};
use toolc_runtime::format::Format;
use toolc_schema::schema::rust_path::RustPath;

/// Reads the value of `rust`.
pub(super) fn read_rust_options(diagnostics: &mut Diagnostics, owner: &Map) -> RustOptions {
    let Some(node) = owner.get("rust") else {
        return RustOptions::default();
    };
    let map = match &node.value {
        Value::Map(map) => map,
        _ => {
            let wanted = "a mapping, such as `{serialize: true}`";
            fields::wrong_kind(diagnostics, node, "`rust`", wanted);
            return RustOptions::default();
        }
    };
    fields::refuse_unknown(diagnostics, map, RustOptions::KEYS, "`rust`");
    RustOptions {
        serialize: fields::flag_at(diagnostics, map, "serialize"),
        derive: map
            .get("derive")
            .and_then(|node| read_derives(diagnostics, node)),
        borrowed: fields::flag_at(diagnostics, map, "borrowed"),
        narrow: fields::flag_at(diagnostics, map, "narrow"),
        formats: read_formats(diagnostics, map),
        types: map
            .get("types")
            .and_then(|node| {
                fields::one_of(
                    diagnostics,
                    node,
                    "`types`",
                    "choice of `types`",
                    Types::ALL,
                )
            })
            .map(|word| word.value),
        own_types: fields::flag_at(diagnostics, map, "own_types"),
    }
}

fn read_derives(diagnostics: &mut Diagnostics, node: &Node) -> Option<Vec<Derive>> {
    let names = || Derive::ALL.iter().map(|(name, _)| *name);
    let mut derives = Vec::new();
    for word in fields::read_strings(diagnostics, node, "`derive`")? {
        if let Some((_, derive)) = Derive::ALL.iter().find(|(name, _)| *name == word.value) {
            derives.push(*derive);
            continue;
        }
        let help = match did_you_mean(&word.value, names()) {
            Some(help) => help,
            None => format!("write one or more of {}", fields::quote_names(names())).into(),
        };
        let message = format!(
            "`{}` is not a trait that generated types can derive",
            word.value
        );
        diagnostics.push(Diagnostic::new(Code::WRONG_SHAPE, word.span, message).help(help));
    }
    if derives.contains(&Derive::Eq) && !derives.contains(&Derive::PartialEq) {
        let message = "`Eq` needs `PartialEq`, which the list does not have";
        diagnostics.push(
            Diagnostic::new(Code::WRONG_SHAPE, node.span, message)
                .help("add `PartialEq` to the list"),
        );
        derives.push(Derive::PartialEq);
    }
    derives.sort();
    derives.dedup();
    Some(derives)
}

/// `formats: {uuid: uuid::Uuid}`
fn read_formats(diagnostics: &mut Diagnostics, map: &Map) -> BTreeMap<String, RustPath> {
    let mut formats = BTreeMap::new();
    let Some(node) = map.get("formats") else {
        return formats;
    };
    let Some(entries) = node.as_map() else {
        let wanted = "a mapping, such as `{uuid: \"uuid::Uuid\"}`";
        fields::wrong_kind(diagnostics, node, "`formats`", wanted);
        return formats;
    };
    for entry in entries.iter() {
        if Format::from_name(&entry.key).is_none() {
            let names = || Format::ALL.iter().map(|(name, _)| *name);
            let help = match did_you_mean(&entry.key, names()) {
                Some(help) => help,
                None => format!("write one of {}", fields::quote_names(names())).into(),
            };
            let message = format!("`{}` is not a format that toolc checks", entry.key);
            let finding = Diagnostic::new(Code::WRONG_SHAPE, entry.key_span, message);
            diagnostics.push(finding.help(help));
            continue;
        }
        match entry.value.as_str().and_then(RustPath::parse) {
            Some(path) => drop(formats.insert(entry.key.clone(), path)),
            None => {
                let message = format!(
                    "the type of `{}` must be {}, found {}",
                    entry.key,
                    RustPath::EXPECTED,
                    RustPath::found(&entry.value)
                );
                let finding = Diagnostic::new(Code::WRONG_SHAPE, entry.value.span, message);
                diagnostics.push(finding.help(format!("write {}", RustPath::EXPECTED)));
            }
        }
    }
    formats
}
