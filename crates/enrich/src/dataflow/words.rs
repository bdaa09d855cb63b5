//! How alike the names and descriptions of an output and an argument are.

use super::parts::Part;
use crate::number::ln;
use std::collections::HashMap;
use toolc_runtime::search::split_words;

/// How much a word counts, by where it stands: in the name, in the names around it, in the name of the tool, in what
/// is written about it.
const NAME: f64 = 3.0;
const AROUND: f64 = 1.5;
const TOOL: f64 = 1.0;
const DESCRIPTION: f64 = 0.5;

/// The words of something, each with how much it counts; sorted by word.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Weighed {
    words: Vec<(u32, f64)>,
    length: f64,
}

/// All words, by number, with how many things have them.
#[derive(Default)]
pub struct Vocabulary {
    numbers: HashMap<String, u32>,
    having: Vec<u32>,
}

impl Vocabulary {
    fn add(&mut self, text: &str, weight: f64, to: &mut HashMap<u32, f64>) {
        for word in split_words(text) {
            let next = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
            let number = *self.numbers.entry(word).or_insert(next);
            if number == next {
                self.having.push(0);
            }
            let known = to.entry(number).or_default();
            // a word that is repeated in a description is not the name
            *known = known.max(weight);
        }
    }

    /// The words of a part of an output of a tool.
    pub fn weigh_part(&mut self, tool: &str, part: &Part) -> Weighed {
        let mut words = HashMap::new();
        let (name, around) = match part.names.split_last() {
            Some((name, around)) => (name.as_str(), around),
            None => ("", &[][..]),
        };
        self.add(name, NAME, &mut words);
        for name in around {
            self.add(name, AROUND, &mut words);
        }
        self.add(tool, TOOL, &mut words);
        self.add(&part.description, DESCRIPTION, &mut words);
        self.finish(words)
    }

    /// The words of an argument of a tool.
    pub fn weigh_argument(&mut self, tool: &str, name: &str, description: &str) -> Weighed {
        let mut words = HashMap::new();
        self.add(name, NAME, &mut words);
        self.add(tool, TOOL, &mut words);
        self.add(description, DESCRIPTION, &mut words);
        self.finish(words)
    }

    fn finish(&mut self, words: HashMap<u32, f64>) -> Weighed {
        let mut words: Vec<(u32, f64)> = words.into_iter().collect();
        words.sort_unstable_by_key(|(number, _)| *number);
        for (number, _) in &words {
            self.having[*number as usize] += 1;
        }
        Weighed { words, length: 0.0 }
    }

    /// How rare each word is among `count` things, by its number.
    pub fn find_rarity(&self, count: usize) -> Vec<f64> {
        let count = count as f64;
        let rarity = self.having.iter().map(|having| {
            let having = f64::from(*having);
            ln(1.0 + (count - having).max(0.0) / (having + 1.0))
        });
        rarity.collect()
    }
}

impl Weighed {
    /// Makes rare words count more, once all are known.
    pub fn apply_rarity(&mut self, rarity: &[f64]) {
        for (number, weight) in &mut self.words {
            *weight *= rarity[*number as usize];
        }
        let squares = self.words.iter().map(|(_, weight)| weight * weight);
        self.length = squares.sum::<f64>().sqrt();
    }

    /// The words by their numbers, each with how much it counts.
    pub fn words(&self) -> &[(u32, f64)] {
        &self.words
    }

    /// The length of the vector of these weights.
    pub fn length(&self) -> f64 {
        self.length
    }
}
