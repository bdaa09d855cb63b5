//! A connection that is lent from the pool.

use deadpool_postgres::Object;
use std::ops::{Deref, DerefMut};

/// A connection that goes back to the pool only after it answered. One on which a statement failed or is still running is
/// closed, so that nobody waits for the answers of somebody else.
pub(crate) struct Lent(Option<Object>);

impl Lent {
    pub fn new(connection: Object) -> Self {
        Lent(Some(connection))
    }

    /// Gives the connection back, for the next one.
    pub fn give_back(mut self) {
        drop(self.0.take());
    }
}

impl Deref for Lent {
    type Target = Object;

    fn deref(&self) -> &Object {
        // It is there until it is given back, which takes the value.
        self.0.as_ref().unwrap_or_else(|| unreachable!())
    }
}

impl DerefMut for Lent {
    fn deref_mut(&mut self) -> &mut Object {
        self.0.as_mut().unwrap_or_else(|| unreachable!())
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        if let Some(connection) = self.0.take() {
            drop(Object::take(connection));
        }
    }
}
