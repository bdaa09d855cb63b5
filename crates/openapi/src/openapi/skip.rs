//! The reason for leaving an operation out.

use toolc_base::source::Span;

/// Why an operation is left out, and what can be done about it.
pub(super) struct Skip {
    pub(super) reason: String,
    pub(super) remedy: String,
    pub(super) span: Option<Span>,
}
