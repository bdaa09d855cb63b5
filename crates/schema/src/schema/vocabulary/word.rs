//! What is known about a keyword.

use super::reads::Reads;
use crate::schema::edition::Edition::{self, Draft4, Draft2020};
use crate::schema::keywords::Types;
use crate::schema::position::Position;

/// A keyword of schemas.
#[derive(Debug)]
pub struct Word {
    /// As spelled in a schema.
    pub name: &'static str,
    /// What other systems, and people in a hurry, call it.
    pub also_called: &'static [&'static str],
    /// The first and the last edition that define it.
    pub editions: (Edition, Edition),
    /// What it contains.
    pub position: Position,
    /// How it is read, and where its value is stored.
    pub reads: Reads,
    /// What it expresses.
    pub says: Says,
    /// Whether it belongs to the validation vocabulary (2020-12 validation, section 6).
    pub is_validation: bool,
    /// The types that it applies to, if it is reported when `type` leaves it nothing to check.
    pub is_idle_without: Option<Types>,
    /// The keywords of which it needs one beside it to have an effect; none if it has one alone.
    pub works_with: &'static [&'static str],
    /// How a change of it is described.
    pub change: Change,
}

/// What a keyword expresses, and whom it addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Says {
    /// Which values are valid, alone or together with another keyword.
    Rule,
    /// Something for readers.
    Prose,
    /// Nothing that matters to a model or a validator.
    Nothing,
    /// Something for other systems.
    Elsewhere,
}

/// How a change of a keyword is described.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// By the changes of the schema that it contains.
    Part,
    /// Likewise, for the schema of each pattern.
    Patterns,
    /// Likewise, for the schema at each position.
    Positions,
    /// By those of its branches that differ, and by how many there are.
    Branches,
    /// By the changes of its target.
    Reference,
    /// Together with other keywords that form one rule.
    Together,
    /// By its name alone.
    Name,
}

/// The defaults for a row.
pub(super) const WORD: Word = Word {
    name: "",
    also_called: &[],
    editions: (Draft4, Draft2020),
    position: Position::Other,
    reads: Reads::Nothing,
    says: Says::Rule,
    is_validation: false,
    is_idle_without: None,
    works_with: &[],
    change: Change::Name,
};

impl Word {
    /// Whether an edition defines it.
    pub fn is_in(&self, edition: Edition) -> bool {
        let (first, last) = self.editions;
        (first..=last).contains(&edition)
    }
}
