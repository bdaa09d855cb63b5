//! Texts of schemas and keys of objects in messages: shortened, and with invisible characters escaped.

use crate::hidden;
use std::borrow::Cow;
use std::fmt::{self, Write};

/// The maximum number of characters shown of a name.
const NAME: usize = 64;

/// The maximum number of characters quoted of a pattern, or of a single value.
const RULE: usize = 200;

/// The maximum number of characters of a log line.
const LINE: usize = 4_000;

/// The maximum number of characters of the reason why a call does not run.
#[cfg(feature = "policies")]
const REASON: usize = 1_000;

/// The maximum number of values listed, and the number of bytes after which no further one is.
const LISTED: usize = 20;
const LISTING: usize = 400;

/// Returns a name as messages show it.
pub(crate) fn shorten_name(name: &str) -> Cow<'_, str> {
    cut(name, NAME)
}

/// Returns a rule as messages show it.
pub(crate) fn clean_rule(text: &str) -> Cow<'_, str> {
    cut(text, RULE)
}

/// Returns the reason why a call does not run, as a model and an approver read it.
#[cfg(feature = "policies")]
pub(crate) fn clean_reason(text: &str) -> Cow<'_, str> {
    cut(text, REASON)
}

/// Returns a text as a log line shows it.
pub(crate) fn clean_line(text: &str) -> Cow<'_, str> {
    cut(text, LINE)
}

fn cut(text: &str, limit: usize) -> Cow<'_, str> {
    if text.len() <= limit && is_printable_ascii(text) {
        return Cow::Borrowed(text);
    }
    let end = text.char_indices().nth(limit).map(|(at, _)| at);
    let part = &text[..end.unwrap_or(text.len())];
    let is_plain = |(letter, hidden): (char, Option<_>)| hidden.is_none() && !letter.is_control();
    if end.is_none() && hidden::visible_letters(part).all(is_plain) {
        return Cow::Borrowed(part);
    }
    let mut shown = String::with_capacity(part.len());
    for (letter, hidden) in hidden::visible_letters(part) {
        if is_plain((letter, hidden)) {
            shown.push(letter)
        } else {
            let _ = write!(shown, "{}", letter.escape_default());
        }
    }
    if end.is_some() {
        shown.push('…');
    }
    Cow::Owned(shown)
}

/// Does not return early, so that the compiler can vectorize it.
fn is_printable_ascii(text: &str) -> bool {
    let is_printable = |byte: u8| matches!(byte, b' '..=b'~');
    text.bytes()
        .fold(true, |all, byte| all & is_printable(byte))
}

/// Lists values: `` `a`, `b` and 3 more ``.
pub(crate) fn enumerate_values<'v>(values: &'v [&'v str]) -> Listing<'v> {
    Listing(values)
}

/// A list of values, for display.
pub(crate) struct Listing<'v>(&'v [&'v str]);

impl fmt::Display for Listing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let [only] = self.0 {
            return write!(f, "`{}`", clean_rule(only));
        }
        let (mut place, mut written) = (0, 0);
        for value in self.0 {
            if place == LISTED || written > LISTING {
                return write!(f, " and {} more", self.0.len() - place);
            }
            let before = if place > 0 { ", `" } else { "`" };
            let value = shorten_name(value);
            f.write_str(before)?;
            f.write_str(&value)?;
            f.write_str("`")?;
            written += before.len() + value.len() + 1;
            place += 1;
        }
        Ok(())
    }
}

/// Joins words with a separator.
pub(crate) fn join_words<W: AsRef<str>>(words: &[W], between: &str) -> String {
    let mut joined = String::new();
    for word in words {
        if !joined.is_empty() {
            joined.push_str(between);
        }
        joined.push_str(word.as_ref());
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_hidden_is_shown_and_what_is_long_is_cut() {
        assert_eq!(shorten_name("kind"), "kind");
        assert_eq!(shorten_name("a\u{202e}b\n"), "a\\u{202e}b\\n");
        assert_eq!(shorten_name(&"é".repeat(64)), "é".repeat(64));
        assert_eq!(shorten_name(&"é".repeat(65)), "é".repeat(64) + "…");
        assert_eq!(clean_rule(&"x".repeat(100_000)).chars().count(), 201);
    }

    #[test]
    fn a_listing_ends() {
        assert_eq!(enumerate_values(&["a"]).to_string(), "`a`");
        assert_eq!(enumerate_values(&["a", "b"]).to_string(), "`a`, `b`");
        let long = "x".repeat(100_000);
        let many = vec![long.as_str(); 1_000];
        let listed = enumerate_values(&many).to_string();
        assert!(listed.len() < 600 && listed.ends_with("…` and 994 more"));
        let short: Vec<String> = (0..30).map(|number| number.to_string()).collect();
        let short: Vec<&str> = short.iter().map(String::as_str).collect();
        assert!(
            enumerate_values(&short)
                .to_string()
                .ends_with("`19` and 10 more")
        );
    }
}
