//! The texts of schemas and the keys of objects in messages: short, and with nothing hidden in them.

use crate::hidden;
use crate::schema::{Schema, Select};
use std::borrow::Cow;

/// So many characters of a name are shown.
const NAME: usize = 64;

/// So many of a pattern, or of a value that stands alone.
const RULE: usize = 200;

/// At most so many values are listed, and none behind so many bytes.
const LISTED: usize = 20;
const LISTING: usize = 400;

/// A name as a message shows it.
pub(crate) fn shorten(name: &str) -> Cow<'_, str> {
    cut(name, NAME)
}

/// A rule as a message shows it.
pub(crate) fn rule(text: &str) -> Cow<'_, str> {
    cut(text, RULE)
}

fn cut(text: &str, limit: usize) -> Cow<'_, str> {
    if text.len() <= limit && text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return Cow::Borrowed(text);
    }
    let end = text.char_indices().nth(limit).map(|(at, _)| at);
    let part = &text[..end.unwrap_or(text.len())];
    let is_plain = |letter: char| hidden::describe(letter).is_none() && !letter.is_control();
    if end.is_none() && part.chars().all(is_plain) {
        return Cow::Borrowed(part);
    }
    let mut shown = String::with_capacity(part.len());
    for letter in part.chars() {
        match is_plain(letter) {
            true => shown.push(letter),
            false => shown.extend(letter.escape_default()),
        }
    }
    if end.is_some() {
        shown.push('…');
    }
    Cow::Owned(shown)
}

/// One of some values: `` `a`, `b` and 3 more ``.
pub(crate) fn enumerate(values: &[&str]) -> String {
    if let [only] = values {
        return format!("`{}`", rule(only));
    }
    let mut listed = String::new();
    for (place, value) in values.iter().enumerate() {
        if place == LISTED || listed.len() > LISTING {
            return format!("{listed} and {} more", values.len() - place);
        }
        let comma = if place > 0 { ", " } else { "" };
        listed.extend([comma, "`", &shorten(value), "`"]);
    }
    listed
}

/// What a value must be, in front of [`enumerate`].
pub(crate) fn choose(values: &[&str]) -> &'static str {
    if values.len() == 1 { "" } else { "one of " }
}

/// What a schema expects, in few words; `None` where few words cannot say it.
pub(crate) fn expected(schema: &Schema) -> Option<Cow<'static, str>> {
    Some(Cow::Borrowed(match schema {
        Schema::Null => "null",
        Schema::Boolean => "true or false",
        Schema::Text(_) => "a string",
        Schema::Integer(_) => "an integer",
        Schema::Number(_) => "a number",
        Schema::List(_) => "an array",
        Schema::Object(_) => "an object",
        Schema::Choice(values) => {
            return Some(format!("{}{}", choose(values), enumerate(values)).into());
        }
        Schema::Nullable(inner) => {
            return expected(inner).map(|inner| format!("{inner}, or null").into());
        }
        Schema::Complete(rules) => return expected(rules.base),
        Schema::Union(rules) => match &rules.select {
            Select::Type(by_type) => return Some(types(by_type).into()),
            Select::Tag(tag) => return Some(types(&tag.by_type).into()),
            Select::Keys(keys) => return Some(types(&keys.by_type).into()),
            Select::AnyOf | Select::OneOf => return None,
        },
        Schema::Any | Schema::Never => return None,
    }))
}

/// The types that have an alternative.
pub(crate) fn types(by_type: &[u8; 6]) -> String {
    const WORDS: [&str; 6] = [
        "null",
        "true or false",
        "a number",
        "a string",
        "an array",
        "an object",
    ];
    let words: Vec<&str> = WORDS
        .into_iter()
        .zip(by_type)
        .filter(|(_, branch)| **branch != 255)
        .map(|(word, _)| word)
        .collect();
    words.join(" or ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_hidden_is_shown_and_what_is_long_is_cut() {
        assert_eq!(shorten("kind"), "kind");
        assert_eq!(shorten("a\u{202e}b\n"), "a\\u{202e}b\\n");
        assert_eq!(shorten(&"é".repeat(64)), "é".repeat(64));
        assert_eq!(shorten(&"é".repeat(65)), "é".repeat(64) + "…");
        assert_eq!(rule(&"x".repeat(100_000)).chars().count(), 201);
    }

    #[test]
    fn a_listing_ends() {
        assert_eq!(enumerate(&["a"]), "`a`");
        assert_eq!(enumerate(&["a", "b"]), "`a`, `b`");
        let long = "x".repeat(100_000);
        let many = vec![long.as_str(); 1_000];
        let listed = enumerate(&many);
        assert!(listed.len() < 600 && listed.ends_with("…` and 994 more"));
        let short: Vec<String> = (0..30).map(|number| number.to_string()).collect();
        let short: Vec<&str> = short.iter().map(String::as_str).collect();
        assert!(enumerate(&short).ends_with("`19` and 10 more"));
    }
}
