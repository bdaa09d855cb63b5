//! All patterns in a build: each is compiled once, and their total size is bounded.

use super::{CompiledPattern, Inst, PatternFault, Program, Repeat, Set, compile_pattern};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// The maximum total size of all programs. A large API description needs a few thousand parts.
const MAX_PARTS: usize = 50_000;

/// How many ranges of code points count as one instruction.
const RANGES_PER_PART: usize = 8;

/// How many entries of a table count as one instruction.
const ENTRIES_PER_PART: usize = 16;

/// The compiled patterns, by source text.
#[derive(Debug)]
pub struct Patterns {
    known: HashMap<String, Result<CompiledPattern, PatternFault>>,
    /// The sets in these patterns, without duplicates.
    sets: HashSet<Set>,
    left: usize,
}

impl Default for Patterns {
    fn default() -> Self {
        Patterns {
            known: HashMap::new(),
            sets: HashSet::new(),
            left: MAX_PARTS,
        }
    }
}

impl Patterns {
    /// Compiles a pattern, unless that has been done already.
    ///
    /// # Errors
    ///
    /// If the pattern is invalid, or all patterns together would be too large.
    pub fn compile(&mut self, source: &str) -> Result<CompiledPattern, PatternFault> {
        if let Some(known) = self.known.get(source) {
            return known.clone();
        }
        let compiled = self.within(source);
        self.known.insert(source.to_owned(), compiled.clone());
        compiled
    }

    fn within(&mut self, source: &str) -> Result<CompiledPattern, PatternFault> {
        if self.left == 0 {
            return Err(too_many());
        }
        let mut compiled = compile_pattern(source)?;
        compiled.share(&mut self.sets);
        let parts = compiled.parts();
        let Some(left) = self.left.checked_sub(parts) else {
            self.left = 0;
            return Err(too_many());
        };
        self.left = left;
        Ok(compiled)
    }
}

fn too_many() -> PatternFault {
    let reason = "the patterns of all tools together have more parts than this compiler accepts";
    let help = "write shorter patterns, without counted groups such as `(?:…){100}`";
    PatternFault::new(0, reason).help(help)
}

impl CompiledPattern {
    /// Replaces sets by equal ones that are already known.
    fn share(&mut self, known: &mut HashSet<Set>) {
        let Some(compiled) = Arc::get_mut(&mut self.0) else {
            return;
        };
        let (repeats, code) = match &mut compiled.program {
            Program::Run(run) => (run.repeats.as_mut_slice(), [].as_mut_slice()),
            Program::Automaton { code, .. }
            | Program::Code(code)
            | Program::Captures { code, .. } => ([].as_mut_slice(), code.as_mut_slice()),
        };
        let of_code = code.iter_mut().filter_map(|inst| match inst {
            Inst::Set(set) | Inst::Repeat(Repeat { set, .. }) => Some(set),
            _ => None,
        });
        for set in repeats
            .iter_mut()
            .map(|repeat| &mut repeat.set)
            .chain(of_code)
        {
            match known.get(set) {
                Some(equal) => *set = equal.clone(),
                None => drop(known.insert(set.clone())),
            }
        }
    }

    /// The size of the program.
    pub fn parts(&self) -> usize {
        let parts = match &self.0.program {
            Program::Run(run) => run.repeats.len(),
            Program::Automaton { table, code } => {
                let entries = table.next.len() + table.ranges.len() * 2;
                code.len() + entries / ENTRIES_PER_PART
            }
            Program::Code(code) | Program::Captures { code, .. } => code.len(),
        };
        let mut sets = HashSet::new();
        let ranges = self.sets().filter(|set| sets.insert(*set));
        let ranges: usize = ranges.map(|set| set.ranges().len()).sum();
        parts + ranges / RANGES_PER_PART
    }

    /// The sets in the program, one for each occurrence.
    pub(super) fn sets(&self) -> impl Iterator<Item = &Set> {
        let (repeats, code) = match &self.0.program {
            Program::Run(run) => (run.repeats.as_slice(), [].as_slice()),
            Program::Automaton { .. } => ([].as_slice(), [].as_slice()),
            Program::Code(code) | Program::Captures { code, .. } => {
                ([].as_slice(), code.as_slice())
            }
        };
        let of_code = code.iter().filter_map(|inst| match inst {
            Inst::Set(set) | Inst::Repeat(Repeat { set, .. }) => Some(set),
            _ => None,
        });
        repeats.iter().map(|repeat| &repeat.set).chain(of_code)
    }
}
