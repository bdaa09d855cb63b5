//! What was meant by a value of the wrong type, where one reading is evident.

use super::fix::{Help, Replacement};
use super::suggest::unquote_it;
use crate::node::{Node, Value};
use crate::secret::has_form;

/// Longer values are not written out in a help.
const MAX_TEXT: usize = 100;

/// The help that shows how to write `node` where `wanted` is expected: a number or a flag that is in quotes, or a single value where
/// a list belongs. `wanted` is the phrase of the message, such as `a list of names`. The text to write is JSON, so that it fits
/// into files of both formats.
pub fn suggest_value(node: &Node, wanted: &str) -> Option<Help> {
    if let Some(element) = wanted.strip_prefix("a list") {
        return suggest_list(node, element.trim_start_matches(" of "));
    }
    let text = node.as_str()?.trim();
    if wanted.contains("number") || wanted.contains("integer") {
        return is_plain_number(text).then(|| unquote_it(text));
    }
    if wanted == "`true` or `false`" {
        let flag = match text.to_ascii_lowercase().as_str() {
            "true" | "yes" | "on" => "true",
            "false" | "no" | "off" => "false",
            _ => return None,
        };
        return Some(write_value(flag.to_owned()));
    }
    None
}

/// `elements` is what messages call the elements; it is empty if anything may be one.
fn suggest_list(node: &Node, elements: &str) -> Option<Help> {
    let list = match &node.value {
        Value::String(text) if matches!(elements, "" | "strings" | "names") => write_words(text)?,
        Value::Number(_) | Value::Bool(_) if elements.is_empty() => format!("[{}]", node.to_json()),
        Value::Map(_) if elements == "one schema or more" => format!("[{}]", node.to_json()),
        _ => return None,
    };
    (list.len() <= MAX_TEXT).then(|| write_value(list))
}

/// Whether a text is a number that every format writes in this way: `-12.5`.
fn is_plain_number(text: &str) -> bool {
    let text = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    is_digits(whole) && is_digits(fraction) && (whole == "0" || !whole.starts_with('0'))
}

/// The words of a text, which commas separate, as a list.
fn write_words(text: &str) -> Option<String> {
    let is_plain = |letter: char| letter.is_alphanumeric() || "_-./:* ".contains(letter);
    let words: Vec<&str> = text.split(',').map(str::trim).collect();
    for word in &words {
        // a part of a secret would not be recognized as one where the help is shown
        if word.is_empty() || !word.chars().all(is_plain) || has_form(word) {
            return None;
        }
    }
    Some(format!("[\"{}\"]", words.join("\", \"")))
}

fn write_value(value: String) -> Help {
    Help {
        text: format!("write `{value}`"),
        replacement: Some(Replacement::Value(value)),
    }
}

#[cfg(test)]
mod tests {
    use super::suggest_value;
    use crate::node::Node;
    use crate::source::{SourceId, Span};

    fn suggest(text: &str, wanted: &str) -> Option<String> {
        let node = Node::string(text, Span::file(SourceId(0)));
        suggest_value(&node, wanted).map(|help| help.text)
    }

    #[test]
    fn an_evident_reading_is_written_out() {
        for (text, wanted, help) in [
            ("1", "a number", "write it without quotes: `1`"),
            ("-2.5", "a number", "write it without quotes: `-2.5`"),
            (
                "3",
                "a non-negative integer",
                "write it without quotes: `3`",
            ),
            ("Yes", "`true` or `false`", "write `true`"),
            ("off", "`true` or `false`", "write `false`"),
            ("isbn", "a list of names", "write `[\"isbn\"]`"),
            ("a, b", "a list", "write `[\"a\", \"b\"]`"),
            (
                "workers/*.yaml",
                "a list of strings",
                "write `[\"workers/*.yaml\"]`",
            ),
        ] {
            assert_eq!(suggest(text, wanted).as_deref(), Some(help), "{text}");
        }
    }

    #[test]
    fn what_a_person_must_decide_is_not_guessed() {
        for (text, wanted) in [
            ("1.", "a number of minutes"),
            ("inf", "a number"),
            ("+1", "a number"),
            ("maybe", "`true` or `false`"),
            ("a,,b", "a list"),
            ("say \"no\"", "a list of strings"),
            ("one", "a list of one schema or more"),
            ("one", "a mapping of schemas"),
            (
                "ghp_0123456789abcdefghijABCDEFGHIJ012345",
                "a list of strings",
            ),
        ] {
            assert_eq!(suggest(text, wanted), None, "{text}");
        }
    }
}
