//! Which types of arguments borrow from the argument text: those with a string anywhere in them.

use super::kinds::Kind;
use super::layout::Layout;
use super::plan::{Names, ToolPlan, TypePlan};
use crate::rust::{Rust, rust};
use crate::schema::shape::ShapeId;
use std::collections::{HashMap, HashSet};

/// How long the strings of a type live.
#[derive(Clone, Copy, PartialEq)]
pub enum Strings {
    /// As long as anybody wants: `String`.
    Owned,
    /// As long as the argument text: `Cow<'a, str>`.
    Borrowed,
}

/// The types that borrow.
pub fn find(plan: &Names<'_>) -> HashSet<ShapeId> {
    let mut users: HashMap<ShapeId, Vec<ShapeId>> = HashMap::new();
    let mut waiting = Vec::new();
    let inputs = plan.types.iter().filter(|planned| planned.input);
    for planned in inputs.filter(|_| plan.options.borrows()) {
        for part in parts(plan, planned.shape) {
            match plan.kind(part) {
                Kind::Leaf("String") | Kind::Path => waiting.push(planned.shape),
                Kind::Struct(_) | Kind::Union(_) => {
                    let part = plan.stands_for(part);
                    users.entry(part).or_default().push(planned.shape);
                }
                _ => {}
            }
        }
    }
    let mut borrowing = HashSet::new();
    while let Some(id) = waiting.pop() {
        if borrowing.insert(id) {
            waiting.extend(users.get(&id).into_iter().flatten());
        }
    }
    borrowing
}

/// What a type is made of, without the lists and maps around it.
fn parts(plan: &Names<'_>, id: ShapeId) -> Vec<ShapeId> {
    let mut waiting = plan.parts(id);
    let mut parts = Vec::new();
    while let Some(part) = waiting.pop() {
        let part = plan.base(part);
        match plan.kind(part) {
            Kind::Map(_) | Kind::List(_) | Kind::Tuple(_) | Kind::Nullable(_) => {
                waiting.extend(plan.parts(part));
            }
            _ => parts.push(part),
        }
    }
    parts
}

impl Layout<'_> {
    /// How long the strings in a type live.
    pub fn strings(&self, id: ShapeId) -> Strings {
        match self.borrowing.contains(&self.stands_for(id)) {
            true => Strings::Borrowed,
            false => Strings::Owned,
        }
    }

    /// The lifetime of a tool's arguments.
    pub fn args_lifetime(&self, tool: &ToolPlan) -> Option<impl Rust + Copy> {
        let strings = self.strings(self.base(tool.input));
        lifetime(strings).filter(|_| tool.has_types)
    }

    /// The lifetime of the type of a shape.
    pub fn lifetime_of(&self, shape: ShapeId) -> Option<impl Rust + Copy> {
        lifetime(self.strings(self.base(shape)))
    }

    /// The lifetime with which a type is declared.
    pub fn lifetime(&self, plan: &TypePlan) -> Option<impl Rust + Copy> {
        lifetime(self.strings(plan.shape))
    }
}

fn lifetime(strings: Strings) -> Option<impl Rust + Copy> {
    (strings == Strings::Borrowed).then(|| rust!(<'a>))
}
