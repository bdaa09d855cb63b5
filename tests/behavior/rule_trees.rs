//! Decisions of rules on the text of arguments, compared with those of a plain walk over the tree.

#[path = "rule_trees/trees.rs"]
mod trees;

use crate::random::Random;
use serde_json::Value;
use toolc_runtime::rule::{Literal, Rule, Step, Test, When, first_rule};
use toolc_runtime::v1::{Bound, CharSet, Number, Pattern, Program, Repeat};
use toolc_runtime::{Approval, CalledBy};
use trees::{object, scalar, steps, write};

/// Numbers in ascending order: the ways to write each of them, and the limit equal to it. Trees contain the
/// index into this list.
const NUMBERS: &[(&[&str], Bound)] = &[
    (&["-1e308", "-10E+307"], Bound::Float(-1e308)),
    (
        &["-9223372036854775809", "-9223372036854775809.0"],
        Bound::Big(-9_223_372_036_854_775_809),
    ),
    (
        &["-9223372036854775808", "-92233720368547758.08e2"],
        Bound::Int(i64::MIN),
    ),
    (&["-100", "-1e2", "-100.0"], Bound::Int(-100)),
    (&["-0.5", "-5e-1", "-0.50"], Bound::Float(-0.5)),
    (&["0", "-0", "0.0", "-0.0", "0e9", "-0E-400"], Bound::Int(0)),
    (&["1e-400", "0.1e-399"], Bound::Exact(0.0, "1e-400")),
    (&["0.1", "1e-1", "0.10"], Bound::Float(0.1)),
    (
        &["0.1000000000000000000001", "1000000000000000000001e-22"],
        Bound::Exact(0.1, "0.1000000000000000000001"),
    ),
    (&["3", "3.0", "30e-1", "0.3E1"], Bound::Int(3)),
    (
        &["100", "1e2", "100.0", "1E+2", "10000e-2"],
        Bound::Int(100),
    ),
    (
        &["9007199254740992", "9007199254740992.0"],
        Bound::Int(9_007_199_254_740_992),
    ),
    (
        &[
            "9007199254740993",
            "9007199254740993.0",
            "900719925474099.3e1",
        ],
        Bound::Int(9_007_199_254_740_993),
    ),
    (&["9223372036854775807"], Bound::Int(i64::MAX)),
    (
        &["9223372036854775808", "9223372036854775808.0"],
        Bound::Big(9_223_372_036_854_775_808),
    ),
    (&["1e308", "10e307"], Bound::Float(1e308)),
    (&["1.1e308", "11e307"], Bound::Float(1.1e308)),
];

const TEXTS: &[&str] = &[
    "",
    "a",
    "git",
    "git/x",
    "gitfoo",
    "GIT/x",
    "git/",
    "docs",
    "é",
    "e\u{301}",
    "\u{1f600}",
    "\"",
    "\\",
    "\n",
    "\0",
    "100",
    "null",
    "*",
];

const KEYS: &[&str] = &[
    "a",
    "b",
    "0",
    "1",
    "00",
    "a/b",
    "a~b",
    "~1",
    "*",
    "?",
    "é",
    "",
    "\"q\"",
    "\u{1f600}",
];

const SEGMENTS: &[&str] = &[
    "docs", "docs", "docs", "docs", "docs", "a", "a", "..", "..", ".", "", "...", ".. ", "%2e%2e",
    "%2F", "a%41", "DOCS", "docsfoo", "C:", "~", "a\\b", "%00", "100%",
];

const FOLDERS: &[&str] = &["docs", "docs", "./docs/", ".", "docs/a", "/docs", "/"];

/// The pattern `^d`.
static BEGINS_WITH_D: Pattern = Pattern {
    source: "^d",
    program: Program::Run {
        start: true,
        end: false,
        repeats: &[Repeat {
            set: CharSet {
                ascii: 1 << b'd',
                ranges: &[],
            },
            min: 1,
            max: 1,
        }],
    },
};

