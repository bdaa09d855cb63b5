//! The names of Unicode properties, which the compiler and the runtime must know alike.

#[path = "../../runtime/src/format/regex/names.rs"]
mod names;

use toolc_runtime::format::Format;
use toolc_schema::pattern::compile_pattern;

/// Properties of ECMA-262 for which the compiler has no table: patterns with them are refused.
const WITHOUT_TABLE: &[&str] = &[
    "{Changes_When_NFKC_Casefolded}",
    "{CWKCF}",
    "=Unknown}",
    "=Zzzz}",
];

#[test]
fn both_know_the_same_unicode_properties() {
    let (categories, scripts) = (names::CATEGORIES.split(' '), names::SCRIPTS.split(' '));
    let alone = categories.clone().chain(names::PROPERTIES.split(' '));
    let alone = alone.map(|name| format!("\\p{{{name}}}"));
    let of_category = categories.map(|name| format!("\\P{{gc={name}}}"));
    let of_script = scripts.map(|name| format!("[\\p{{Script={name}}}]"));
    let all: Vec<String> = alone.chain(of_category).chain(of_script).collect();
    let refused = all
        .iter()
        .filter(|source| !Format::Regex.accepts(source) || compile_pattern(source).is_err())
        .filter(|source| !WITHOUT_TABLE.iter().any(|name| source.contains(name)));
    assert_eq!(refused.collect::<Vec<_>>(), Vec::<&String>::new());
    for source in [
        "\\p{Nope}",
        "\\p{gc=Nope}",
        "\\p{sc=L}",
        "\\p{Nope=L}",
        "[^\\P{Nope}]",
    ] {
        assert!(!Format::Regex.accepts(source), "{source}");
        assert!(compile_pattern(source).is_err(), "{source}");
    }
}
