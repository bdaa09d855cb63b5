//! What a value is read into, whatever its type: a place.

use crate::reader::{Reader, Stop};
use crate::schema::Schema;

/// A place that a JSON value can be read into, from a text or a parsed value that lives for `'j`.
pub trait Slot<'j> {
    /// Reads and validates one value. A broken rule is recorded in the reader, and reading continues.
    ///
    /// # Errors
    /// Fails if the text is not JSON.
    fn fill(&mut self, reader: &mut Reader<'j>, schema: &'static Schema) -> Result<(), Stop>;
}

/// A type that has an initial value.
pub trait Value<'j>: Slot<'j> + Sized {
    /// Whether the type itself can represent `null`.
    const NULLABLE: bool = false;

    /// The initial value, before anything is read; no caller ever sees it.
    fn empty() -> Self;
}

/// A generated struct or enum. The schema determines what an index means: the field of an object, the value
/// of an enumeration, or the branch of a union.
pub trait Part<'j> {
    /// The initial value, before anything is read.
    fn empty() -> Self
    where
        Self: Sized;

    /// The place for a field; for an enum, this first switches to the variant.
    fn slot(&mut self, index: usize) -> &mut dyn Slot<'j>;

    /// The map for keys that no field has, if the type keeps them.
    fn rest(&mut self) -> Option<&mut dyn Entries<'j>> {
        None
    }
}

/// A map that accepts values under keys.
pub trait Entries<'j> {
    /// Adds an entry and returns its place.
    fn entry(&mut self, key: &str) -> &mut dyn Slot<'j>;
}

/// A list that accepts items.
pub(crate) trait Items<'j> {
    /// Adds an item and returns its place.
    fn item(&mut self) -> &mut dyn Slot<'j>;
}

/// A place that stores nothing, for a walk that only validates.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ignore;

/// The place for a constant, whose value is validated but not stored.
pub fn constant<'t, 'j>() -> &'t mut dyn Slot<'j> {
    // A zero-sized value takes no memory, so nothing is leaked.
    Box::leak(Box::new(Ignore))
}
