//! Counts which cases pass, and which do not.

use crate::cases::{Case, Group};
use crate::exclusions::{Exclusion, exclusions};
use std::collections::{BTreeMap, HashSet};

/// A value for one tool.
pub struct Instance {
    /// The wire name.
    pub tool: String,
    /// The arguments.
    pub text: String,
}

/// The verdict of the generated code on an instance.
pub struct Verdict {
    /// The verdict of the type-erased interface.
    pub erased: bool,
    /// The verdict of the typed interface.
    pub typed: bool,
}

impl Verdict {
    /// Parses a line of the program.
    pub fn parse(line: &str) -> Self {
        let mut words = line.split('\t').map(|word| word == "true");
        let mut next = || words.next().expect("two verdicts");
        Verdict {
            erased: next(),
            typed: next(),
        }
    }
}

/// Everything that was compared.
pub struct Tally {
    exclusions: Vec<Exclusion>,
    /// Which exclusions were needed, by their index, and for which drafts.
    needed: HashSet<(usize, String)>,
    counts: BTreeMap<(String, String), (usize, usize)>,
    failures: Vec<String>,
}

impl Tally {
    /// An empty tally.
    pub fn new() -> Self {
        Tally {
            exclusions: exclusions(),
            needed: HashSet::new(),
            counts: BTreeMap::new(),
            failures: Vec::new(),
        }
    }

    /// Adds the verdict on a case; `None` if the tool was left out.
    pub fn add(&mut self, draft: &str, group: &Group, case: &Case, found: Option<bool>) {
        let key = (draft.to_owned(), group.file.clone());
        let (cases, passed) = self.counts.entry(key).or_default();
        *cases += 1;
        if found == Some(case.valid) {
            *passed += 1;
            return;
        }
        let covering = |entry: &Exclusion| entry.covers(draft, group, case);
        let known: Vec<usize> = (0..self.exclusions.len())
            .filter(|index| covering(&self.exclusions[*index]))
            .collect();
        if known.is_empty() {
            let found = match found {
                Some(true) => "accepted",
                Some(false) => "refused",
                None => "left out",
            };
            self.failures.push(format!(
                "{draft}\t{}\t{}\t{}\t{found}",
                group.file, group.name, case.name
            ));
        }
        let known = known.into_iter().map(|index| (index, draft.to_owned()));
        self.needed.extend(known);
    }

    /// Prints the table. Panics if a case fails that is not excluded, or passes although it is.
    pub fn finish(self) {
        let mut totals: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
        for ((draft, file), (cases, passed)) in &self.counts {
            eprintln!("{draft:<13} {file:<42} {cases:>5} {passed:>5}");
            let (all, well) = totals.entry(draft).or_default();
            *all += cases;
            *well += passed;
        }
        for (draft, (cases, passed)) in totals {
            eprintln!("{draft:<13} {:<42} {cases:>5} {passed:>5}", "in all");
        }
        let stale = self
            .exclusions
            .iter()
            .enumerate()
            .filter_map(|(index, entry)| {
                entry.stale(|draft| self.needed.contains(&(index, draft.to_owned())))
            });
        let stale: Vec<String> = stale.collect();
        assert!(
            self.failures.is_empty(),
            "{} cases fail:\n{}",
            self.failures.len(),
            self.failures.join("\n")
        );
        assert!(
            stale.is_empty(),
            "excluded, but all cases pass:\n{}",
            stale.join("\n")
        );
    }
}
