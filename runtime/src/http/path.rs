//! Paths with `{names}`. A value never changes the number of segments in a path, nor which segments they are,
//! and it does not climb where a server decodes it before it reads the path.

use super::escape;
use super::failure::Failure;
use std::borrow::Cow;

/// A piece of a template.
enum Piece<'t> {
    Literal(&'t str),
    Name(&'t str),
}

/// Expands a path, and the query in it, with the values of its names. `value` gets a name and the reserved
/// characters that its place may keep.
pub(super) fn expand_path(
    template: &str,
    value: impl Fn(&str, &'static str) -> Result<String, Failure>,
) -> Result<(String, Option<String>), Failure> {
    let (path, query) = split(template, '?');
    let in_path = |name: &str| value(name, escape::PATH);
    let in_query = |name: &str| value(name, escape::QUERY);
    let mut expanded = String::new();
    let mut rest = Some(path.strip_prefix('/').unwrap_or(path));
    while let Some(path) = rest {
        let (segment, next) = split(path, '/');
        expanded.push('/');
        expanded.push_str(&expand_segment(segment, &in_path)?);
        rest = next;
    }
    let query = query
        .map(|query| join(query, escape::literal_query, &in_query))
        .transpose()?;
    Ok((expanded, query))
}

fn expand_segment(
    segment: &str,
    value: &impl Fn(&str) -> Result<String, Failure>,
) -> Result<String, Failure> {
    let names: Vec<_> = pieces(segment)
        .filter_map(|piece| match piece {
            Piece::Name(name) => Some(name),
            Piece::Literal(_) => None,
        })
        .collect();
    let expanded = join(segment, escape::escape_literal, value)?;
    let Some(name) = names.first() else {
        return Ok(expanded);
    };
    if expanded.is_empty() {
        let reason = "it is empty, and the path needs it";
        return Err(Failure::unsendable(name, reason));
    }
    match climbs(&decode_fully(&expanded)) {
        true => Err(Failure::unsendable(name, "dots alone name another path")),
        false => Ok(expanded),
    }
}

/// A segment as it is read once nothing in it is percent-encoded any more: a proxy and the server behind it may
/// each decode it.
fn decode_fully(segment: &str) -> String {
    let mut bytes = Vec::with_capacity(segment.len());
    for byte in segment.bytes() {
        bytes.push(byte);
        // Each pass shortens what was written, so the work is in proportion to the length.
        while let Some(decoded) = decode_last(&bytes) {
            bytes.truncate(bytes.len() - 3);
            bytes.push(decoded);
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The byte that the last three bytes encode, if they do.
fn decode_last(bytes: &[u8]) -> Option<u8> {
    let [.., b'%', high, low] = bytes else {
        return None;
    };
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let value = digit(*high)? * 16 + digit(*low)?;
    u8::try_from(value).ok()
}

/// Whether a part of a decoded segment is `.` or `..`: many servers decode `%2e`, `%2F` and `%5C` first, some
/// end names at NUL, and those that support path parameters read `..;a` as `..`.
fn climbs(segment: &str) -> bool {
    let mut parts = segment.split(['/', '\\', '\0']);
    parts.any(|part| matches!(part.split(';').next(), Some("." | "..")))
}

fn join(
    template: &str,
    literal: impl Fn(&str) -> Cow<'_, str>,
    value: &impl Fn(&str) -> Result<String, Failure>,
) -> Result<String, Failure> {
    let mut joined = String::new();
    for piece in pieces(template) {
        match piece {
            Piece::Literal(text) => joined.push_str(&literal(text)),
            Piece::Name(name) => joined.push_str(&value(name)?),
        }
    }
    Ok(joined)
}

/// The literals and names in a template. An unmatched brace is a literal.
fn pieces(template: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = template;
    std::iter::from_fn(move || {
        if let Some((name, behind)) = named(rest) {
            rest = behind;
            return Some(Piece::Name(name));
        }
        let begins = |at: &usize| rest.get(*at..).is_some_and(|rest| named(rest).is_some());
        let end = (1..rest.len()).find(begins).unwrap_or(rest.len());
        let literal = &rest[..end];
        rest = &rest[end..];
        (!literal.is_empty()).then_some(Piece::Literal(literal))
    })
}

/// The name at the start of a template, and the rest after it.
fn named(template: &str) -> Option<(&str, &str)> {
    template.strip_prefix('{')?.split_once('}')
}

/// Splits at the first separator outside a name.
fn split(template: &str, separator: char) -> (&str, Option<&str>) {
    let mut at = 0;
    while let Some(rest) = template.get(at..).filter(|rest| !rest.is_empty()) {
        if let Some((name, _)) = named(rest) {
            at += name.len() + 2;
        } else if let Some(behind) = rest.strip_prefix(separator) {
            return (&template[..at], Some(behind));
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    (template, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(template: &str, value: &str) -> Option<(String, Option<String>)> {
        expand_path(template, |_, _| Ok(value.to_owned())).ok()
    }

    #[test]
    fn names_are_replaced_and_literals_encoded() {
        let cases = [
            ("/pets/{a/b}/x y", "1", "/pets/1/x%20y"),
            ("pets", "", "/pets"),
            ("/a{b", "", "/a%7Bb"),
            ("/", "", "/"),
            ("/a//b/", "", "/a//b/"),
            ("/{a}:{b}", "é", "/é:é"),
        ];
        for (template, value, path) in cases {
            assert_eq!(
                with(template, value),
                Some((path.to_owned(), None)),
                "{template}"
            );
        }
        let queried = with("/a?type={x}&y", "1");
        assert_eq!(
            queried,
            Some(("/a".to_owned(), Some("type=1&y".to_owned())))
        );
    }

    #[test]
    fn segments_are_never_dots_or_empty() {
        let refused = [
            "",
            ".",
            "..",
            "%2e",
            ".%2E",
            "..;",
            ".;a=b",
            "%2E%2e;",
            ".%2e;x;y",
            "..%2F",
            "a%2f.%5cb",
            "%5C..",
            "..%00x",
            "a%2F..;v=1%2Fb",
            "%252e%252e",
            "..%252f..",
            "..%253b",
            "%25252E.",
            "%%32e%2e",
            "%25%32%65%2E",
            "a%252F%2525252e%2Fb",
        ];
        for value in refused {
            assert_eq!(with("/files/{name}/meta", value), None, "{value}");
        }
        assert_eq!(with("/files/..{name}", ";v=1"), None);
        assert!(with("/files/{name}", ";v=..").is_some());
        assert_eq!(with("/files/.{name}", "."), None);
        assert!(with("/files/x{name}", "..").is_some());
        assert!(with("/files/{name}", "a%2Fb..c%2F...%2F%00").is_some());
        assert!(with("/files/{name}", "100%2525%2f...%252e").is_some());
        // Decoding stays in proportion to the length.
        let nested = format!("{}2e", "%25".repeat(400_000));
        assert!(with("/files/{name}", &nested).is_some());
    }
}
