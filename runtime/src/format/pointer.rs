//! JSON Pointers.

/// RFC 6901 §3, `json-pointer`.
#[inline]
pub(super) fn is_json_pointer(text: &str) -> bool {
    (text.is_empty() || text.starts_with('/')) && text.split('~').skip(1).all(is_escaped)
}

/// Whether the text after a `~` is a valid escape.
#[inline]
fn is_escaped(after: &str) -> bool {
    after.starts_with(['0', '1'])
}

/// draft-bhutton-relative-json-pointer-00 §3.
#[inline]
pub(super) fn is_relative_json_pointer(text: &str) -> bool {
    let Some(rest) = number_skipped(text) else {
        return false;
    };
    let manipulated = match rest.strip_prefix(['+', '-']) {
        Some(index) if !index.starts_with('0') => number_skipped(index),
        Some(_) => None,
        None => Some(rest),
    };
    manipulated.is_some_and(|rest| rest == "#" || is_json_pointer(rest))
}

/// The rest of the text after a number without leading zeros.
#[inline]
fn number_skipped(text: &str) -> Option<&str> {
    match text.strip_prefix('0') {
        Some(rest) => (!rest.starts_with(|c: char| c.is_ascii_digit())).then_some(rest),
        None => {
            let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
            (rest.len() < text.len()).then_some(rest)
        }
    }
}
