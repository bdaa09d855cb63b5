//! Noun: addresses of documents (RFC 3986). Nothing is ever fetched from them.

use std::borrow::Cow;
use std::fmt::Write;

/// The components of a reference without its fragment (RFC 3986 section 3).
#[derive(Clone, Copy)]
struct Parts<'u> {
    scheme: Option<&'u str>,
    authority: Option<&'u str>,
    path: &'u str,
    query: Option<&'u str>,
}

impl<'u> Parts<'u> {
    fn of(reference: &'u str) -> Self {
        let (scheme, rest) = match reference.split_once(':') {
            Some((scheme, rest)) if is_scheme(scheme) => (Some(scheme), rest),
            _ => (None, reference),
        };
        let (rest, query) = match rest.split_once('?') {
            Some((rest, query)) => (rest, Some(query)),
            None => (rest, None),
        };
        let (authority, path) = match rest.strip_prefix("//") {
            Some(rest) => {
                let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
                (Some(authority), path)
            }
            None => (None, rest),
        };
        Parts {
            scheme,
            authority,
            path,
            query,
        }
    }

    fn write(self, path: &str) -> String {
        let mut uri = String::new();
        if let Some(scheme) = self.scheme {
            uri.extend([&scheme.to_ascii_lowercase(), ":"]);
        }
        if let Some(authority) = self.authority {
            uri.extend(["//", &authority.to_ascii_lowercase()]);
        }
        uri.push_str(&legal(path));
        if let Some(query) = self.query {
            uri.extend(["?", &legal(query)]);
        }
        uri
    }
}

/// ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
fn is_scheme(text: &str) -> bool {
    let mut letters = text.bytes();
    letters
        .next()
        .is_some_and(|letter| letter.is_ascii_alphabetic())
        && letters.all(|letter| letter.is_ascii_alphanumeric() || b"+-.".contains(&letter))
}

/// Whether a reference has a scheme.
pub fn is_absolute(reference: &str) -> bool {
    Parts::of(reference).scheme.is_some()
}

/// A reference and its fragment.
pub fn split_fragment(reference: &str) -> (&str, &str) {
    reference.split_once('#').unwrap_or((reference, ""))
}

/// Resolves a reference without a fragment against the address of a document (RFC 3986 section
/// 5.2).
pub fn resolve_reference(base: &str, reference: &str) -> String {
    let (base, reference) = (Parts::of(base), Parts::of(reference));
    if reference.scheme.is_some() {
        return reference.write(&without_dots(reference.path));
    }
    let within = Parts {
        scheme: base.scheme,
        ..reference
    };
    if reference.authority.is_some() {
        return within.write(&without_dots(reference.path));
    }
    let within = Parts {
        authority: base.authority,
        ..within
    };
    if reference.path.is_empty() {
        let query = reference.query.or(base.query);
        return Parts { query, ..within }.write(base.path);
    }
    if reference.path.starts_with('/') {
        return within.write(&without_dots(reference.path));
    }
    let folder = match base.path.rfind('/') {
        Some(end) => &base.path[..=end],
        None if base.authority.is_some() => "/",
        None => "",
    };
    within.write(&without_dots(&format!("{folder}{}", reference.path)))
}

/// The address of a file that was read.
pub fn of_path(path: &str) -> String {
    resolve_reference("file:///", &format!("./{}", escape_path(path)))
}

/// The path of the file with this address, as far as [`of_path`] keeps it.
pub fn file_path(address: &str) -> Option<String> {
    let path = address.strip_prefix("file:///")?;
    decode_percent(path.split('?').next().unwrap_or(path))
}

/// Escapes everything in a path that has a meaning in an address.
pub fn escape_path(path: &str) -> String {
    let path = path.replace('%', "%25").replace('?', "%3F");
    path.replace('#', "%23")
}

/// Decodes `%41` (RFC 3986 section 2.1); `None` if the bytes are not valid text.
pub fn decode_percent(text: &str) -> Option<String> {
    if !text.contains('%') {
        return Some(text.to_owned());
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, tail)) = rest.split_first() {
        let is_code = |digits: &&[u8]| byte == b'%' && digits.iter().all(u8::is_ascii_hexdigit);
        let digits = tail.get(..2).filter(is_code);
        let code =
            digits.and_then(|digits| u8::from_str_radix(str::from_utf8(digits).ok()?, 16).ok());
        bytes.push(code.unwrap_or(byte));
        rest = if code.is_some() { &tail[2..] } else { tail };
    }
    String::from_utf8(bytes).ok()
}

/// Whether a reference is relative to the location of its document and does not lead above the root
/// of all addresses, where `..` would be dropped (RFC 3986 section 5.2.4).
pub fn is_within(base: &str, reference: &str) -> bool {
    let parts = Parts::of(reference);
    if parts.scheme.is_some() || parts.authority.is_some() || parts.path.starts_with('/') {
        return false;
    }
    let folders = Parts::of(base).path.split('/').count().saturating_sub(2);
    let mut depth = folders;
    for segment in parts.path.split('/') {
        match segment {
            ".." if depth == 0 => return false,
            ".." => depth -= 1,
            "." | "" => {}
            _ => depth += 1,
        }
    }
    true
}

