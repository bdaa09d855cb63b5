//! A setting of a built-in toolset as a row: what the lock records of it, what a worker inherits, and which of two
//! values allows more.

use crate::model::field::Field;
use crate::model::locked::{write_number, write_text};
use toolc_base::node::Node;
use toolc_base::source::{Span, Spanned};

/// A setting of a toolset whose settings are a `T`.
pub struct ToolsetSetting<T: 'static> {
    /// Its key in workers.
    pub key: &'static str,
    /// Its key in the lock, which never changes.
    pub locked: &'static str,
    /// Its value, and what that means.
    pub value: ToolsetValue<T>,
}

/// The value of a setting.
pub enum ToolsetValue<T: 'static> {
    /// The path of a folder: one within it allows less.
    Folder(Field<T, Option<Spanned<String>>>),
    /// A limit: a smaller one allows less, and none the most.
    Limit(Unit, Field<T, Option<Spanned<u64>>>),
    /// A restriction that all toolsets know, and that resolution enters here. The place is where it is set.
    Restriction(Field<T, Option<Span>>),
    /// It has parts, or a meaning of its own: a function of the reader reads it.
    Parts {
        /// What the lock records; `None` if it is not set.
        record: fn(&T) -> Option<Node>,
        /// Takes the value of the worker that is extended, in place of one that is not written.
        inherit: fn(&mut T, &T),
        /// Finds what allows more than the other value.
        find_wider: fn(&T, &T) -> Option<Wider>,
    },
}

/// The unit of a limit.
pub enum Unit {
    /// A whole number above 0.
    Count,
    /// A size with its unit, in bytes.
    Size,
    /// A duration with its unit, in milliseconds.
    Duration,
}

/// A key whose setting allows more, and its place.
pub type Wider = (&'static str, Span);

impl<T> ToolsetSetting<T> {
    /// What the lock records of it; `None` if it is not set.
    pub(super) fn record(&self, settings: &T) -> Option<Node> {
        match &self.value {
            ToolsetValue::Folder(field) => (field.get)(settings).as_ref().map(write_text),
            ToolsetValue::Limit(_, field) => (field.get)(settings).as_ref().map(write_number),
            ToolsetValue::Restriction(field) => {
                (field.get)(settings).map(|place| Node::bool(true, place))
            }
            ToolsetValue::Parts { record, .. } => record(settings),
        }
    }

    /// Takes the value of the worker that is extended, unless there is one.
    pub(super) fn inherit(&self, own: &mut T, theirs: &T, is_written: bool) {
        match &self.value {
            ToolsetValue::Folder(field) => fill(own, theirs, field),
            ToolsetValue::Limit(_, field) => fill(own, theirs, field),
            ToolsetValue::Restriction(_) => {}
            ToolsetValue::Parts { inherit, .. } if !is_written => inherit(own, theirs),
            ToolsetValue::Parts { .. } => {}
        }
    }

    /// Finds what allows more than the other value. What is not set is at the place of the toolset.
    pub(super) fn find_wider(&self, own: &T, than: &T, toolset: Span) -> Option<Wider> {
        let place = match &self.value {
            ToolsetValue::Folder(field) => {
                let (own, than) = ((field.get)(own).as_ref(), (field.get)(than).as_ref());
                (!lies_below(own, than)).then_some(own.map(|folder| folder.span))
            }
            ToolsetValue::Limit(_, field) => {
                let (own, than) = ((field.get)(own).as_ref(), (field.get)(than).as_ref()?);
                let exceeds = own.is_none_or(|own| own.value > than.value);
                exceeds.then_some(own.map(|limit| limit.span))
            }
            ToolsetValue::Restriction(field) => {
                let is_lost = (field.get)(than).is_some() && (field.get)(own).is_none();
                is_lost.then_some(None)
            }
            ToolsetValue::Parts { find_wider, .. } => return find_wider(own, than),
        };
        place.map(|place| (self.key, place.unwrap_or(toolset)))
    }
}

fn fill<T, V: Clone>(own: &mut T, theirs: &T, field: &Field<T, Option<V>>) {
    let value = (field.get_mut)(own);
    if value.is_none() {
        value.clone_from((field.get)(theirs));
    }
}

/// Whether a folder equals another or is within it, judging by their paths. Without a root, it is
/// the working folder of the program.
fn lies_below(own: Option<&Spanned<String>>, root: Option<&Spanned<String>>) -> bool {
    match (own, root) {
        (None, None) => true,
        (Some(own), Some(root)) if own.value == root.value => true,
        (Some(own), Some(root)) => {
            let (own, root) = (parts(&own.value), parts(&root.value));
            !own.contains(&"..") && !root.contains(&"..") && own.starts_with(&root)
        }
        _ => false,
    }
}

fn parts(path: &str) -> Vec<&str> {
    let (start, rest) = match path.strip_prefix('/') {
        Some(rest) => (Some("/"), rest),
        None => (None, path),
    };
    let parts = rest
        .split('/')
        .filter(|part| !part.is_empty() && *part != ".");
    start.into_iter().chain(parts).collect()
}
