//! What of a journal a run has repeated so far.

use crate::entry::Asked;
use crate::journal::Slot;
use std::collections::{BTreeSet, HashMap};

/// The entries of a journal, those of the runs before and those of this one.
pub(crate) struct Replay {
    slots: Vec<Slot>,
    /// The entries of the runs before.
    known: HashMap<(Asked, usize), usize>,
    /// Those that this run has not asked for yet.
    missing: BTreeSet<usize>,
    /// How often this run asked for what.
    seen: HashMap<Asked, usize>,
}

impl Replay {
    pub fn new(slots: Vec<Slot>) -> Self {
        let key = |slot: &Slot| (slot.entry.asked.clone(), slot.entry.occurrence);
        Replay {
            known: slots.iter().map(key).zip(0..).collect(),
            missing: (0..slots.len()).collect(),
            seen: HashMap::new(),
            slots,
        }
    }

    /// Counts a request: how many equal ones came before it in this run.
    pub fn count(&mut self, asked: &Asked) -> usize {
        let seen = self.seen.entry(asked.clone()).or_default();
        *seen += 1;
        *seen - 1
    }

    /// The entry of a run before that is repeated now.
    pub fn repeat(&mut self, asked: &Asked, occurrence: usize) -> Option<usize> {
        let number = *self.known.get(&(asked.clone(), occurrence))?;
        self.missing.remove(&number);
        Some(number)
    }

    /// The first entry that this run has not repeated.
    pub fn first_missing(&self) -> Option<&Slot> {
        self.missing.first().map(|number| &self.slots[*number])
    }

    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Adds an entry of this run.
    pub fn push(&mut self, slot: Slot) -> usize {
        self.slots.push(slot);
        self.slots.len() - 1
    }

    pub fn get(&self, number: usize) -> Slot {
        self.slots[number].clone()
    }

    pub fn set(&mut self, number: usize, slot: Slot) {
        self.slots[number] = slot;
    }

    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// The size of the journal.
    pub fn bytes(&self) -> usize {
        let sizes = self.slots.iter().map(|slot| slot.row.question.len());
        sizes.sum()
    }
}
