//! Patterns as models and clients are shown them: in plain ECMA-262, since some clients compile them.

use std::borrow::Cow;
use toolc_base::node::Map;
use toolc_schema::pattern::write_portable;

/// The text of a `pattern`.
pub(super) fn write_pattern(pattern: &str) -> Cow<'_, str> {
    write_portable(pattern).map_or(Cow::Borrowed(pattern), Cow::Owned)
}

/// The text of a key of `patternProperties`. One that would come out like another key gets a group around it, which changes
/// nothing.
pub(super) fn write_key<'a>(schemas: &Map, pattern: &'a str) -> Cow<'a, str> {
    let Cow::Owned(mut shown) = write_pattern(pattern) else {
        return Cow::Borrowed(pattern);
    };
    for other in schemas.iter().take_while(|entry| entry.key != pattern) {
        if matches!(write_pattern(&other.key), Cow::Owned(text) if text == shown) {
            shown = format!("(?:{shown})");
        }
    }
    while schemas.contains(&shown) {
        shown = format!("(?:{shown})");
    }
    Cow::Owned(shown)
}
