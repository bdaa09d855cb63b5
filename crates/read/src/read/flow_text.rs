//! Values as YAML on one line, the way people write them.

use toolc_base::node::{Node, Value};
use toolc_runtime::json::write_string;

/// The value in flow style. Strings that YAML would read as something else are quoted.
pub(super) fn write_flow(node: &Node) -> String {
    match &node.value {
        Value::Map(map) if map.is_empty() => "{}".to_owned(),
        Value::Map(map) => {
            let entries = map.iter();
            let entries = entries
                .map(|entry| format!("{}: {}", write_text(&entry.key), write_flow(&entry.value)));
            format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
        }
        Value::List(items) => {
            let items: Vec<String> = items.iter().map(write_flow).collect();
            format!("[{}]", items.join(", "))
        }
        Value::String(text) => write_text(text),
        _ => node.to_json(),
    }
}

/// A string, quoted where YAML would read it as something else.
pub(super) fn write_text(text: &str) -> String {
    const WORDS: &[&str] = &["true", "false", "null", "yes", "no", "on", "off", "~"];
    let is_plain = |letter: char| letter.is_alphanumeric() || "_-./ ".contains(letter);
    let begins = text.starts_with(|letter: char| letter.is_alphabetic() || letter == '_');
    let is_word = WORDS.iter().any(|word| text.eq_ignore_ascii_case(word));
    if begins && !is_word && text.chars().all(is_plain) && !text.ends_with(' ') {
        return text.to_owned();
    }
    let mut out = String::new();
    write_string(text, &mut out);
    out
}
