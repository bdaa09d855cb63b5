//! JSON as text. Numbers have four decimals at most, so that the same numbers give the same bytes.

/// A string.
pub fn write_string(text: &str, out: &mut String) {
    toolc_runtime::json::write_string(text, out);
}

/// Writes items between brackets, each on a line of its own if `in_lines`.
pub fn write_list<T>(
    items: impl IntoIterator<Item = T>,
    in_lines: bool,
    out: &mut String,
    mut write: impl FnMut(T, &mut String),
) {
    out.push('[');
    for (at, item) in items.into_iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        if in_lines {
            out.push('\n');
        }
        write(item, out);
    }
    out.push(']');
}

/// Writes entries between braces, each on a line of its own if `in_lines`.
pub fn write_map<'k, T>(
    entries: impl IntoIterator<Item = (&'k str, T)>,
    in_lines: bool,
    out: &mut String,
    mut write: impl FnMut(T, &mut String),
) {
    out.push('{');
    for (at, (key, value)) in entries.into_iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        if in_lines {
            out.push('\n');
        }
        write_string(key, out);
        out.push(':');
        write(value, out);
    }
    out.push('}');
}

/// A score: at least one decimal, as Python writes numbers.
pub fn write_score(score: f64, out: &mut String) {
    out.push_str(&format!("{score:?}"));
}
