//! Random numbers that are the same for the same seed, on every machine.

/// SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014). Not for
/// cryptography.
#[derive(Debug, Clone)]
pub(crate) struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// Starts with a seed and what the numbers are for: the same everywhere (FNV-1a; the standard library's hashes are not
    /// promised to stay).
    pub fn of(seed: u64, parts: &[&str]) -> Self {
        const PRIME: u64 = 0x0000_0100_0000_01B3;
        let mut hash = 0xCBF2_9CE4_8422_2325 ^ seed;
        for part in parts {
            let length = (part.len() as u64).to_le_bytes();
            for byte in length.iter().chain(part.as_bytes()) {
                hash = (hash ^ u64::from(*byte)).wrapping_mul(PRIME);
            }
        }
        Random(hash)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `limit`, or 0 if that is 0.
    pub fn below(&mut self, limit: u64) -> u64 {
        match limit {
            0 => 0,
            _ => self.next() % limit,
        }
    }

    /// One of several values; `None` if there are none.
    pub fn pick<'v, T>(&mut self, values: &'v [T]) -> Option<&'v T> {
        let at = self.below(values.len() as u64);
        values.get(usize::try_from(at).unwrap_or(usize::MAX))
    }

    /// Is true once in this many times, on average.
    pub fn one_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    /// A number from 0 up to 1.
    pub fn fraction(&mut self) -> f64 {
        const BITS: u32 = 53;
        (self.next() >> (64 - BITS)) as f64 / (1u64 << BITS) as f64
    }
}
