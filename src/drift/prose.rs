//! Which keywords of a schema say nothing of what is valid.

use crate::schema::vocabulary;

/// Whether a keyword is prose, an extension, or of no effect.
pub(super) fn is_prose(keyword: &str) -> bool {
    vocabulary::is_annotation(keyword) || is_extension(keyword)
}

/// Whether a keyword belongs to others.
pub(super) fn is_extension(keyword: &str) -> bool {
    keyword.starts_with("x-") && keyword != "x-path"
}
