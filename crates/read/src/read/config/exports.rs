//! `exports`: which tools are strict for a target that supports strict tools.

use crate::read::fields;
use toolc_base::diagnostic::suggest::{ask_whether, did_you_mean};
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Entry, Map, Node, Value};
use toolc_base::source::Spanned;
use toolc_model::model::Target;
use toolc_model::model::exports::{Export, StrictTools};

/// `exports: { openai-strict: { strict: [ns::tool] } }`
pub(super) fn read_exports(diagnostics: &mut Diagnostics, map: &Map) -> Vec<Export> {
    let Some(node) = map.get("exports") else {
        return Vec::new();
    };
    match &node.value {
        Value::Map(exports) => {
            let exports = exports.iter();
            exports
                .filter_map(|entry| read_export(diagnostics, entry))
                .collect()
        }
        _ => {
            let wanted = "a mapping of targets, such as `{openai-strict: {strict: all}}`";
            fields::wrong_kind(diagnostics, node, "`exports`", wanted);
            Vec::new()
        }
    }
}

fn read_export(diagnostics: &mut Diagnostics, entry: &Entry) -> Option<Export> {
    let target = Target::named(&entry.key);
    let is_strict = |target: &&Target| target.dialect.is_some_and(|dialect| dialect.is_strict());
    let Some(target) = target.filter(is_strict) else {
        let strict = || Target::names().filter(|name| name.ends_with("-strict"));
        let meant = Target::meant(&entry.key).map(|name| format!("{name}-strict"));
        let meant = meant.filter(|name| strict().any(|known| known == name));
        let near = || did_you_mean(&entry.key, strict());
        let help = match meant
            .map(|meant| ask_whether(&entry.key, meant))
            .or_else(near)
        {
            Some(help) => help,
            None => format!("write one of {}", fields::quote_names(strict())).into(),
        };
        let message = format!("`{}` is not a target with strict tools", entry.key);
        diagnostics.push(Diagnostic::new(Code::WRONG_SHAPE, entry.key_span, message).help(help));
        return None;
    };
    let Some(map) = entry.value.as_map() else {
        let wanted = "a mapping, such as `{strict: all}`";
        fields::wrong_kind(
            diagnostics,
            &entry.value,
            &format!("`{}`", entry.key),
            wanted,
        );
        return None;
    };
    fields::refuse_unknown(diagnostics, map, &["strict"], "an entry of `exports`");
    let strict = read_choice(diagnostics, map.get("strict")?)?;
    Some(Export { target, strict })
}

fn read_choice(diagnostics: &mut Diagnostics, node: &Node) -> Option<StrictTools> {
    match node.as_str() {
        Some("all") => Some(StrictTools::All),
        Some("none") => Some(StrictTools::Of(Vec::new())),
        _ if node.as_list().is_some() => {
            let names: Vec<Spanned<String>> = fields::read_strings(diagnostics, node, "`strict`")?;
            Some(StrictTools::Of(names))
        }
        _ => {
            fields::wrong_kind(
                diagnostics,
                node,
                "`strict`",
                "`all`, `none` or a list of tools",
            );
            None
        }
    }
}
