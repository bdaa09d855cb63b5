//! Pointers of references to schemas that are under no keyword of JSON Schema.

use crate::schema::position::Position;

/// Whether a pointer leads through a keyword that is none, and through no data.
pub(super) fn leads_elsewhere(pointer: &str) -> bool {
    let mut segments = pointer.split('/').skip(1);
    while let Some(segment) = segments.next() {
        match Position::of(segment) {
            Position::One => {}
            Position::List | Position::Map => drop(segments.next()),
            // lists of older drafts, which are rewritten where they are
            Position::Other if matches!(segment, "additionalItems" | "dependencies") => {}
            Position::Other => return true,
            Position::Data => return false,
        }
    }
    false
}
