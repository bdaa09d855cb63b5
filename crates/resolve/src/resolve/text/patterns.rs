//! Patterns as models and clients are shown them: in plain ECMA-262, since some clients compile them.

use std::borrow::Cow;
use toolc_base::node::Map;
use toolc_schema::pattern::write_portable;

/// The text of a `pattern`.
pub(super) fn write_pattern(pattern: &str) -> Cow<'_, str> {
    write_portable(pattern).map_or(Cow::Borrowed(pattern), Cow::Owned)
}

/// The text of a key of `patternProperties`, which stays as it is if there is another such key.
pub(super) fn write_key<'a>(schemas: &Map, pattern: &'a str) -> Cow<'a, str> {
    let shown = write_pattern(pattern);
    let is_taken = || {
        schemas
            .iter()
            .any(|entry| entry.key != pattern && write_pattern(&entry.key) == shown)
    };
    match &shown {
        Cow::Owned(_) if is_taken() => Cow::Borrowed(pattern),
        _ => shown,
    }
}
