//! Noun: what a compilation leaves for the next one of the same files, in a program that compiles again and again.

pub use crate::drafts::Drafts;
use toolc_read::load::Trees;

/// What was read, with all that it was read from. It is used again where that is the same, and everything else is dropped, so it
/// never holds more than one compilation needs. Without it, the result of a compilation is the same.
#[derive(Debug, Default)]
pub struct Kept {
    /// For [`toolc_read::load::load_again`]: what it has left in [`toolc_read::load::Loaded::trees`].
    pub trees: Trees,
    /// For [`crate::compile::compile_again`].
    pub drafts: Drafts,
}

impl Kept {
    /// How many trees and drafts it holds.
    pub fn count(&self) -> usize {
        self.trees.count() + self.drafts.count()
    }
}
