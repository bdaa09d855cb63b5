//! Whether one shape accepts every value that another accepts, or a counterexample.

use super::example::{Example, Examples};
use crate::schema::shape::{ShapeId, Shapes};

/// What is known about the values that one shape accepts and another refuses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Inclusion {
    /// There are none: every value that the first accepts, the other accepts as well.
    Proved,
    /// Such a value, as JSON text, confirmed by the runtime's tables.
    Refuted(String),
    /// Neither was found.
    Undecided,
}

/// Looks for a value that `inner` accepts and `outer` refuses, and charges the values it visits to
/// `work`.
pub fn prove_inclusion(
    shapes: &Shapes,
    inner: ShapeId,
    outer: ShapeId,
    work: &mut u32,
) -> Inclusion {
    let mut examples = Examples::within(shapes, *work);
    let found = examples.find_between(inner, outer);
    *work = examples.work_left();
    match found {
        Example::Value(value) => Inclusion::Refuted(value),
        Example::Impossible => Inclusion::Proved,
        Example::Undecided => Inclusion::Undecided,
    }
}
