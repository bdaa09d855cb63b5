//! Compiles ECMA-262 patterns, with the `u` flag's meaning, to programs of the runtime.

mod automaton;
mod emit;
mod run;
mod sample;
mod set;
mod syntax;
mod write;

use automaton::Automaton;
use run::Run;
use set::Set;
use std::fmt;
use std::sync::Arc;
use toolc_runtime::pattern::Assertion;

/// A pattern as a program; the owned mirror of [`toolc_runtime::pattern::Program`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CompiledPattern(Arc<Program>);

/// Why a pattern is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatternFault {
    /// The byte of the pattern at which it is at fault.
    pub offset: usize,
    /// What is wrong there.
    pub reason: String,
}

impl fmt::Display for PatternFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (at byte {})", self.reason, self.offset)
    }
}

impl std::error::Error for PatternFault {}

impl PatternFault {
    fn new(offset: usize, reason: impl Into<String>) -> Self {
        PatternFault {
            offset,
            reason: reason.into(),
        }
    }
}

/// Compiles a pattern.
///
/// The escapes of punctuation and the literal braces and brackets that ECMA-262 Annex B.1.2 allows
/// without the `u` flag are accepted. Escapes of letters that mean nothing are refused: in other
/// dialects they do mean something (`\A`, `\Z`, `\h`).
pub fn compile(source: &str) -> Result<CompiledPattern, PatternFault> {
    let parsed = syntax::parse(source)?;
    if !parsed.refers_back
        && let Some(run) = run::lower(&parsed.root)
    {
        return Ok(CompiledPattern(Arc::new(Program::Run(run))));
    }
    let program = match emit::emit(&parsed)? {
        Program::Code(code) => match automaton::lower(&code) {
            Some(table) => Program::Automaton { table, code },
            None => Program::Code(code),
        },
        program => program,
    };
    Ok(CompiledPattern(Arc::new(program)))
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Program {
    Run(Run),
    /// A table, and the instructions that it comes from.
    Automaton {
        table: Automaton,
        code: Vec<Inst>,
    },
    Code(Vec<Inst>),
    Captures {
        slots: u32,
        code: Vec<Inst>,
    },
}

/// The owned mirror of [`toolc_runtime::pattern::Inst`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Inst {
    Match,
    Set(Set),
    Repeat(Repeat),
    Split(u32, u32),
    Jump(u32),
    Assert(Assertion),
    Look {
        ahead: bool,
        negative: bool,
        next: u32,
    },
    Save(u32),
    Clear(u32, u32),
    Progress(u32),
    BackReference {
        slot: u32,
        ignore_case: bool,
    },
}

/// The owned mirror of [`toolc_runtime::pattern::Repeat`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Repeat {
    set: Set,
    min: u32,
    max: u32,
}
