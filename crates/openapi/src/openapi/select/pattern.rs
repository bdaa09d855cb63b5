//! Patterns that select operations: `getPet`, `GET /pets/*`, `/pets/**`, `tag:store`, `extension:x-tool`, `deprecated`.

use crate::openapi::argument::OperationPlace;
use crate::openapi::names::name_operation;
use toolc_base::node::{Entry, Map, Node, Value};

/// An operation as patterns see it.
pub(in crate::openapi) struct Seen<'d> {
    /// Its `operationId`, or the name that toolc derives from its method and path.
    pub(in crate::openapi) name: String,
    method: &'d str,
    path: &'d str,
    tags: Vec<&'d str>,
    extensions: Vec<&'d str>,
    is_deprecated: bool,
}

impl<'d> Seen<'d> {
    pub(in crate::openapi) fn new(place: &OperationPlace<'d>, operation: &'d Map) -> Self {
        let tags = operation.get_list("tags");
        Seen {
            name: name_operation(place, operation).value,
            method: place.method,
            path: place.path,
            tags: tags
                .unwrap_or_default()
                .iter()
                .filter_map(Node::as_str)
                .collect(),
            extensions: operation
                .iter()
                .filter(|entry| is_marked(entry))
                .map(|entry| entry.key.as_str())
                .collect(),
            is_deprecated: operation.is_true("deprecated"),
        }
    }

    /// `GET /pets`
    pub(in crate::openapi) fn line(&self) -> String {
        format!("{} {}", self.method.to_ascii_uppercase(), self.path)
    }

    pub(in crate::openapi) fn path(&self) -> &'d str {
        self.path
    }

    pub(super) fn tags(&self) -> &[&'d str] {
        &self.tags
    }

    pub(super) fn extensions(&self) -> &[&'d str] {
        &self.extensions
    }
}

/// Whether a key marks its operation: an extension (OpenAPI 3.1, section 4.9) whose value is neither `false` nor null.
fn is_marked(entry: &Entry) -> bool {
    entry.key.starts_with("x-") && !matches!(entry.value.value, Value::Null | Value::Bool(false))
}

