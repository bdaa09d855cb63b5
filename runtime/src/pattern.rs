//! Matching of ECMA-262 patterns (`pattern`, `patternProperties`) over programs that are static data.

mod automaton;
mod backtrack;
mod lockstep;
mod run;

use std::cmp::Ordering;
use std::fmt;

/// The `max` of a [`Repeat`] that has no upper bound.
pub const UNBOUNDED: u32 = u32::MAX;

/// A compiled pattern. It matches anywhere in a text, as JSON Schema Core 2020-12 §6.4 says.
#[derive(Debug, Clone, Copy)]
pub struct Pattern {
    /// The pattern as the schema spells it.
    pub source: &'static str,
    /// What decides whether a text matches.
    pub program: Program,
}

/// One of four ways to decide; the compiler chooses the cheapest that can express the pattern.
#[derive(Debug, Clone, Copy)]
pub enum Program {
    /// A sequence of repeats that one greedy pass decides, because what follows a repeat is
    /// disjoint from it. Nothing is allocated.
    Run {
        /// Begins at the start of the text only.
        start: bool,
        /// Ends at the end of the text only.
        end: bool,
        /// What is matched, in order.
        repeats: &'static [Repeat],
    },
    /// A table that one look-up for each code point decides. Nothing is allocated.
    Automaton(&'static Automaton),
    /// Instructions all of whose alternatives advance together.
    Code(Code),
    /// Instructions with back-references: tried one alternative at a time, up to a step limit.
    Captures(Code),
}

/// Instructions, with what runs them: only what a table names is compiled, into the crate of the table.
/// All functions that run them are `#[inline]` for that.
#[derive(Debug, Clone, Copy)]
pub struct Code {
    /// The instructions.
    pub insts: &'static [Inst],
    /// How many positions they save.
    slots: u32,
    run: Run,
}

/// Runs instructions over a text, and says what [`Pattern::decide`] does.
type Run = fn(&Code, &str) -> Result<(bool, usize), TooCostly>;

impl Program {
    /// Instructions all of whose alternatives advance together: linear in instructions × text.
    #[inline]
    pub const fn code(insts: &'static [Inst]) -> Program {
        Program::Code(Code {
            insts,
            slots: 0,
            run: lockstep::decide,
        })
    }

    /// Instructions with back-references, which save so many positions.
    #[inline]
    pub const fn captures(slots: u32, insts: &'static [Inst]) -> Program {
        Program::Captures(Code {
            insts,
            slots,
            run: backtrack::decide,
        })
    }
}

/// States, and what each class of code points makes of them. State 0 is that nothing matches any
/// more, state 1 that something has matched.
#[derive(Debug, Clone, Copy)]
pub struct Automaton {
    /// The state before the first code point.
    pub start: u8,
    /// How many classes there are.
    pub classes: u8,
    /// The class of each code point below 128.
    pub ascii: &'static [u8; 128],
    /// The classes from 128 up: each begins here and ends where the next one begins.
    pub ranges: &'static [(u32, u8)],
    /// The next state: for each state, one entry for each class.
    pub next: &'static [u8],
    /// For each state, 1 where a text that ends in it matches.
    pub ends: &'static [u8],
}

/// A set of code points.
#[derive(Debug, Clone, Copy)]
pub struct CharSet {
    /// One bit for each code point below 128.
    pub ascii: u128,
    /// The code points from 128 up: inclusive ranges, sorted and apart.
    pub ranges: &'static [(u32, u32)],
}

/// A set of code points, `min` to `max` times.
#[derive(Debug, Clone, Copy)]
pub struct Repeat {
    /// What is repeated.
    pub set: CharSet,
    /// The fewest times.
    pub min: u32,
    /// The most times, or [`UNBOUNDED`].
    pub max: u32,
}

/// One instruction. The next one follows it unless it says otherwise.
#[derive(Debug, Clone, Copy)]
pub enum Inst {
    /// The pattern, or the body of a look-around, has matched.
    Match,
    /// Consumes one code point.
    Set(CharSet),
    /// Consumes code points.
    Repeat(Repeat),
    /// Continues at either; the first is preferred.
    Split(u32, u32),
    /// Continues there.
    Jump(u32),
    /// Continues if this holds here.
    Assert(Assertion),
    /// A look-around. Its body follows and ends in [`Inst::Match`]. The body is in the order of the
    /// text's direction in [`Program::captures`], and in the opposite order in [`Program::code`].
    Look {
        /// Looks at what follows, not at what precedes.
        ahead: bool,
        /// Holds if the body does not match.
        negative: bool,
        /// Where to continue.
        next: u32,
    },
    /// Remembers this position.
    Save(u32),
    /// Forgets the positions `.0 .. .1`: a group starts each iteration unset.
    Clear(u32, u32),
    /// Continues if something was consumed since this position was saved.
    Progress(u32),
    /// Consumes what a group has captured; its start is saved in `slot`, its end after that.
    BackReference {
        /// Where the start of the group is saved.
        slot: u32,
        /// Letters match in either case.
        ignore_case: bool,
    },
}

/// A condition on a position (ECMA-262 §22.2.2.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Assertion {
    /// `^`
    Start,
    /// `$`
    End,
    /// `^` with the `m` flag.
    LineStart,
    /// `$` with the `m` flag.
    LineEnd,
    /// `\b`
    Boundary,
    /// `\B`
    NotBoundary,
}

