//! Whether one shape accepts every value that another one accepts, or a value that shows the contrary.

use super::example::{Example, Examples};
use crate::schema::shape::{ShapeId, Shapes};

/// What is known of the values that one shape accepts and another one refuses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Inclusion {
    /// There are none: all are accepted by both.
    Proved,
    /// This is one, as JSON text; the tables of the runtime confirm it.
    Refuted(String),
    /// Neither was found.
    Undecided,
}

/// Looks for a value that `inner` accepts and `outer` refuses, and takes what it looks at from `work`.
pub fn prove_inclusion(
    shapes: &Shapes,
    inner: ShapeId,
    outer: ShapeId,
    work: &mut u32,
) -> Inclusion {
    let mut examples = Examples::within(shapes, *work);
    let found = examples.between(inner, outer);
    *work = examples.work_left();
    match found {
        Example::Value(value) => Inclusion::Refuted(value),
        Example::Impossible => Inclusion::Proved,
        Example::Undecided => Inclusion::Undecided,
    }
}
