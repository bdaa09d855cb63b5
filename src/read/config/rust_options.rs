//! `rust:`, at the top of `toolc.yaml` or in a registry entry: what generated Rust looks like.

use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::model::rust_options::{Derive, RustOptions};
use crate::node::{Map, Node, Value};
use crate::read::fields;

/// What a mapping says under `rust`.
pub(super) fn read_rust_options(diagnostics: &mut Diagnostics, owner: &Map) -> RustOptions {
    let Some(node) = owner.get("rust") else {
        return RustOptions::default();
    };
    let map = match &node.value {
        Value::Map(map) => map,
        Value::Null => return RustOptions::default(),
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
    }
}

fn read_derives(diagnostics: &mut Diagnostics, node: &Node) -> Option<Vec<Derive>> {
    let names = || Derive::ALL.iter().map(|(name, _)| *name);
    let mut derives = Vec::new();
    for word in fields::strings(diagnostics, node, "`derive`")? {
        if let Some((_, derive)) = Derive::ALL.iter().find(|(name, _)| *name == word.value) {
            derives.push(*derive);
            continue;
        }
        let help = match nearest(&word.value, names()) {
            Some(name) => format!("did you mean `{name}`?"),
            None => format!("write some of {}", fields::quoted(names())),
        };
        let message = format!(
            "`{}` is no trait that generated types can derive",
            word.value
        );
        diagnostics.push(Diagnostic::new(Code::WRONG_SHAPE, word.span, message).help(help));
    }
    derives.sort_unstable();
    derives.dedup();
    Some(derives)
}