/// Removes `.` and `..` (RFC 3986 section 5.2.4).
fn without_dots(path: &str) -> String {
    if !path.split('/').any(|segment| matches!(segment, "." | "..")) {
        return path.to_owned();
    }
    let mut kept: Vec<&str> = Vec::new();
    let mut segments = path.split('/').peekable();
    while let Some(segment) = segments.next() {
        let last = segments.peek().is_none();
        match segment {
            "." => {}
            ".." => {
                if kept.len() > 1 || kept.first().is_some_and(|first| !first.is_empty()) {
                    kept.pop();
                }
            }
            _ => kept.push(segment),
        }
        if last && matches!(segment, "." | "..") {
            kept.push("");
        }
    }
    kept.join("/")
}

/// Percent-encodes illegal characters, so that two spellings become equal.
fn legal(text: &str) -> Cow<'_, str> {
    let is_legal =
        |byte: u8| byte.is_ascii_alphanumeric() || b"-._~:/?[]@!$&'()*+,;=%".contains(&byte);
    if text.bytes().all(is_legal) {
        return Cow::Borrowed(text);
    }
    let mut written = String::with_capacity(text.len() + 8);
    for byte in text.bytes() {
        if is_legal(byte) {
            written.push(char::from(byte));
        } else {
            let _ = write!(written, "%{byte:02X}");
        }
    }
    Cow::Owned(written)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 3986 section 5.4.
    const EXAMPLES: &[(&str, &str)] = &[
        ("g:h", "g:h"),
        ("g", "http://a/b/c/g"),
        ("./g", "http://a/b/c/g"),
        ("g/", "http://a/b/c/g/"),
        ("/g", "http://a/g"),
        ("//g", "http://g"),
        ("?y", "http://a/b/c/d;p?y"),
        ("g?y", "http://a/b/c/g?y"),
        (";x", "http://a/b/c/;x"),
        ("g;x", "http://a/b/c/g;x"),
        ("", "http://a/b/c/d;p?q"),
        (".", "http://a/b/c/"),
        ("./", "http://a/b/c/"),
        ("..", "http://a/b/"),
        ("../", "http://a/b/"),
        ("../g", "http://a/b/g"),
        ("../..", "http://a/"),
        ("../../g", "http://a/g"),
        ("../../../g", "http://a/g"),
        ("/./g", "http://a/g"),
        ("/../g", "http://a/g"),
        ("g.", "http://a/b/c/g."),
        ("..g", "http://a/b/c/..g"),
        ("./../g", "http://a/b/g"),
        ("./g/.", "http://a/b/c/g/"),
        ("g/./h", "http://a/b/c/g/h"),
        ("g/../h", "http://a/b/c/h"),
        ("g;x=1/../y", "http://a/b/c/y"),
    ];

    #[test]
    fn references_mean_what_the_standard_says() {
        for (reference, meant) in EXAMPLES {
            assert_eq!(resolve_reference("http://a/b/c/d;p?q", reference), *meant);
        }
    }

    #[test]
    fn references_stay_within_what_has_addresses() {
        let rows = [
            ("file:///a.yaml", "b.yaml", true),
            ("file:///a.yaml", "./x/../b.yaml", true),
            ("file:///a.yaml", "../b.yaml", false),
            ("file:///x/a.yaml", "../b.yaml", true),
            ("file:///x/a.yaml", "../../b.yaml", false),
            ("file:///x/a.yaml", "y/../../../b.yaml", false),
            ("file:///x/a.yaml", "/b.yaml", false),
            ("file:///x/a.yaml", "//host/b.yaml", false),
            ("file:///x/a.yaml", "https://host/b.yaml", false),
        ];
        for (base, reference, within) in rows {
            assert_eq!(is_within(base, reference), within, "{base} {reference}");
        }
    }

    #[test]
    fn paths_are_addresses() {
        assert_eq!(of_path("a b/c.json"), "file:///a%20b/c.json");
        assert_eq!(
            resolve_reference(&of_path("x/tools.yaml"), "c.json"),
            of_path("x/c.json")
        );
        assert_eq!(
            resolve_reference(&of_path("x/tools.yaml"), "../c.json"),
            of_path("c.json")
        );
        assert_eq!(
            file_path(&of_path("a b/c?.json")).as_deref(),
            Some("a b/c?.json")
        );
        assert_eq!(file_path("https://example.com/c.json"), None);
        assert_eq!(resolve_reference("urn:a:b", ""), "urn:a:b");
        assert_eq!(
            resolve_reference("HTTP://EXAMPLE.com", "a"),
            "http://example.com/a"
        );
    }
}
