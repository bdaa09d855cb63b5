//! What both sides share, and the budget for finding out what changes do.

use super::definitions::Definitions;
use super::witness::Search;

/// One comparison of two locks.
pub(super) struct Comparison<'c, 'l> {
    pub definitions: &'c Definitions<'l>,
    pub search: &'c mut Search,
}
