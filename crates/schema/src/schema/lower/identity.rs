//! Which shape carries the name and the Rust type of a schema: that of the value itself, rather
//! than `Complete` or `Nullable` around it.

use crate::schema::shape::{Form, Shape, ShapeId, Shapes};

/// The form of a schema: `known`, with this shape. Name and type are passed down to the shape that
/// becomes a Rust type.
pub(super) fn give_identity(shapes: &mut Shapes, shape: Shape, known: Form) -> Form {
    let named = known.definition.is_some() || known.rust_type.is_some();
    let shape = match shape {
        Shape::Complete(base, keywords) if named => {
            Shape::Complete(give_to(shapes, base, &known), keywords)
        }
        Shape::Nullable(inner) if named => Shape::Nullable(give_to(shapes, inner, &known)),
        shape => shape,
    };
    let outer = matches!(shape, Shape::Complete(..) | Shape::Nullable(_));
    Form {
        shape,
        rust_type: known.rust_type.filter(|_| !outer),
        ..known
    }
}

/// A copy of the shape with a name, since others may use the shape without it.
fn give_to(shapes: &mut Shapes, id: ShapeId, known: &Form) -> ShapeId {
    let own = shapes.get(id).clone();
    if own.rust_type.is_some() || (own.definition.is_some() && known.rust_type.is_none()) {
        return id;
    }
    let documented = own.doc.description.is_some() || own.doc.title.is_some();
    let doc = if documented {
        own.doc
    } else {
        known.doc.clone()
    };
    let known = Form {
        doc,
        definition: own.definition.or_else(|| known.definition.clone()),
        ..known.clone()
    };
    let form = give_identity(shapes, own.shape, known);
    shapes.add(form)
}

/// Removes the user-defined type from a shape: the arguments of a tool have their own type.
pub(super) fn take_identity(shapes: &mut Shapes, id: ShapeId) {
    let mut next = Some(id);
    while let Some(id) = next {
        let form = &mut shapes.arena[id.0 as usize];
        form.rust_type = None;
        next = match form.shape {
            Shape::Complete(base, _) => Some(base),
            _ => None,
        };
    }
}
