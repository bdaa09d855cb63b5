//! Which keywords of a schema do not affect validity.

use toolc_schema::schema::rules;
use toolc_schema::schema::vocabulary::{self, find_word};

/// Whether a keyword is prose, an extension, or without effect.
pub(crate) fn is_prose(keyword: &str) -> bool {
    vocabulary::is_annotation(keyword) || is_extension(keyword) || is_unknown(keyword)
}

/// Whether a model may read text under a keyword that does not affect validity.
#[cfg(feature = "drift")]
pub(crate) fn is_read(keyword: &str) -> bool {
    let is_word = vocabulary::is_prose(keyword) || keyword == "$comment";
    // what changes a value's secrecy is reported as that
    let is_prose = is_word || is_extension(keyword) || is_unknown(keyword);
    is_prose && keyword != "x-secret"
}

/// Whether a keyword is a third-party extension.
fn is_extension(keyword: &str) -> bool {
    keyword.starts_with("x-") && keyword != "x-path"
}

fn is_unknown(keyword: &str) -> bool {
    let is_rule = || rules::all_rows().any(|row| row.keyword == keyword);
    find_word(keyword).is_none() && !is_extension(keyword) && keyword != "x-path" && !is_rule()
}
