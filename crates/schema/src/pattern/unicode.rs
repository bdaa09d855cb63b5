//! The code points of Unicode properties, from a text that `cargo xtask unicode` writes.

const TABLE: &str = include_str!("unicode.txt");

/// The ranges of `\p{name}`: a binary property, a category or a script, or one with the key of its kind before a `=`.
/// Case, `_` and `is` at the start of names do not count (UAX44-LM3).
pub(super) fn property_ranges(name: &str) -> Option<Vec<(u32, u32)>> {
    let wanted = match name.split_once('=') {
        Some((key, value)) => {
            let key = match loosen(key).as_str() {
                "gc" | "generalcategory" => "gc",
                "sc" | "script" => "sc",
                "scx" | "scriptextensions" => "scx",
                _ => return None,
            };
            format!("{key}={}", loosen(value))
        }
        None => loosen(name),
    };
    let mut lines = TABLE.lines().filter_map(|line| line.split_once(':'));
    let (_, ranges) = lines.find(|(names, _)| names.split(' ').any(|name| name == wanted))?;
    let mut end = 0;
    let range = |range: &str| {
        let (gap, more) = range.split_once('+').unwrap_or((range, "0"));
        let low = end + u32::from_str_radix(gap, 16).ok()?;
        end = low + u32::from_str_radix(more, 16).ok()?;
        Some((low, end))
    };
    ranges.split(' ').map(range).collect()
}

/// A name as the table has it. Only `isc` keeps its start: it is an alias in itself, of a property without a table.
fn loosen(name: &str) -> String {
    let start = name.get(..2).unwrap_or("");
    let is_ignored = start.eq_ignore_ascii_case("is");
    let rest = if is_ignored { &name[2..] } else { name };
    let mut loose = rest.replace('_', "");
    loose.make_ascii_lowercase();
    match loose.as_str() {
        "c" if is_ignored => "isc".to_owned(),
        _ => loose,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regex_syntax::hir::{Class, HirKind};
    use std::collections::BTreeSet;

    /// The same from regex-syntax, from whose tables ours are made.
    fn referee(name: &str) -> Option<Vec<(u32, u32)>> {
        let class = regex_syntax::parse(&format!("\\p{{{name}}}")).ok()?;
        match class.into_kind() {
            HirKind::Class(Class::Unicode(class)) => {
                let ranges = class.iter();
                Some(
                    ranges
                        .map(|range| (range.start().into(), range.end().into()))
                        .collect(),
                )
            }
            HirKind::Literal(literal) => {
                let only = std::str::from_utf8(&literal.0).ok()?.chars().next()?;
                Some(vec![(only.into(), only.into())])
            }
            _ => None,
        }
    }

    fn names() -> BTreeSet<&'static str> {
        let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
        let names = lines.filter_map(|line| line.split_once(':'));
        names.flat_map(|(names, _)| names.split(' ')).collect()
    }

    fn compare(name: &str) {
        assert!(property_ranges(name) == referee(name), "{name}");
    }

    #[test]
    fn every_name_has_the_ranges_of_regex_syntax() {
        let names = names();
        assert!(names.len() > 1000, "{}", names.len());
        for name in names {
            assert!(property_ranges(name).is_some(), "{name}");
            compare(name);
        }
    }

    #[test]
    fn names_are_loose_as_in_regex_syntax() {
        for name in names() {
            let (key, value) = match name.split_once('=') {
                Some((key, value)) => (format!("{key}="), value),
                None => (String::new(), name),
            };
            let apart: String = value.chars().flat_map(|letter| [letter, '_']).collect();
            for value in [
                value.to_uppercase(),
                apart,
                format!("Is_{value}"),
                format!("iS{value}"),
                format!("isis{value}"),
                format!("_is{value}"),
                format!("{value}x"),
            ] {
                compare(&format!("{key}{value}"));
            }
        }
    }

    #[test]
    fn values_belong_to_their_property() {
        let keys = "gc GC General_Category is_gc sc Script scx SCX Script_Extensions scriptextensions blk bc na Alphabetic L x";
        for name in names().into_iter().filter(|name| !name.contains('=')) {
            for key in keys.split(' ') {
                compare(&format!("{key}={name}"));
            }
        }
    }

    #[test]
    fn nothing_else_is_a_name() {
        for name in [
            "",
            "=",
            "is",
            "_",
            "isc",
            "ISC",
            "Is_C",
            "isC_",
            "c",
            "gc=isc",
            "gc=",
            "=L",
            "gc==L",
            "gc=L=",
            "gc=gc=L",
            "Age",
            "age",
            "Block",
            "Cf",
            "lc",
            "LC",
            "sc",
            "Sc",
            "scx",
            "gc",
            "Script",
            "cs",
            "CS",
            "gc=cs",
            "isisc",
            "ISO_Comment",
            "Unknown",
            "Zzzz",
            "sc=Zzzz",
            "Changes_When_NFKC_Casefolded",
            "CWKCF",
            "any",
            "gc=any",
            "sc=any",
            "IsAny",
            "ASCII",
            "Assigned",
            "emoji",
        ] {
            compare(name);
        }
        assert_eq!(property_ranges("gcb=Control"), None);
        assert_eq!(property_ranges("Age=V1_1"), None);
    }
}
