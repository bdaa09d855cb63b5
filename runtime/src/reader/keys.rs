//! The keys of one object.

use std::borrow::Cow;
use std::collections::HashSet;

/// Up to here a scan is faster than hashing, and nothing is allocated.
const FEW: usize = 16;

/// The keys of one object, to find one that occurs twice.
#[derive(Debug)]
pub(crate) struct Keys<'j> {
    few: [&'j str; FEW],
    count: usize,
    many: Option<HashSet<Cow<'j, str>>>,
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
    /// Adds a key; `false` if it was there.
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
            key => self.many.get_or_insert_default().insert(key),
        }
    }
}
