//! Keywords of one type that few schemas have: they take room where one of them is there.

use std::ops::{Deref, DerefMut};

/// Keywords that together say nothing where none of them is there.
pub trait Keywords: Default + 'static {
    /// None of them.
    const NONE: &'static Self;
}

/// Keywords, or none of them. To write one of them makes room for all.
#[derive(Debug, Clone, Default)]
pub struct Rare<T>(Option<Box<T>>);

impl<T> Rare<T> {
    /// The keywords, where any was written.
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
