//! Short phrases about rules, for documentation.

use crate::schema::bound::Bound;
use crate::schema::path::PathRule;
use toolc_runtime::hidden::visible_letters;
use toolc_runtime::path::Access;

/// The length of the longest enumeration or pattern that is shown.
pub const MAX_SHOWN: usize = 60;

/// Text from a spec as code within a line of documentation.
pub fn quote_code(text: &str) -> String {
    if text.is_empty() {
        return "`\"\"`".to_owned();
    }
    let mut out = String::from("`");
    for (char, hidden) in visible_letters(text) {
        match char {
            '`' => out.push('\''),
            _ if hidden.is_some() || char.is_control() => out.extend(char.escape_unicode()),
            _ => out.push(char),
        }
    }
    out.push('`');
    out
}

/// `a string or a list`; only their number if some have the same noun, or the line gets long.
pub fn join_alternatives(nouns: impl Iterator<Item = String>, count: usize) -> String {
    let mut distinct: Vec<String> = Vec::new();
    for noun in nouns {
        if !distinct.contains(&noun) {
            distinct.push(noun);
        }
    }
    let shown = distinct.join(" or ");
    match distinct.len() == count && shown.len() <= MAX_SHOWN {
        true => shown,
        false => format!("one of {count} forms"),
    }
}

/// `1 to 20 characters`
pub fn describe_count(min: u64, max: Option<u64>, noun: &str) -> Option<String> {
    let many = |count: u64| match count {
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    };
    match (min, max) {
        (0, None) => None,
        (min, None) => Some(format!("at least {}", many(min))),
        (0, Some(max)) => Some(format!("at most {}", many(max))),
        (min, Some(max)) if min == max => Some(format!("exactly {}", many(max))),
        (min, Some(max)) => Some(format!("{min} to {}", many(max))),
    }
}

/// ``a path to read, ending in `.md` or `.txt`, to a file of at most 7 bytes``
pub fn describe_path(rule: &PathRule) -> String {
    let PathRule {
        access,
        suffixes,
        max_bytes,
        must_exist,
    } = rule;
    let access = match access {
        Access::Read => "a path to read",
        Access::Write => "a path to write",
    };
    let ending = suffixes.as_ref().map(|suffixes| {
        let suffixes: Vec<String> = suffixes.iter().map(|suffix| quote_code(suffix)).collect();
        match suffixes.is_empty() {
            true => ", with no ending that is allowed".to_owned(),
            false => format!(", ending in {}", suffixes.join(" or ")),
        }
    });
    let file = match must_exist {
        true => "an existing file",
        false => "a file",
    };
    let file = match describe_count(0, *max_bytes, "byte") {
        Some(size) => format!(", to {file} of {size}"),
        None if *must_exist => format!(", to {file}"),
        None => String::new(),
    };
    format!("{access}{}{file}", ending.unwrap_or_default())
}

/// A limit as a person would write it.
pub fn write_decimal(bound: Bound) -> String {
    match bound {
        Bound::Int(value) => value.to_string(),
        Bound::Big(value) => value.to_string(),
        Bound::Float(value) | Bound::Rounded(value) => format!("{value:?}"),
        Bound::Exact(_, text) => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_described_in_words() {
        let mut path = PathRule::new(Access::Read);
        assert_eq!(describe_path(&path), "a path to read");
        path.must_exist = true;
        assert_eq!(describe_path(&path), "a path to read, to an existing file");
        let path = PathRule {
            access: Access::Write,
            suffixes: Some(vec![".md".to_owned(), ".txt".to_owned()]),
            max_bytes: Some(7),
            must_exist: false,
        };
        let words = "a path to write, ending in `.md` or `.txt`, to a file of at most 7 bytes";
        assert_eq!(describe_path(&path), words);
    }
}
