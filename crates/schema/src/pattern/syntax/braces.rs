//! Counts in braces (ECMA-262 §22.2.1, Quantifier).

use super::Parser;
use toolc_runtime::pattern::UNBOUNDED;

impl Parser<'_> {
    /// The bounds and the length of `{n}`, `{n,}` or `{n,m}`, and of the `{,m}` of Python, Ruby and PCRE2, which
    /// Annex B reads as a text that nobody means; other braces are literal.
    pub(super) fn braces(&self) -> Option<(u32, u32, usize)> {
        let (inside, _) = self.rest().strip_prefix('{')?.split_once('}')?;
        let count = |text: &str| {
            let is_number = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
            // A larger count exceeds the length of any text.
            is_number.then(|| text.parse().unwrap_or(UNBOUNDED - 1).min(UNBOUNDED - 1))
        };
        let (min, max) = match inside.split_once(',') {
            None => (count(inside)?, count(inside)?),
            Some(("", max)) => (0, count(max)?),
            Some((min, "")) => (count(min)?, UNBOUNDED),
            Some((min, max)) => (count(min)?, count(max)?),
        };
        Some((min, max, inside.len() + "{}".len()))
    }

    /// Records a count without a lower bound.
    pub(super) fn note_open_count(&mut self, length: usize) {
        let written = self.rest().get(..length).unwrap_or_default();
        if let Some(rest) = written.strip_prefix("{,") {
            let (written, meaning) = (written.to_owned(), format!("`{{0,{rest}`"));
            self.read_as(&written, &meaning);
            let count = self.at + "{".len();
            self.portable.replace(count..count, "0");
        }
    }
}
