//! A worker beside one of its parents, and which of them wrote what.

use toolc_base::source::Span;
use toolc_model::draft::DraftWorker;

/// A worker, and one that it extends.
pub(super) struct Pair<'d> {
    /// The worker, with what it inherits from the parents before this one.
    pub(super) own: &'d DraftWorker,
    pub(super) parent: &'d DraftWorker,
}

impl Pair<'_> {
    /// Whether something is written in the worker itself, rather than inherited from another parent. Only
    /// the worker can ask for more than a parent has; what several parents have is joined.
    pub(super) fn is_own(&self, span: Span) -> bool {
        span.source == self.own.name.span.source
    }

    /// Where the worker names the parent.
    pub(super) fn place(&self) -> Span {
        let mut names = self.own.extends.iter();
        let name = names.find(|name| name.value == self.parent.name.value);
        name.map_or(self.own.name.span, |name| name.span)
    }
}
