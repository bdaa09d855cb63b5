//! Hands a program on: as Rust source text, or leaked for use right away.

use super::automaton::Automaton;
use super::{CompiledPattern, Inst, Program, Repeat, Set};
use crate::rust::{Bytes, Escaped, Rust, Variant, put, rust, snippet};
use toolc_runtime::pattern as runtime;

impl CompiledPattern {
    /// The Rust expression of this pattern, where `rt` is the runtime.
    pub fn code(&self, source: &str) -> impl Rust {
        let (source, program) = (Escaped(source), self.program());
        rust!(rt::Pattern { source: #source, program: #program })
    }

    fn program(&self) -> impl Rust {
        snippet(|out| match &self.0.program {
            Program::Run(run) => put!(out, rt::Program::Run {
                start: #(run.start),
                end: #(run.end),
                repeats: &[#(for repeat in &run.repeats => #(repeat_code(repeat)),)],
            }),
            Program::Automaton { table, .. } => {
                put!(out, rt::Program::Automaton(&#(automaton_code(table))));
            }
            Program::Code(code) => put!(out, rt::Program::Code(#(insts_code(code)))),
            Program::Captures { slots, code } => {
                put!(out, rt::Program::Captures { slots: #slots, code: #(insts_code(code)) });
            }
        })
    }

    /// The pattern for use in this process, made once. Its memory is never freed.
    pub fn leak(&self, source: &str) -> &'static runtime::Pattern {
        self.0
            .leaked
            .get_or_init(|| leak_pattern(&self.0.program, source))
    }
}

fn leak_pattern(program: &Program, source: &str) -> &'static runtime::Pattern {
    let program = match program {
        Program::Run(run) => runtime::Program::Run {
            start: run.start,
            end: run.end,
            repeats: leak_slice(run.repeats.iter().map(leak_repeat)),
        },
        Program::Automaton { table, .. } => {
            runtime::Program::Automaton(Box::leak(Box::new(leak_automaton(table))))
        }
        Program::Code(code) => runtime::Program::Code(leak_slice(code.iter().map(leak_inst))),
        Program::Captures { slots, code } => runtime::Program::Captures {
            slots: *slots,
            code: leak_slice(code.iter().map(leak_inst)),
        },
    };
    let source = String::from(source).leak();
    Box::leak(Box::new(runtime::Pattern { source, program }))
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
    // A table has a class for each of them; see `Classes::of`.
    let ascii: [u8; 128] = std::array::from_fn(|at| table.ascii.get(at).copied().unwrap_or(0));
    runtime::Automaton {
        start: table.start,
        classes: table.classes,
        ascii: Box::leak(Box::new(ascii)),
        ranges: table.ranges.clone().leak(),
        next: table.next.clone().leak(),
        ends: table.ends.clone().leak(),
    }
}

fn set_code(set: &Set) -> impl Rust {
    rust!(rt::CharSet {
        ascii: #(set.ascii()),
        ranges: &[#(for (low, high) in set.beyond_ascii() => (#low, #high),)],
    })
}

fn repeat_code(repeat: &Repeat) -> impl Rust {
    let (set, min, max) = (set_code(&repeat.set), repeat.min, repeat.max);
    rust!(rt::Repeat { set: #set, min: #min, max: #max })
}

fn insts_code(code: &[Inst]) -> impl Rust {
    rust!(&[#(for inst in code => rt::Inst::#(inst_code(inst)),)])
}

fn inst_code(inst: &Inst) -> impl Rust {
    snippet(move |out| match inst {
        Inst::Match => put!(out, Match),
        Inst::Set(set) => put!(out, Set(#(set_code(set)))),
        Inst::Repeat(repeat) => put!(out, Repeat(#(repeat_code(repeat)))),
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

fn leak_slice<T>(items: impl Iterator<Item = T>) -> &'static [T] {
    items.collect::<Vec<_>>().leak()
}

fn leak_set(set: &Set) -> runtime::CharSet {
    runtime::CharSet {
        ascii: set.ascii(),
        ranges: set.beyond_ascii().leak(),
    }
}

fn leak_repeat(repeat: &Repeat) -> runtime::Repeat {
    runtime::Repeat {
        set: leak_set(&repeat.set),
        min: repeat.min,
        max: repeat.max,
    }
}

fn leak_inst(inst: &Inst) -> runtime::Inst {
    match inst {
        Inst::Match => runtime::Inst::Match,
        Inst::Set(set) => runtime::Inst::Set(leak_set(set)),
        Inst::Repeat(repeat) => runtime::Inst::Repeat(leak_repeat(repeat)),
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
