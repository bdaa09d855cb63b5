//! Keywords for one type that few schemas have, stored so that they take up space only if present.

use std::ops::{Deref, DerefMut};

/// Keywords that together have no effect if none of them is present.
pub trait Keywords: Default + 'static {
    /// The value without any of the keywords.
    const NONE: &'static Self;
}

/// Keywords, or none of them. Writing to one allocates space for all.
#[derive(Debug, Clone, Default)]
pub struct Rare<T>(Option<Box<T>>);

impl<T> Rare<T> {
    /// The keywords, if any was written.
    pub fn written(&self) -> Option<&T> {
        self.0.as_deref()
    }
}

impl<T> From<T> for Rare<T> {
    fn from(keywords: T) -> Self {
        Rare(Some(Box::new(keywords)))
    }
}

impl<T: Keywords> Deref for Rare<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.written().unwrap_or(T::NONE)
    }
}

impl<T: Keywords> DerefMut for Rare<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.0.get_or_insert_default()
    }
}
