//! What is read from an API description: an operation with its context, and the arguments that it takes.

use super::document::Document;
use super::methods::{self, ADDITIONAL, METHODS};
use super::shared_parameters::SharedParameters;
use toolc_base::node::{Map, Node, escape_pointer};
use toolc_base::source::Span;

/// The location of an operation.
pub(super) struct OperationPlace<'d> {
    pub(super) path: &'d str,
    pub(super) method: &'d str,
    pub(super) span: Span,
}

impl OperationPlace<'_> {
    /// `POST /pets`
    pub(super) fn label(&self) -> String {
        format!("{} {}", methods::sent_method(self.method), self.path)
    }

    /// The JSON Pointer of the operation.
    pub(super) fn pointer(&self) -> String {
        let above = if METHODS.contains(&self.method) {
            String::new()
        } else {
            format!("/{ADDITIONAL}")
        };
        format!(
            "#/paths/{}{above}/{}",
            escape_pointer(self.path),
            escape_pointer(self.method)
        )
    }
}

/// One argument of the tool.
pub(super) struct Argument {
    pub(super) name: String,
    pub(super) schema: Node,
    pub(super) required: bool,
    pub(super) span: Span,
}

/// An operation with its context.
#[derive(Clone, Copy)]
pub(super) struct Subject<'d> {
    pub(super) document: &'d Document,
    pub(super) at: &'d OperationPlace<'d>,
    pub(super) operation: &'d Map,
    /// The path item.
    pub(super) item: &'d Map,
    pub(super) shared: &'d SharedParameters,
}
