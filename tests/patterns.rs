//! Patterns: tables, the official test suite, the corpus of specs, other implementations, hostile texts.

#[path = "patterns/corpus.rs"]
mod corpus;
#[path = "patterns/portable.rs"]
mod portable;
#[path = "patterns/properties.rs"]
mod properties;
#[path = "patterns/random.rs"]
mod random;
#[path = "support/skip.rs"]
#[allow(dead_code, reason = "a part of it serves other tests")]
mod skip;

use random::Random;
use std::time::{Duration, Instant};
use toolc_runtime::format::Format;
use toolc_runtime::pattern::{Pattern, Program, TooCostly};
use toolc_schema::pattern::{SharedSets, compile_pattern};
use toolc_schema::rust::write_line;

fn pattern(source: &str) -> &'static Pattern {
    match compile_pattern(source) {
        Ok(compiled) => compiled.leak(source),
        Err(fault) => panic!("{source}: {fault}"),
    }
}

fn matches(source: &str, text: &str) -> bool {
    pattern(source).is_match(text).expect("cheap enough")
}

#[test]
fn matches_what_it_should() {
    let table: &[(&str, &[&str], &[&str])] = &[
        ("", &["", "a"], &[]),
        ("b", &["abc"], &["ac", ""]),
        ("^a|b$", &["ax", "xb"], &["xa", "bx"]),
        ("^$", &[""], &["a", "\n"]),
        ("^abc$", &["abc"], &["abc\n", "xabc"]),
        ("^(?:ab|c)+$", &["ab", "abcab"], &["", "abx"]),
        ("^(?:ab){2,3}$", &["abab", "ababab"], &["ab", "abababab"]),
        ("^(?:ab){2,}c$", &["ababc", "abababc"], &["abc"]),
        ("^a{2,3}a$", &["aaa", "aaaa"], &["aa", "aaaaa"]),
        (
            "^[a-c]{2,4}[b-d]x$",
            &["abdx", "abcbx", "ccccdx"],
            &["abx", "ccccccx"],
        ),
        (
            "^(?:x.{2,4})?y$",
            &["y", "xaay", "xyyyyy"],
            &["xy", "xaaaaay"],
        ),
        ("^[\\w-.]+$", &["a-b.c"], &["a b"]),
        ("^[a-z\\d-x]+$", &["a-9"], &["A"]),
        ("^[]$", &[], &["", "a"]),
        ("^[^]$", &["a", "\n", "🐲"], &["", "ab"]),
        ("^.$", &["a", "🐲"], &["\n", "\u{2028}", "ab"]),
        ("^\\u{1F432}\\uD83D\\uDC32$", &["🐲🐲"], &["🐲"]),
        ("^\\x41\\cJ\\0$", &["A\n\0"], &["A\n0"]),
        ("\\bfoo\\b", &["a foo b", "foo"], &["food", "_foo"]),
        ("\\Boo", &["foo"], &["oo", " oo"]),
        (
            "(?=.*\\d)(?=.*[a-z])^.{3,}$",
            &["a1b", "1bc"],
            &["abc", "a1"],
        ),
        ("^(?!aws:)\\w+:", &["abc:"], &["aws:"]),
        ("(?<=\\$)\\d+", &["cost $42"], &["cost 42"]),
        ("(?<!\\$)\\b\\d+", &["cost 42"], &["cost $42"]),
        ("(?<=^a{2}b+)c", &["aabbc"], &["abc"]),
        ("^(?=(?!b).)[ab]$", &["a"], &["b"]),
        ("^(a|b)\\1$", &["aa", "bb"], &["ab"]),
        ("^(?<q>['\"]).*\\k<q>$", &["'x'", "\"\""], &["'x\""]),
        ("^(?:(a)|b)*\\1$", &["aa", "ab", "abab"], &["aba!"]),
        ("^(a*)*\\1$", &["", "aa"], &["a", "b"]),
        ("(?<=\\1(a))b", &["aab"], &["ab"]),
        ("^(?=(a+))\\1b", &["aab"], &["b"]),
        ("(?i)^straße\\u212A$", &["STRAẞEk"], &["STRASSEk"]),
        ("(?i)^(a)\\1[^x]$", &["aAb"], &["aAX"]),
        ("(?s)^.$", &["\n"], &["\n\n"]),
        ("(?m)^b$", &["a\nb\nc"], &["ab"]),
        ("^\\_\\-\\/\\.\\#$", &["_-/.#"], &["_-/x#"]),
        ("^a{,2}]}$", &["]}", "aa]}"], &["a{,2}]}", "aaa]}"]),
        ("^\\101\\8$", &["A8"], &["1018"]),
        (
            "^\\p{L}\\p{Letter}\\p{Script=Greek}\\P{Lu}[\\p{all}]$",
            &["éΩα1x"],
            &["é1α1x"],
        ),
        ("^\\s$", &["\u{FEFF}", "\u{A0}"], &["\u{85}"]),
        ("^\\w$", &["_"], &["é"]),
    ];
    for (source, accepted, refused) in table {
        accepted
            .iter()
            .for_each(|text| assert!(matches(source, text), "{source} on {text:?}"));
        refused
            .iter()
            .for_each(|text| assert!(!matches(source, text), "{source} not on {text:?}"));
    }
}

