//! Noun: the words of schemas. One row for each, with what every walk over schemas asks of it: which
//! editions have it, what is under it, what it says to whom. Rules that are one value each have
//! their row in [`crate::schema::rules`] instead.

use crate::schema::edition::Edition::{self, Draft4, Draft6, Draft7, Draft2019, Draft2020};
use crate::schema::position::Position;
use crate::schema::rules;
use std::cmp::Ordering;

/// A word of schemas.
#[derive(Debug)]
pub struct Word {
    /// As it is written.
    pub name: &'static str,
    /// The first and the last edition that has it.
    pub editions: (Edition, Edition),
    /// What is under it.
    pub position: Position,
    /// What it says.
    pub says: Says,
    /// Whether the validation vocabulary has it (2020-12 validation, section 6).
    pub is_validation: bool,
}

/// What a word says, and to whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Says {
    /// Which values are valid, alone or with another word.
    Rule,
    /// Something to a reader.
    Prose,
    /// Nothing that a model or a validator heeds.
    Nothing,
    /// Something to other systems.
    Elsewhere,
}

const fn word(name: &'static str, position: Position, says: Says) -> Word {
    Word {
        name,
        editions: (Draft4, Draft2020),
        position,
        says,
        is_validation: false,
    }
}

const fn rule(name: &'static str, position: Position) -> Word {
    word(name, position, Says::Rule)
}

const fn prose(name: &'static str, position: Position) -> Word {
    word(name, position, Says::Prose)
}

const fn nothing(name: &'static str, position: Position) -> Word {
    word(name, position, Says::Nothing)
}

const fn other(name: &'static str) -> Word {
    word(name, Position::Other, Says::Elsewhere)
}

const fn validation(mut word: Word) -> Word {
    word.is_validation = true;
    word
}

const fn since(first: Edition, mut word: Word) -> Word {
    word.editions.0 = first;
    word
}

const fn until(last: Edition, mut word: Word) -> Word {
    word.editions.1 = last;
    word
}

use Position::{Data, List, Map, One, Other};

/// Every word, in the order of the alphabet.
pub const WORDS: &[Word] = &[
    since(Draft2019, nothing("$anchor", Other)),
    nothing("$comment", Other),
    nothing("$defs", Map),
    since(Draft2020, nothing("$dynamicAnchor", Other)),
    since(Draft2020, rule("$dynamicRef", Other)),
    since(Draft6, nothing("$id", Other)),
    until(Draft2019, since(Draft2019, rule("$recursiveAnchor", Other))),
    until(Draft2019, since(Draft2019, rule("$recursiveRef", Other))),
    rule("$ref", Other),
    nothing("$schema", Other),
    rule("$vocabulary", Other),
    rule("additionalProperties", One),
    rule("allOf", List),
    rule("anyOf", List),
    validation(since(Draft6, rule("const", Data))),
    since(Draft6, rule("contains", One)),
    prose("contentEncoding", Other),
    prose("contentMediaType", Other),
    prose("contentSchema", One),
    prose("default", Data),
    rule("definitions", Map),
    until(Draft7, rule("dependencies", Other)),
    validation(since(Draft2019, rule("dependentRequired", Other))),
    since(Draft2019, rule("dependentSchemas", Map)),
    prose("deprecated", Other),
    prose("description", Other),
    other("discriminator"),
    since(Draft7, rule("else", One)),
    validation(rule("enum", Data)),
    other("enumNames"),
    prose("example", Data),
    prose("examples", Data),
    other("externalDocs"),
    since(Draft7, rule("if", One)),
    rule("items", One),
    validation(since(Draft2019, rule("maxContains", Other))),
    validation(since(Draft2019, rule("minContains", Other))),
    rule("not", One),
    other("nullable"),
    rule("oneOf", List),
    other("optional"),
    rule("patternProperties", Map),
    since(Draft2020, rule("prefixItems", List)),
    rule("properties", Map),
    since(Draft6, rule("propertyNames", One)),
    prose("readOnly", Other),
    validation(rule("required", Other)),
    since(Draft7, rule("then", One)),
    prose("title", Other),
    validation(rule("type", Other)),
    other("types"),
    since(Draft2019, rule("unevaluatedItems", One)),
    since(Draft2019, rule("unevaluatedProperties", One)),
    other("value"),
    other("values"),
    prose("writeOnly", Other),
    other("xml"),
];

/// The row of a word. Walks over whole documents ask for every key.
pub fn find_word(name: &str) -> Option<&'static Word> {
    let (mut low, mut high) = (0, WORDS.len());
    while low < high {
        let middle = low + (high - low) / 2;
        match WORDS[middle].name.cmp(name) {
            Ordering::Less => low = middle + 1,
            Ordering::Equal => return Some(&WORDS[middle]),
            Ordering::Greater => high = middle,
        }
    }
    None
}

impl Word {
    /// Whether an edition has it.
    pub fn is_in(&self, edition: Edition) -> bool {
        let (first, last) = self.editions;
        (first..=last).contains(&edition)
    }
}

impl Position {
    /// What is under a keyword, after those of older drafts were renamed.
    pub fn of(keyword: &str) -> Self {
        find_word(keyword).map_or(Position::Other, |word| word.position)
    }
}

/// Whether a keyword is of the validation vocabulary.
pub fn is_validation(keyword: &str) -> bool {
    let of_word = find_word(keyword).is_some_and(|word| word.is_validation);
    of_word || rules::all_rows().any(|row| row.is_validation && row.keyword == keyword)
}

/// Whether a word says something to a reader, and nothing of which values are valid.
pub fn is_prose(keyword: &str) -> bool {
    find_word(keyword).is_some_and(|word| word.says == Says::Prose)
}

/// Whether a word says nothing of which values are valid.
pub fn is_annotation(keyword: &str) -> bool {
    find_word(keyword).is_some_and(|word| matches!(word.says, Says::Prose | Says::Nothing))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_in_order() {
        assert!(WORDS.is_sorted_by(|a, b| a.name < b.name));
    }
}
