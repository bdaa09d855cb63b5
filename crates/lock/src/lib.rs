//! Takes the lock of a checked catalog, and compares two locks: what differs, how severe that is, and the arguments that prove
//! it.

pub mod drift;
pub mod lock;
