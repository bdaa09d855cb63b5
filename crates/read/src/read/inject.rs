//! `inject`: the names of values that the program provides to handlers, for a tool or for all tools of a file.

use super::Reading;
use super::fields;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::Map;
use toolc_base::source::Spanned;

/// The names for a tool: its own, and those of its file.
pub(super) fn of_tool(reading: &mut Reading<'_>, map: &Map) -> Vec<Spanned<String>> {
    let mut names = read_inject(reading.diagnostics, map);
    for name in &reading.inject {
        if names.iter().all(|own| own.value != name.value) {
            names.push(name.clone());
        }
    }
    names
}

/// `inject: [workspace_root, user_id]`
pub(super) fn read_inject(diagnostics: &mut Diagnostics, map: &Map) -> Vec<Spanned<String>> {
    let node = map.get("inject");
    let names = node.and_then(|node| fields::read_strings(diagnostics, node, "`inject`"));
    let mut known: Vec<Spanned<String>> = Vec::new();
    for name in names.unwrap_or_default() {
        let first = known.iter().find(|known| known.value == name.value);
        let fault = match first {
            Some(first) => Diagnostic::new(
                Code::WRONG_SHAPE,
                name.span,
                format!("`{}` is listed twice under `inject`", name.value),
            )
            .also(first.span, "the first")
            .help("remove one of them"),
            None if name.value.trim().is_empty() => {
                let message = "a name under `inject` is empty";
                Diagnostic::new(Code::WRONG_SHAPE, name.span, message).help("write a name")
            }
            None => {
                known.push(name);
                continue;
            }
        };
        diagnostics.push(fault);
    }
    known
}
