//! Random numbers that are the same for the same seed, on every machine.

/// SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014). Not for cryptography.
#[derive(Debug, Clone)]
pub struct Uniform(u64);

impl Uniform {
    /// Numbers of this seed.
    pub fn new(seed: u64) -> Self {
        Uniform(seed)
    }

    /// The next number.
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// From 0 up to 1.
    pub fn fraction(&mut self) -> f64 {
        const BITS: u32 = 53;
        (self.draw() >> (64 - BITS)) as f64 / (1u64 << BITS) as f64
    }

    /// A number below `limit`, or 0 if that is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        match limit {
            0 => 0,
            _ => (self.draw() % limit as u64) as usize,
        }
    }

    /// Puts items in a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            let other = self.below(at + 1);
            items.swap(at, other);
        }
    }

    /// Some of several items, in a random order.
    pub fn pick_some(&mut self, items: &[usize], count: usize) -> Vec<usize> {
        let mut items = items.to_vec();
        self.shuffle(&mut items);
        items.truncate(count);
        items
    }
}

/// The first entry at which the sum of scores reaches `fraction` of all of them.
pub fn choose_weighted(scores: &[f64], fraction: f64) -> Option<usize> {
    let all: f64 = scores.iter().sum();
    let wanted = fraction * all;
    let mut sum = 0.0;
    for (at, score) in scores.iter().enumerate() {
        sum += score;
        if sum >= wanted {
            return Some(at);
        }
    }
    scores.len().checked_sub(1)
}
