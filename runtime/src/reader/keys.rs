//! The keys of one object.

use crate::text_set::TextSet;
use std::borrow::Cow;

/// Up to this many keys, a linear search is faster than a set, and nothing is allocated.
const FEW: usize = 16;

/// The keys of one object, to find duplicates.
#[derive(Debug)]
pub(crate) struct Keys<'j> {
    few: [&'j str; FEW],
    count: usize,
    many: Option<TextSet>,
}

impl Default for Keys<'_> {
    fn default() -> Self {
        Keys {
            few: [""; FEW],
            count: 0,
            many: None,
        }
    }
}

impl<'j> Keys<'j> {
    /// Adds a key. Returns `false` if it was already there.
    pub(crate) fn add(&mut self, key: Cow<'j, str>) -> bool {
        if self.few[..self.count].contains(&&*key) {
            return false;
        }
        match key {
            Cow::Borrowed(key) if self.count < FEW && self.many.is_none() => {
                self.few[self.count] = key;
                self.count += 1;
                true
            }
            key => self.many.get_or_insert_default().insert(key.into_owned()),
        }
    }
}
