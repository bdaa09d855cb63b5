//! Noun: values that live as long as the process, for the runtime's tables while the compiler runs.

use crate::schema::bound::Bound;
use crate::schema::path::PathRule;
use toolc_runtime::path::PathRules;
use toolc_runtime::schema as table;

/// A value that is never freed.
pub fn leak_value<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

/// A slice that is never freed.
pub fn leak_slice<T>(items: impl Iterator<Item = T>) -> &'static [T] {
    items.collect::<Vec<_>>().leak()
}

/// A text that is never freed.
pub fn leak_word(text: &str) -> &'static str {
    text.to_owned().leak()
}

/// Texts that are never freed.
pub fn leak_words(texts: &[String]) -> &'static [&'static str] {
    leak_slice(texts.iter().map(|text| leak_word(text)))
}

/// A limit.
pub fn leak_bound(bound: Bound) -> table::Bound {
    match bound {
        Bound::Int(value) => table::Bound::Int(value),
        Bound::Big(value) => table::Bound::Big(value),
        Bound::Float(value) => table::Bound::Float(value),
        Bound::Exact(near, text) => table::Bound::Exact(near, text),
        Bound::Rounded(value) => table::Bound::Rounded(value),
    }
}

/// The value of `x-path`.
pub fn leak_path(rule: &PathRule) -> PathRules {
    let PathRule {
        access,
        suffixes,
        max_bytes,
        must_exist,
    } = rule;
    PathRules {
        access: *access,
        suffixes: suffixes.as_deref().map(leak_words),
        max_bytes: max_bytes.unwrap_or(u64::MAX),
        must_exist: *must_exist,
    }
}
