//! Which keywords of a schema say nothing about what is valid.

use crate::schema::rules;
use crate::schema::vocabulary::{self, find_word};

/// Whether a keyword is prose, an extension, or of no effect.
pub(super) fn is_prose(keyword: &str) -> bool {
    vocabulary::is_annotation(keyword) || is_extension(keyword) || is_unknown(keyword)
}

/// Whether a model may read words under a keyword that say nothing of what is valid.
pub(super) fn is_read(keyword: &str) -> bool {
    let is_word = vocabulary::is_prose(keyword) || keyword == "$comment";
    is_word || is_extension(keyword) || is_unknown(keyword)
}

/// Whether a keyword belongs to others.
fn is_extension(keyword: &str) -> bool {
    keyword.starts_with("x-") && keyword != "x-path"
}

fn is_unknown(keyword: &str) -> bool {
    let is_rule = || rules::all_rows().any(|row| row.keyword == keyword);
    find_word(keyword).is_none() && !is_extension(keyword) && keyword != "x-path" && !is_rule()
}
