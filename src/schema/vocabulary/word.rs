//! What a word says of itself.

use super::reads::Reads;
use crate::schema::edition::Edition::{self, Draft4, Draft2020};
use crate::schema::keywords::Types;
use crate::schema::position::Position;

/// A word of schemas.
#[derive(Debug)]
pub struct Word {
    /// As it is written.
    pub name: &'static str,
    /// What other systems, and people in a hurry, call it.
    pub also_called: &'static [&'static str],
    /// The first and the last edition that has it.
    pub editions: (Edition, Edition),
    /// What is under it.
    pub position: Position,
    /// How it is read, and where it goes.
    pub reads: Reads,
    /// What it says.
    pub says: Says,
    /// Whether the validation vocabulary has it (2020-12 validation, section 6).
    pub is_validation: bool,
    /// The values that it is for, where a finding says that `type` leaves it nothing to check.
    pub is_idle_without: Option<Types>,
    /// What a change of it does to the values that are valid.
    pub change: Change,
}

/// What a word says, and to whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Says {
    /// Which values are valid, alone or with another word.
    Rule,
    /// Something to a reader.
    Prose,
    /// Nothing that a model or a validator heeds.
    Nothing,
    /// Something to other systems.
    Elsewhere,
}

/// What a change of a word does to the values that are valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// Fewer types accept less.
    Types,
    /// What a change of what is under it does.
    Part,
    /// The same for what is under each pattern.
    Patterns,
    /// The same for each position.
    Positions,
    /// The same for what all schemas of a list say.
    All,
    /// A further alternative accepts more.
    Any,
    /// Simple rules can tell of a few changes of alternatives of which one must hold.
    One,
    /// What a change of its target does.
    Reference,
    /// It is compared with other words that say the same together.
    Together,
    /// Simple rules cannot tell.
    Unknown,
}

/// A word of which nothing is said yet.
pub(super) const WORD: Word = Word {
    name: "",
    also_called: &[],
    editions: (Draft4, Draft2020),
    position: Position::Other,
    reads: Reads::Nothing,
    says: Says::Rule,
    is_validation: false,
    is_idle_without: None,
    change: Change::Unknown,
};

impl Word {
    /// Whether an edition has it.
    pub fn is_in(&self, edition: Edition) -> bool {
        let (first, last) = self.editions;
        (first..=last).contains(&edition)
    }
}
