//! The budget of an overlay. A value that is copied into itself doubles with each action, and a query can select from
//! earlier selections; both are bounded in proportion to the size of the description.

use super::jsonpath::Place;
use super::steps::Steps;
use std::collections::HashMap;
use toolc_base::diagnostic::{Code, Diagnostic};
use toolc_base::node::{MAX_DEPTH, Node, Value};
use toolc_base::source::Span;

/// How many values may be inserted into a description, in addition to ten times its own number.
const VALUES: usize = 50_000;

/// How many values queries may visit, in addition to a hundred times the number in the description.
const STEPS: usize = 2_000_000;

/// The remaining budget.
pub(super) struct Budget {
    limit: usize,
    values: usize,
    steps: Steps,
}

impl Budget {
    /// The budget for changes to a document.
    pub(super) fn of(document: &Node) -> Self {
        let size = Extent::of(document).size;
        let limit = size.saturating_mul(10).saturating_add(VALUES);
        Budget {
            limit,
            values: limit,
            steps: Steps::new(size.saturating_mul(100).saturating_add(STEPS)),
        }
    }

    /// The remaining steps of queries.
    pub(super) fn steps(&self) -> &Steps {
        &self.steps
    }

    /// Charges for inserting a value in these places, for the action at `at`.
    pub(super) fn copy(
        &mut self,
        update: &Node,
        places: &[Place],
        at: Span,
    ) -> Result<(), Diagnostic> {
        let extent = Extent::of(update);
        let above = places.iter().map(Vec::len).max().unwrap_or(0);
        if above.saturating_add(extent.depth) > usize::from(MAX_DEPTH) {
            let message =
                format!("the overlay makes values that nest more than {MAX_DEPTH} levels deep");
            return Err(Diagnostic::new(Code::TOO_DEEP, at, message)
                .label("this action goes too far")
                .help("copy a smaller part, or refer to it with `$ref`"));
        }
        match self
            .values
            .checked_sub(extent.size.saturating_mul(places.len()))
        {
            Some(left) => {
                self.values = left;
                Ok(())
            }
            None => Err(self.too_many(at)),
        }
    }

    fn too_many(&self, at: Span) -> Diagnostic {
        let message = format!(
            "the actions of the overlay produce more than {} values",
            self.limit
        );
        Diagnostic::new(Code::ALIAS_BOMB, at, message)
            .label("the limit is reached here")
            .help("use `$ref` to share schemas, and copy no value into itself")
    }
}

/// The number of values in a tree, and its depth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Extent {
    size: usize,
    depth: usize,
}

impl Extent {
    /// Shared copies are visited once but counted each time.
    fn of(node: &Node) -> Self {
        measure(node, &mut HashMap::new())
    }
}

fn measure(node: &Node, known: &mut HashMap<*const (), Extent>) -> Extent {
    let mut extent = Extent { size: 1, depth: 0 };
    let mut add = |below: Extent| {
        extent.size = extent.size.saturating_add(below.size);
        extent.depth = extent.depth.max(below.depth + 1);
    };
    match &node.value {
        Value::List(list) => list.iter().for_each(|node| add(measure(node, known))),
        Value::Map(map) => {
            if let Some(extent) = known.get(&node.identity()) {
                return *extent;
            }
            map.iter()
                .for_each(|entry| add(measure(&entry.value, known)));
            known.insert(node.identity(), extent);
        }
        _ => {}
    }
    extent
}
