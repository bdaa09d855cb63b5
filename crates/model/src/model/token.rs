//! Noun: estimates of token counts. Decision 0020 describes the method, the reference and the error.

use super::{Catalog, Target, Tool, ToolId};

/// The field of a definition for tools that models find by searching.
pub const DEFER: &str = "defer_loading";

/// The cost of a word, in thousandths of a token, like all costs here.
const WORD: u64 = 1_009;
/// Each letter of a word after the first [`SHORT`].
const LETTER: u64 = 22;
const SHORT: u64 = 7;
/// Up to three digits.
const DIGITS: u64 = 1_311;
/// A run of punctuation, and each additional character in it.
const PUNCTUATION: u64 = 844;
const FURTHER: u64 = 111;
/// A non-ASCII character.
const OTHER: u64 = 1_387;

/// The name of the method, with the day it was fitted.
pub const METHOD: &str = "o200k-estimate-2026-11-23";

/// The estimated number of tokens in a text.
pub fn estimate_tokens(text: &str) -> u64 {
    let bytes = text.as_bytes();
    let mut cost = 0;
    let mut at = 0;
    while let Some(first) = bytes.get(at).copied() {
        let rest = &bytes[at..];
        let length = match first {
            b' ' => 1,
            b'0'..=b'9' => {
                let length = count_while(rest, |byte| byte.is_ascii_digit());
                cost += DIGITS * length.div_ceil(3);
                length
            }
            _ if first.is_ascii_alphabetic() => {
                let length = measure_word(rest);
                cost += WORD + LETTER * length.saturating_sub(SHORT);
                length
            }
            _ if first.is_ascii() => {
                let is_part =
                    |byte: u8| byte.is_ascii() && !byte.is_ascii_alphanumeric() && byte != b' ';
                let length = count_while(rest, is_part);
                cost += PUNCTUATION + FURTHER * (length - 1);
                length
            }
            _ => {
                // continuation bytes of the same character
                cost += OTHER;
                1 + count_while(&rest[1..], |byte| byte & 0xC0 == 0x80)
            }
        };
        at += usize::try_from(length).unwrap_or(usize::MAX);
    }
    cost.div_ceil(1_000)
}

/// The number of letters until a new word begins: `camel` in `camelCase`.
fn measure_word(bytes: &[u8]) -> u64 {
    let pairs = bytes.windows(2);
    1 + pairs
        .take_while(|pair| {
            let begins = pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase();
            pair[1].is_ascii_alphabetic() && !begins
        })
        .count() as u64
}

fn count_while(bytes: &[u8], is_part: impl Fn(u8) -> bool) -> u64 {
    bytes.iter().take_while(|byte| is_part(**byte)).count() as u64
}

impl Catalog {
    /// The estimated number of tokens in the definitions of these tools, in the very text that is
    /// sent to a target.
    pub fn count_tokens(&self, ids: &[ToolId], target: &Target) -> u64 {
        estimate_tokens(&self.definitions(ids, target).to_string())
    }

    /// The same without the tools that a model only finds by searching, if the target supports
    /// that.
    pub fn count_loaded_tokens(&self, ids: &[ToolId], target: &Target) -> u64 {
        let loaded = ids.iter().filter(|id| !self.is_deferred(**id, target));
        self.count_tokens(&loaded.copied().collect::<Vec<_>>(), target)
    }

    /// Whether a target holds a tool back until a model searches for it.
    pub fn is_deferred(&self, id: ToolId, target: &Target) -> bool {
        target.can_defer() && self.tool(id).is_deferred()
    }
}

impl Tool {
    /// Whether targets that can search hold it back, because it says so or `defer` in `toolc.yaml` does.
    pub fn is_deferred(&self) -> bool {
        let mut extras = self.extras.iter();
        extras.any(|(key, value)| *key == DEFER && value == "true")
    }
}

impl Target {
    /// Whether it supports tools that are loaded only when a model searches for them.
    pub fn can_defer(&self) -> bool {
        let extras = toolc_runtime::definition::EXTRAS.iter();
        extras
            .filter(|(name, _)| *name == DEFER)
            .any(|(_, takers)| takers.contains(&self.form))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_digits_and_marks_cost_what_they_do_in_a_tokenizer() {
        // With the exact counts of o200k_base.
        for (text, exact) in [
            ("", 0u64),
            ("search", 1),
            ("Search the customers of a shop by their names.", 10),
            (
                r#"{"type":"object","properties":{"id":{"type":"integer"}}}"#,
                14,
            ),
            ("2026", 2),
        ] {
            let estimate = estimate_tokens(text);
            assert!(
                estimate.abs_diff(exact) <= 2 + exact / 5,
                "{text}: {estimate}, exact {exact}"
            );
        }
    }
}