#[test]
fn refuses_with_the_place_and_a_reason() {
    let nested = "(".repeat(10_000);
    let table = [
        ("a(b", 1, "not closed"),
        ("a)b", 1, "closes no group"),
        ("x[a", 1, "not closed"),
        ("*a", 0, "nothing"),
        ("a++", 2, "possessive"),
        ("{2}", 0, "nothing"),
        ("a{3,2}", 1, "exceeds"),
        ("[z-a]", 2, "before it begins"),
        ("a\\", 1, "middle of an escape"),
        ("^a\\Z", 2, "`\\Z` means nothing"),
        ("\\u12", 0, "four hexadecimal digits"),
        ("\\p{Nope}", 0, "`Nope` is not a Unicode property"),
        ("(?P<n>a)(?P=m)", 8, "no group has the name `m`"),
        ("\\pq", 0, "in braces"),
        ("[[:nope:]\\Q", 9, "`\\Q` means nothing"),
        ("a(?i)b", 2, "at the very start"),
        ("(?>a)", 1, "atomic"),
        ("(?<1>a)", 0, "not an identifier"),
        ("(?<a>x)(?<a>y)", 7, "two groups"),
        ("(?<a>x)\\k<b>", 7, "no group has the name `b`"),
        ("(?<=a)*", 0, "cannot be repeated"),
        ("((?:ab){1000}){1000}", 0, "too large"),
        (&nested, 200, "nest more than 200 deep"),
    ];
    for (source, offset, reason) in table {
        let fault = compile_pattern(source).expect_err(source);
        assert!(fault.reason.contains(reason), "{source:.40}: {fault}");
        assert_eq!(fault.offset, offset, "{source:.40}: {fault}");
    }
}

