//! The raw fingerprint of a schema: SHA-256 of the output of Python's `json.dumps` with sorted keys
//! and without white space. Registries written in Python identify tools by it.
//!
//! Integers of more than 4,300 digits have no digest there, because Python itself refuses to write them. Values that
//! Python's YAML reader interprets differently from YAML 1.2 (`no`, `012`, `1e5`, dates) give a different digest.

use std::fmt::Write;
use toolc_base::node::{Entry, Map, Node, Value};
use toolc_base::sha256::sha256_hex;

/// The SHA-256, in hex, of a schema as written.
pub(super) fn fingerprint_schema(schema: &Node) -> String {
    let mut text = String::new();
    write_value(schema, &mut text);
    sha256_hex(text)
}

fn write_value(node: &Node, out: &mut String) {
    match &node.value {
        Value::Null => out.push_str("null"),
        Value::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Value::Number(text) => write_number(text, out),
        Value::String(text) => write_string(text, out),
        Value::List(list) => {
            out.push('[');
            for (index, node) in list.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write_value(node, out);
            }
            out.push(']');
        }
        Value::Map(map) => write_map(map, out),
    }
}

/// Sorts keys by code point, which is also the order of their UTF-8 bytes.
fn write_map(map: &Map, out: &mut String) {
    let mut entries: Vec<&Entry> = map.iter().collect();
    entries.sort_by(|a, b| a.key.cmp(&b.key));
    out.push('{');
    for (index, entry) in entries.into_iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        write_string(&entry.key, out);
        out.push(':');
        write_value(&entry.value, out);
    }
    out.push('}');
}

/// Escapes everything except printable ASCII; code points beyond the BMP become two surrogates.
fn write_string(text: &str, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            ' '..='~' => out.push(character),
            _ => {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    let _ = write!(out, "\\u{unit:04x}");
                }
            }
        }
    }
    out.push('"');
}

/// Integers stay as they are, whatever their length; other numbers are doubles.
fn write_number(text: &str, out: &mut String) {
    if !text.contains(['.', 'e', 'E']) {
        return out.push_str(if text == "-0" { "0" } else { text });
    }
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() => write_double(number, out),
        _ if text.starts_with('-') => out.push_str("-Infinity"),
        _ => out.push_str("Infinity"),
    }
}

/// The shortest digits that round-trip, with an exponent only below 0.0001 and from 1e16.
fn write_double(number: f64, out: &mut String) {
    let shortest = format!("{number:e}");
    let Some((mantissa, exponent)) = shortest.split_once('e') else {
        return out.push_str(&shortest);
    };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if !(-4..16).contains(&exponent) {
        let sign = if exponent < 0 { '-' } else { '+' };
        let _ = write!(out, "{mantissa}e{sign}{:02}", exponent.unsigned_abs());
        return;
    }
    let fixed = number.to_string();
    out.push_str(&fixed);
    if !fixed.contains('.') {
        out.push_str(".0");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use toolc_base::parse::parse_text;
    use toolc_model::model::sample::sample_span;

    /// A JSON text, the result of `json.dumps(json.loads(text), sort_keys=True, separators=(",",
    /// ":"))`, and the SHA-256 of that from `hashlib`.
    const BY_PYTHON: &[(&str, &str, &str)] = &[
        (
            r#"{"type":"object","properties":{"город":{"type":"string","description":"Straße \u00e9 \ud83d\ude00 \u007f \u2028 / \" \\ \b\f\n\r\t\u0001"}}}"#,
            r#"{"properties":{"\u0433\u043e\u0440\u043e\u0434":{"description":"Stra\u00dfe \u00e9 \ud83d\ude00 \u007f \u2028 / \" \\ \b\f\n\r\t\u0001","type":"string"}},"type":"object"}"#,
            "98226281bcc729dba72293b331eff14e1565ec2ba00d98a9741f0123c6ba32ca",
        ),
        (
            r#"{"b":1,"a":2,"B":3,"é":4,"\uffff":5,"😀":6,"":7}"#,
            r#"{"":7,"B":3,"a":2,"b":1,"\u00e9":4,"\uffff":5,"\ud83d\ude00":6}"#,
            "5c320e043f1cab68952ac4e0a189c7c7f37bea60ae6cf2e25aa1466eeecd1831",
        ),
        (
            "[1.0,1e5,1E5,1e15,1e16,123456789012345680.0,1e-4,1e-5,1.5e-7,0.1,-0.0,-0,0.0,1e22,5e-324,1.7976931348623157e308,2.50,1e+3,100,1E-7,9007199254740993,9007199254740993.0,0.30000000000000004,12345678901234567890123456789012345678901234567890]",
            "[1.0,100000.0,100000.0,1000000000000000.0,1e+16,1.2345678901234568e+17,0.0001,1e-05,1.5e-07,0.1,-0.0,0,0.0,1e+22,5e-324,1.7976931348623157e+308,2.5,1000.0,100,1e-07,9007199254740993,9007199254740992.0,0.30000000000000004,12345678901234567890123456789012345678901234567890]",
            "f69ed66053c6295ac9cd36a9e2a8c0718d54587bcf5297519edc3f65e739ae0f",
        ),
        (
            r#"{"x":[true,false,null,{},[],{"b":{"d":1,"c":2},"a":"\u0000"}]}"#,
            r#"{"x":[true,false,null,{},[],{"a":"\u0000","b":{"c":2,"d":1}}]}"#,
            "9e180f3d3057ac466ef8dd47626d8822288e642d03a2e63d938b048fbea0fbe0",
        ),
    ];

    #[test]
    fn is_that_of_python() {
        for (text, expected, digest) in BY_PYTHON {
            let node = parse_text(text, sample_span(1));
            let mut written = String::new();
            write_value(&node, &mut written);
            assert_eq!(written, *expected);
            assert_eq!(fingerprint_schema(&node), *digest, "{text}");
        }
    }

    #[test]
    fn a_number_that_is_not_a_double_is_infinite() {
        let written = |text: &str| {
            let mut out = String::new();
            write_number(text, &mut out);
            out
        };
        assert_eq!(
            [written("1E400"), written("-1e400")],
            ["Infinity", "-Infinity"]
        );
    }
}
