//! The calls that two overloads have in common.

use std::collections::HashSet;
use toolc_model::model::Tool;
use toolc_schema::schema::prove::example::{Example, Examples};
use toolc_schema::schema::shape::{Object, Shape, ShapeId, Shapes};

/// Two overloads, in source order.
pub(super) struct Pair<'c> {
    pub first: &'c Tool,
    pub second: &'c Tool,
}

/// What two overloads have in common; calls are JSON texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Common {
    /// Proved: no call is valid for both.
    Nothing,
    /// Neither a common call nor a proof of absence was found.
    Undecided,
    /// A call with keys of which each overload knows only some: the overload that knows more of
    /// them wins.
    Mixed(String),
    /// A call all of whose keys both know, so that only their order decides.
    Call(String),
    /// Every call, for example this one.
    Everything(String),
}

impl Common {
    /// A call that both accept, if one was found.
    pub fn example_call(&self) -> Option<&str> {
        match self {
            Common::Nothing | Common::Undecided => None,
            Common::Mixed(call) | Common::Call(call) | Common::Everything(call) => Some(call),
        }
    }

    /// How serious it is for a user.
    pub fn rank(&self) -> u8 {
        match self {
            Common::Nothing => 0,
            Common::Mixed(_) => 1,
            Common::Undecided => 2,
            Common::Call(_) => 3,
            Common::Everything(_) => 4,
        }
    }
}

impl Pair<'_> {
    pub fn find_common<'s>(&self, shapes: &'s Shapes, examples: &mut Examples<'s>) -> Common {
        let wanted = [self.first.input, self.second.input];
        let keys = |tool: &Tool| known_keys(shapes, tool.input);
        let (mut keys, others) = (keys(self.first), keys(self.second));
        keys.retain(|key| others.contains(*key));
        let plain = examples.with_keys(&wanted, &[], keys);
        let same = self.first.structural_fingerprint == self.second.structural_fingerprint;
        match (plain, examples.of(&wanted)) {
            (_, Example::Impossible) => Common::Nothing,
            (Example::Value(call), _) if same => Common::Everything(call),
            (Example::Value(call), _) => Common::Call(call),
            (_, Example::Value(call)) if same => Common::Everything(call),
            (Example::Impossible, Example::Value(call)) => Common::Mixed(call),
            _ => Common::Undecided,
        }
    }
}

/// The keys that count when several overloads accept a call: those with a property.
pub(in crate::check) fn known_keys(shapes: &Shapes, input: ShapeId) -> HashSet<&str> {
    let fields = find_object(shapes, input).map_or(&[][..], |object| &object.fields);
    fields.iter().map(|field| field.name.as_str()).collect()
}

fn find_object(shapes: &Shapes, id: ShapeId) -> Option<&Object> {
    match &shapes.get(id).shape {
        Shape::Object(object) => Some(object),
        Shape::Nullable(inner) | Shape::Complete(inner, _) => find_object(shapes, *inner),
        _ => None,
    }
}
