//! Numbers that nobody can foresee, without a dependency for it.

use std::hash::{BuildHasher, Hasher, RandomState};

/// A number by chance: every hasher of the standard library starts from keys of its own.
pub(super) fn random_u64() -> u64 {
    RandomState::new().build_hasher().finish()
}