/// A text takes too many steps to decide. Only a pattern with back-references can be so costly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooCostly;

impl fmt::Display for TooCostly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the text takes too many steps to match against the pattern")
    }
}

impl std::error::Error for TooCostly {}

impl Pattern {
    /// Whether some part of `text` matches.
    pub fn is_match(&self, text: &str) -> Result<bool, TooCostly> {
        self.decide(text).map(|(found, _)| found)
    }

    /// Whether the text matches, and what it took to find out: about one for each code point that
    /// an instruction looked at.
    pub(crate) fn decide(&self, text: &str) -> Result<(bool, usize), TooCostly> {
        match self.program {
            Program::Run {
                start,
                end,
                repeats,
            } => Ok((run::is_match(start, end, repeats, text), text.len())),
            Program::Automaton(table) => Ok((automaton::is_match(table, text), text.len())),
            Program::Code(code) | Program::Captures(code) => (code.run)(&code, text),
        }
    }
}

impl CharSet {
    /// Whether a code point below 128 is in the set. Either half of the bits fits a register.
    #[inline]
    fn contains_ascii(&self, byte: u8) -> bool {
        let half = match byte < 64 {
            true => self.ascii as u64,
            false => (self.ascii >> 64) as u64,
        };
        half >> (byte & 63) & 1 == 1
    }

    /// Whether `c` is in the set.
    pub fn contains(&self, c: char) -> bool {
        let c = u32::from(c);
        if let Ok(byte @ ..128) = u8::try_from(c) {
            return self.contains_ascii(byte);
        }
        let place = |&(low, high): &(u32, u32)| {
            if high < c {
                Ordering::Less
            } else if low > c {
                Ordering::Greater
            } else {
                Ordering::Equal
            }
        };
        self.ranges.binary_search_by(place).is_ok()
    }
}

impl Assertion {
    #[inline]
    fn holds(self, text: &str, at: usize) -> bool {
        let before = neighbour(text, at, Direction::Backward);
        let after = neighbour(text, at, Direction::Forward);
        match self {
            Assertion::Start => before.is_none(),
            Assertion::End => after.is_none(),
            Assertion::LineStart => before.is_none_or(is_line_terminator),
            Assertion::LineEnd => after.is_none_or(is_line_terminator),
            Assertion::Boundary => before.is_some_and(is_word) != after.is_some_and(is_word),
            Assertion::NotBoundary => before.is_some_and(is_word) == after.is_some_and(is_word),
        }
    }
}

/// The simple case folding of a code point (ECMA-262 §22.2.2.7.3), from the mappings of `std`.
#[inline]
pub fn fold_case(c: char) -> char {
    // Dotless i has the upper case of i, yet folds to itself.
    if c == '\u{131}' {
        return c;
    }
    let upper = single_or(c.to_uppercase(), c);
    single_or(upper.to_lowercase(), upper)
}

/// The only item of `mapped`, or else `c`.
#[inline]
fn single_or(mut mapped: impl Iterator<Item = char>, c: char) -> char {
    match (mapped.next(), mapped.next()) {
        (Some(only), None) => only,
        _ => c,
    }
}

#[inline]
fn is_line_terminator(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

#[inline]
fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Which way a program reads the text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Forward,
    Backward,
}

impl Direction {
    #[inline]
    fn reversed(self) -> Direction {
        match self {
            Direction::Forward => Direction::Backward,
            Direction::Backward => Direction::Forward,
        }
    }

    /// The position `bytes` further.
    #[inline]
    fn advance(self, at: usize, bytes: usize) -> usize {
        match self {
            Direction::Forward => at.saturating_add(bytes),
            Direction::Backward => at.saturating_sub(bytes),
        }
    }
}

/// The code point that comes next from byte `at` in this direction.
#[inline]
fn neighbour(text: &str, at: usize, direction: Direction) -> Option<char> {
    match direction {
        Direction::Forward => text.get(at..)?.chars().next(),
        Direction::Backward => text.get(..at)?.chars().next_back(),
    }
}
