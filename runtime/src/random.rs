//! Random numbers, without a dependency.

use std::hash::{BuildHasher, Hasher, RandomState};

/// A number that nobody can predict: every hasher of the standard library starts with keys of its own, seeded
/// by the system.
pub(crate) fn random_u64() -> u64 {
    RandomState::new().build_hasher().finish()
}
