//! The order of keywords. Those without a fixed position are sorted alphabetically: their order in
//! the source is meaningless, and cached prompts then start with the same bytes.

/// Keywords that come before the others.
const FIRST: &[&str] = &[
    "$schema",
    "$id",
    "$ref",
    "type",
    "title",
    "description",
    "const",
    "enum",
    "format",
    "properties",
    "required",
    "additionalProperties",
    "items",
];

/// Keywords that come after all others.
const LAST: &[&str] = &["default", "examples", "example"];

/// The position of a keyword among the keywords of a schema.
pub(super) fn rank_keyword(keyword: &str) -> usize {
    let place = |keywords: &[&str]| keywords.iter().position(|other| *other == keyword);
    match (place(FIRST), place(LAST)) {
        (Some(first), _) => first,
        (None, None) => FIRST.len(),
        (None, Some(last)) => FIRST.len() + 1 + last,
    }
}
