//! Whether a linter finds a type too complex. The schema requires it, and naming parts of it would
//! not make it easier to read.

use toolc_schema::rust::{Rust, rust, write_line};

/// The score up to which clippy's `type_complexity` accepts a type.
const ACCEPTED: usize = 250;

/// The `allow` attribute for a field or variant of such a type.
pub fn allow_complexity(of: &impl Rust) -> impl Rust {
    (score(&write_line(of)) > ACCEPTED).then(
        || rust!(#[allow(clippy::type_complexity, reason = "the schema is nested this deeply")]),
    )
}

/// Ten for each path and each tuple, times its depth, as clippy counts.
fn score(text: &str) -> usize {
    let (mut score, mut depth, mut in_path) = (0, 1usize, false);
    for char in text.bytes() {
        match char {
            b'<' => (depth, in_path) = (depth + 1, false),
            b'>' => (depth, in_path) = (depth.saturating_sub(1), false),
            b'(' => {
                score += 10 * depth;
                (depth, in_path) = (depth + 1, false);
            }
            b')' => (depth, in_path) = (depth.saturating_sub(1), false),
            b',' => in_path = false,
            b' ' | b':' => {}
            _ if in_path => {}
            _ => {
                score += 10 * depth;
                in_path = true;
            }
        }
    }
    score
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_count_by_their_depth() {
        assert_eq!(score("f64"), 10);
        assert_eq!(score("::std::collections::BTreeMap<String, rt::Json>"), 50);
        assert_eq!(score("Option<(Option<Box<Tree>>, Option<Box<Tree>>)>"), 270);
    }
}
