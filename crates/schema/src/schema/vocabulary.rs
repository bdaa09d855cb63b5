//! Noun: the keywords of schemas. A row for each, with what every walk over schemas needs to know
//! about it: which editions define it, what it contains, how it is read, whom it addresses, and how
//! a change of it affects which values are valid. Keywords that form one rule together are in one
//! file. Rules with a single value have their rows in [`crate::schema::rules`] instead.

mod alternatives;
mod annotations;
mod arrays;
mod conditions;
mod extensions;
mod objects;
mod reads;
mod references;
mod unevaluated;
mod values;
mod word;

use crate::schema::keywords::Types;
use crate::schema::position::Position;
use crate::schema::rules;
pub use arrays::CONTAINS_LIMITS;
pub use reads::Reads;
use std::sync::LazyLock;
pub use word::{Change, Says, Word};

/// All keywords, grouped by what they jointly constrain.
const GROUPS: &[&[Word]] = &[
    values::WORDS,
    arrays::WORDS,
    objects::WORDS,
    references::WORDS,
    alternatives::WORDS,
    conditions::WORDS,
    annotations::WORDS,
    unevaluated::WORDS,
    extensions::WORDS,
];

/// All keywords.
pub fn all_words() -> impl Iterator<Item = &'static Word> {
    GROUPS.iter().copied().flatten()
}

/// A keyword and the value that follows its colon without a space, as in `maximum:100`, which YAML reads as one key.
pub fn split_glued_keyword(key: &str) -> Option<(&str, &str)> {
    let (keyword, value) = key.split_once(':')?;
    let mut rows = rules::all_rows();
    let is_keyword = find_word(keyword).is_some() || rows.any(|row| row.keyword == keyword);
    (is_keyword && !value.is_empty()).then_some((keyword, value))
}

/// Finds the row for a keyword. Walks over whole documents look up every key.
pub fn find_word(name: &str) -> Option<&'static Word> {
    static BY_LENGTH: LazyLock<Vec<Vec<&'static Word>>> = LazyLock::new(|| {
        let longest = all_words().map(|word| word.name.len()).max();
        let mut words = vec![Vec::new(); longest.unwrap_or(0) + 1];
        for word in all_words() {
            words[word.name.len()].push(word);
        }
        words
    });
    let mut words = BY_LENGTH.get(name.len())?.iter();
    words.find(|word| word.name == name).copied()
}

/// The keywords that are reported if `type` excludes all values of these types and so leaves them
/// nothing to check.
pub fn words_idle_without(types: Types) -> impl Iterator<Item = &'static str> {
    let told = all_words().filter(move |word| word.is_idle_without == Some(types));
    told.map(|word| word.name)
}

impl Position {
    /// What a keyword contains, once the keywords of older drafts have been renamed.
    pub fn of(keyword: &str) -> Self {
        find_word(keyword).map_or(Position::Other, |word| word.position)
    }
}

/// Whether a keyword belongs to the validation vocabulary.
pub fn is_validation(keyword: &str) -> bool {
    let of_word = find_word(keyword).is_some_and(|word| word.is_validation);
    of_word || rules::all_rows().any(|row| row.is_validation && row.keyword == keyword)
}

/// Whether a keyword only tells readers something, and does not constrain which values are valid.
pub fn is_prose(keyword: &str) -> bool {
    find_word(keyword).is_some_and(|word| word.says == Says::Prose)
}

/// Whether a keyword is prose, or means nothing to models and validators, and so does not constrain
/// which values are valid. Extensions do not count.
pub fn is_annotation(keyword: &str) -> bool {
    find_word(keyword).is_some_and(|word| matches!(word.says, Says::Prose | Says::Nothing))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_word_has_one_row() {
        let mut names = HashSet::new();
        for word in all_words() {
            assert!(names.insert(word.name), "{}", word.name);
            assert!(find_word(word.name).is_some(), "{}", word.name);
        }
        for row in rules::all_rows() {
            assert!(find_word(row.keyword).is_none(), "{}", row.keyword);
        }
    }
}
