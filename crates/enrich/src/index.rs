//! An index of tools by the words of their names, titles, descriptions and arguments (BM25).

use crate::number::ln;
use crate::texts::{list_arguments, parse_schema};
use std::collections::BTreeMap;
#[cfg(feature = "artifacts")]
use toolc_base::json_text::{append_list, append_map, append_string};
use toolc_model::model::{Catalog, Tool};
use toolc_runtime::search::{POINTS, Posting, find_best, split_words};

/// How much a word counts, by where it stands.
const NAME: u32 = 6;
const TITLE: u32 = 4;
const DESCRIPTION: u32 = 2;
const ARGUMENT: u32 = 2;
const ARGUMENT_DESCRIPTION: u32 = 1;

/// How fast a word that is repeated loses weight, and how much long texts lose (Robertson and Zaragoza, 2009).
const K1: f64 = 1.2;
const B: f64 = 0.75;

/// Words, and the tools that they lead to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Index {
    /// The tools, in the order of the catalog.
    pub tools: Vec<IndexedTool>,
    /// Each word with the tools that have it.
    pub words: BTreeMap<String, Vec<Posting>>,
}

/// A tool in an index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexedTool {
    /// Its wire name.
    pub wire_name: String,
    /// `namespace::name`
    pub qualified: String,
}

/// Counts the words of one tool.
#[derive(Default)]
struct Words {
    counts: BTreeMap<String, u32>,
    length: u32,
}

impl Words {
    fn add(&mut self, text: &str, weight: u32) {
        for word in split_words(text) {
            *self.counts.entry(word).or_default() += weight;
            self.length += weight;
        }
    }
}

/// Makes the index of these tools of a catalog.
pub fn make_index<'t>(catalog: &Catalog, tools: impl IntoIterator<Item = &'t Tool>) -> Index {
    let mut index = Index::default();
    let mut all: Vec<Words> = Vec::new();
    for tool in tools {
        all.push(count_words(catalog, tool));
        index.tools.push(IndexedTool {
            wire_name: tool.wire_name.clone(),
            qualified: tool.qualified(),
        });
    }
    let count = all.len() as f64;
    let total: f64 = all.iter().map(|words| f64::from(words.length)).sum();
    let average = (total / count.max(1.0)).max(1.0);
    let mut having: BTreeMap<&str, Vec<(u32, u32)>> = BTreeMap::new();
    for (tool, words) in (0u32..).zip(&all) {
        for (word, times) in &words.counts {
            having.entry(word).or_default().push((tool, *times));
        }
    }
    for (word, tools) in having {
        let df = tools.len() as f64;
        let rarity = ln(1.0 + (count - df + 0.5) / (df + 0.5));
        let postings = tools.into_iter().map(|(tool, times)| {
            let times = f64::from(times) / f64::from(DESCRIPTION);
            let length = f64::from(all[tool as usize].length) / average;
            let says = times * (K1 + 1.0) / (times + K1 * (1.0 - B + B * length));
            let score = (rarity * says * f64::from(POINTS)).round();
            (tool, (score as u32).max(1))
        });
        index.words.insert(word.to_owned(), postings.collect());
    }
    index
}

fn count_words(catalog: &Catalog, tool: &Tool) -> Words {
    let mut words = Words::default();
    words.add(&tool.qualified(), NAME);
    words.add(tool.title.as_deref().unwrap_or_default(), TITLE);
    words.add(&tool.description, DESCRIPTION);
    let written = parse_schema(&tool.input_text, tool.span);
    for argument in list_arguments(&catalog.shapes, tool.input, &written) {
        words.add(&argument.name, ARGUMENT);
        words.add(&argument.description, ARGUMENT_DESCRIPTION);
    }
    words
}

impl Index {
    /// The tools that fit a text best, at most `k`, with their scores; as the runtime finds them.
    pub fn search(&self, text: &str, k: usize) -> Vec<(&IndexedTool, f64)> {
        self.search_among(text, k, |_| true)
    }

    /// The same among the tools for which `is_offered` is true.
    pub fn search_among(
        &self,
        text: &str,
        k: usize,
        is_offered: impl Fn(&IndexedTool) -> bool,
    ) -> Vec<(&IndexedTool, f64)> {
        let find = |word: &str| self.words.get(word).map_or(&[][..], Vec::as_slice);
        let offered = |at: usize| is_offered(&self.tools[at]);
        let best = find_best(self.tools.len(), text, k, find, offered);
        let points = f64::from(POINTS);
        let found = best.into_iter();
        found
            .map(|(at, score)| (&self.tools[at], f64::from(score) / points))
            .collect()
    }

    /// The content of the artifact.
    #[cfg(feature = "artifacts")]
    pub(crate) fn write(&self, out: &mut String) {
        out.push_str("{\"tools\":");
        append_list(&self.tools, true, out, |tool, out| {
            append_list(
                [&tool.qualified, &tool.wire_name],
                false,
                out,
                |text, out| append_string(text, out),
            );
        });
        out.push_str(",\n\"words\":");
        let words = self.words.iter();
        let words = words.map(|(word, postings)| (word.as_str(), postings));
        append_map(words, true, out, |postings, out| {
            append_list(postings, false, out, |(tool, score), out| {
                out.push_str(&format!("[{tool},{score}]"));
            });
        });
        out.push('}');
    }
}
