//! Durations and sizes with units.

use crate::read::fields;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Map, Node, Value};
use toolc_base::quantity::{DURATIONS, SIZES, parse_quantity};
use toolc_base::source::Spanned;

/// A kind of quantity.
struct Kind {
    units: &'static [(&'static str, u64)],
    /// What a finding asks for.
    wanted: &'static str,
    /// The units that are probably meant by a number below 1000, and by one from there on.
    meant: [&'static str; 2],
}

const DURATION: Kind = Kind {
    units: DURATIONS,
    wanted: "a duration such as `30s`",
    meant: ["s", "ms"],
};

const SIZE: Kind = Kind {
    units: SIZES,
    wanted: "a size such as `10MB`",
    meant: ["MB", "B"],
};

/// `timeout: 30s`, in milliseconds.
pub(super) fn read_duration(
    diagnostics: &mut Diagnostics,
    map: &Map,
    key: &str,
) -> Option<Spanned<u64>> {
    read(diagnostics, map, key, &DURATION)
}

/// `max_response: 10MB`, in bytes.
pub(super) fn read_bytes(
    diagnostics: &mut Diagnostics,
    map: &Map,
    key: &str,
) -> Option<Spanned<u64>> {
    read(diagnostics, map, key, &SIZE)
}

fn read(diagnostics: &mut Diagnostics, map: &Map, key: &str, kind: &Kind) -> Option<Spanned<u64>> {
    let node = map.get(key)?;
    let quantity = node
        .as_str()
        .and_then(|text| parse_quantity(text, kind.units));
    if quantity.is_none() {
        refuse(diagnostics, key, node, kind);
    }
    quantity.map(|quantity| Spanned::new(quantity, node.span))
}

fn refuse(diagnostics: &mut Diagnostics, key: &str, node: &Node, kind: &Kind) {
    let (what, wanted) = (format!("`{key}`"), kind.wanted);
    match &node.value {
        Value::String(text) => {
            let message = format!("{what} must be {wanted}, found `{text}`");
            let units = fields::quote_names(kind.units.iter().map(|(unit, _)| *unit));
            let help = with_unit(key, text, kind)
                .unwrap_or_else(|| format!("write a whole number above 0 and one of {units}"));
            diagnostics.push(Diagnostic::new(Code::WRONG_SHAPE, node.span, message).help(help));
        }
        Value::Number(text) => match with_unit(key, text, kind) {
            Some(help) => fields::refuse_kind(diagnostics, node, &what, wanted, help),
            None => fields::wrong_kind(diagnostics, node, &what, wanted),
        },
        _ => fields::wrong_kind(diagnostics, node, &what, wanted),
    }
}

/// What to write instead of a number without a unit.
fn with_unit(key: &str, text: &str, kind: &Kind) -> Option<String> {
    let number: u64 = text.parse().ok().filter(|number| *number > 0)?;
    let [small, large] = kind.meant;
    let unit = if number < 1000 { small } else { large };
    Some(format!("write `{key}: {number}{unit}`"))
}
