//! What keeps a schema from being compiled to a grammar, beyond single keywords.

use std::collections::BTreeSet;
use toolc_model::model::provider::Obstacle;
use toolc_runtime::strict::tree::Tree;

/// The types that a grammar distinguishes.
const KINDS: &[&str] = &["null", "boolean", "number", "string", "array", "object"];

/// The obstacle, if any, that one keyword of a schema poses.
pub(super) fn find_obstacle(schema: &Tree, keyword: &str, value: &Tree) -> Option<Obstacle> {
    let is_there = match keyword {
        "pattern" => value.as_str().is_some_and(looks_around),
        "patternProperties" => return find_in_names(value),
        "oneOf" => !are_apart(value, &kinds(schema)),
        "minProperties" | "maxProperties" => !is_countable(schema),
        _ => return None,
    };
    let found = match keyword {
        "pattern" => Obstacle::LookAround,
        "oneOf" => Obstacle::VagueChoice,
        _ => Obstacle::CountedOptions,
    };
    is_there.then_some(found)
}

/// Whether a pattern uses lookaround or back-references.
fn looks_around(pattern: &str) -> bool {
    let letters: Vec<char> = pattern.chars().collect();
    let mut in_class = false;
    let mut at = 0;
    while let Some(letter) = letters.get(at) {
        let rest = &letters[at + 1..];
        let begins = |text: &str| {
            let text: Vec<char> = text.chars().collect();
            rest.starts_with(&text)
        };
        match letter {
            '\\' => {
                let is_odd = |next: &char| matches!(next, 'b' | 'B' | 'k' | 'c' | '1'..='9');
                if !in_class && rest.first().is_some_and(is_odd) {
                    return true;
                }
                at += 1;
            }
            '[' => in_class = true,
            ']' => in_class = false,
            '(' if !in_class && ["?=", "?!", "?<=", "?<!"].into_iter().any(begins) => return true,
            '^' if !in_class && !is_start(&letters[..at]) => return true,
            '$' if !in_class && !matches!(rest.first(), None | Some(')' | '|')) => return true,
            _ => {}
        }
        at += 1;
    }
    false
}

/// Whether this is the start of an alternative, before anything is matched.
fn is_start(before: &[char]) -> bool {
    matches!(before, [] | [.., '(' | '|' | '^'] | [.., '(', '?', ':'])
}

/// Patterns of property names that may match the same name, or that use lookaround.
fn find_in_names(patterns: &Tree) -> Option<Obstacle> {
    let patterns = patterns.as_map().into_iter().flatten();
    let patterns: Vec<&str> = patterns.map(|(pattern, _)| pattern.as_str()).collect();
    if patterns.iter().any(|pattern| looks_around(pattern)) {
        return Some(Obstacle::LookAround);
    }
    let mut pairs = pairs(&patterns);
    let is_crossing = pairs.any(|(a, b)| !begin_apart(a, b));
    is_crossing.then_some(Obstacle::CrossingNames)
}

/// Whether all matches of one pattern differ from those of the other by their first letters.
fn begin_apart(a: &str, b: &str) -> bool {
    let (Some(a), Some(b)) = (a.strip_prefix('^'), b.strip_prefix('^')) else {
        return false;
    };
    if a.contains('|') || b.contains('|') {
        return false;
    }
    let plain = |letter: &char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-');
    // a letter followed by a quantifier may be absent
    let sure = |pattern: &str| {
        let mut letters: Vec<char> = pattern.chars().take_while(plain).collect();
        if pattern[letters.len()..].starts_with(['?', '*', '{']) {
            letters.pop();
        }
        letters
    };
    sure(a).iter().zip(&sure(b)).any(|(a, b)| a != b)
}

/// Whether the alternatives of a list are mutually exclusive, judging by their text.
fn are_apart(alternatives: &Tree, around: &BTreeSet<&'static str>) -> bool {
    let alternatives = alternatives.as_list().unwrap_or_default();
    let alternatives: Vec<&Tree> = alternatives.iter().collect();
    pairs(&alternatives).all(|(a, b)| is_apart(a, b, around))
}

fn is_apart(a: &Tree, b: &Tree, around: &BTreeSet<&'static str>) -> bool {
    let is_open = |schema: &Tree| schema.get("$ref").is_some() || schema.get("allOf").is_some();
    if is_open(a) || is_open(b) {
        return false;
    }
    for (one, other) in [(a, b), (b, a)] {
        for keyword in ["anyOf", "oneOf"] {
            if let Some(parts) = one.get(keyword).and_then(Tree::as_list) {
                return parts.iter().all(|part| is_apart(part, other, around));
            }
        }
    }
    let (own, others) = (kinds(a), kinds(b));
    let shared = own.intersection(&others);
    let mut shared = shared.filter(|kind| around.contains(*kind));
    shared.all(|kind| match *kind {
        "boolean" | "string" => have_other_values(a, b),
        "object" => have_other_members(a, b),
        _ => false,
    })
}