/// A condition as the test models it.
#[derive(Debug)]
enum Condition {
    Exists(bool),
    OneOf(Vec<Value>),
    BeginsWithD,
    /// `minimum`, `maximum`, `exclusiveMinimum`, `exclusiveMaximum`
    Within([Option<usize>; 4]),
    Prefix(&'static str),
    Under(&'static str),
}

/// A rule as the test models it: the conditions on each place.
type Places = Vec<(Vec<Step>, Vec<Condition>)>;

fn leak<T>(items: Vec<T>) -> &'static [T] {
    Vec::leak(items)
}

impl Condition {
    /// A random condition, usually one that could hold for a value.
    fn random(random: &mut Random, near: Option<&Value>) -> Self {
        let kinds: &[usize] = match near {
            Some(Value::Number(_)) => &[0, 1, 4],
            Some(Value::String(_)) => &[0, 1, 3, 6, 7],
            _ if random.chance(60) => &[0],
            _ => &[1, 2, 3, 4, 5, 6, 7],
        };
        match random.pick(kinds) {
            0 => Condition::Exists(random.chance(50)),
            1 | 2 => {
                let mut values: Vec<Value> = (0..3).map(|_| scalar(random)).collect();
                values.extend(
                    near.filter(|near| !near.is_array() && !near.is_object())
                        .cloned(),
                );
                let dropped = random.below(values.len());
                values.swap_remove(dropped);
                Condition::OneOf(values)
            }
            3 => Condition::BeginsWithD,
            4 | 5 => Condition::Within([(); 4].map(|()| {
                let bounded = random.chance(35);
                bounded.then(|| random.below(NUMBERS.len()))
            })),
            6 => {
                let text = near.and_then(Value::as_str).filter(|_| random.chance(50));
                let first = text.and_then(|text| text.split('/').next());
                Condition::Prefix(match first {
                    Some(first) => first.to_owned().leak(),
                    None => random.pick(&["git", "git/", "docs", "/docs"]),
                })
            }
            _ => Condition::Under(random.pick(FOLDERS)),
        }
    }

    fn table(&self) -> Test {
        match self {
            Condition::Exists(exists) => Test::Exists(*exists),
            Condition::OneOf(values) => Test::OneOf(leak(values.iter().map(literal).collect())),
            Condition::BeginsWithD => Test::Pattern(&BEGINS_WITH_D),
            Condition::Within(limits) => {
                let [least, most, above, below] = limits.map(|at| Some(NUMBERS[at?].1));
                Test::Within(Box::leak(Box::new(Number {
                    minimum: least,
                    maximum: most,
                    exclusive_minimum: above,
                    exclusive_maximum: below,
                    ..Number::ANY
                })))
            }
            Condition::Prefix(text) => Test::PathPrefix(text),
            Condition::Under(folder) => Test::Under(folder),
        }
    }

