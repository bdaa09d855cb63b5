//! Outputs a program: as Rust source, or leaked for immediate use.

use super::automaton::Automaton;
use super::{CompiledPattern, Inst, Program, Repeat, Set};
use crate::data::{leak_slice, leak_value, leak_word};
use crate::rust::{Bytes, Escaped, Hex, Ident, Rust, Variant, put, rust, write_snippet};
use std::collections::HashMap;
use toolc_runtime::pattern as runtime;

/// A set with more ranges beyond ASCII than this is written only once.
const LONG: usize = 8;

/// A set that is used in this many places is written only once.
const FREQUENT: usize = 8;

/// The sets that several programs, or several places in one, share.
#[derive(Debug, Default)]
pub struct SharedSets {
    /// The number of occurrences of each set, in the order they are encountered.
    counts: Vec<(Set, usize)>,
    known: HashMap<Set, usize>,
    names: HashMap<Set, String>,
}

impl SharedSets {
    /// Counts the sets of a pattern.
    pub fn count(&mut self, pattern: &CompiledPattern) {
        for set in pattern.sets() {
            let at = *self.known.entry(set.clone()).or_insert(self.counts.len());
            match self.counts.get_mut(at) {
                Some((_, count)) => *count += 1,
                None => self.counts.push((set.clone(), 1)),
            }
        }
    }

    /// Names the sets that are long or frequent.
    pub fn name(&mut self, mut claim: impl FnMut(&str) -> String) {
        for (set, count) in &self.counts {
            if *count >= FREQUENT || set.beyond_ascii().len() > LONG {
                self.names.insert(set.clone(), claim("CHARACTERS"));
            }
        }
    }

