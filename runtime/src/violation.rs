//! What is wrong with a text: where, by which rule, and never the value itself.

mod words;

use std::borrow::Cow;
use std::fmt::{self, Write};
use std::ops::{Deref, DerefMut};

#[cfg(feature = "policies")]
pub(crate) use words::clean_reason;
pub(crate) use words::{clean_line, clean_rule, enumerate_values, join_words, shorten_name};

/// At most this many violations are kept; the rest is counted.
pub const MAX_VIOLATIONS: usize = 64;

/// Longer messages are cut. Rules that hold texts of the schema are short by themselves.
const MAX_MESSAGE: usize = 1_000;

/// What is further up is left out of longer pointers.
const MAX_POINTER: usize = 1_000;

/// Further violations are only counted in a text of all.
const MAX_TEXT: usize = 16_000;

/// Room for a pointer, which is built from its end to its beginning.
const POINTER: usize = 48;

/// Room for the violations of most texts that break several rules.
const FEW: usize = 4;

/// One broken rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// JSON Pointer (RFC 6901) to the value; empty for the whole text. Long keys are cut, hidden
    /// characters are escapes, and a long pointer begins with `/…`.
    pub pointer: String,
    /// The keyword of JSON Schema that is broken; `syntax` where the text is not JSON, `limit` where
    /// it takes too long to decide.
    pub keyword: &'static str,
    /// The rule in words: `must be at most 100`. It never holds the received value, and it is short
    /// whatever the schema holds.
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

/// All violations of one text, in the order in which they were found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Violations {
    list: List,
    /// How many are in the list: readers ask after each value.
    kept: usize,
    omitted: usize,
}

/// Most texts break no rule or one, and that one is not allocated for.
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
    /// Adds one; beyond [`MAX_VIOLATIONS`] it is only counted.
    pub fn push(&mut self, violation: Violation) {
        if self.kept < MAX_VIOLATIONS {
            self.list.push(violation);
            self.kept += 1;
        } else {
            self.omitted += 1;
        }
    }

    /// Puts a key or an index before the pointers of all violations from `first` on.
    pub(crate) fn prefix(&mut self, first: usize, segment: &str) {
        let segment = shorten_name(segment);
        let segment = escape_pointer(&segment);
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

    /// Keeps the first of equal ones from `first` on: several keywords may say the same of one value.
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

    /// Names another rule as the one that is broken.
    pub(crate) fn replace(&mut self, at: usize, keyword: &'static str, message: String) {
        if let Some(violation) = self.list.get_mut(at) {
            violation.keyword = keyword;
            violation.message = Cow::Owned(message);
        }
    }

    /// Adds all of another text.
    pub(crate) fn extend(&mut self, other: Violations) {
        self.omitted += other.omitted;
        for violation in other.list.into_vec() {
            self.push(violation);
        }
    }

    /// How many are kept.
    pub fn len(&self) -> usize {
        self.kept
    }

    /// How many there are, kept or not.
    pub fn total(&self) -> usize {
        self.kept + self.omitted
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.kept == 0
    }

    /// All as one text, where they are of a result.
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

    /// The kept ones in order.
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

/// A key in a pointer.
pub(crate) fn escape_pointer(segment: &str) -> Cow<'_, str> {
    if segment.bytes().any(|byte| matches!(byte, b'~' | b'/')) {
        let mut escaped = String::with_capacity(segment.len() + 1);
        for letter in segment.chars() {
            match letter {
                '~' => escaped.push_str("~0"),
                '/' => escaped.push_str("~1"),
                other => escaped.push(other),
            }
        }
        return Cow::Owned(escaped);
    }
    Cow::Borrowed(segment)
}

/// Room for a message, so that most are written without growing.
const MESSAGE: usize = 64;

/// A message as text, not too long.
pub(crate) fn write_message(words: fmt::Arguments<'_>) -> String {
    let mut message = String::with_capacity(MESSAGE);
    // Writing to a string cannot fail.
    let _ = message.write_fmt(words);
    if message.len() > MAX_MESSAGE {
        message.truncate(message.floor_char_boundary(MAX_MESSAGE));
        message.push('…');
    }
    message
}
