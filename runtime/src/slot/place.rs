//! What a value is read to, whatever type it has: a place.

use crate::reader::{Reader, Stop};
use crate::schema::Schema;

/// A place that a JSON value can be read to, from a text or a parsed value that lives for `'j`.
pub trait Slot<'j> {
    /// Reads one value and checks it. A broken rule is noted in the reader and reading goes on.
    ///
    /// # Errors
    /// Where the text is not JSON.
    fn fill(&mut self, reader: &mut Reader<'j>, schema: &'static Schema) -> Result<(), Stop>;
}

/// A type that has a value to begin with.
pub trait Value<'j>: Slot<'j> + Sized {
    /// Whether the type itself has a value for `null`.
    const NULLABLE: bool = false;

    /// The value before anything was read; no caller ever sees it.
    fn empty() -> Self;
}

/// A generated struct or enum. The schema says what an index means: the field of an object, the
/// value of an enumeration, the branch of a union.
pub trait Part<'j> {
    /// The value before anything was read.
    fn empty() -> Self
    where
        Self: Sized;

    /// The place of a field; for an enum, switches to the variant first.
    fn slot(&mut self, index: usize) -> &mut dyn Slot<'j>;

    /// The map for keys that no field has, where the type keeps them.
    fn rest(&mut self) -> Option<&mut dyn Entries<'j>> {
        None
    }
}

/// A map that takes values under keys.
pub trait Entries<'j> {
    /// Makes an entry and gives its place.
    fn entry(&mut self, key: &str) -> &mut dyn Slot<'j>;
}

/// A list that takes elements.
pub(crate) trait Items<'j> {
    /// Adds an element and gives its place.
    fn item(&mut self) -> &mut dyn Slot<'j>;
}

/// Reads nothing to nowhere: a walk that only checks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ignore;

/// The place of a constant: a value that is checked, and of which nothing is kept.
pub fn constant<'t, 'j>() -> &'t mut dyn Slot<'j> {
    // a value without a size takes no memory, so nothing is lost
    Box::leak(Box::new(Ignore))
}
