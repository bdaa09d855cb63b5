//! The same JSON value in other spellings: escapes in strings, white space, and numbers that are equal.

use crate::random::Random;
use serde_json::Value;

/// Returns the text of a value in another spelling.
pub fn respell(value: &Value, random: &mut Random) -> String {
    let mut out = String::new();
    write(value, random, &mut out);
    out
}

fn write(value: &Value, random: &mut Random, out: &mut String) {
    match value {
        Value::Number(number) => out.push_str(&respell_number(&number.to_string(), random)),
        Value::String(text) => write_string(text, random, out),
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                out.push_str(random.pick(&["", "", " "]));
                write(item, random, out);
            }
            out.push(']');
        }
        Value::Object(members) => {
            out.push_str(random.pick(&["{", "{ "]));
            for (index, (key, value)) in members.iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                write_string(key, random, out);
                out.push_str(random.pick(&[":", ": ", " :"]));
                write(value, random, out);
            }
            out.push('}');
        }
        Value::Null | Value::Bool(_) => out.push_str(&value.to_string()),
    }
}

/// The same number: `7`, `7.0`, `70e-1`, `0.7E+1`; and zero with a sign.
fn respell_number(number: &str, random: &mut Random) -> String {
    let is_plain = !number.contains(['.', 'e', 'E']) && number.len() < 15;
    let digits = number.trim_start_matches('-');
    match random.below(6) {
        _ if !is_plain => number.to_owned(),
        0 => format!("{number}.0"),
        1 if digits == "0" => "0e-1".to_owned(),
        1 => format!("{number}0e-1"),
        2 if digits == "0" => "-0".to_owned(),
        2 => format!("{number}.000E+00"),
        3 if digits.len() == 1 => number.replace(digits, &format!("0.{digits}E+1")),
        _ => number.to_owned(),
    }
}

fn write_string(text: &str, random: &mut Random, out: &mut String) {
    let plain = Value::from(text).to_string();
    if random.chance(70) {
        return out.push_str(&plain);
    }
    out.push('"');
    for letter in text.chars() {
        let is_free = letter != '"' && letter != '\\' && !letter.is_control();
        if is_free && random.chance(70) {
            out.push(letter);
            continue;
        }
        for unit in letter.encode_utf16(&mut [0; 2]) {
            out.push_str(&format!("\\u{unit:04x}"));
        }
    }
    out.push('"');
}

/// Texts of arguments that are no JSON that a worker accepts, made from arguments that may be valid.
pub fn unreadable(valid: &Value) -> Vec<String> {
    let text = valid.to_string();
    let Some(rest) = text.strip_prefix('{') else {
        return Vec::new();
    };
    let comma = if rest == "}" { "" } else { "," };
    let with = |member: &str| format!("{{{member}{comma}{rest}");
    let deep = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    let mut texts = vec![
        with(r#""zz":1,"zz":1"#),
        with(r#""zz":1,"\u007az":2"#),
        with(r#""zz":{"a":[{"b":1,"b":1}]}"#),
        with(r#""zz":"\ud800""#),
        with(r#""zz":"\udc00\ud800""#),
        with(r#""\ud83d":1"#),
        with(r#""zz":1e400"#),
        with(r#""zz":-1e400"#),
        with(&format!(r#""zz":1{}"#, "0".repeat(400))),
        with(&format!(r#""zz":{}"#, deep(200))),
        with(r#""zz":01"#),
        with(r#""zz":+1"#),
        with(r#""zz":1."#),
        with(r#""zz":NaN"#),
        with("\"zz\":\"\u{1}\""),
        format!("{text}{text}"),
        format!("{text},"),
        format!("\u{feff}{text}"),
        text[..text.len() - 1].to_owned(),
    ];
    if let Some((key, value)) = valid.as_object().and_then(|members| members.iter().next()) {
        texts.push(with(&format!("{}:{value}", Value::from(key.as_str()))));
    }
    texts
}
