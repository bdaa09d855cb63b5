//! The keys of one object.

use std::borrow::Cow;
use std::collections::HashSet;

/// The keys of one object, to find one that stands twice.
#[derive(Debug, Default)]
pub(crate) struct Keys<'j> {
    few: Vec<Cow<'j, str>>,
    many: Option<HashSet<Cow<'j, str>>>,
}

impl<'j> Keys<'j> {
    /// Up to here a scan is faster than hashing.
    const FEW: usize = 16;

    /// Adds a key; `false` if it was there.
    pub(crate) fn add(&mut self, key: Cow<'j, str>) -> bool {
        if self.few.len() < Self::FEW {
            let new = !self.few.contains(&key);
            if new {
                self.few.push(key);
            }
            return new;
        }
        !self.few.contains(&key) && self.many.get_or_insert_default().insert(key)
    }
}
