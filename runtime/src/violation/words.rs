//! Texts of schemas and keys of objects in messages: shortened, and with invisible characters escaped.

use crate::hidden;
use std::borrow::Cow;

/// The maximum number of characters shown of a name.
const NAME: usize = 64;

/// The maximum number of characters quoted of a pattern, or of a single value.
const RULE: usize = 200;

/// The maximum number of characters of a log line.
const LINE: usize = 4_000;

/// The maximum number of characters of the reason why a call does not run.
#[cfg(feature = "policies")]
const REASON: usize = 1_000;

/// Returns a name as messages show it.
pub(crate) fn shorten_name(name: &str) -> Cow<'_, str> {
    cut(name, NAME)
}

/// Returns a key as pointers show it. Most keys are short and plain, and one look at each byte tells.
pub(crate) fn clean_segment(key: &str) -> Cow<'_, str> {
    if key.len() <= NAME && key.bytes().all(|byte| IN_POINTERS[usize::from(byte)]) {
        return Cow::Borrowed(key);
    }
    Cow::Owned(escape_pointer(&shorten_name(key)).into_owned())
}

/// Escapes a key for a JSON Pointer.
pub(crate) fn escape_pointer(segment: &str) -> Cow<'_, str> {
    if segment.bytes().any(|byte| matches!(byte, b'~' | b'/')) {
        let mut escaped = String::with_capacity(segment.len() + 1);
        for letter in segment.chars() {
            match letter {
                '~' => escaped.push_str("~0"),
                '/' => escaped.push_str("~1"),
                other => escaped.push(other),
            }
        }
        return Cow::Owned(escaped);
    }
    Cow::Borrowed(segment)
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
    if text.len() <= limit && text.bytes().all(|byte| PRINTABLE[usize::from(byte)]) {
        return Cow::Borrowed(text);
    }
    let end = text.char_indices().nth(limit).map(|(at, _)| at);
    let part = &text[..end.unwrap_or(text.len())];
    let mut shown = hidden::show_line(part);
    if end.is_none() && shown == part {
        return Cow::Borrowed(part);
    }
    if end.is_some() {
        shown.push('…');
    }
    Cow::Owned(shown)
}

/// Whether a byte is printable ASCII.
static PRINTABLE: [bool; 256] = {
    let mut printable = [false; 256];
    let mut byte = b' ' as usize;
    while byte <= b'~' as usize {
        printable[byte] = true;
        byte += 1;
    }
    printable
};

/// Whether a byte is printable ASCII and means itself in a JSON Pointer.
static IN_POINTERS: [bool; 256] = {
    let mut plain = PRINTABLE;
    plain[b'~' as usize] = false;
    plain[b'/' as usize] = false;
    plain
};

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
    fn keys_are_escaped_for_pointers() {
        for (key, shown) in [
            ("kind", "kind"),
            ("a b", "a b"),
            ("a/b~c", "a~1b~0c"),
            ("é", "é"),
            ("a\u{202e}b", "a\\u{202e}b"),
        ] {
            assert_eq!(clean_segment(key), shown);
        }
        assert_eq!(clean_segment(&"/".repeat(65)), "~1".repeat(64) + "…");
    }
}
