//! How an update is merged into its target: Overlay 1.1, "Action Object". Version 1.0 specifies the
//! same more briefly.

use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Node, Value};

/// A merge, and where its findings go.
pub(super) struct Merge<'d> {
    pub(super) diagnostics: &'d mut Diagnostics,
}

impl Merge<'_> {
    /// Merges an update into a selected node. A value that is not a list is appended to a selected
    /// list.
    pub(super) fn outermost(&mut self, target: &mut Node, update: &Node) {
        match (&mut target.value, &update.value) {
            (Value::List(_), Value::List(_)) => self.join(target, update),
            (Value::List(list), _) => list.push(update.clone()),
            _ => self.join(target, update),
        }
    }

    /// Merges mappings key by key, concatenates lists, and otherwise replaces one scalar by
    /// another.
    fn join(&mut self, target: &mut Node, update: &Node) {
        match (&mut target.value, &update.value) {
            (Value::Map(into), Value::Map(from)) => {
                for entry in from.iter() {
                    match into.get_mut(&entry.key) {
                        Some(value) => self.join(value, &entry.value),
                        None => into.insert(&entry.key, entry.key_span, entry.value.clone()),
                    }
                }
            }
            (Value::List(into), Value::List(from)) => into.extend(from.iter().cloned()),
            (Value::Map(_) | Value::List(_), _) | (_, Value::Map(_) | Value::List(_)) => {
                let message = format!(
                    "the overlay has {} where the description has {}",
                    update.kind(),
                    target.kind()
                );
                self.diagnostics.push(
                    Diagnostic::new(Code::ILLEGAL_OVERLAY, update.span, message)
                        .also(target.span, "the description")
                        .help("remove the old value first, with an action `remove: true`"),
                );
            }
            _ => *target = update.clone(),
        }
    }
}
