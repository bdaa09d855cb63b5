//! A pull parser for JSON text (RFC 8259): a single pass that copies nothing except strings with escapes.

mod captured;
mod keys;
mod number;
mod parsed;
mod parts;
mod skip;
mod stop;
mod string;

use crate::value::Value;
use crate::violation::{MAX_VIOLATIONS, Violation, Violations, Word, write_message};
use std::borrow::Cow;

pub(crate) use captured::Captured;
pub(crate) use keys::Keys;
pub(crate) use number::{SHORT, ShortNumber};
pub(crate) use parts::are_equal;
pub use stop::{Stop, SyntaxError};

/// The maximum nesting depth of arguments, which is that of serde_json.
pub const MAX_DEPTH: u16 = 127;

/// The maximum number of steps for one text: one for each value that is visited, and one for every 64 bytes
/// that are read again. A schema that visits values again and again (alternatives within alternatives)
/// reaches the limit, and the text is refused.
const MAX_STEPS: u32 = 4_000_000;

/// Why a text is refused that takes too long to validate.
const TOO_COSTLY: &str = "too costly to check";

/// The type of a JSON value, which its first byte determines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `null`
    Null,
    /// `true` or `false`
    Boolean,
    /// A number.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
}

/// Reads one JSON text from start to end, or walks over a value that has already been parsed.
#[derive(Debug)]
pub struct Reader<'j> {
    text: &'j str,
    /// The next value, if there is no text.
    value: Option<&'j Value>,
    at: usize,
    depth: u16,
    max_depth: u16,
    steps: u32,
    error: Option<SyntaxError>,
    quiet: bool,
    pub(crate) violations: Violations,
}

impl<'j> Reader<'j> {
    /// Creates a reader at the start of a text.
    pub fn new(text: &'j str) -> Self {
        Reader {
            text,
            value: None,
            at: 0,
            depth: 0,
            max_depth: MAX_DEPTH,
            steps: MAX_STEPS,
            error: None,
            quiet: false,
            violations: Violations::default(),
        }
    }

    /// Sets a maximum nesting depth other than [`MAX_DEPTH`].
    pub fn with_max_depth(mut self, depth: u16) -> Self {
        self.max_depth = depth;
        self
    }