#[test]
fn what_means_one_thing_elsewhere_is_read_so() {
    let table: &[(&str, &str, &[&str], &[&str])] = &[
        (
            "^\\pL\\PN$",
            "`\\pL` as `\\p{L}`, `\\PN` as `\\P{N}`",
            &["éa"],
            &["1a", "é1"],
        ),
        (
            "\\Aab\\z",
            "`\\A` as the start of the text, `\\z` as the end of the text",
            &["ab"],
            &["ab\n", "xab"],
        ),
        (
            "(?m)\\Ab",
            "`(?m)` as the flag `m` of the whole pattern, `\\A` as the start of the text",
            &["b"],
            &["a\nb"],
        ),
        (
            "^\\p{Alnum}\\P{XDigit}$",
            "`\\p{Alnum}` as Java does, in ASCII, `\\P{XDigit}` as Java does, in ASCII",
            &["ag", "9é"],
            &["éx", "af"],
        ),
        (
            "^[[:alpha:]_][^[:space:]]$",
            "`[:alpha:]` as the ASCII letters, digits or signs of that class, `[:space:]` as the ASCII letters, digits or signs of that class",
            &["a1", "_x"],
            &["1a", "a "],
        ),
        (
            "^[[:^digit:](]$",
            "`[:^digit:]` as the ASCII letters, digits or signs of that class",
            &["a", "(", ":"],
            &["1"],
        ),
        (
            "^(?P<a>x|y)(?P=a)$",
            "`(?P<a>` as `(?<a>`, `(?P=a)` as `\\k<a>`",
            &["xx", "yy"],
            &["xy"],
        ),
        (
            "(?i)^ab$",
            "`(?i)` as the flag `i` of the whole pattern",
            &["aB"],
            &["b"],
        ),
        ("^[a:]$", "", &["a", ":"], &["b"]),
    ];
    for (source, readings, matching, others) in table {
        let compiled = compile_pattern(source).expect(source);
        assert_eq!(compiled.readings().join(", "), *readings, "{source}");
        for text in *matching {
            assert!(matches(source, text), "{source} and {text:?}");
        }
        for text in *others {
            assert!(!matches(source, text), "{source} and {text:?}");
        }
    }
}

#[test]
fn what_differs_elsewhere_is_refused_with_what_to_write() {
    for (source, help) in [
        ("a\\Z", "write `$`, or `(?=\\n?$)`"),
        ("\\h", "white space in Java and Perl"),
        ("(?>a)b", "atomic groups belong to Perl and Java"),
        ("a*+b", "possessive quantifiers are of Java and Perl"),
        ("\\y", "write an ECMA-262 regular expression"),
    ] {
        let fault = compile_pattern(source).expect_err(source);
        assert!(fault.help.contains(help), "{source}: {}", fault.help);
    }
}

#[test]
fn chooses_the_cheapest_program() {
    let runs = [
        "^[A-Za-z0-9-]+$",
        "^#[0-9A-Fa-f]{6}$",
        "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$",
        "^.{1,65536}$",
        "^https://",
        "[a-z]+_token_[0-9]+",
        ".*\\S.*",
        "^\\d{3}\\.?\\d{2}$",
    ];
    for source in runs {
        assert!(
            matches!(pattern(source).program, Program::Run { .. }),
            "{source}"
        );
    }
    let tables = [
        "^a|b",
        "^[a-z]*[a-f]$",
        "[a-z]{100}",
        "^(0|[1-9][0-9]*)$",
        "^[A-Z][A-Z0-9_]+-\\d+(?:-\\d+)*$",
        "^([0-9a-fA-F]{3}){1,2}$",
        "é|[à-ü]{2}$",
    ];
    for source in tables {
        assert!(
            matches!(pattern(source).program, Program::Automaton(_)),
            "{source}"
        );
    }
    for source in [
        "(?=a)b",
        "\\bword\\b",
        "^(\\p{L}|-)*\\p{L}$",
        "^[ab]*a[ab]{12}$",
    ] {
        assert!(
            matches!(pattern(source).program, Program::Code(_)),
            "{source}"
        );
    }
    assert!(matches!(pattern("(a)\\1").program, Program::Captures(_)));
}

#[test]
fn hostile_patterns_and_texts_take_bounded_time() {
    let text = "a".repeat(100_000);
    let nested = format!("(a)\\1{}a{}", "(?=".repeat(90), ")".repeat(90));
    let looks = format!("^{}$", "(?:(?!b*c)a|a)*".repeat(8));
    let table = [
        ("^(a+)+$", Ok(true)),
        ("^(a+)+b$", Ok(false)),
        ("(a|aa)*b", Ok(false)),
        ("(?:a?){50}a{50}b", Ok(false)),
        ("(?:.{2,65536}){3}b", Ok(false)),
        ("(.*)(.*)(.*)(.*)(.*)b", Ok(false)),
        ("(?=(?:a|aa)*b)", Ok(false)),
        ("(?<!(?:a|aa)*)c", Ok(false)),
        ("(?=a*c)|(?<=b(?=a*)a*)", Ok(false)),
        ("((((((((((a*)*)*)*)*)*)*)*)*)*)b", Ok(false)),
        ("(?=(a+))\\1b", Err(TooCostly)),
        ("^(a+)+\\1b$", Err(TooCostly)),
        (&nested, Ok(true)),
        (&looks, Ok(true)),
        ("(a?)*?\\1b", Err(TooCostly)),
    ];
    for (source, expected) in table {
        let pattern = pattern(source);
        let start = Instant::now();
        assert_eq!(pattern.is_match(&text), expected, "{source}");
        let taken = start.elapsed();
        eprintln!("{source}: {taken:?}");
        assert!(taken < Duration::from_secs(10), "{source}: {taken:?}");
    }
}

