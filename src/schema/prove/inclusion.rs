//! Whether one shape accepts every value that another one accepts, or a value that shows the contrary.

use super::complement::Complements;
use super::example::{Example, Examples};
use crate::schema::shape::{Form, Keyword, Shape, ShapeId, Shapes};

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

/// Looks for a value that `inner` accepts and `outer` refuses, and takes what it looks at from `work`. Shapes
/// are added to the arena.
pub fn prove_inclusion(
    shapes: &mut Shapes,
    inner: ShapeId,
    outer: ShapeId,
    work: &mut u32,
) -> Inclusion {
    let mut complements = Complements::new(shapes, inner, outer);
    let alternatives = complements.of(outer);
    let mut is_proved = complements.is_whole;
    // the search takes an alternative for a hint; that the value is refused is a rule of its own
    let confirmed: Vec<ShapeId> = alternatives
        .into_iter()
        .map(|alternative| {
            let form = Form {
                shape: Shape::Complete(alternative, vec![Keyword::Not(outer)]),
                ..shapes.get(alternative).clone()
            };
            shapes.add(form)
        })
        .collect();
    let mut examples = Examples::within(shapes, *work);
    let mut refuted = None;
    for alternative in confirmed {
        match examples.of(&[inner, alternative]) {
            Example::Value(value) => {
                refuted = Some(value);
                break;
            }
            Example::Impossible => {}
            Example::Undecided => is_proved = false,
        }
    }
    *work = examples.work_left();
    match (refuted, is_proved) {
        (Some(value), _) => Inclusion::Refuted(value),
        (None, true) => Inclusion::Proved,
        (None, false) => Inclusion::Undecided,
    }
}