fn have_other_values(a: &Tree, b: &Tree) -> bool {
    match (values(a), values(b)) {
        (Some(a), Some(b)) => a.iter().all(|value| !b.contains(value)),
        _ => false,
    }
}

/// Whether a key that one of them requires is refused by one, or has values that exclude each
/// other.
fn have_other_members(a: &Tree, b: &Tree) -> bool {
    let required = [a, b]
        .into_iter()
        .filter_map(|schema| schema.get("required"));
    let names = required.flat_map(|names| names.as_list().unwrap_or_default());
    let mut names = names.filter_map(Tree::as_str);
    let all = KINDS.iter().copied().collect();
    names.any(|name| match (member(a, name), member(b, name)) {
        (Member::Refused, _) | (_, Member::Refused) => true,
        (Member::Held(a), Member::Held(b)) => is_apart(a, b, &all),
        _ => false,
    })
}

enum Member<'t> {
    Held(&'t Tree),
    Refused,
    Any,
}

fn member<'t>(schema: &'t Tree, name: &str) -> Member<'t> {
    let is_false = |schema: &Tree| matches!(schema, Tree::Scalar(text) if text == "false");
    match schema.get("properties").and_then(|all| all.get(name)) {
        Some(held) if is_false(held) => Member::Refused,
        Some(held) => Member::Held(held),
        None if schema.get("patternProperties").is_some() => Member::Any,
        None if schema.get("additionalProperties").is_some_and(is_false) => Member::Refused,
        None => Member::Any,
    }
}

/// The values that a schema lists.
fn values(schema: &Tree) -> Option<Vec<&Tree>> {
    let listed = schema.get("enum").and_then(Tree::as_list);
    match (schema.get("const"), listed) {
        (Some(value), _) => Some(vec![value]),
        (None, Some(values)) => Some(values.iter().collect()),
        (None, None) => None,
    }
}

/// The types that a schema names or lists values of; all types if it does neither.
fn kinds(schema: &Tree) -> BTreeSet<&'static str> {
    let named = match schema.get("type") {
        Some(Tree::List(types)) => types.iter().filter_map(Tree::as_str).collect(),
        Some(types) => types.as_str().into_iter().collect(),
        None => KINDS.to_vec(),
    };
    let is_named = |kind: &str| {
        let is_whole = kind == "number" && named.contains(&"integer");
        is_whole || named.contains(&kind)
    };
    let is_listed = |kind: &str| match values(schema) {
        Some(values) => values.iter().any(|value| value.json_type() == kind),
        None => true,
    };
    let kinds = KINDS.iter().copied();
    kinds
        .filter(|kind| is_named(kind) && is_listed(kind))
        .collect()
}

/// Whether a grammar can count the properties of an object: all named ones are required, or the
/// bounds only distinguish empty from non-empty.
fn is_countable(schema: &Tree) -> bool {
    let required = schema
        .get("required")
        .and_then(Tree::as_list)
        .unwrap_or_default();
    let named = schema.get("properties").and_then(Tree::as_map);
    let mut named = named.into_iter().flatten();
    if named.all(|(name, _)| required.contains(&Tree::text(name))) {
        return true;
    }
    let count = |keyword: &str| match schema.get(keyword) {
        Some(Tree::Scalar(text)) => text.parse::<usize>().ok(),
        _ => None,
    };
    let least = count("minProperties")
        .unwrap_or(0)
        .saturating_sub(required.len());
    let most = count("maxProperties").map(|most| most.saturating_sub(required.len()));
    let is_closed = matches!(
        schema.get("additionalProperties"),
        Some(Tree::Scalar(text)) if text == "false"
    );
    let is_free = least == 0 && most.is_none();
    let is_one = least <= 1 && most.is_none_or(|most| most == 1) && is_closed;
    is_free || is_one && schema.get("patternProperties").is_none()
}

fn pairs<'s, T: Copy>(items: &'s [T]) -> impl Iterator<Item = (T, T)> + 's {
    let firsts = items.iter().enumerate();
    firsts.flat_map(move |(index, first)| {
        let rest = items[index + 1..].iter();
        rest.map(move |second| (*first, *second))
    })
}