    /// The constants for these sets; `rt` is the runtime.
    pub fn items(&self) -> impl Iterator<Item = impl Rust> {
        self.counts.iter().filter_map(|(set, _)| {
            let name = Ident(self.names.get(set)?);
            Some(rust!(const #name: rt::CharSet = #(set_table(set));))
        })
    }

    fn code(&self, set: &Set) -> impl Rust {
        write_snippet(move |out| match self.names.get(set) {
            Some(name) => put!(out, #(Ident(name))),
            None => put!(out, #(set_table(set))),
        })
    }

    fn repeat(&self, repeat: &Repeat) -> impl Rust {
        let (set, min, max) = (self.code(&repeat.set), repeat.min, repeat.max);
        let max = write_snippet(move |out| match max {
            runtime::UNBOUNDED => put!(out, rt::UNBOUNDED),
            max => put!(out, #max),
        });
        rust!(rt::Repeat { set: #set, min: #min, max: #max })
    }

    fn insts(&self, code: &[Inst]) -> impl Rust {
        rust!(&[#(for inst in code => rt::Inst::#(self.inst(inst)),)])
    }

    fn inst(&self, inst: &Inst) -> impl Rust {
        write_snippet(move |out| match inst {
            Inst::Match => put!(out, Match),
            Inst::Set(set) => put!(out, Set(#(self.code(set)))),
            Inst::Repeat(repeat) => put!(out, Repeat(#(self.repeat(repeat)))),
            Inst::Split(first, second) => put!(out, Split(#first, #second)),
            Inst::Jump(target) => put!(out, Jump(#target)),
            Inst::Assert(assertion) => put!(out, Assert(rt::Assertion::#(Variant(assertion)))),
            Inst::Look {
                ahead,
                negative,
                next,
            } => put!(out, Look { ahead: #ahead, negative: #negative, next: #next }),
            Inst::Save(slot) => put!(out, Save(#slot)),
            Inst::Clear(from, to) => put!(out, Clear(#from, #to)),
            Inst::Progress(slot) => put!(out, Progress(#slot)),
            Inst::BackReference { slot, ignore_case } => {
                put!(out, BackReference { slot: #slot, ignore_case: #ignore_case });
            }
        })
    }
}

impl CompiledPattern {
    /// The Rust expression for this pattern; `rt` is the runtime.
    pub fn code(&self, source: &str, sets: &SharedSets) -> impl Rust {
        let (source, program) = (Escaped(source), self.program(sets));
        rust!(rt::Pattern { source: #source, program: #program })
    }

    fn program(&self, sets: &SharedSets) -> impl Rust {
        write_snippet(move |out| match &self.0.program {
            Program::Run(run) => put!(out, rt::Program::Run {
                start: #(run.start),
                end: #(run.end),
                repeats: &[#(for repeat in &run.repeats => #(sets.repeat(repeat)),)],
            }),
            Program::Automaton { table, .. } => {
                put!(out, rt::Program::Automaton(&#(automaton_code(table))));
            }
            Program::Code(code) => put!(out, rt::Program::code(#(sets.insts(code)))),
            Program::Captures { slots, code } => {
                put!(out, rt::Program::captures(#slots, #(sets.insts(code))));
            }
        })
    }

    /// The pattern for use in this process, created on first use. Its memory is never freed.
    pub fn leak(&self, source: &str) -> &'static runtime::Pattern {
        self.0
            .leaked
            .get_or_init(|| leak_pattern(&self.0.program, source))
    }
}

fn leak_pattern(program: &Program, source: &str) -> &'static runtime::Pattern {
    let mut sets = LeakedSets::default();
    let program = match program {
        Program::Run(run) => runtime::Program::Run {
            start: run.start,
            end: run.end,
            repeats: leak_slice(run.repeats.iter().map(|repeat| sets.repeat(repeat))),
        },
        Program::Automaton { table, .. } => {
            runtime::Program::Automaton(leak_value(leak_automaton(table)))
        }
        Program::Code(code) => {
            runtime::Program::code(leak_slice(code.iter().map(|inst| sets.inst(inst))))
        }
        Program::Captures { slots, code } => {
            runtime::Program::captures(*slots, leak_slice(code.iter().map(|inst| sets.inst(inst))))
        }
    };
    let source = leak_word(source);
    leak_value(runtime::Pattern { source, program })
}

fn automaton_code(table: &Automaton) -> impl Rust {
    rust!(rt::Automaton {
        start: #(table.start),
        classes: #(table.classes),
        ascii: #(Bytes(&table.ascii)),
        ranges: &[#(for (low, class) in &table.ranges => (#low, #class),)],
        next: #(Bytes(&table.next)),
        ends: #(Bytes(&table.ends)),
    })
}

fn leak_automaton(table: &Automaton) -> runtime::Automaton {
    // A table always has a class for each ASCII character; see `Classes::of`.
    let ascii: [u8; 128] = std::array::from_fn(|at| table.ascii.get(at).copied().unwrap_or(0));
    runtime::Automaton {
        start: table.start,
        classes: table.classes,
        ascii: leak_value(ascii),
        ranges: table.ranges.clone().leak(),
        next: table.next.clone().leak(),
        ends: table.ends.clone().leak(),
    }
}

fn set_table(set: &Set) -> impl Rust {
    rust!(rt::CharSet {
        ascii: #(Hex(set.ascii())),
        ranges: &[#(for (low, high) in set.beyond_ascii() => (#low, #high),)],
    })
}

/// The sets in one pattern, each leaked only once.
#[derive(Default)]
struct LeakedSets(HashMap<Set, runtime::CharSet>);

impl LeakedSets {
    fn set(&mut self, set: &Set) -> runtime::CharSet {
        if let Some(leaked) = self.0.get(set) {
            return *leaked;
        }
        let leaked = runtime::CharSet {
            ascii: set.ascii(),
            ranges: set.beyond_ascii().leak(),
        };
        self.0.insert(set.clone(), leaked);
        leaked
    }

    fn repeat(&mut self, repeat: &Repeat) -> runtime::Repeat {
        runtime::Repeat {
            set: self.set(&repeat.set),
            min: repeat.min,
            max: repeat.max,
        }
    }

    fn inst(&mut self, inst: &Inst) -> runtime::Inst {
        match inst {
            Inst::Match => runtime::Inst::Match,
            Inst::Set(set) => runtime::Inst::Set(self.set(set)),
            Inst::Repeat(repeat) => runtime::Inst::Repeat(self.repeat(repeat)),
            Inst::Split(first, second) => runtime::Inst::Split(*first, *second),
            Inst::Jump(target) => runtime::Inst::Jump(*target),
            Inst::Assert(assertion) => runtime::Inst::Assert(*assertion),
            Inst::Look {
                ahead,
                negative,
                next,
            } => runtime::Inst::Look {
                ahead: *ahead,
                negative: *negative,
                next: *next,
            },
            Inst::Save(slot) => runtime::Inst::Save(*slot),
            Inst::Clear(from, to) => runtime::Inst::Clear(*from, *to),
            Inst::Progress(slot) => runtime::Inst::Progress(*slot),
            Inst::BackReference { slot, ignore_case } => runtime::Inst::BackReference {
                slot: *slot,
                ignore_case: *ignore_case,
            },
        }
    }
}
