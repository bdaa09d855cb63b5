//! Random trees, their text, and paths into them.

use super::{KEYS, NUMBERS, SEGMENTS, TEXTS, rank};
use crate::random::Random;
use serde_json::{Map, Value};
use toolc_runtime::rule::Step;

pub(super) fn scalar(random: &mut Random) -> Value {
    match random.below(8) {
        0 => Value::Null,
        1 => Value::Bool(random.chance(50)),
        2 | 3 => Value::String(random.pick(TEXTS).to_owned()),
        4 | 5 => {
            let names: Vec<&str> = (0..1 + random.below(4))
                .map(|_| random.pick(SEGMENTS))
                .collect();
            let root = if random.chance(30) { "/" } else { "" };
            Value::String(format!("{root}{}", names.join("/")))
        }
        _ => Value::from(random.below(NUMBERS.len())),
    }
}

fn tree(random: &mut Random, depth: usize) -> Value {
    let kind = if depth == 0 { 0 } else { random.below(3) };
    let parts = random.below(4);
    match kind {
        0 => scalar(random),
        1 => Value::Array((0..parts).map(|_| tree(random, depth - 1)).collect()),
        _ => object(random, parts, depth - 1),
    }
}

pub(super) fn object(random: &mut Random, parts: usize, depth: usize) -> Value {
    let property = |random: &mut Random| (random.pick(KEYS).to_owned(), tree(random, depth));
    Value::Object((0..parts).map(|_| property(random)).collect::<Map<_, _>>())
}

/// Returns a path into a tree, usually to something that exists, and the value there.
pub(super) fn steps<'v>(random: &mut Random, root: &'v Value) -> (Vec<Step>, Option<&'v Value>) {
    let mut steps = Vec::new();
    let mut at = Some(root);
    for _ in 0..1 + random.below(4) {
        let keys: Vec<(&'static str, &Value)> = match at {
            Some(Value::Object(map)) => {
                let known = |key: &&&'static str| map.contains_key(**key);
                KEYS.iter()
                    .filter(known)
                    .map(|key| (*key, &map[*key]))
                    .collect()
            }
            Some(Value::Array(list)) => ["0", "1", "2"].into_iter().zip(list).collect(),
            _ if random.chance(80) => return (steps, at),
            _ => Vec::new(),
        };
        let near = (!keys.is_empty() && random.chance(85)).then(|| random.pick(&keys));
        let (key, next) = near.map_or((random.pick(KEYS), None), |(key, value)| (key, Some(value)));
        steps.push(match random.below(4) {
            0 => Step::Every,
            1 => Step::Some,
            _ => Step::Key(key),
        });
        at = next;
    }
    (steps, at)
}

/// Writes a tree as JSON text, in one of the many possible spellings.
pub(super) fn write(value: &Value, random: &mut Random, out: &mut String) {
    blank(random, out);
    match value {
        Value::Array(list) => {
            out.push('[');
            for (at, part) in list.iter().enumerate() {
                out.push_str(if at > 0 { "," } else { "" });
                write(part, random, out);
            }
            blank(random, out);
            out.push(']');
        }
        Value::Object(map) => {
            let mut entries: Vec<_> = map.iter().collect();
            let turn = random.below(entries.len().max(1));
            entries.rotate_left(turn);
            out.push('{');
            for (at, (key, part)) in entries.into_iter().enumerate() {
                out.push_str(if at > 0 { "," } else { "" });
                blank(random, out);
                write_text(key, random, out);
                blank(random, out);
                out.push(':');
                write(part, random, out);
            }
            blank(random, out);
            out.push('}');
        }
        Value::String(text) => write_text(text, random, out),
        Value::Number(_) => {
            let at = rank(value).expect("a place in the list");
            out.push_str(random.pick(NUMBERS[at].0));
        }
        word => out.push_str(&word.to_string()),
    }
    blank(random, out);
}

fn blank(random: &mut Random, out: &mut String) {
    if random.chance(10) {
        out.push_str(random.pick(&[" ", "\n", "\t", "\r\n "]));
    }
}

fn write_text(text: &str, random: &mut Random, out: &mut String) {
    let start = out.len();
    out.push('"');
    for letter in text.chars() {
        if letter.is_control() || matches!(letter, '"' | '\\') || random.chance(20) {
            for unit in letter.encode_utf16(&mut [0; 2]) {
                out.push_str(&match random.chance(50) {
                    true => format!("\\u{unit:04x}"),
                    false => format!("\\u{unit:04X}"),
                });
            }
        } else if letter == '/' && random.chance(30) {
            out.push_str("\\/");
        } else {
            out.push(letter);
        }
    }
    out.push('"');
    let read: String = serde_json::from_str(&out[start..]).expect("a string");
    assert_eq!(read, text);
}
