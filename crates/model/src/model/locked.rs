//! How settings are written in the lock.

use std::collections::BTreeSet;
use toolc_base::node::{Node, Value};
use toolc_base::source::{Span, Spanned};
use toolc_runtime::json::write_string;

/// A number at its place.
pub fn write_number<N: ToString>(number: &Spanned<N>) -> Node {
    Node::new(Value::Number(number.value.to_string().into()), number.span)
}

/// A text at its place.
pub fn write_text(text: &Spanned<String>) -> Node {
    Node::string(&text.value, text.span)
}

/// A list of texts, sorted and without duplicates.
pub fn list_texts(texts: impl IntoIterator<Item = String>, span: Span) -> Node {
    let sorted: BTreeSet<String> = texts.into_iter().collect();
    let nodes = sorted.into_iter().map(|text| Node::string(text, span));
    Node::list(nodes.collect(), span)
}

/// A name from a description among toolc's own words, in quotes if it could be mistaken for them.
pub fn quote_word(name: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_-.:/".contains(letter);
    if !name.is_empty() && name.chars().all(is_plain) {
        return name.to_owned();
    }
    let mut quoted = String::new();
    write_string(name, &mut quoted);
    quoted
}
