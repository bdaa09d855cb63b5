//! The order of keywords. Those that nothing places follow the alphabet: another order in a source means nothing, and
//! cached prompts begin with the same bytes.

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

/// Keywords that come behind all others.
const LAST: &[&str] = &["default", "examples", "example"];

/// Where a keyword stands among the keywords of a schema.
pub(super) fn rank_keyword(keyword: &str) -> usize {
    let place = |keywords: &[&str]| keywords.iter().position(|other| *other == keyword);
    match (place(FIRST), place(LAST)) {
        (Some(first), _) => first,
        (None, None) => FIRST.len(),
        (None, Some(last)) => FIRST.len() + 1 + last,
    }
}
