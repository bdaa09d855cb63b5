//! Violations of a schema: where, and of which rule, but never the value itself.

mod listing;
mod message;
mod words;

use std::borrow::Cow;
use std::fmt;
use std::ops::{Deref, DerefMut};

pub(crate) use listing::enumerate_values;
pub(crate) use message::{Phrase, Word, push_number, write_message};
#[cfg(feature = "policies")]
pub(crate) use words::clean_reason;
#[cfg(feature = "simulate")]
pub(crate) use words::escape_pointer;
pub(crate) use words::{clean_line, clean_segment, join_words, shorten_name};

/// The maximum number of violations that are kept; further ones are only counted.
pub const MAX_VIOLATIONS: usize = 64;

/// The length in bytes beyond which the outer segments of a pointer are left out.
const MAX_POINTER: usize = 1_000;

/// The length in bytes beyond which further violations are only counted when all are written as one text.
const MAX_TEXT: usize = 16_000;

/// The initial capacity of a pointer, which is built from its end to its start.
const POINTER: usize = 48;

/// The initial capacity for several violations, enough for most texts.
const FEW: usize = 4;

/// One violated rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// JSON Pointer (RFC 6901) to the value; empty for the root. Long keys are cut, invisible characters are
    /// escaped, and a pointer that is too long begins with `/…`.
    pub pointer: String,
    /// The violated keyword of JSON Schema; `syntax` if the text is not JSON, `limit` if validation would
    /// take too long.
    pub keyword: &'static str,
    /// The rule in words: `must be at most 100`. It never contains the received value, and it is short
    /// whatever the schema contains.
    pub message: Cow<'static, str>,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write("the arguments", f)
    }
}

impl Violation {
    fn write(&self, whole: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pointer = if self.pointer.is_empty() {
            whole
        } else {
            &self.pointer
        };
        write!(f, "{pointer}: {}", self.message)
    }
}

/// The violations of one text or value, in the order in which they were found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Violations {
    list: List,
    /// The length of the list, stored because readers ask for it after each value.
    kept: usize,
    omitted: usize,
}

/// Most texts have at most one violation, which needs no allocation of its own.
#[derive(Debug, Clone)]
enum List {
    One(Option<Violation>),
    Many(Vec<Violation>),
}

impl Default for List {
    fn default() -> Self {
        List::One(None)
    }
}

impl PartialEq for List {
    fn eq(&self, other: &Self) -> bool {
        self[..] == other[..]
    }
}

impl Eq for List {}

impl Deref for List {
    type Target = [Violation];

    fn deref(&self) -> &[Violation] {
        match self {
            List::One(one) => one.as_slice(),
            List::Many(list) => list,
        }
    }
}

impl DerefMut for List {
    fn deref_mut(&mut self) -> &mut [Violation] {
        match self {
            List::One(one) => one.as_mut_slice(),
            List::Many(list) => list,
        }
    }
}

impl List {
    fn push(&mut self, violation: Violation) {
        match self {
            List::One(one @ None) => *one = Some(violation),
            List::One(one) => {
                let mut list = Vec::with_capacity(FEW);
                list.extend(one.take());
                list.push(violation);
                *self = List::Many(list);
            }
            List::Many(list) => list.push(violation),
        }
    }

    fn into_vec(self) -> Vec<Violation> {
        match self {
            List::One(one) => one.into_iter().collect(),
            List::Many(list) => list,
        }
    }
}

impl Violations {
    /// Adds a violation. Beyond [`MAX_VIOLATIONS`], it is only counted.
    pub fn push(&mut self, violation: Violation) {
        if self.kept < MAX_VIOLATIONS {
            self.list.push(violation);
            self.kept += 1;
        } else {
            self.omitted += 1;
        }
    }

    /// Prepends a key or an index to the pointers of all violations from index `first`.
    pub(crate) fn prefix(&mut self, first: usize, segment: &str) {
        let segment = clean_segment(segment);
        for violation in &mut self.list[first..] {
            let pointer = &mut violation.pointer;
            if pointer.len() > MAX_POINTER {
                if !pointer.starts_with("/…/") {
                    pointer.insert_str(0, "/…");
                }
                continue;
            }
            if pointer.is_empty() {
                *pointer = String::with_capacity(POINTER.max(segment.len() + 1));
                pointer.push('/');
                pointer.push_str(&segment);
                continue;
            }
            pointer.insert_str(0, &segment);
            pointer.insert(0, '/');
        }
    }

    /// Removes duplicates from index `first`: several keywords may report the same about one value.
    #[cold]
    pub(crate) fn remove_repeats(&mut self, first: usize) {
        let List::Many(list) = &mut self.list else {
            return;
        };
        for index in (first + 1..list.len()).rev() {
            if list[first..index].contains(&list[index]) {
                list.remove(index);
            }
        }
        self.kept = list.len();
    }

    /// Replaces the violated rule by another one.
    pub(crate) fn replace_rule(&mut self, at: usize, keyword: &'static str, words: &[Word<'_>]) {
        if let Some(violation) = self.list.get_mut(at) {
            violation.keyword = keyword;
            violation.message = Cow::Owned(write_message(words));
        }
    }

    /// Adds all violations of another list.
    pub(crate) fn extend(&mut self, other: Violations) {
        self.omitted += other.omitted;
        for violation in other.list.into_vec() {
            self.push(violation);
        }
    }

    /// Returns the number of violations that are kept.
    pub fn len(&self) -> usize {
        self.kept
    }

    /// Returns the number of violations, including those that are only counted.
    pub fn total(&self) -> usize {
        self.kept + self.omitted
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.kept == 0
    }

    /// Returns all as one text, for violations by a final answer.
    #[cfg(feature = "providers")]
    pub(crate) fn of_answer(&self) -> impl fmt::Display {
        fmt::from_fn(|f| self.write("the answer", f))
    }

    /// Returns all as one text, for violations by a result.
    pub(crate) fn of_result(&self) -> impl fmt::Display {
        fmt::from_fn(|f| self.write("the result", f))
    }

    fn write(&self, whole: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut written = 0;
        for (index, violation) in self.list.iter().enumerate() {
            if written > MAX_TEXT {
                return write!(f, "; and {} more", self.total() - index);
            }
            if index > 0 {
                f.write_str("; ")?;
            }
            violation.write(whole, f)?;
            written += violation.pointer.len() + violation.message.len();
        }
        if self.omitted > 0 {
            write!(f, "; and {} more", self.omitted)?;
        }
        Ok(())
    }

    /// Returns an iterator over the violations that are kept, in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Violation> {
        self.list.iter()
    }
}

impl<'a> IntoIterator for &'a Violations {
    type Item = &'a Violation;
    type IntoIter = std::slice::Iter<'a, Violation>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for Violations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write("the arguments", f)
    }
}

impl std::error::Error for Violations {}
