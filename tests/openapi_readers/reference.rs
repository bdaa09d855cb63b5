//! References as the other readers need them: resolved in the JSON, then deserialized to their types.

use serde::de::DeserializeOwned;
use serde_json::Value;

/// Returns what a reference within its own document leads to, through further references.
pub fn follow<T: DeserializeOwned>(root: &Value, reference: &str) -> Result<T, String> {
    let mut reference = reference.to_owned();
    for _ in 0..16 {
        let target = target(root, &reference).ok_or(format!("`{reference}` leads nowhere"))?;
        match target.get("$ref").and_then(Value::as_str) {
            Some(next) => reference = next.to_owned(),
            None => {
                return serde_json::from_value(target.clone()).map_err(|error| error.to_string());
            }
        }
    }
    Err(format!("`{reference}` goes round in a circle"))
}

fn target<'v>(root: &'v Value, reference: &str) -> Option<&'v Value> {
    root.pointer(&decoded(reference.strip_prefix('#')?))
}

fn decoded(text: &str) -> String {
    let mut out = Vec::new();
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        let mut ahead = bytes.clone();
        let hex = (byte == b'%').then(|| [ahead.next(), ahead.next()]);
        let value = hex.and_then(|hex| {
            let text: String = hex.into_iter().flatten().map(char::from).collect();
            u8::from_str_radix(&text, 16).ok()
        });
        out.push(value.unwrap_or(byte));
        if value.is_some() {
            bytes = ahead;
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}
