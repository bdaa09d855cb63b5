//! Hands a program on: as Rust source text, or leaked for use right away.

use super::automaton::Automaton;
use super::{CompiledPattern, Inst, Program, Repeat, Set};
use proc_macro2::{Literal, TokenStream};
use quote::quote;
use toolc_runtime::pattern as runtime;

impl CompiledPattern {
    /// The Rust expression of this pattern; `rt` is the path of the module that exports `Pattern`,
    /// `Program`, `Inst`, `Repeat`, `CharSet` and `Assertion`.
    pub fn tokens(&self, source: &str, rt: &TokenStream) -> TokenStream {
        let program = match &self.0 {
            Program::Run(run) => {
                let (start, end) = (run.start, run.end);
                let repeats = run.repeats.iter().map(|repeat| repeat_tokens(repeat, rt));
                quote!(#rt::Program::Run { start: #start, end: #end, repeats: &[#(#repeats),*] })
            }
            Program::Automaton { table, .. } => {
                let table = automaton_tokens(table, rt);
                quote!(#rt::Program::Automaton(&#table))
            }
            Program::Code(code) => {
                let code = code.iter().map(|inst| inst_tokens(inst, rt));
                quote!(#rt::Program::Code(&[#(#code),*]))
            }
            Program::Captures { slots, code } => {
                let slots = Literal::u32_unsuffixed(*slots);
                let code = code.iter().map(|inst| inst_tokens(inst, rt));
                quote!(#rt::Program::Captures { slots: #slots, code: &[#(#code),*] })
            }
        };
        quote!(#rt::Pattern { source: #source, program: #program })
    }

    /// The pattern for use in this process. Its memory is never freed.
    pub fn leak(&self, source: &str) -> &'static runtime::Pattern {
        let program = match &self.0 {
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
}

fn automaton_tokens(table: &Automaton, rt: &TokenStream) -> TokenStream {
    let (start, classes) = (
        Literal::u8_unsuffixed(table.start),
        Literal::u8_unsuffixed(table.classes),
    );
    let [ascii, next, ends] =
        [&table.ascii, &table.next, &table.ends].map(|bytes| Literal::byte_string(bytes));
    let ranges = table.ranges.iter().map(|(low, class)| {
        let (low, class) = (
            Literal::u32_unsuffixed(*low),
            Literal::u8_unsuffixed(*class),
        );
        quote!((#low, #class))
    });
    quote!(#rt::Automaton { start: #start, classes: #classes, ascii: #ascii, ranges: &[#(#ranges),*], next: #next, ends: #ends })
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

fn set_tokens(set: &Set, rt: &TokenStream) -> TokenStream {
    let ascii = Literal::u128_unsuffixed(set.ascii());
    let ranges = set.beyond_ascii().into_iter().map(|(low, high)| {
        let (low, high) = (Literal::u32_unsuffixed(low), Literal::u32_unsuffixed(high));
        quote!((#low, #high))
    });
    quote!(#rt::CharSet { ascii: #ascii, ranges: &[#(#ranges),*] })
}

fn repeat_tokens(repeat: &Repeat, rt: &TokenStream) -> TokenStream {
    let set = set_tokens(&repeat.set, rt);
    let (min, max) = (
        Literal::u32_unsuffixed(repeat.min),
        Literal::u32_unsuffixed(repeat.max),
    );
    quote!(#rt::Repeat { set: #set, min: #min, max: #max })
}

fn inst_tokens(inst: &Inst, rt: &TokenStream) -> TokenStream {
    let number = |n: &u32| Literal::u32_unsuffixed(*n);
    let variant = match inst {
        Inst::Match => quote!(Match),
        Inst::Set(set) => {
            let set = set_tokens(set, rt);
            quote!(Set(#set))
        }
        Inst::Repeat(repeat) => {
            let repeat = repeat_tokens(repeat, rt);
            quote!(Repeat(#repeat))
        }
        Inst::Split(first, second) => {
            let (first, second) = (number(first), number(second));
            quote!(Split(#first, #second))
        }
        Inst::Jump(target) => {
            let target = number(target);
            quote!(Jump(#target))
        }
        Inst::Assert(assertion) => {
            let name =
                proc_macro2::Ident::new(&format!("{assertion:?}"), proc_macro2::Span::call_site());
            quote!(Assert(#rt::Assertion::#name))
        }
        Inst::Look {
            ahead,
            negative,
            next,
        } => {
            let next = number(next);
            quote!(Look { ahead: #ahead, negative: #negative, next: #next })
        }
        Inst::Save(slot) => {
            let slot = number(slot);
            quote!(Save(#slot))
        }
        Inst::Clear(from, to) => {
            let (from, to) = (number(from), number(to));
            quote!(Clear(#from, #to))
        }
        Inst::Progress(slot) => {
            let slot = number(slot);
            quote!(Progress(#slot))
        }
        Inst::BackReference { slot, ignore_case } => {
            let slot = number(slot);
            quote!(BackReference { slot: #slot, ignore_case: #ignore_case })
        }
    };
    quote!(#rt::Inst::#variant)
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
