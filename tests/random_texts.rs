//! Random texts that are almost JSON: toolc's reader accepts the same texts as serde_json, except those with
//! duplicate keys, and reads the same numbers. `cargo xtask texts` tries more of them.

#[path = "support/random.rs"]
mod random;
#[path = "support/size.rs"]
mod size;

use random::Random;
use serde_json::Value;
use toolc_runtime::schema::{Field, List, Number, Object, Schema, Text, Unique};
use toolc_runtime::v1::{Part, Slot};
use toolc_runtime::{Args, Json};

/// Number of texts that are tried.
const TEXTS: usize = 100_000;

/// Initial texts.
const SEEDS: &[&str] = &[
    r#"{"a":1,"b":[true,false,null],"c":{"d":"text","":-0.5e+3}}"#,
    r#"{"a":12,"b":[1,2,3],"c":"\u00e9\ud83d\ude00\\\/\"\n","d":1.25}"#,
    "[]",
    " [ 1 , \"é😀\" , { \"a\" : { } } ]\r\n\t",
    "\"plain\"",
    "-123.456E-7",
    "[[[[[[]]]]]]",
    r#"{"a":{"a":{"a":[{"b":0}]}},"b":1e5}"#,
    "[0.1,2.2250738585072014e-308,9007199254740993,123456789012345678]",
    "[1.7976931348623157e308,4.9e-324,-0.0,0.30000000000000004]",
    "[179769313486231570000000000000.5e278,1e23,8.41e21,5e-324]",
];

/// Pieces that are inserted.
const PIECES: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\\",
    "/",
    "u",
    "\\u",
    "\\ud83d",
    "\\ude00",
    "\\uD8",
    "\\u12g4",
    "0",
    "1",
    "-",
    "+",
    ".",
    "e",
    "E",
    "1e400",
    "-0",
    "00",
    "1.",
    ".5",
    "true",
    "nul",
    "null",
    "fals",
    " ",
    "\t",
    "\n",
    "\r",
    "\u{0}",
    "\u{1f}",
    "\u{7f}",
    "\u{a0}",
    "\u{feff}",
    "\u{2028}",
    "é",
    "😀",
    "\"a\":",
    "\"b\":1,",
    "[],",
    "{}",
    "//",
    "99999999999999999999",
    "NaN",
    "Infinity",
    "'",
    "\\x",
    "\\b\\f\\n\\r\\t",
];

fn mutate(random: &mut Random, text: &str) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..1 + random.below(3) {
        let at = random.below(chars.len() + 1);
        if random.chance(5) {
            chars.truncate(at);
            continue;
        }
        match random.below(4) {
            0 if at < chars.len() => drop(chars.remove(at)),
            1 if at < chars.len() => {
                let end = (at + 1 + random.below(4)).min(chars.len());
                let part: Vec<char> = chars[at..end].to_vec();
                let to = random.below(chars.len() + 1);
                chars.splice(to..to, part);
            }
            2 if at < chars.len() => drop(chars.splice(at..=at, random.pick(PIECES).chars())),
            _ => drop(chars.splice(at..at, random.pick(PIECES).chars())),
        }
    }
    chars.into_iter().collect()
}

/// A table whose keys the reader guesses ahead, which takes another code path.
static TABLE: Schema = Schema::Object(&Object {
    fields: &[
        Field {
            name: "a",
            spelled: "\"a\":",
            required: false,
            schema: &Schema::Number(&Number::ANY),
        },
        Field {
            name: "b",
            spelled: "\"b\":",
            required: true,
            schema: &Schema::List(&List {
                unique: Some(Unique::ITEMS),
                ..List::ANY
            }),
        },
        Field {
            name: "c",
            spelled: "\"c\":",
            required: false,
            schema: &Schema::Text(&Text::ANY),
        },
    ],
    rest: &TABLE,
    ..Object::ANY
});