    /// Creates a reader over a captured value, which continues with this reader's depth and steps.
    pub(crate) fn fork<'t>(&self, captured: Captured<'t>) -> Reader<'t> {
        let (text, value) = match captured {
            Captured::Text(text) => (text, None),
            Captured::Value(value, _) => ("", Some(value)),
        };
        Reader {
            text,
            value,
            at: 0,
            depth: self.depth,
            max_depth: self.max_depth,
            steps: self.steps,
            error: None,
            quiet: self.quiet,
            violations: Violations::default(),
        }
    }

    /// Like [`Reader::fork`], but only finds out whether a schema accepts the value: the first violation
    /// stops it.
    pub(crate) fn trial<'t>(&self, captured: Captured<'t>) -> Reader<'t> {
        Reader {
            quiet: true,
            ..self.fork(captured)
        }
    }

    /// Limits the steps that are left.
    pub(crate) fn limit(self, steps: u32) -> Self {
        Reader {
            steps: steps.min(self.steps),
            ..self
        }
    }

    /// Returns the number of steps left.
    pub(crate) fn left(&self) -> u32 {
        self.steps
    }

    /// Uses up steps for something other than the verdict.
    pub(crate) fn spend(&mut self, steps: u32) {
        self.steps = self.steps.saturating_sub(steps);
    }

    /// Returns whether violations may be explained: half of the steps are reserved for the verdict.
    pub(crate) fn may_explain(&self) -> bool {
        !self.quiet && self.steps > MAX_STEPS / 2 && self.violations.len() <= MAX_VIOLATIONS / 2
    }

    /// Takes over the results of a fork.
    pub(crate) fn join(&mut self, fork: Reader<'_>) {
        self.steps = fork.steps;
        self.error = self.error.or(fork.error);
        self.violations.extend(fork.violations);
    }

    /// Takes over the cost of a trial. Fails if the trial could not be decided.
    pub(crate) fn settle(&mut self, trial: &Reader<'_>) -> Result<(), Stop> {
        self.steps = trial.steps;
        match trial.error {
            Some(error) => self.stop(error.reason),
            None => Ok(()),
        }
    }

    /// Counts one visited value, and the bytes that have to be read again for it.
    #[inline]
    pub(crate) fn step(&mut self, bytes: usize) -> Result<(), Stop> {
        let cost = 1 + u32::try_from(bytes / 64).unwrap_or(u32::MAX - 1);
        match self.steps.checked_sub(cost) {
            Some(left) => {
                self.steps = left;
                Ok(())
            }
            None => self.give_up(),
        }
    }

    /// Returns whether reading stopped because the text cannot be validated in bounded time.
    pub(crate) fn gave_up(&self) -> bool {
        self.error.is_some_and(|error| error.reason == TOO_COSTLY)
    }

    /// Stops because the text cannot be validated in bounded time.
    #[cold]
    pub(crate) fn give_up<T>(&mut self) -> Result<T, Stop> {
        self.stop(TOO_COSTLY)
    }

    /// Returns the text from an earlier offset up to the current one.
    pub(crate) fn since(&self, start: usize) -> &'j str {
        &self.text[start..self.at]
    }

    /// Returns the text that has not been read yet.
    pub(crate) fn rest(&self) -> &'j str {
        &self.text[self.at..]
    }

    /// Returns the byte offset of the next byte to read.
    pub fn offset(&self) -> usize {
        self.at
    }

    /// Returns the error that stopped reading, if there was one.
    pub fn syntax_error(&self) -> Option<SyntaxError> {
        self.error
    }

    /// Records an error in the text and stops.
    #[cold]
    pub fn stop<T>(&mut self, reason: &'static str) -> Result<T, Stop> {
        if self.error.is_none() {
            self.error = Some(SyntaxError {
                offset: self.at,
                reason,
            });
        }
        Err(Stop)
    }

    /// Records a violation by the current value. Reading continues, except in a trial, which is then decided.
    #[cold]
    pub(crate) fn violate(
        &mut self,
        keyword: &'static str,
        words: &[Word<'_>],
    ) -> Result<(), Stop> {
        if self.quiet {
            return Err(Stop);
        }
        let message = match words {
            [Word::Text(only)] => Cow::Borrowed(*only),
            _ => Cow::Owned(write_message(words)),
        };
        self.violations.push(Violation {
            pointer: String::new(),
            keyword,
            message,
        });
        Ok(())
    }

    /// Finishes reading: nothing but whitespace may follow.
    pub fn finish(&mut self) -> Result<(), Stop> {
        match self.peek() {
            None => Ok(()),
            Some(_) => self.stop("expected the end of the text"),
        }
    }

    /// Returns the violations. If the text is not JSON, or cannot be validated in bounded time, returns just
    /// that one.
    pub fn into_violations(self) -> Violations {
        let Some(error) = self.error else {
            return self.violations;
        };
        let (keyword, message) = if error.reason == TOO_COSTLY {
            ("limit", format!("is {TOO_COSTLY}").into())
        } else {
            let fault = match self.value {
                None => error.to_string(),
                Some(_) => error.reason.to_owned(),
            };
            (
                "syntax",
                format!("must be well-formed JSON: {fault}").into(),
            )
        };
        let mut violations = Violations::default();
        violations.push(Violation {
            pointer: String::new(),
            keyword,
            message,
        });
        violations
    }

    /// Returns the next byte that is not whitespace, without consuming it.
    #[inline]
    pub fn peek(&mut self) -> Option<u8> {
        match self.text.as_bytes().get(self.at) {
            Some(byte) if *byte > b' ' => Some(*byte),
            _ => self.peek_behind_space(),
        }
    }

    #[inline(never)]
    fn peek_behind_space(&mut self) -> Option<u8> {
        let rest = self.text.as_bytes().get(self.at..)?;
        let is_space = |byte: &u8| matches!(byte, b' ' | b'\n' | b'\r' | b'\t');
        let space = rest.iter().position(|byte| !is_space(byte));
        self.at += space.unwrap_or(rest.len());
        rest.get(space?).copied()
    }

    /// Moves to the next byte that is not whitespace.
    #[inline]
    pub(crate) fn skip_space(&mut self) {
        let next = self.text.as_bytes().get(self.at);
        if next.is_some_and(|byte| *byte <= b' ') {
            self.peek_behind_space();
        }
    }

    /// Returns the type of the next value.
    #[inline]
    pub fn kind(&mut self) -> Result<Kind, Stop> {
        match self.peek() {
            Some(b'"') => Ok(Kind::String),
            Some(b'{') => Ok(Kind::Object),
            Some(b'[') => Ok(Kind::Array),
            Some(b'-' | b'0'..=b'9') => Ok(Kind::Number),
            Some(b't' | b'f') => Ok(Kind::Boolean),
            Some(b'n') => Ok(Kind::Null),
            Some(_) => self.stop("expected a value"),
            None => self.kind_of_value(),
        }
    }

    /// Returns whether this byte is next after any whitespace. Most texts have none, so the first look
    /// usually decides.
    #[inline]
    pub(crate) fn is_next(&mut self, byte: u8) -> bool {
        self.text.as_bytes().get(self.at) == Some(&byte) || self.is_next_behind_space(byte)
    }

    #[inline(never)]
    fn is_next_behind_space(&mut self, byte: u8) -> bool {
        self.peek() == Some(byte)
    }

    /// Consumes this byte if it is next after any whitespace.
    #[inline]
    pub(crate) fn take(&mut self, byte: u8) -> bool {
        let found = self.is_next(byte);
        self.at += usize::from(found);
        found
    }

    fn word(&mut self, word: &'static str) -> Result<(), Stop> {
        if self.text.as_bytes()[self.at..].starts_with(word.as_bytes()) {
            self.at += word.len();
            return Ok(());
        }
        self.stop("expected `true`, `false` or `null`")
    }

    /// Reads `null`.
    pub fn null(&mut self) -> Result<(), Stop> {
        self.peek();
        self.word("null")
    }

    /// Reads `true` or `false`.
    pub fn boolean(&mut self) -> Result<bool, Stop> {
        if self.peek() == Some(b't') {
            self.word("true")?;
            return Ok(true);
        }
        self.word("false")?;
        Ok(false)
    }
}
