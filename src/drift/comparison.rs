//! What both sides have, and what may be spent on finding out what a change does.

use super::definitions::Definitions;
use super::witness::Search;

/// One comparison of two locks.
pub(super) struct Comparison<'c, 'l> {
    pub definitions: &'c Definitions<'l>,
    pub search: &'c mut Search,
}
