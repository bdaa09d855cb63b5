//! Objects and arrays in JSON text: everything between their values.

use super::{Reader, Stop};

impl Reader<'_> {
    /// Enters a nested array or object.
    #[inline]
    pub(crate) fn enter(&mut self) -> Result<(), Stop> {
        if self.depth == self.max_depth {
            return self.stop("nested too deeply");
        }
        self.depth += 1;
        Ok(())
    }

    /// Leaves it again.
    #[inline]
    pub(crate) fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// Reads `{`. Call [`Reader::next_key`] until it returns `false`.
    #[inline]
    pub fn begin_object(&mut self) -> Result<(), Stop> {
        if !self.take(b'{') {
            return self.stop("expected an object");
        }
        self.enter()
    }

    /// Moves to the next key of an object, before its quote. Returns `false` after the closing brace. `first`
    /// tells whether no key has been read yet.
    #[inline]
    pub fn next_key(&mut self, first: bool) -> Result<bool, Stop> {
        match self.text.as_bytes().get(self.at..self.at + 2) {
            Some(b",\"") if !first => self.at += 1,
            Some([b'"', _]) if first => {}
            _ => return self.next_key_behind_space(first),
        }
        Ok(true)
    }

    #[inline(never)]
    fn next_key_behind_space(&mut self, first: bool) -> Result<bool, Stop> {
        match self.peek() {
            Some(b'}') => {
                self.at += 1;
                self.leave();
                return Ok(false);
            }
            Some(b',') if !first => self.at += 1,
            Some(_) if first => {}
            _ => return self.stop("expected `,` or `}`"),
        }
        match self.peek() {
            Some(b'"') => Ok(true),
            _ => self.stop("expected a key"),
        }
    }

    /// Reads the colon after a key.
    #[inline]
    pub fn colon(&mut self) -> Result<(), Stop> {
        if self.take(b':') {
            Ok(())
        } else {
            self.stop("expected `:`")
        }
    }

    /// Consumes the next key of an object with its colon, if they are next, byte for byte and without
    /// whitespace. Otherwise consumes nothing.
    #[inline]
    pub(crate) fn take_next_key(&mut self, first: bool, spelled: &str) -> bool {
        let bytes = self.text.as_bytes();
        if !first && bytes.get(self.at) != Some(&b',') {
            return false;
        }
        let start = self.at + usize::from(!first);
        let end = start + spelled.len();
        let next = bytes.get(start..end);
        let found = next.is_some_and(|next| are_equal(next, spelled.as_bytes()));
        if found {
            self.at = end;
        }
        found
    }

    /// Reads `[`. Call [`Reader::next_item`] until it returns `false`.
    #[inline]
    pub fn begin_array(&mut self) -> Result<(), Stop> {
        if !self.take(b'[') {
            return self.stop("expected an array");
        }
        self.enter()
    }

    /// Moves to the next element of an array. Returns `false` after the closing bracket. `first` tells
    /// whether no element has been read yet.
    #[inline]
    pub fn next_item(&mut self, first: bool) -> Result<bool, Stop> {
        match self.peek() {
            Some(b']') if first => {}
            Some(b']') => {}
            Some(b',') if !first => {
                self.at += 1;
                return Ok(true);
            }
            Some(_) if first => return Ok(true),
            _ => return self.stop("expected `,` or `]`"),
        }
        self.at += 1;
        self.leave();
        Ok(false)
    }
}

/// Returns whether two byte strings of equal length are equal. Short ones are compared without a function
/// call.
#[inline]
pub(crate) fn are_equal(one: &[u8], other: &[u8]) -> bool {
    match one.len() {
        8..=16 => same_ends::<8>(one, other),
        4..8 => same_ends::<4>(one, other),
        _ => one == other,
    }
}

/// Returns whether two byte strings of equal length have the same first and last bytes.
#[inline]
fn same_ends<const BYTES: usize>(one: &[u8], other: &[u8]) -> bool {
    let ends = |text: &[u8]| Some((*text.first_chunk::<BYTES>()?, *text.last_chunk::<BYTES>()?));
    match (ends(one), ends(other)) {
        (Some(one), Some(other)) => one == other,
        _ => false,
    }
}
