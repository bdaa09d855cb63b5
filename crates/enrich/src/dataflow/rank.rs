//! Which parts of outputs are looked at first for an argument: those that share rare words with it.

use super::words::Weighed;
use std::cmp::Ordering;

/// How many parts are compared with each argument by their words. Of larger catalogs, those with the rarest words.
pub const MOST_COMPARED: usize = 2_000;

/// The part of the weight that does not depend on words: whatever fits, fits.
pub const LEAST: f64 = 0.1;

/// Parts of outputs, by their words.
pub struct Ranking {
    /// The words of all parts, one part after the other, each with how much it counts.
    words: Vec<(u32, f64)>,
    /// Where the words of each part end.
    ends: Vec<usize>,
    lengths: Vec<f64>,
    /// The parts that have a word, by its number, in their order.
    having: Vec<Vec<u32>>,
    rarity: Vec<f64>,
    /// How much each word counts in the argument that is looked at; zero for all others.
    asked: Vec<f64>,
}

/// A part that was compared, by its number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ranked {
    pub part: u32,
    /// From [`LEAST`] to 1.
    pub weight: f64,
    /// How far it is from where the search starts, going round.
    distance: u32,
}

/// The parts to try for one argument, best first. Most searches end after a few, so they are sorted as they are taken.
pub struct Candidates {
    ranked: Vec<Ranked>,
    /// How many are taken, and how many of the best are sorted.
    taken: usize,
    sorted: usize,
    /// The same parts in the order of all parts.
    numbers: Vec<u32>,
    /// Whether these are all parts.
    pub is_whole: bool,
}

/// How many of the best are sorted at first; then twice as many.
const FIRST_SORTED: usize = 32;

impl Iterator for Candidates {
    type Item = Ranked;

    fn next(&mut self) -> Option<Ranked> {
        if self.taken == self.sorted {
            let rest = &mut self.ranked[self.sorted..];
            let count = rest.len().min(self.sorted.max(FIRST_SORTED));
            if count < rest.len() {
                rest.select_nth_unstable_by(count, order_ranked);
            }
            rest[..count].sort_unstable_by(order_ranked);
            self.sorted += count;
        }
        let next = self.ranked.get(self.taken).copied();
        self.taken += usize::from(next.is_some());
        next
    }
}

impl Candidates {
    /// Whether a part is among them.
    pub fn contains(&self, part: u32) -> bool {
        self.numbers.binary_search(&part).is_ok()
    }
}

/// By weight; of equals, the nearest.
fn order_ranked(one: &Ranked, other: &Ranked) -> Ordering {
    let by_weight = other.weight.total_cmp(&one.weight);
    by_weight.then_with(|| one.distance.cmp(&other.distance))
}

impl Ranking {
    pub fn new(parts: &[Weighed], rarity: Vec<f64>) -> Self {
        let mut ranking = Ranking {
            words: Vec::new(),
            ends: Vec::with_capacity(parts.len()),
            lengths: parts.iter().map(Weighed::length).collect(),
            having: vec![Vec::new(); rarity.len()],
            asked: vec![0.0; rarity.len()],
            rarity,
        };
        for (part, weighed) in (0u32..).zip(parts) {
            ranking.words.extend(weighed.words());
            ranking.ends.push(ranking.words.len());
            for (number, _) in weighed.words() {
                ranking.having[*number as usize].push(part);
            }
        }
        ranking
    }

    /// The parts to try for an argument, best first; of equals, those that follow `start` in the order of all parts.
    pub fn rank(&mut self, argument: &Weighed, start: u32) -> Candidates {
        let count = self.ends.len();
        let is_whole = count <= MOST_COMPARED;
        let numbers: Vec<u32> = match is_whole {
            true => (0..).take(count).collect(),
            false => self.find_sharing(argument, start),
        };
        for (number, weight) in argument.words() {
            self.asked[*number as usize] = *weight;
        }
        let mut ranked = Vec::with_capacity(numbers.len());
        for &part in &numbers {
            ranked.push(Ranked {
                part,
                weight: LEAST + (1.0 - LEAST) * self.compare(argument, part),
                distance: self.distance(part, start),
            });
        }
        for (number, _) in argument.words() {
            self.asked[*number as usize] = 0.0;
        }
        Candidates {
            ranked,
            taken: 0,
            sorted: 0,
            numbers,
            is_whole,
        }
    }

    /// How alike the words of an argument and of a part are, from 0 to 1. A word that they do not share adds nothing,
    /// so none is skipped: to tell costs more than to add.
    fn compare(&self, argument: &Weighed, part: u32) -> f64 {
        let part = part as usize;
        let length = argument.length() * self.lengths[part];
        if length == 0.0 {
            return 0.0;
        }
        let begin = part.checked_sub(1).map_or(0, |before| self.ends[before]);
        let mut sum = 0.0;
        for (number, weight) in &self.words[begin..self.ends[part]] {
            sum += self.asked[*number as usize] * weight;
        }
        (sum / length).min(1.0)
    }

    /// The parts that share words, rarest words first, up to a limit.
    fn find_sharing(&self, argument: &Weighed, start: u32) -> Vec<u32> {
        let mut words: Vec<u32> = argument.words().iter().map(|(number, _)| *number).collect();
        let rarity = |number: &u32| self.rarity[*number as usize];
        words.sort_by(|one, other| rarity(other).total_cmp(&rarity(one)));
        let mut found = Vec::new();
        for word in words {
            let having = &self.having[word as usize];
            let room = MOST_COMPARED - found.len();
            if having.len() <= room {
                found.extend(having);
                continue;
            }
            let after = having.partition_point(|part| *part < start);
            found.extend(having[after..].iter().chain(&having[..after]).take(room));
            break;
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// How far a part is from `start`, going round.
    fn distance(&self, part: u32, start: u32) -> u32 {
        let count = u32::try_from(self.ends.len()).unwrap_or(u32::MAX);
        match part >= start {
            true => part - start,
            false => part + (count - start),
        }
    }
}
