//! Durations and sizes with units.

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::node::{Map, Value};
use crate::quantity::{DURATIONS, SIZES, parse_quantity};
use crate::read::fields;
use crate::source::Spanned;

/// `timeout: 30s`, in milliseconds.
pub(super) fn read_duration(
    diagnostics: &mut Diagnostics,
    map: &Map,
    key: &str,
) -> Option<Spanned<u64>> {
    read(diagnostics, map, key, DURATIONS, "a duration such as `30s`")
}

/// `max_response: 10MB`, in bytes.
pub(super) fn read_bytes(
    diagnostics: &mut Diagnostics,
    map: &Map,
    key: &str,
) -> Option<Spanned<u64>> {
    read(diagnostics, map, key, SIZES, "a size such as `10MB`")
}

fn read(
    diagnostics: &mut Diagnostics,
    map: &Map,
    key: &str,
    units: &[(&str, u64)],
    wanted: &str,
) -> Option<Spanned<u64>> {
    let node = map.get(key)?;
    let quantity = node.as_str().and_then(|text| parse_quantity(text, units));
    if quantity.is_none() {
        let what = format!("`{key}`");
        match &node.value {
            Value::String(text) => diagnostics.push(
                Diagnostic::new(
                    Code::WRONG_SHAPE,
                    node.span,
                    format!("{what} must be {wanted}, found `{text}`"),
                )
                .help(format!(
                    "write a whole number above 0 and one of {}",
                    fields::quote_names(units.iter().map(|(unit, _)| *unit))
                )),
            ),
            _ => fields::wrong_kind(diagnostics, node, &what, wanted),
        }
    }
    quantity.map(|quantity| Spanned::new(quantity, node.span))
}
