//! Names that nobody else has, and the numbers that a program is given.

use std::hash::{BuildHasher, Hasher, RandomState};

/// What the ids of programs and of their entries begin with.
const PREFIX: &str = "program-";

/// 64 bits that nobody can predict: every hasher of the standard library starts with keys of its own.
fn random_u64() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// A new id of a program.
pub(crate) fn program_id() -> String {
    format!("{PREFIX}{}", unique_name())
}

/// A name that nobody else has.
pub(crate) fn unique_name() -> String {
    format!("{:016x}{:016x}", random_u64(), random_u64())
}

/// The id of the entry with this number.
pub(crate) fn entry_id(program: &str, number: usize) -> String {
    format!("{program}.{number}")
}

/// Whether a store has a program, or an entry of its journal, under this id. Whoever lists the questions of a store leaves
/// these out: the questions of programs are pending calls like any others.
pub fn is_of_program(id: &str) -> bool {
    id.starts_with(PREFIX)
}

/// A number from 0 up to 1, with 53 random bits, as JSON. It is not for secrets.
pub(crate) fn random_fraction() -> String {
    #[expect(clippy::cast_precision_loss, reason = "it has 53 bits")]
    let bits = (random_u64() >> 11) as f64;
    (bits / 9_007_199_254_740_992.0).to_string()
}
