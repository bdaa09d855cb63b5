//! Whether the values that `toolc.yaml` gives to arguments are what their schemas accept.

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::model::Catalog;
use crate::model::leak::Tables;
use toolc_runtime::validate;

/// Reports every value that its schema refuses.
pub(super) fn check_given(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    let mut tables = Tables::new(&catalog.shapes);
    for given in &catalog.given {
        let text = &given.value.value;
        let table = tables.table(given.shape, depth(text));
        let Err(violations) = validate(table, text) else {
            continue;
        };
        let Some(first) = violations.iter().next() else {
            continue;
        };
        let place = match first.pointer.as_str() {
            "" => String::new(),
            pointer => format!("`{pointer}` "),
        };
        let message = format!(
            "`{}` does not accept this for `{}`: {place}{}",
            given.tool, given.argument, first.message
        );
        diagnostics.push(
            Diagnostic::new(Code::REFUSED_VALUE, given.value.span, message)
                .also(given.span, "the operation")
                .help("write a value that the description of the argument allows"),
        );
    }
}

/// How deep arrays and objects stand within each other in a text.
fn depth(text: &str) -> u16 {
    let (mut depth, mut deepest) = (0u16, 0u16);
    let mut bytes = text.bytes();
    let mut in_string = false;
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => in_string = !in_string,
            b'\\' => drop(bytes.next()),
            b'[' | b'{' if !in_string => depth = depth.saturating_add(1),
            b']' | b'}' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}