/// What a pattern selects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::openapi) enum Pattern<'p> {
    /// Operations with this name; `*` stands for any characters.
    Name(&'p str),
    /// A method, or any method, and a path.
    Line {
        /// Case-insensitive; `*` stands for every method.
        method: &'p str,
        /// `*` stands for any characters within a segment, and the segment `**` for any number of
        /// segments.
        path: &'p str,
    },
    /// Operations with this tag; `*` stands for any characters.
    Tag(&'p str),
    /// Operations with this extension, unless its value is `false` or null; `*` stands for any characters.
    Extension(&'p str),
    /// Operations that the description marks as deprecated.
    Deprecated,
}

impl<'p> Pattern<'p> {
    pub(in crate::openapi) fn of(text: &'p str) -> Self {
        let text = text.trim();
        if text == "deprecated" {
            return Pattern::Deprecated;
        }
        if let Some(tag) = text.strip_prefix("tag:") {
            return Pattern::Tag(tag.trim());
        }
        if let Some(key) = text.strip_prefix("extension:") {
            return Pattern::Extension(key.trim());
        }
        if text.starts_with('/') {
            return Pattern::Line {
                method: "*",
                path: text,
            };
        }
        match text.split_once(char::is_whitespace) {
            Some((method, path)) if path.trim_start().starts_with('/') => Pattern::Line {
                method,
                path: path.trim_start(),
            },
            _ => Pattern::Name(text),
        }
    }

    pub(in crate::openapi) fn matches(self, operation: &Seen<'_>) -> bool {
        match self {
            Pattern::Name(name) => is_like(name, &operation.name),
            Pattern::Line { method, .. } => {
                (method == "*" || method.eq_ignore_ascii_case(operation.method))
                    && self.matches_path(operation.path)
            }
            Pattern::Tag(tag) => operation.tags.iter().any(|found| is_like(tag, found)),
            Pattern::Extension(key) => operation.extensions.iter().any(|found| is_like(key, found)),
            Pattern::Deprecated => operation.is_deprecated,
        }
    }

    /// Whether the pattern selects operations by path, and this path matches.
    pub(super) fn matches_path(self, path: &str) -> bool {
        let Pattern::Line { path: pattern, .. } = self else {
            return false;
        };
        let pattern: Vec<&str> = pattern.split('/').collect();
        let path: Vec<&str> = path.split('/').collect();
        is_run(&pattern, &path, |part| *part == "**", |a, b| is_like(a, b))
    }
}

/// Whether a text matches a pattern, where `*` stands for any characters.
fn is_like(pattern: &str, text: &str) -> bool {
    let (pattern, text) = (pattern.as_bytes(), text.as_bytes());
    is_run(pattern, text, |letter| *letter == b'*', |a, b| a == b)
}

/// Whether parts match a pattern in which a star stands for any number of parts. On a mismatch, the
/// last star takes one more part; earlier stars never need to be reconsidered.
fn is_run<P, T>(
    pattern: &[P],
    parts: &[T],
    is_star: impl Fn(&P) -> bool,
    fits: impl Fn(&P, &T) -> bool,
) -> bool {
    let (mut at, mut in_pattern) = (0, 0);
    let mut last_star: Option<(usize, usize)> = None;
    while at < parts.len() {
        match pattern.get(in_pattern) {
            Some(part) if is_star(part) => {
                last_star = Some((in_pattern, at));
                in_pattern += 1;
            }
            Some(part) if fits(part, &parts[at]) => {
                at += 1;
                in_pattern += 1;
            }
            _ => {
                let Some((star, taken)) = &mut last_star else {
                    return false;
                };
                *taken += 1;
                (at, in_pattern) = (*taken, *star + 1);
            }
        }
    }
    pattern[in_pattern..].iter().all(is_star)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str, path: &str) -> bool {
        Pattern::of(text).matches_path(path)
    }

    #[test]
    fn a_star_stays_in_its_segment() {
        assert!(line("GET /pets/*", "/pets/{petId}"));
        assert!(!line("GET /pets/*", "/pets/{petId}/toys"));
        assert!(!line("GET /pets/*", "/pets"));
        assert!(line("/v*/pets", "/v2/pets"));
        assert!(line("/a*c*", "/abcabcd"));
        assert!(!line("/a*c", "/abcabcd"));
    }

    #[test]
    fn two_stars_are_any_segments_or_none() {
        for path in ["/pets", "/pets/", "/pets/{petId}", "/pets/{petId}/toys"] {
            assert!(line("/pets/**", path), "{path}");
        }
        assert!(!line("/pets/**", "/petshop"));
        assert!(line("/**/toys/*", "/pets/{petId}/toys/1"));
        assert!(line("/**/toys/*", "/toys/toys/toys/1"));
        assert!(!line("/**/toys", "/toys/1"));
        assert!(line("/**", "/"));
    }

    #[test]
    fn what_a_pattern_is() {
        assert_eq!(
            Pattern::of(" delete  /pets "),
            Pattern::Line {
                method: "delete",
                path: "/pets"
            }
        );
        assert_eq!(Pattern::of("tag: a b"), Pattern::Tag("a b"));
        assert_eq!(
            Pattern::of("extension:x-mcp-tool"),
            Pattern::Extension("x-mcp-tool")
        );
        assert_eq!(Pattern::of("x-mcp-tool"), Pattern::Name("x-mcp-tool"));
        assert_eq!(Pattern::of("get pets"), Pattern::Name("get pets"));
        assert_eq!(Pattern::of("repos/*"), Pattern::Name("repos/*"));
        assert!(is_like("repos/*-issue", "repos/get-an-issue"));
        assert!(!is_like("repos/*-issue", "repos/get-issues"));
    }
}
