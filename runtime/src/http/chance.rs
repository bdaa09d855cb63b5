//! Random numbers, without a dependency.

use std::hash::{BuildHasher, Hasher, RandomState};

/// A random number: every hasher of the standard library starts with keys of its own.
pub(super) fn random_u64() -> u64 {
    RandomState::new().build_hasher().finish()
}