/// Returns whether the text is valid JSON when read with a table.
fn is_json(schema: &'static Schema, text: &str) -> bool {
    let violations = toolc_runtime::validate(schema, text).err();
    !violations
        .iter()
        .flatten()
        .any(|violation| violation.keyword == "syntax")
}

/// Returns whether an object has a duplicate key: the only thing that toolc refuses and serde_json accepts.
fn has_key_twice(text: &str) -> bool {
    Json::parse(text).is_err_and(|error| error.reason == "key occurs twice")
}

/// Arguments with a number, as it is read into a generated struct.
struct Numbers {
    a: f64,
}

impl<'a> Part<'a> for Numbers {
    fn empty() -> Self {
        Numbers { a: f64::NAN }
    }

    fn slot(&mut self, _: usize) -> &mut dyn Slot<'a> {
        &mut self.a
    }
}

impl Args<'_> for Numbers {
    const SCHEMA: &'static Schema = &Schema::Object(&Object {
        fields: &[Field {
            name: "a",
            spelled: "\"a\":",
            required: true,
            schema: &Schema::Number(&Number::ANY),
        }],
        ..Object::ANY
    });
}

/// Returns the numbers in a JSON text, as written.
fn numerals(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let bytes = text.as_bytes();
    let (mut at, mut quoted) = (0, false);
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if quoted => at += 1,
            b'"' => quoted = !quoted,
            b'-' | b'0'..=b'9' if !quoted => {
                let is_part =
                    |byte: &u8| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E');
                let length = bytes[at..].iter().take_while(|byte| is_part(byte)).count();
                found.push(&text[at..at + length]);
                at += length;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// Asserts that a number is read like serde_json and the standard library read it, to the last bit.
fn assert_same_number(numeral: &str) {
    let read = Numbers::from_json(&format!(r#"{{"a":{numeral}}}"#));
    let read = read.map(|numbers| numbers.a.to_bits());
    let expected: f64 = serde_json::from_str(numeral).expect("a number");
    assert_eq!(read.as_ref().ok(), Some(&expected.to_bits()), "{numeral}");
    let parsed: f64 = numeral.parse().expect("a number");
    assert_eq!(read.as_ref().ok(), Some(&parsed.to_bits()), "{numeral}");
}

#[test]
fn the_reader_takes_for_json_what_serde_json_takes() {
    let texts = size::size("TOOLC_TEXTS", TEXTS);
    let mut random = Random::new(1 + size::size("TOOLC_SEED", 0) as u64);
    let (mut taken, mut twice, mut numbers) = (0, 0, 0);
    for _ in 0..texts {
        let seed = random.pick(SEEDS);
        let text = mutate(&mut random, seed);
        let expected = serde_json::from_str::<Value>(&text).is_ok();
        if expected && has_key_twice(&text) {
            twice += 1;
            assert!(
                !is_json(&Schema::Any, &text) && !is_json(&TABLE, &text),
                "{text:?}"
            );
            continue;
        }
        taken += usize::from(expected);
        assert_eq!(Json::parse(text.as_str()).is_ok(), expected, "{text:?}");
        assert_eq!(is_json(&Schema::Any, &text), expected, "{text:?}");
        assert_eq!(is_json(&TABLE, &text), expected, "by the table: {text:?}");
        if expected {
            let found = numerals(&text);
            numbers += found.len();
            found.into_iter().for_each(assert_same_number);
        }
    }
    eprintln!("read\t{texts}\t{taken}\t{twice}\t{numbers}");
    assert!(taken > texts / 10 && taken < texts / 2 && twice > 0 && numbers > taken);
}

#[test]
fn nesting_ends_at_its_limit() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    let limit = usize::from(toolc_runtime::reader::MAX_DEPTH);
    assert!(Json::parse(nested(limit)).is_ok());
    assert!(Json::parse(nested(limit + 1)).is_err());
    assert!(Json::parse(nested(1_000_000)).is_err());
}
