//! Verb: Names to Layout. Determines what depends on all types of a module together.

mod borrowing;
mod circles;
mod inexact;
mod ranks;

use super::layout::{Added, Layout};
use super::names::Names;

/// Lays out the types with these names.
pub fn arrange_types<'c>(names: Names<'c>, added: Added<'c>) -> Layout<'c> {
    Layout {
        ranks: ranks::rank_types(&names),
        circles: circles::find_circles(&names),
        borrowing: borrowing::find_borrowing(&names),
        inexact: inexact::find_inexact(&names),
        names,
        added,
    }
}
