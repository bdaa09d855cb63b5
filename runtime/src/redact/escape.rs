//! Makes text safe for its place in a request: percent-encoding according to RFC 3986.

use std::borrow::Cow;

/// How a text is escaped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Escape {
    /// Not at all. What its place does not allow is rejected later.
    Plain,
    /// Everything except the unreserved characters of RFC 3986, section 2.3, is encoded.
    Percent,
    /// `allowReserved`: these reserved characters, and what is already encoded, are kept as well.
    Reserved(&'static str),
}

/// What a path segment may contain (RFC 3986, section 3.3).
pub(crate) const PATH: &str = ":@!$&'()*+,;=";

/// What a query may contain and has no meaning in a form: no `[`, `]` and `#`, no `&`, `=` and `+` (OpenAPI,
/// "Percent-Encoding and form-urlencoded"), and no `'`, which URLs on the web do not contain.
pub(crate) const QUERY: &str = ":/?@!$()*,;";

/// What the value of a cookie may contain (RFC 6265, section 4.1.1).
pub(crate) const COOKIE_OCTETS: &str = "!#$%&'()*+/:<=>?@[]^`{|}";

/// The reserved characters among them.
pub(crate) const COOKIE: &str = ":/?#[]@!$&'()*+=";

/// What the literal parts of a path may contain, including separators.
const LITERAL: &str = ":@!$&'()*+,;=/";

/// What a literal query may contain.
const LITERAL_QUERY: &str = ":@!$&()*+,;=/?";

impl Escape {
    /// Writes the name of a parameter. A name that looks encoded is not: its `%` is encoded.
    pub fn apply_to_name(self, name: &str) -> Cow<'_, str> {
        match self {
            Escape::Reserved(kept) => encode(name, kept, false),
            _ => self.apply(name),
        }
    }

    /// Writes a key that the model chose as a name or a part of one: no reserved character is kept.
    pub fn apply_to_key(self, key: &str) -> Cow<'_, str> {
        match self {
            Escape::Plain => Cow::Borrowed(key),
            _ => encode(key, "", false),
        }
    }

    /// Writes the text of a value.
    pub fn apply(self, text: &str) -> Cow<'_, str> {
        match self {
            Escape::Plain => Cow::Borrowed(text),
            Escape::Percent => encode(text, "", false),
            Escape::Reserved(kept) => encode(text, kept, true),
        }
    }
}

/// A literal part of a path from the API description: what is already encoded is kept.
pub(crate) fn escape_literal(text: &str) -> Cow<'_, str> {
    encode(text, LITERAL, true)
}

/// A literal query from the API description: what is already encoded is kept.
pub(crate) fn literal_query(text: &str) -> Cow<'_, str> {
    encode(text, LITERAL_QUERY, true)
}

fn encode<'t>(text: &'t str, kept: &str, keep_encoded: bool) -> Cow<'t, str> {
    let bytes = text.as_bytes();
    let stays = |at: usize| {
        let byte = bytes[at];
        byte.is_ascii_alphanumeric()
            || b"-._~".contains(&byte)
            || kept.as_bytes().contains(&byte)
            || (keep_encoded && is_encoded(&bytes[at..]))
    };
    if (0..bytes.len()).all(stays) {
        return Cow::Borrowed(text);
    }
    let mut encoded = String::with_capacity(bytes.len() * 3);
    for (at, byte) in bytes.iter().enumerate() {
        if stays(at) {
            encoded.push(char::from(*byte))
        } else {
            encoded.push_str(&format!("%{byte:02X}"))
        }
    }
    Cow::Owned(encoded)
}

/// Whether a percent-encoded byte begins here.
fn is_encoded(bytes: &[u8]) -> bool {
    matches!(bytes, [b'%', high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_unreserved_characters_stay() {
        let every: String = (' '..='~').collect();
        assert_eq!(
            Escape::Percent.apply(&every),
            "%20%21%22%23%24%25%26%27%28%29%2A%2B%2C-.%2F0123456789%3A%3B%3C%3D%3E%3F%40\
             ABCDEFGHIJKLMNOPQRSTUVWXYZ%5B%5C%5D%5E_%60abcdefghijklmnopqrstuvwxyz%7B%7C%7D~"
        );
        assert_eq!(Escape::Percent.apply("é\u{0}"), "%C3%A9%00");
        let reserved = Escape::Reserved(QUERY);
        assert_eq!(reserved.apply("a/b%2B%2&"), "a/b%2B%252%26");
        assert_eq!(reserved.apply_to_name("$a/%61"), "$a/%2561");
        assert_eq!(reserved.apply_to_key("$a;%61"), "%24a%3B%2561");
    }
}
