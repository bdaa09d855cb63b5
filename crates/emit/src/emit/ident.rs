//! Rust identifiers from arbitrary names: validated and unique in their scope, never text that
//! could mean something else.

use std::collections::{HashMap, HashSet};
pub use toolc_model::model::words::snake_case;
use toolc_model::model::words::{cut_name, join_words, split_words};

/// Types that generated code names without a path, sorted.
const TYPES: &[&str] = &[
    "Box",
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "Drop",
    "Eq",
    "Err",
    "Fn",
    "From",
    "Into",
    "Iterator",
    "None",
    "Ok",
    "Option",
    "PartialEq",
    "Result",
    "Self",
    "Send",
    "Sized",
    "Some",
    "String",
    "Sync",
    "Vec",
];

/// Capitalizes and joins the words.
fn capitalized(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 8);
    for word in split_words(name) {
        let begin = out.len();
        out.push_str(word);
        out[begin..].make_ascii_lowercase();
        out[begin..=begin].make_ascii_uppercase();
    }
    out
}

/// Whether a reader who knows the name can guess this identifier: it consists of the name's words
/// in lower case.
pub fn is_evident(name: &str, identifier: &str) -> bool {
    identifier.trim_end_matches('_') == join_words(name)
}

/// `GetWeather`, for types and variants.
pub fn pascal_case(name: &str) -> String {
    let capitalized = capitalized(name);
    let name = cut_name(&capitalized);
    match name.as_bytes().first() {
        None => "Unnamed".to_owned(),
        Some(b'0'..=b'9') => format!("N{name}"),
        _ if TYPES.binary_search(&name).is_ok() => format!("{name}Type"),
        _ => name.to_owned(),
    }
}

/// `GET_WEATHER`, for statics.
pub fn screaming_case(name: &str) -> String {
    snake_case(name).trim_end_matches('_').to_ascii_uppercase()
}

/// A set of taken names.
#[derive(Debug, Default, Clone)]
pub struct Scope {
    taken: HashSet<String>,
    /// The next number to try for each wish, so that thousands of equal wishes do not take
    /// quadratic time.
    next: HashMap<String, u32>,
}

impl Scope {
    /// Whether a name is taken.
    pub fn has(&self, name: &str) -> bool {
        self.taken.contains(name)
    }

    /// Takes the name itself, or the first free one with a number: `name_2`, or `Name2` for a type.
    pub fn claim(&mut self, wish: &str) -> String {
        let wish = cut_name(wish);
        if self.taken.insert(wish.to_owned()) {
            return wish.to_owned();
        }
        let is_type = wish.starts_with(|char: char| char.is_ascii_uppercase());
        let separator = if is_type && !wish.contains('_') {
            ""
        } else {
            "_"
        };
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

/// Splits an identifier into words like clippy's `enum_variant_names`.
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

/// Whether clippy would want shorter variants for an enum: there are three or more, and all begin
/// or end with the same word, or one begins or ends with the name of the enum. They are kept as the
/// schema has them, and so do not change when a value with other words is added.
pub fn repeats_type(type_name: &str, variants: &[String]) -> bool {
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
    use toolc_schema::schema::rust_path::KEYWORDS;

    #[test]
    fn what_is_searched_is_sorted() {
        assert!(KEYWORDS.is_sorted() && TYPES.is_sorted());
    }

    #[test]
    fn names_become_identifiers() {
        for (name, in_snake, in_pascal) in [
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
                (snake_case(name), pascal_case(name)),
                (in_snake.to_owned(), in_pascal.to_owned()),
                "{name}"
            );
        }
    }

    #[test]
    fn repeated_words_are_noticed() {
        let repeats = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            super::repeats_type("Sort", &names)
        };
        assert!(repeats(&["ByName", "ByDate", "BySize"]));
        assert!(repeats(&["FastFirst", "SlowFirst", "First"]));
        assert!(repeats(&["SortUp", "Down", "Left"]));
        assert!(!repeats(&["Up", "Down", "Left"]));
        assert!(!repeats(&["ByName", "ByDate"]));
    }
}