#[test]
fn hostile_patterns_compile_or_are_refused_soon() {
    let table = [
        "((((a{65535}){65535}){65535}){65535})".to_owned(),
        "((((){65535}){65535}){65535}){65535}".to_owned(),
        "((((^){60}){60}){60}){60}".to_owned(),
        format!("{}a{}", "(?:".repeat(190), "{50})".repeat(190)),
        format!("{}a{}\\1", "(".repeat(190), "+)".repeat(190)),
        format!("({}){{9999}}", "(?:)".repeat(10_000)),
        "[".repeat(100_000),
        "\\p{L}".repeat(4_000),
        "a|".repeat(50_000),
        "(?i)".to_owned() + &"k".repeat(4_000),
    ];
    for source in &table {
        let start = Instant::now();
        let fault = compile_pattern(source).err();
        let taken = start.elapsed();
        eprintln!("{source:.40}: {taken:?} {fault:?}");
        assert!(taken < Duration::from_secs(10), "{source:.40}: {taken:?}");
    }
}

#[test]
fn takes_any_text_as_a_pattern() {
    let mut random = Random(0xA076_1D64_78BD_642F);
    let pieces = [
        "a", "b", "é", "(", ")", "[", "]", "{", "}", "*", "+", "?", "|", "^", "$", ".", "\\", "-",
        ",", "1", "(?:", "(?=", "(?<!", "(?<n>", "\\k<n>", "\\1", "\\b", "\\w", "\\u{61}",
        "\\p{L}", "{2}", "[^",
    ];
    let (mut compiled, mut valid) = (0, 0);
    for _ in 0..40_000 {
        let source: String = (0..random.below(9)).map(|_| random.pick(&pieces)).collect();
        let result = compile_pattern(&source);
        if Format::Regex.accepts(&source) {
            valid += 1;
            assert!(result.is_ok(), "{source}: {result:?}");
        }
        if let Ok(pattern) = result {
            compiled += 1;
            let matched = pattern.leak(&source).is_match("abé1-ab");
            assert!(matched.is_ok(), "{source}");
        }
    }
    eprintln!("{compiled} compiled, {valid} of them valid with the u flag");
}

#[test]
fn writes_the_program_as_rust() {
    let code = |source: &str| {
        write_line(
            compile_pattern(source)
                .expect(source)
                .code(source, &SharedSets::default()),
        )
    };
    assert_eq!(
        code("^[a-z]+$"),
        "rt::Pattern { source: \"^[a-z]+$\", program: rt::Program::Run { start: true, end: true, \
         repeats: &[rt::Repeat { set: rt::CharSet { ascii: 0x7fffffe000000000000000000000000, \
         ranges: &[] }, min: 1, max: rt::UNBOUNDED }] } }"
    );
    let code = code("^(?!é)\\b(a)\\1");
    for part in [
        "rt::Program::captures(2, ",
        "rt::Inst::Assert(rt::Assertion::Boundary)",
        "rt::Inst::Look { ahead: true, negative: true, next: 4 }",
        "ranges: &[(233, 233)]",
        "rt::Inst::BackReference { slot: 0, ignore_case: false }",
    ] {
        assert!(code.contains(part), "{part} in {code}");
    }
}
