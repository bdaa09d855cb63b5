//! Matches ECMA-262 patterns (`pattern`, `patternProperties`) with programs that are static data.

mod automaton;
mod backtrack;
mod lockstep;
mod run;

use std::cmp::Ordering;
use std::fmt;

/// The `max` of a [`Repeat`] without an upper bound.
pub const UNBOUNDED: u32 = u32::MAX;

/// A compiled pattern. It matches anywhere in a text, as JSON Schema Core 2020-12 §6.4 requires.
#[derive(Debug, Clone, Copy)]
pub struct Pattern {
    /// The pattern as it is written in the schema.
    pub source: &'static str,
    /// The program that decides whether a text matches.
    pub program: Program,
}

/// One of four kinds of program. The compiler chooses the cheapest one that can express the pattern.
#[derive(Debug, Clone, Copy)]
pub enum Program {
    /// A sequence of repeats that is decided in one greedy pass, because whatever follows a repeat is
    /// disjoint from it. It does not allocate.
    Run {
        /// Whether it only matches at the start of the text.
        start: bool,
        /// Whether it only matches at the end of the text.
        end: bool,
        /// The repeats, in order.
        repeats: &'static [Repeat],
    },
    /// A table with one lookup per code point. It does not allocate.
    Automaton(&'static Automaton),
    /// Instructions whose alternatives all advance together.
    Code(Code),
    /// Instructions with back-references: alternatives are tried one at a time, up to a step limit.
    Captures(Code),
}

/// Instructions, with the function that runs them: only what tables refer to is compiled, in the crate of the
/// tables. All functions that run them are `#[inline]` for this reason.
#[derive(Debug, Clone, Copy)]
pub struct Code {
    /// The instructions.
    pub insts: &'static [Inst],
    /// How many positions they can save.
    slots: u32,
    run: Run,
}

/// Runs instructions over a text; the result is that of [`Pattern::decide`].
type Run = fn(&Code, &str) -> Result<(bool, usize), TooCostly>;

impl Program {
    /// Instructions whose alternatives all advance together: linear in instructions × text length.
    #[inline]
    pub const fn code(insts: &'static [Inst]) -> Program {
        Program::Code(Code {
            insts,
            slots: 0,
            run: lockstep::decide_match,
        })
    }

    /// Instructions with back-references, which save this many positions.
    #[inline]
    pub const fn captures(slots: u32, insts: &'static [Inst]) -> Program {
        Program::Captures(Code {
            insts,
            slots,
            run: backtrack::decide_match,
        })
    }
}

/// A state machine over classes of code points. State 0 means that the text cannot match any more, state 1
/// that it certainly matches.
#[derive(Debug, Clone, Copy)]
pub struct Automaton {
    /// The state before the first code point.
    pub start: u8,
    /// The number of classes.
    pub classes: u8,
    /// The class of each code point below 128.
    pub ascii: &'static [u8; 128],
    /// The classes from 128 up: each range starts here and ends where the next one starts.
    pub ranges: &'static [(u32, u8)],
    /// The next state: for each state, one entry per class.
    pub next: &'static [u8],
    /// For each state, 1 if a text that ends in it matches.
    pub ends: &'static [u8],
}

/// A set of code points.
#[derive(Debug, Clone, Copy)]
pub struct CharSet {
    /// One bit per code point below 128.
    pub ascii: u128,
    /// The code points from 128 up, as inclusive ranges that are sorted and disjoint.
    pub ranges: &'static [(u32, u32)],
}

/// A set of code points, repeated `min` to `max` times.
#[derive(Debug, Clone, Copy)]
pub struct Repeat {
    /// The set that is repeated.
    pub set: CharSet,
    /// The minimum number of times.
    pub min: u32,
    /// The maximum number of times, or [`UNBOUNDED`].
    pub max: u32,
}

/// One instruction. Unless stated otherwise, execution continues with the next one.
#[derive(Debug, Clone, Copy)]
pub enum Inst {
    /// The pattern, or the body of a look-around, has matched.
    Match,
    /// Consumes one code point.
    Set(CharSet),
    /// Consumes repeated code points.
    Repeat(Repeat),
    /// Continues at either target; the first is preferred.
    Split(u32, u32),
    /// Continues at the target.
    Jump(u32),
    /// Continues if the assertion holds here.
    Assert(Assertion),
    /// A look-around. Its body follows and ends with [`Inst::Match`]. In [`Program::captures`], the body is
    /// in the order in which the text is read; in [`Program::code`], it is in the opposite order.
    Look {
        /// Whether it looks ahead rather than behind.
        ahead: bool,
        /// Whether it succeeds if the body does not match.
        negative: bool,
        /// Where to continue.
        next: u32,
    },
    /// Saves the current position in this slot.
    Save(u32),
    /// Clears the slots `.0 .. .1`: a group starts each iteration unset.
    Clear(u32, u32),
    /// Continues if anything was consumed since the position in this slot was saved.
    Progress(u32),
    /// Consumes the text that a group captured; its start is saved in `slot`, and its end in the next slot.
    BackReference {
        /// The slot in which the start of the group is saved.
        slot: u32,
        /// Whether letters match in either case.
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

/// Deciding whether the text matches takes too many steps. Only patterns with back-references can be this
/// costly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooCostly;

impl fmt::Display for TooCostly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the text takes too many steps to match against the pattern")
    }
}

impl std::error::Error for TooCostly {}

impl Pattern {
    /// Whether any part of `text` matches.
    pub fn is_match(&self, text: &str) -> Result<bool, TooCostly> {
        self.decide(text).map(|(found, _)| found)
    }

    /// Whether the text matches, and the cost of deciding: about one step for each code point that an
    /// instruction looked at.
    #[doc(hidden)]
    pub fn decide(&self, text: &str) -> Result<(bool, usize), TooCostly> {
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
    /// Whether a code point below 128 is in the set. Each half of the bits fits in a register.
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

/// The simple case folding of a code point (ECMA-262 §22.2.2.7.3), using the mappings of `std`.
#[inline]
pub fn fold_case(c: char) -> char {
    // The upper case of dotless i is that of i, but it folds to itself.
    if c == '\u{131}' {
        return c;
    }
    let upper = single_or(c.to_uppercase(), c);
    single_or(upper.to_lowercase(), upper)
}

/// The single item of `mapped`, or else `c`.
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

/// The direction in which a program reads the text.
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

    /// The position `bytes` further on.
    #[inline]
    fn advance(self, at: usize, bytes: usize) -> usize {
        match self {
            Direction::Forward => at.saturating_add(bytes),
            Direction::Backward => at.saturating_sub(bytes),
        }
    }
}

/// The next code point from byte `at` in this direction.
#[inline]
fn neighbour(text: &str, at: usize, direction: Direction) -> Option<char> {
    match direction {
        Direction::Forward => text.get(at..)?.chars().next(),
        Direction::Backward => text.get(..at)?.chars().next_back(),
    }
}
