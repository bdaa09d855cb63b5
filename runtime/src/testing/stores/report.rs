//! How a store passed.

use std::fmt;

/// What one case found; an error is a sentence about what was wrong.
pub(super) type Outcome = Result<(), String>;

/// The outcome of checking a store.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct StoreVerdict {
    /// The cases, in the order in which they ran.
    pub cases: Vec<StoreCase>,
}

/// One case that a store passes or fails.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct StoreCase {
    /// What has to hold: `a_call_is_claimed_once`.
    pub name: &'static str,
    /// What was wrong, if anything.
    pub fault: Option<String>,
}

impl StoreVerdict {
    pub(super) fn add(&mut self, name: &'static str, outcome: Outcome) {
        let fault = outcome.err();
        self.cases.push(StoreCase { name, fault });
    }

    /// The names of the cases that the store fails.
    pub fn failed(&self) -> impl Iterator<Item = &'static str> {
        let failed = self.cases.iter().filter(|case| case.fault.is_some());
        failed.map(|case| case.name)
    }

    /// Panics unless the store passes every case.
    ///
    /// # Panics
    /// If it fails one, with all that it fails.
    #[track_caller]
    pub fn assert_passed(&self) {
        assert!(self.failed().next().is_none(), "{self}");
    }
}

/// A line for each case.
impl fmt::Display for StoreVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for StoreCase { name, fault } in &self.cases {
            match fault {
                None => writeln!(f, "passes: {name}")?,
                Some(fault) => writeln!(f, "FAILS:  {name}: {fault}")?,
            }
        }
        Ok(())
    }
}
