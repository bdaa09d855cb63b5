//! Noun: keys by which other systems restrict something, and what to write instead. toolc enforces
//! none of them, so none may be accepted silently.

mod table;
#[cfg(test)]
mod tests;

use crate::node::{Node, Value};
pub use table::{BESIDE_TOOLS, OF_CONFIG, OF_TOOL, OF_TOOLSET, OF_WORKER};
use table::{EXTENSIONS, WITHOUT_PREFIX};

/// What a restriction counts as in a definition written by others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counts {
    /// A person is asked.
    AsAsk,
    /// Nobody may call the tool.
    AsBlocked,
}

/// A restriction that is not enforced.
#[derive(Debug)]
pub struct Restriction {
    /// The spellings of the key; case, `_` and `-` are ignored.
    keys: &'static [&'static str],
    /// Values without a restriction, as JSON, besides false and empty ones.
    idle: &'static [&'static str],
    /// What it counts as in a definition written by others.
    pub counts: Option<Counts>,
    /// What to write instead.
    pub help: &'static str,
}

/// The restriction that a key stands for.
pub fn find_restriction(rows: &'static [Restriction], key: &str) -> Option<&'static Restriction> {
    let key: Vec<char> = fold(key).collect();
    let is_same = |known: &&str| fold(known).eq(key.iter().copied());
    rows.iter().find(|row| row.keys.iter().any(is_same))
}

/// The restriction that a key with the prefix `x-` seems to stand for.
pub fn find_extension(rows: &'static [Restriction], key: &str) -> Option<&'static Restriction> {
    let key = strip_prefix(key)?;
    find_restriction(rows, key).or_else(|| find_restriction(EXTENSIONS, key))
}

/// The restriction that a key in a file of the user's own would be without its prefix `x-`.
pub fn find_prefixed(key: &str) -> Option<&'static Restriction> {
    find_restriction(WITHOUT_PREFIX, strip_prefix(key)?)
}

fn strip_prefix(key: &str) -> Option<&str> {
    let key = key.strip_prefix("x-")?;
    Some(key.strip_prefix("toolc-").unwrap_or(key))
}

/// The restriction that a misspelt key with the prefix `x-` was probably meant as. `choose` picks the word that is most
/// like the key.
pub fn find_misspelt_extension(
    key: &str,
    choose: fn(&str, Vec<&'static str>) -> Option<&'static str>,
) -> Option<&'static Restriction> {
    let key = key.strip_prefix("x-")?;
    if key.len() < LEAST_MISSPELT {
        return None;
    }
    let words = EXTENSIONS.iter().flat_map(|row| row.keys).copied();
    find_restriction(EXTENSIONS, choose(key, words.collect())?)
}

/// Shorter words resemble too many others.
const LEAST_MISSPELT: usize = 5;

impl Restriction {
    /// Whether this value of the key restricts nothing.
    pub fn is_idle(&self, value: &Node) -> bool {
        let says_nothing = match &value.value {
            Value::Null => true,
            // for `enabled` and `allow`, it is `false` that restricts
            Value::Bool(flag) => !flag && !self.idle.contains(&"true"),
            Value::String(text) => text.is_empty(),
            Value::List(items) => items.is_empty(),
            Value::Map(map) => map.is_empty(),
            Value::Number(_) => false,
        };
        says_nothing || self.idle.contains(&value.to_json().as_str())
    }
}

fn fold(key: &str) -> impl Iterator<Item = char> {
    let letters = key.chars().filter(|letter| !['_', '-'].contains(letter));
    letters.flat_map(char::to_lowercase)
}
