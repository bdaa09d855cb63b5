//! Counts the files in which a JSON Schema keyword or a setting is named.

use super::tree::Tree;

/// Keywords with a single value as their rule, and whose names have no other meaning.
pub const SCALAR: &[&str] = &[
    "minLength",
    "maxLength",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minContains",
    "maxContains",
    "minProperties",
    "maxProperties",
    "contentEncoding",
    "contentMediaType",
];

/// Keywords with parts, and those that other code reads as data. Their names are ordinary words, so only a
/// string that is exactly the keyword counts.
pub const STRUCTURAL: &[&str] = &[
    "properties",
    "patternProperties",
    "additionalProperties",
    "propertyNames",
    "required",
    "items",
    "prefixItems",
    "contains",
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "dependentRequired",
    "dependentSchemas",
    "unevaluatedProperties",
    "unevaluatedItems",
    "enum",
    "const",
    "$ref",
    "$defs",
];

/// Settings of engines, tools and workers.
pub const SETTINGS: &[&str] = &["plain_http", "max_response", "at_most", "read_only"];

/// The number of files with a string that is exactly the keyword.
pub fn count_spelling_files(tree: &Tree, keyword: &str) -> usize {
    let files = tree.files.iter();
    files
        .filter(|file| file.scan.texts.iter().any(|text| text == keyword))
        .count()
}

/// The number of files with the keyword in a string, or as a Rust name.
pub fn count_files(tree: &Tree, keyword: &str) -> usize {
    let field = snake_case(keyword);
    let files = tree.files.iter().filter(|file| {
        let is_field = file.scan.words.contains(&field);
        is_field || file.scan.texts.iter().any(|text| has_word(text, keyword))
    });
    files.count()
}

fn snake_case(keyword: &str) -> String {
    let mut field = String::new();
    for letter in keyword.chars() {
        if letter.is_uppercase() {
            field.push('_');
        }
        field.extend(letter.to_lowercase());
    }
    field
}

/// Whether a text contains a word that is not part of a longer one.
fn has_word(text: &str, word: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::modules::tests::tree_of;

    #[test]
    fn a_file_counts_by_text_and_by_field() {
        let tree = tree_of(&[
            ("a.rs", "const A: &str = \"the `maxItems` of it\";"),
            ("b.rs", "struct B { max_items: u8 }"),
            ("c.rs", "/// maxItems\nconst C: &str = \"maxItemsOf\";"),
        ]);
        assert_eq!(count_files(&tree, "maxItems"), 2);
        assert_eq!(count_spelling_files(&tree, "maxItems"), 0);
        assert_eq!(count_spelling_files(&tree, "maxItemsOf"), 1);
    }
}
