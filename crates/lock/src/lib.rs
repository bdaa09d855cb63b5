//! Takes the lock of a checked catalog, and compares two locks: which entries differ; and what differs in them, how severe that is,
//! and the arguments that prove it.

pub mod digests;
#[cfg(feature = "drift")]
pub mod drift;
pub mod lock;
#[cfg(feature = "drift")]
pub mod semver;