    fn holds(&self, value: Option<&Value>) -> bool {
        let Some(value) = value else {
            return matches!(self, Condition::Exists(false));
        };
        match self {
            Condition::Exists(exists) => *exists,
            Condition::OneOf(values) => values.contains(value),
            Condition::BeginsWithD => value.as_str().is_some_and(|text| text.starts_with('d')),
            Condition::Within([least, most, above, below]) => rank(value).is_some_and(|at| {
                least.is_none_or(|limit| at >= limit)
                    && most.is_none_or(|limit| at <= limit)
                    && above.is_none_or(|limit| at > limit)
                    && below.is_none_or(|limit| at < limit)
            }),
            Condition::Prefix(prefix) => value.as_str().is_some_and(|text| {
                text == *prefix || text.starts_with(&format!("{}/", prefix.trim_end_matches('/')))
            }),
            Condition::Under(folder) => value.as_str().is_some_and(|text| is_below(text, folder)),
        }
    }
}

fn literal(value: &Value) -> Literal {
    match value {
        Value::Null => Literal::Null,
        Value::Bool(flag) => Literal::Boolean(*flag),
        Value::String(text) => Literal::Text(text.clone().leak()),
        number => {
            let at = rank(number).expect("a number");
            Literal::Number(NUMBERS[at].1)
        }
    }
}

fn rank(value: &Value) -> Option<usize> {
    usize::try_from(value.as_u64()?).ok()
}

/// Resolves a path by its components, and refuses one that could be read in another way.
fn is_below(path: &str, folder: &str) -> bool {
    fn names(path: &str) -> Option<Vec<&str>> {
        let mut names = Vec::new();
        for name in path.split('/') {
            match name {
                "" | "." => {}
                ".." => drop(names.pop()?),
                name => names.push(name),
            }
        }
        Some(names)
    }
    let lower = path.to_lowercase();
    let escapes = ["%2e", "%2f", "%5c", "%25", "%00"];
    let doubtful = path.contains(['\\', '\0', '\n'])
        || path.starts_with('~')
        || path.starts_with("C:")
        || path.split('/').any(|name| ["...", ".. "].contains(&name))
        || escapes.iter().any(|escape| lower.contains(escape));
    let same_start = path.starts_with('/') == folder.starts_with('/');
    let found = names(path).zip(names(folder));
    !path.is_empty()
        && same_start
        && !doubtful
        && found.is_some_and(|(path, folder)| path.starts_with(&folder))
}

/// Returns whether all conditions hold at the end of a path through a tree.
fn hold(value: Option<&Value>, steps: &[Step], conditions: &[Condition]) -> bool {
    let (Some(value), Some((step, rest))) = (value, steps.split_first()) else {
        return conditions.iter().all(|condition| condition.holds(value));
    };
    let parts: Vec<&Value> = match value {
        Value::Array(list) => list.iter().collect(),
        Value::Object(map) => map.values().collect(),
        _ => Vec::new(),
    };
    let of_part = |part: &&Value| hold(Some(part), rest, conditions);
    match step {
        Step::Key(key) => {
            let number = key
                .parse::<usize>()
                .ok()
                .filter(|it| it.to_string() == *key);
            let found = match value {
                Value::Array(list) => number.and_then(|number| list.get(number)),
                Value::Object(map) => map.get(*key),
                _ => None,
            };
            hold(found, if found.is_some() { rest } else { &[] }, conditions)
        }
        _ if parts.is_empty() => hold(None, &[], conditions),
        Step::Every => parts.iter().all(of_part),
        Step::Some => parts.iter().any(of_part),
    }
}

fn rule(places: &Places) -> Rule {
    let when = places.iter().map(|(steps, conditions)| When {
        steps: leak(steps.clone()),
        tests: leak(conditions.iter().map(Condition::table).collect()),
    });
    Rule {
        when: leak(when.collect()),
        approval: Approval::Ask,
        reason: "",
        place: "",
    }
}

#[test]
fn rules_say_of_a_text_what_they_say_of_its_tree() {
    let mut random = Random::new(20);
    // how often each kind of condition held and did not hold
    let mut seen = [[0; 2]; 6];
    let mut firsts = [0; 4];
    for _ in 0..5000 {
        let parts = 1 + random.below(5);
        let root = object(&mut random, parts, 3);
        let mut text = String::new();
        write(&root, &mut random, &mut text);
        let rules: Vec<Places> = (0..3)
            .map(|_| {
                let places = (0..1 + random.below(2)).map(|_| {
                    let (steps, near) = steps(&mut random, &root);
                    let count = 1 + random.below(2);
                    let condition = |_| Condition::random(&mut random, near);
                    let conditions = (0..count).map(condition);
                    (steps, conditions.collect())
                });
                places.collect()
            })
            .collect();
        let tables: Vec<Rule> = rules.iter().map(rule).collect();
        let expected = |places: &Places| {
            let mut all = places.iter();
            all.all(|(steps, conditions)| hold(Some(&root), steps, conditions))
        };
        for (places, table) in rules.iter().zip(&tables) {
            let is_met = expected(places);
            assert_eq!(
                table.matches(&text, CalledBy::Model),
                Ok(is_met),
                "{text}\n{root}\n{places:?}"
            );
            for (steps, conditions) in places {
                for condition in conditions {
                    let holds = hold(Some(&root), steps, std::slice::from_ref(condition));
                    seen[kind(condition)][usize::from(holds)] += 1;
                }
            }
        }
        let place = rules.iter().position(expected);
        let found = first_rule(&tables, &text, CalledBy::Model).expect("it is decided");
        let found = found.map(|rule| tables.iter().position(|table| std::ptr::eq(table, rule)));
        assert_eq!(found, place.map(Some), "{text}");
        firsts[place.unwrap_or(3)] += 1;
    }
    let fewest = seen.iter().flatten().min();
    assert!(fewest.is_some_and(|times| *times > 20), "{seen:?}");
    assert!(firsts.iter().all(|times| *times > 100), "{firsts:?}");
}

fn kind(condition: &Condition) -> usize {
    match condition {
        Condition::Exists(_) => 0,
        Condition::OneOf(_) => 1,
        Condition::BeginsWithD => 2,
        Condition::Within(_) => 3,
        Condition::Prefix(_) => 4,
        Condition::Under(_) => 5,
    }
}
