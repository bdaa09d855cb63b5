//! Identifiers of Rust from names of any form: checked, unique in their scope, never from text
//! that could mean something else.

use crate::model::rust_path::KEYWORDS;
use std::collections::{HashMap, HashSet};

/// Types that generated code names without a path.
const TYPES: &[&str] = &[
    "Self",
    "String",
    "Vec",
    "Option",
    "Some",
    "None",
    "Ok",
    "Err",
    "Result",
    "Box",
    "Send",
    "Sync",
    "Sized",
    "Copy",
    "Clone",
    "Debug",
    "PartialEq",
    "Eq",
    "Default",
    "From",
    "Into",
    "Iterator",
    "Fn",
    "Drop",
];

/// The longest identifier before a number is added.
const MAX_LENGTH: usize = 80;

/// The words of a name: runs of ASCII letters and digits, parted where case begins anew.
pub fn words(name: &str) -> Vec<String> {
    let chars: Vec<char> = name.chars().collect();
    let mut words = Vec::new();
    let mut word = String::new();
    for (index, &char) in chars.iter().enumerate() {
        let next = chars.get(index + 1).copied().unwrap_or(' ');
        if !char.is_ascii_alphanumeric() {
            flush(&mut words, &mut word);
            let sign = next.is_ascii_digit() && (char == '+' || (char == '-' && index == 0));
            words.extend(sign.then(|| if char == '+' { "plus" } else { "minus" }.to_owned()));
            continue;
        }
        let before = word.chars().last().unwrap_or(' ');
        let begins = char.is_ascii_uppercase()
            && (!before.is_ascii_uppercase() || next.is_ascii_lowercase());
        if begins && !word.is_empty() {
            flush(&mut words, &mut word);
        }
        word.push(char.to_ascii_lowercase());
        if char.is_ascii_uppercase() {
            // Case decides where words end, so it is kept until the word is whole.
            word.pop();
            word.push(char);
        }
    }
    flush(&mut words, &mut word);
    words
}

fn flush(words: &mut Vec<String>, word: &mut String) {
    if !word.is_empty() {
        words.push(std::mem::take(word).to_ascii_lowercase());
    }
}

/// The name, cut where it is too long. Names are ASCII.
fn cut(mut name: String) -> String {
    if name.len() > MAX_LENGTH {
        name.truncate(MAX_LENGTH);
        name.truncate(name.trim_end_matches('_').len());
    }
    name
}

/// `get_weather`, for fields, functions and modules.
pub fn snake(name: &str) -> String {
    let name = cut(words(name).join("_"));
    match name.as_bytes().first() {
        None => "unnamed".to_owned(),
        Some(b'0'..=b'9') => format!("n{name}"),
        _ if KEYWORDS.contains(&name.as_str()) => format!("{name}_"),
        _ => name,
    }
}

/// Whether a reader who knows the name guesses this identifier: its words in lower case.
pub fn is_evident(name: &str, identifier: &str) -> bool {
    identifier.trim_end_matches('_') == words(name).join("_")
}

/// `GetWeather`, for types and variants.
pub fn pascal(name: &str) -> String {
    let capital = |word: &String| {
        let (first, rest) = word.split_at(1);
        first.to_ascii_uppercase() + rest
    };
    let name = cut(words(name).iter().map(capital).collect());
    match name.as_bytes().first() {
        None => "Unnamed".to_owned(),
        Some(b'0'..=b'9') => format!("N{name}"),
        _ if TYPES.contains(&name.as_str()) => format!("{name}Type"),
        _ => name,
    }
}

/// `GET_WEATHER`, for statics.
pub fn screaming(name: &str) -> String {
    snake(name).trim_end_matches('_').to_ascii_uppercase()
}

/// Names that are taken.
#[derive(Debug, Default, Clone)]
pub struct Scope {
    taken: HashSet<String>,
    /// The number that the next one with this wish gets, so that thousands take no longer than few.
    next: HashMap<String, u32>,
}

impl Scope {
    /// A scope in which some names are taken from the start.
    pub fn with(names: &[&str]) -> Self {
        Scope {
            taken: names.iter().map(|name| (*name).to_owned()).collect(),
            next: HashMap::new(),
        }
    }

    /// Whether a name is taken.
    pub fn has(&self, name: &str) -> bool {
        self.taken.contains(name)
    }

    /// The name itself, or the first free one with a number: `name_2`, or `Name2` for a type.
    pub fn claim(&mut self, wish: &str) -> String {
        let wish = &cut(wish.to_owned());
        let separator =
            if wish.starts_with(|char: char| char.is_ascii_uppercase()) && !wish.contains('_') {
                ""
            } else {
                "_"
            };
        if self.taken.insert(wish.to_owned()) {
            return wish.to_owned();
        }
        let number = self.next.entry(wish.to_owned()).or_insert(2);
        loop {
            let name = format!("{}{separator}{number}", wish.trim_end_matches('_'));
            *number += 1;
            if self.taken.insert(name.clone()) {
                return name;
            }
        }
    }
}

/// The words of an identifier as clippy's `enum_variant_names` parts them.
fn camel(name: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    for (index, char) in name.char_indices().skip(1) {
        if char.is_ascii_uppercase() {
            parts.push(&name[start..index]);
            start = index;
        }
    }
    parts.push(&name[start..]);
    parts
}

/// Whether clippy would have the variants of an enum say less: three or more begin or end with the
/// same word, or one with the name of the enum. They say what the schema says, and keep saying it
/// when a value is added that has other words.
pub fn repeats(type_name: &str, variants: &[String]) -> bool {
    let shared = |word: fn(&[&str]) -> Option<String>| {
        let words: HashSet<Option<String>> =
            variants.iter().map(|name| word(&camel(name))).collect();
        words.len() == 1
    };
    let first = |words: &[&str]| words.first().map(|word| (*word).to_owned());
    let last = |words: &[&str]| words.last().map(|word| (*word).to_owned());
    let named = |name: &String| name.starts_with(type_name) || name.ends_with(type_name);
    variants.len() >= 3 && (shared(first) || shared(last) || variants.iter().any(named))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_identifiers() {
        for (name, snake_case, pascal_case) in [
            ("get_weather", "get_weather", "GetWeather"),
            ("HTTPServer", "http_server", "HttpServer"),
            (
                "TwilioApiV2010--CreateCall",
                "twilio_api_v2010_create_call",
                "TwilioApiV2010CreateCall",
            ),
            ("+1", "plus_1", "Plus1"),
            ("-1", "minus_1", "Minus1"),
            ("reactions-+1", "reactions_plus_1", "ReactionsPlus1"),
            ("type", "type_", "Type"),
            ("self", "self_", "SelfType"),
            ("", "unnamed", "Unnamed"),
            ("2fa", "n2fa", "N2fa"),
            ("Ar e Ventilação", "ar_e_ventila_o", "ArEVentilaO"),
            ("$vectorSearch", "vector_search", "VectorSearch"),
            ("日本", "unnamed", "Unnamed"),
        ] {
            assert_eq!(
                (snake(name), pascal(name)),
                (snake_case.to_owned(), pascal_case.to_owned()),
                "{name}"
            );
        }
    }

    #[test]
    fn repeated_words_are_noticed() {
        let repeats = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            super::repeats("Sort", &names)
        };
        assert!(repeats(&["ByName", "ByDate", "BySize"]));
        assert!(repeats(&["FastFirst", "SlowFirst", "First"]));
        assert!(repeats(&["SortUp", "Down", "Left"]));
        assert!(!repeats(&["Up", "Down", "Left"]));
        assert!(!repeats(&["ByName", "ByDate"]));
    }
}
