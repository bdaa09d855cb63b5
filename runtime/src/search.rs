//! Tools that are found by what people say: an inverted index over their names and texts, and how words are split.
//!
//! What a word says about a tool is computed once, when the index is made (BM25; Robertson and Zaragoza, "The
//! Probabilistic Relevance Framework", 2009). A search adds whole numbers, so that it is the same on every machine.

mod words;

use std::cmp::Reverse;
use std::collections::BinaryHeap;
pub use words::split_words;

/// What one point of a score is worth in a [`Posting`].
pub const POINTS: u32 = 1_000;

/// An index of tools.
#[derive(Debug, Clone, Copy)]
pub struct SearchIndex {
    /// The tools.
    pub tools: &'static [SearchedTool],
    /// The words that lead to them, sorted.
    pub words: &'static [SearchWord],
}

/// A tool in an index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchedTool {
    /// Its wire name.
    pub wire_name: &'static str,
    /// `namespace::name`
    pub qualified: &'static str,
}

/// A word, and the tools that have it.
#[derive(Debug, Clone, Copy)]
pub struct SearchWord {
    /// The word, as [`split_words`] makes it.
    pub word: &'static str,
    /// The tools, in their order.
    pub postings: &'static [Posting],
}

/// A tool that has a word: its position among the tools of the index, and what the word says about it, in [`POINTS`].
pub type Posting = (u32, u32);

/// A tool that was found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FoundTool {
    /// Its wire name.
    pub wire_name: &'static str,
    /// `namespace::name`
    pub qualified: &'static str,
    /// How well it fits, above 0; the higher the better. Scores of one search can be compared.
    pub score: f64,
}

impl SearchIndex {
    /// The tools that fit a text best, at most `k`, the best first; of equals, the first in the index. A tool that has none of
    /// the words is not found.
    pub fn search(&self, text: &str, k: usize) -> Vec<FoundTool> {
        self.search_among(text, k, |_| true)
    }

    /// The same among the tools for which `is_offered` is true.
    pub fn search_among(
        &self,
        text: &str,
        k: usize,
        is_offered: impl Fn(&SearchedTool) -> bool,
    ) -> Vec<FoundTool> {
        let find = |word: &str| {
            let at = self.words.binary_search_by(|known| known.word.cmp(word));
            at.ok().map_or(&[][..], |at| self.words[at].postings)
        };
        let best = find_best(self.tools.len(), text, k, find, |at| {
            is_offered(&self.tools[at])
        });
        let found = best.into_iter().map(|(at, score)| FoundTool {
            wire_name: self.tools[at].wire_name,
            qualified: self.tools[at].qualified,
            score: f64::from(score) / f64::from(POINTS),
        });
        found.collect()
    }
}

/// The positions of the best of `count` tools, with their scores in [`POINTS`]. `find` has what leads from a word.
#[doc(hidden)]
pub fn find_best<'p>(
    count: usize,
    text: &str,
    k: usize,
    find: impl Fn(&str) -> &'p [Posting],
    is_offered: impl Fn(usize) -> bool,
) -> Vec<(usize, u32)> {
    let mut words = split_words(text);
    words.sort_unstable();
    words.dedup();
    let mut scores = vec![0u32; count];
    for word in &words {
        for (tool, more) in find(word) {
            if let Some(score) = scores.get_mut(*tool as usize) {
                *score = score.saturating_add(*more);
            }
        }
    }
    let found = scores.into_iter().enumerate();
    let found = found.filter(|(_, score)| *score > 0);
    // the highest score, then the first tool
    let mut best: BinaryHeap<(u32, Reverse<usize>)> =
        found.map(|(at, score)| (score, Reverse(at))).collect();
    let mut kept = Vec::new();
    while kept.len() < k
        && let Some((score, Reverse(at))) = best.pop()
    {
        if is_offered(at) {
            kept.push((at, score));
        }
    }
    kept
}
