//! Noun: the path of a user-defined type, validated so that it cannot be anything else.

use std::fmt;
use toolc_base::node::Node;

/// Strict and reserved keywords of Rust 2024, sorted.
pub const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate",
    "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl",
    "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref",
    "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Types that need no path.
const PRIMITIVES: &[&str] = &[
    "bool", "char", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32",
    "u64", "u128", "usize", "String",
];

/// The maximum length of a path, followed by the maximum nesting depth of its arguments.
const MAX_LENGTH: usize = 256;
const MAX_DEPTH: usize = 8;

/// `crate::Money`, `uuid::Uuid`, `chrono::DateTime<chrono::Utc>`: a crate with the path to a type
/// in it, or a primitive type.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RustPath {
    /// The names; at least two if the first is a crate.
    pub segments: Vec<String>,
    /// The types between `<` and `>` after the last name.
    pub arguments: Vec<RustPath>,
}

impl RustPath {
    /// What to expect from a text that is not a path.
    pub const EXPECTED: &'static str = "the path of a Rust type, such as `crate::Money`";

    /// What was found in its place.
    pub fn found(node: &Node) -> String {
        match node.as_str() {
            Some(text) => format!("`{text}`"),
            None => node.kind().to_owned(),
        }
    }

    /// Parses a path.
    pub fn parse(text: &str) -> Option<Self> {
        let mut rest = text.trim();
        if rest.len() > MAX_LENGTH {
            return None;
        }
        let path = Self::read(&mut rest, 0)?;
        rest.is_empty().then_some(path)
    }

    fn read(rest: &mut &str, depth: usize) -> Option<Self> {
        if depth > MAX_DEPTH {
            return None;
        }
        let absolute = take(rest, "::");
        let mut segments = vec![name(rest)?];
        while take(rest, "::") {
            segments.push(name(rest)?);
        }
        let mut arguments = Vec::new();
        if take(rest, "<") {
            arguments.push(Self::read(rest, depth + 1)?);
            while take(rest, ",") {
                arguments.push(Self::read(rest, depth + 1)?);
            }
            if !take(rest, ">") {
                return None;
            }
        }
        let path = RustPath {
            segments,
            arguments,
        };
        path.is_type(absolute).then_some(path)
    }

    fn is_type(&self, absolute: bool) -> bool {
        let [first, names @ ..] = self.segments.as_slice() else {
            return false;
        };
        let is_keyword = |name: &String| KEYWORDS.contains(&name.as_str());
        match names {
            [] => !absolute && self.is_primitive(),
            _ if names.iter().any(is_keyword) => false,
            _ if first == "crate" => !absolute,
            _ => !is_keyword(first),
        }
    }

    /// Whether the type needs no path.
    pub fn is_primitive(&self) -> bool {
        let plain = self.arguments.is_empty();
        matches!(self.segments.as_slice(), [only] if plain && PRIMITIVES.contains(&only.as_str()))
    }

    /// Whether the path starts at the crate that the tools are compiled into.
    pub fn is_own(&self) -> bool {
        self.segments.first().is_some_and(|first| first == "crate")
    }
}

fn take(rest: &mut &str, sign: &str) -> bool {
    match rest.strip_prefix(sign) {
        Some(after) => {
            *rest = after.trim_start();
            true
        }
        None => false,
    }
}

fn name(rest: &mut &str) -> Option<String> {
    let is_part = |char: char| char.is_ascii_alphanumeric() || char == '_';
    let length = rest.find(|char| !is_part(char)).unwrap_or(rest.len());
    let (name, after) = rest.split_at(length);
    let begins = name.starts_with(|char: char| char.is_ascii_alphabetic() || char == '_');
    let is_name = begins && name.chars().any(|char| char != '_');
    *rest = after.trim_start();
    is_name.then(|| name.to_owned())
}

impl fmt::Display for RustPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.segments.join("::"))?;
        for (index, argument) in self.arguments.iter().enumerate() {
            write!(f, "{}{argument}", if index == 0 { "<" } else { ", " })?;
        }
        if !self.arguments.is_empty() {
            f.write_str(">")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_a_crate_and_names() {
        for (text, shown) in [
            ("crate::Money", "crate::Money"),
            ("::uuid::Uuid", "uuid::Uuid"),
            (" jiff :: civil::Date ", "jiff::civil::Date"),
            (
                "chrono::DateTime<chrono::Utc>",
                "chrono::DateTime<chrono::Utc>",
            ),
            ("a::B<u8,c::D<e::F>>", "a::B<u8, c::D<e::F>>"),
            ("u128", "u128"),
            ("String", "String"),
        ] {
            let path = RustPath::parse(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(path.to_string(), shown);
        }
    }

    #[test]
    fn nothing_else_is_a_path() {
        let deep = format!("{}u8{}", "a::B<".repeat(40), ">".repeat(40));
        for text in [
            "",
            "Money",
            "::Money",
            "::crate::A",
            "crate",
            "self::A",
            "super::A",
            "a::fn",
            "fn::A",
            "a::_",
            "a::B<",
            "a::B>",
            "a::B<>",
            "a::B<c>",
            "a::B c",
            "a:B",
            "a::1",
            "&a::B",
            "a::B<'static>",
            "[u8; 4]",
            "a::B; fn x() {}",
            "a::b!()",
            "a::\u{202e}B",
            "é::A",
            "u8<a::B>",
            "(a::B)",
            "dyn a::B",
            &deep,
        ] {
            assert_eq!(RustPath::parse(text), None, "{text}");
        }
    }
}
