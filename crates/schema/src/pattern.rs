//! Compiles ECMA-262 patterns, with the semantics of the `u` flag, to programs of the runtime.

mod automaton;
mod budget;
mod disjoint;
mod emit;
mod ends;
mod run;
mod sample;
mod set;
mod syntax;
mod unicode;
mod write;

use automaton::Automaton;
pub use budget::Patterns;
pub use disjoint::are_disjoint;
pub use ends::{Looseness, covers_whole, find_looseness, write_whole};
use run::Run;
use set::Set;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};
use toolc_runtime::format::Format;
use toolc_runtime::pattern::{self as runtime, Assertion};
pub use write::SharedSets;

/// A pattern compiled to a program; the owned mirror of [`toolc_runtime::pattern::Program`].
#[derive(Clone)]
pub struct CompiledPattern(Arc<Compiled>);

/// Without the program, which means nothing to a reader.
impl fmt::Debug for CompiledPattern {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("CompiledPattern")
    }
}

struct Compiled {
    program: Program,
    /// The program in the runtime's form for use in this process, created on first use. It is a
    /// cache, which equality and hash ignore.
    leaked: OnceLock<&'static runtime::Pattern>,
    readings: Vec<String>,
}

impl CompiledPattern {
    fn new(program: Program, readings: Vec<String>) -> Self {
        CompiledPattern(Arc::new(Compiled {
            program,
            leaked: OnceLock::new(),
            readings,
        }))
    }

    /// What the pattern takes from other dialects and how it is interpreted, as in ``\A` as `^``.
    pub fn readings(&self) -> &[String] {
        &self.0.readings
    }
}

impl PartialEq for CompiledPattern {
    fn eq(&self, other: &Self) -> bool {
        self.0.program == other.0.program
    }
}

impl Eq for CompiledPattern {}

impl Hash for CompiledPattern {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.program.hash(hasher);
    }
}

/// Why a pattern is rejected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatternFault {
    /// The byte offset of the error in the pattern.
    pub offset: usize,
    /// What is wrong there.
    pub reason: String,
    /// What to write instead.
    pub help: &'static str,
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
            help: PatternFault::HELP,
        }
    }

    /// The help if there is no better advice.
    const HELP: &'static str = "write an ECMA-262 regular expression";

    fn help(self, help: &'static str) -> Self {
        PatternFault { help, ..self }
    }
}

/// Compiles a pattern.
///
/// Accepts the escapes of punctuation and the literal braces and brackets that ECMA-262 Annex B.1.2
/// allows without the `u` flag. Constructs that mean the same in every other dialect that has them
/// (`\A`, `\pL`, `[[:alpha:]]`, `(?P<name>`) are interpreted accordingly. Other meaningless escapes
/// of letters are rejected: in other dialects they do have a meaning, which is not the same
/// everywhere (`\Z`, `\h`).
pub fn compile_pattern(source: &str) -> Result<CompiledPattern, PatternFault> {
    let parsed = syntax::parse_pattern(source)?;
    if !parsed.refers_back
        && let Some(run) = run::lower_run(&parsed.root)
    {
        return Ok(CompiledPattern::new(Program::Run(run), parsed.readings));
    }
    let program = match emit::emit_program(&parsed)? {
        Program::Code(code) => match automaton::lower_automaton(&code) {
            Some(table) => Program::Automaton { table, code },
            None => Program::Code(code),
        },
        program => program,
    };
    Ok(CompiledPattern::new(program, parsed.readings))
}

/// The same pattern in plain ECMA-262 with the flag `u`, if it is written otherwise: without the liberties that
/// [`compile_pattern`] allows. A pattern that is not compiled has none.
pub fn write_portable(source: &str) -> Option<String> {
    syntax::parse_pattern(source).ok()?.portable.apply(source)
}

/// Whether clients can compile a pattern as [`write_portable`] writes it, or as it is. A pattern that cannot be parsed is none
/// that anybody is shown.
pub fn is_portable(source: &str) -> bool {
    let Ok(parsed) = syntax::parse_pattern(source) else {
        return true;
    };
    let written = parsed.portable.apply(source);
    Format::Regex.accepts(written.as_deref().unwrap_or(source))
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Program {
    Run(Run),
    /// A table, and the instructions it was made from.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_written_in_plain_ecma_262() {
        for (source, portable) in [
            (r"^[\w\-.]+\-\:\@$", r"^[\w\-.]+-:@$"),
            (r"[\w-.]", r"[\w\-.]"),
            (r"[[\:a\&\&b]", r"[[\x3aa\x26\x26b]"),
            (r"a{,3}{b}]", r"a{0,3}\{b\}\]"),
            (r"\Aa\z", "^a$"),
            (r"(?i)[a-c\-]\101", r"[\x2dA-Ca-c][Aa]"),
            (r"(?s).", r"[\s\S]"),
            (r"(?P<year>\d)(?P=year)", r"(?<year>\d)\k<year>"),
            (r"(a)\1\8\07\08", r"(a)\1\x38\x07\x008"),
            (r"(?=a)*b", r"(?:(?=a))*b"),
            // the group takes nothing that has another case
            ("(?i)([\"'])k\\1", "([\\x22\\x27])[Kk\\u212a]\\1"),
            (r"(?i)(\d)(-\1)\2", r"([0-9])(-\1)\2"),
            (r"[^[:digit:]_]\pL", r"[^0-9_]\p{L}"),
            (
                r"\p{all}[\P{Graph}]",
                r"[\x00-\u{10ffff}][\x00-\x20\x7f-\u{10ffff}]",
            ),
        ] {
            assert_eq!(
                write_portable(source).as_deref(),
                Some(portable),
                "{source}"
            );
            assert_eq!(
                compile_pattern(source),
                compile_pattern(portable),
                "{source}"
            );
            assert_eq!(write_portable(portable), None, "{portable}");
        }
        // a look-around says the same as the start of a line
        let lines = write_portable(r"(?im)^k.$");
        let portable = r"(?<![^\n\r\u2028\u2029])[Kk\u212a].(?![^\n\r\u2028\u2029])";
        assert_eq!(lines.as_deref(), Some(portable));
        // it cannot be said that a back-reference ignores case
        for lost in [
            r"(?i)(a)\1",
            r"(?i)(?<n>[0-9])(\k<n>k)-\2",
            r"(?i)(?:(\w)|x)\1",
        ] {
            assert_eq!(write_portable(lost), None);
            assert!(!is_portable(lost), "{lost}");
        }
        for plain in [r"^\p{Script=Greek}\p{Lu}[\w\d]\/\{\0$", "[", "[^]"] {
            assert_eq!(write_portable(plain), None, "{plain}");
        }
    }

    #[test]
    fn memory_that_is_never_freed_is_taken_once() {
        let compiled = compile_pattern("^(a|b)+$").expect("a pattern");
        let first = compiled.leak("^(a|b)+$");
        assert!(std::ptr::eq(first, compiled.clone().leak("^(a|b)+$")));
    }
}
