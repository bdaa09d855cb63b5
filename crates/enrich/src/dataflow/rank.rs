//! Which parts of outputs are looked at first for an argument: those that share rare words with it.

use super::words::Weighed;

/// How many parts are compared with each argument by their words. Of larger catalogs, those with the rarest words.
pub const MOST_COMPARED: usize = 2_000;

/// The part of the weight that does not depend on words: whatever fits, fits.
pub const LEAST: f64 = 0.1;

/// Parts of outputs, by their words.
pub struct Ranking {
    parts: Vec<Weighed>,
    /// The parts that have a word, by its number, in their order.
    having: Vec<Vec<u32>>,
    rarity: Vec<f64>,
}

/// A part that was compared, by its number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ranked {
    pub part: u32,
    /// From [`LEAST`] to 1.
    pub weight: f64,
}

impl Ranking {
    pub fn new(parts: Vec<Weighed>, rarity: Vec<f64>) -> Self {
        let mut having = vec![Vec::new(); rarity.len()];
        for (part, words) in (0u32..).zip(&parts) {
            for number in words.numbers() {
                having[number as usize].push(part);
            }
        }
        Ranking {
            parts,
            having,
            rarity,
        }
    }

    /// The parts to try for an argument, best first; of equals, those that follow `start` in the order of all parts.
    /// Also whether these are all.
    pub fn rank(&self, argument: &Weighed, start: u32) -> (Vec<Ranked>, bool) {
        let count = self.parts.len();
        let is_whole = count <= MOST_COMPARED;
        let parts: Vec<u32> = match is_whole {
            true => (0..).take(count).collect(),
            false => self.find_sharing(argument, start),
        };
        let weigh =
            |part: u32| LEAST + (1.0 - LEAST) * argument.compare(&self.parts[part as usize]);
        let ranked = parts.into_iter().map(|part| Ranked {
            part,
            weight: weigh(part),
        });
        let mut ranked: Vec<Ranked> = ranked.collect();
        ranked.sort_unstable_by(|one, other| {
            let by_place = || {
                self.distance(one.part, start)
                    .cmp(&self.distance(other.part, start))
            };
            other.weight.total_cmp(&one.weight).then_with(by_place)
        });
        (ranked, is_whole)
    }

    /// The parts that share words, rarest words first, up to a limit.
    fn find_sharing(&self, argument: &Weighed, start: u32) -> Vec<u32> {
        let mut words: Vec<u32> = argument.numbers().collect();
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
    pub fn distance(&self, part: u32, start: u32) -> u32 {
        let count = u32::try_from(self.parts.len()).unwrap_or(u32::MAX);
        match part >= start {
            true => part - start,
            false => part + (count - start),
        }
    }
}
