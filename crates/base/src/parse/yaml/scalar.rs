//! Converts scalars of YAML 1.2's core schema to values; numbers become JSON numbers.

use crate::diagnostic::{Code, Diagnostic};
use crate::node::Value;
use crate::source::Span;
use granit_parser::Tag;

/// The core tags of scalars, without `!!`.
pub(super) const TAGS: &[&str] = &["str", "int", "float", "bool", "null"];

/// Why a scalar has no JSON value.
pub(super) struct Fault {
    message: String,
    help: &'static str,
}

impl Fault {
    /// A tag that is not supported.
    pub(super) fn tag(tag: &str) -> Self {
        let shown = if tag.starts_with('!') {
            tag.to_owned()
        } else {
            format!("!!{tag}")
        };
        Fault {
            message: format!("the YAML tag `{shown}` has no meaning here"),
            help: "remove the tag",
        }
    }

    /// The finding.
    pub(super) fn at(self, span: Span) -> Diagnostic {
        Diagnostic::new(Code::UNSUPPORTED_YAML, span, self.message).help(self.help)
    }
}

/// The value of a scalar. `plain` tells whether it is unquoted.
pub(super) fn resolve_scalar(text: &str, plain: bool, tag: Option<&str>) -> Result<Value, Fault> {
    let string = || Value::String(text.to_owned());
    match tag {
        None if plain => core(text),
        None | Some("!" | "str") => Ok(string()),
        Some(tag) if TAGS.contains(&tag) => {
            let value = core(text)?;
            if fits(tag, &value) {
                Ok(value)
            } else {
                Err(mismatch(tag, text))
            }
        }
        Some(tag) => Err(Fault::tag(tag)),
    }
}

/// `str` for `!!str`, `!` for the non-specific tag, `!name` for others.
pub(super) fn tag_name(tag: &Tag) -> String {
    match tag.core_suffix() {
        Some(suffix) => suffix.to_owned(),
        None if tag.suffix().is_empty() => "!".to_owned(),
        None => format!("{}{}", tag.original_handle(), tag.suffix()),
    }
}

fn fits(tag: &str, value: &Value) -> bool {
    match value {
        Value::Null => tag == "null",
        Value::Bool(_) => tag == "bool",
        Value::Number(text) => tag == "float" || (tag == "int" && !text.contains(['.', 'e', 'E'])),
        _ => false,
    }
}

fn mismatch(tag: &str, text: &str) -> Fault {
    Fault {
        message: format!("`{text}` is not a value of the YAML tag `!!{tag}`"),
        help: "remove the tag",
    }
}

fn core(text: &str) -> Result<Value, Fault> {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Ok(Value::Null),
        "true" | "True" | "TRUE" => return Ok(Value::Bool(true)),
        "false" | "False" | "FALSE" => return Ok(Value::Bool(false)),
        _ => {}
    }
    if is_special(text) {
        return Err(Fault {
            message: format!("`{text}` is not a JSON number"),
            help: "put it in quotes to mean the text",
        });
    }
    match number(text) {
        Some(Ok(number)) => Ok(Value::Number(number.into())),
        Some(Err(())) => Err(Fault {
            message: format!("the number `{text}` is out of range"),
            help: "put it in quotes to mean the text",
        }),
        None => Ok(Value::String(text.to_owned())),
    }
}

/// Infinities and not-a-number.
fn is_special(text: &str) -> bool {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    matches!(unsigned, ".inf" | ".Inf" | ".INF") || matches!(text, ".nan" | ".NaN" | ".NAN")
}

/// The JSON text of a number; `None` if the text is not a number, and an error if it is out of
/// range.
fn number(text: &str) -> Option<Result<String, ()>> {
    let digits = |text: &str, radix| !text.is_empty() && text.chars().all(|c| c.is_digit(radix));
    for (prefix, radix) in [("0o", 8), ("0x", 16)] {
        if let Some(rest) = text.strip_prefix(prefix).filter(|rest| digits(rest, radix)) {
            return Some(
                u128::from_str_radix(rest, radix)
                    .map(|value| value.to_string())
                    .map_err(|_| ()),
            );
        }
    }
    let (sign, unsigned) = match text.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let (mantissa, exponent) = match unsigned.find(['e', 'E']) {
        Some(at) => (&unsigned[..at], Some(&unsigned[at + 1..])),
        None => (unsigned, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let has_digits = !whole.is_empty() || fraction.is_some_and(|fraction| !fraction.is_empty());
    let exponent_fits =
        exponent.is_none_or(|text| digits(text.strip_prefix(['-', '+']).unwrap_or(text), 10));
    if !has_digits || !all_digits(whole) || !fraction.is_none_or(all_digits) || !exponent_fits {
        return None;
    }
    let json = join(sign, whole, fraction, exponent);
    let long = json.len() > 300 || exponent.is_some();
    if long && !json.parse::<f64>().is_ok_and(f64::is_finite) {
        return Some(Err(()));
    }
    Some(Ok(json))
}

fn join(sign: &str, whole: &str, fraction: Option<&str>, exponent: Option<&str>) -> String {
    let trimmed = whole.trim_start_matches('0');
    let mut json = format!("{sign}{}", if trimmed.is_empty() { "0" } else { trimmed });
    if let Some(fraction) = fraction {
        json.push('.');
        json.push_str(if fraction.is_empty() { "0" } else { fraction });
    }
    if let Some(exponent) = exponent {
        json.push('e');
        json.push_str(exponent);
    }
    json
}
