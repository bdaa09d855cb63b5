//! Pointers in references to schemas outside of JSON Schema keywords.

use toolc_schema::schema::position::Position;

/// Whether a pointer passes through an unknown keyword, before any that holds data.
pub(super) fn leads_elsewhere(pointer: &str) -> bool {
    let mut segments = pointer.split('/').skip(1);
    while let Some(segment) = segments.next() {
        match Position::of(segment) {
            Position::One => {}
            Position::List | Position::Map => drop(segments.next()),
            // keywords of older drafts, which are rewritten in place
            Position::Other if matches!(segment, "additionalItems" | "dependencies") => {}
            Position::Other => return true,
            Position::Data => return false,
        }
    }
    false
}
