//! The lifetimes of types that borrow from the argument text.

use crate::emit::rust::layout::{Layout, Strings};
use crate::emit::rust::names::{ToolPlan, TypePlan};
use toolc_schema::rust::{Rust, rust};
use toolc_schema::schema::shape::ShapeId;

impl Layout<'_> {
    /// The lifetime of a tool's arguments.
    pub fn args_lifetime(&self, tool: &ToolPlan) -> Option<impl Rust + Copy> {
        let strings = self.strings_of(self.base_shape(tool.input));
        lifetime(strings).filter(|_| tool.has_types)
    }

    /// The lifetime of the type of a shape.
    pub fn lifetime_of(&self, shape: ShapeId) -> Option<impl Rust + Copy> {
        lifetime(self.strings_of(self.base_shape(shape)))
    }

    /// The lifetime in the declaration of a type.
    pub fn lifetime(&self, plan: &TypePlan) -> Option<impl Rust + Copy> {
        lifetime(self.strings_of(plan.shape))
    }
}

fn lifetime(strings: Strings) -> Option<impl Rust + Copy> {
    (strings == Strings::Borrowed).then(|| rust!(<'a>))
}
