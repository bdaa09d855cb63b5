//! Patterns as clients are shown them: plain ECMA-262, with the same meaning.

use super::corpus::corpus_patterns;
use super::random::Random;
use toolc_runtime::format::Format;
use toolc_schema::pattern::{compile_pattern, is_portable, write_portable};

/// Says what is wrong with the plain form of a pattern that compiles.
fn find_fault(source: &str) -> Option<String> {
    let compiled = compile_pattern(source).ok()?;
    if !is_portable(source) {
        // only this leaves a pattern out
        let ignores_case = source.starts_with("(?i") || source.starts_with("(?s");
        let refers_back = ["\\1", "\\2", "\\3", "\\k<", "(?P="];
        let refers_back = refers_back.iter().any(|sign| source.contains(sign));
        return (!ignores_case || !refers_back).then(|| format!("{source} is not shown"));
    }
    let portable = write_portable(source).unwrap_or_else(|| source.to_owned());
    if !Format::Regex.accepts(&portable) {
        return Some(format!("{source}: {portable} is not ECMA-262"));
    }
    if write_portable(&portable).is_some() {
        return Some(format!("{source}: {portable} is not the last form"));
    }
    let means_the_same = compile_pattern(&portable).is_ok_and(|again| again == compiled);
    (!means_the_same).then(|| format!("{source}: {portable} has another meaning"))
}

#[test]
fn patterns_of_real_specs_are_written_in_plain_ecma_262() {
    let sources = corpus_patterns();
    let rewritten = sources
        .iter()
        .filter(|source| write_portable(source).is_some());
    eprintln!(
        "{} of {} patterns are written anew",
        rewritten.count(),
        sources.len()
    );
    // lines have another program than the look-around in place of them
    let compared = sources.iter().filter(|source| !source.starts_with("(?m"));
    let faults: Vec<_> = compared.filter_map(|source| find_fault(source)).collect();
    assert_eq!(faults, Vec::<String>::new());
}

/// Parts of patterns that some dialect takes.
const PARTS: &[&str] = &[
    "a",
    "b",
    "-",
    "\\-",
    "\\:",
    "\\ ",
    "\\&",
    "\\_",
    "\\8",
    "\\07",
    "\\0",
    "\\1",
    "1",
    "{",
    "}",
    "]",
    "{,2}",
    "{2,}",
    "*",
    "?",
    "(",
    ")",
    "(?=",
    "(?!",
    "(?:",
    "(?<n>",
    "(?P<m>",
    "(?P=m)",
    "\\k<n>",
    "|",
    "[",
    "[^",
    "[:alpha:]",
    "[:^digit:]",
    ":",
    "&&",
    "\\w",
    "\\pL",
    "\\p{all}",
    "\\P{latin}",
    "\\p{Lu}",
    "\\A",
    "\\z",
    "^",
    "$",
    ".",
    "\\b",
    "\\/",
    "/",
    "é",
    "\\é",
    "\\u00e9",
    "\\x41",
    "=",
    "\\=",
];

#[test]
fn random_patterns_are_written_in_plain_ecma_262() {
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    let mut compiled = 0;
    for _ in 0..4_000 {
        let count = 1 + random.below(9);
        let source: String = (0..count).map(|_| random.pick(PARTS)).collect();
        compiled += usize::from(compile_pattern(&source).is_ok());
        assert_eq!(find_fault(&source), None);
        assert_eq!(find_fault(&format!("(?is){source}")), None);
    }
    assert!(compiled > 500, "{compiled}");
}
