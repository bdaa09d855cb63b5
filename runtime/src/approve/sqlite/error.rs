//! Errors of SQLite as errors of a store.

use crate::store_error::StoreError;
use std::error::Error;
use std::fmt;

/// An error of SQLite, with its number: many share one message.
#[derive(Debug)]
struct SqliteError(rusqlite::Error);

pub(super) fn describe(error: rusqlite::Error) -> StoreError {
    StoreError::new(SqliteError(error))
}

impl fmt::Display for SqliteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)?;
        match self.0.sqlite_error() {
            Some(error) => write!(f, " (code {} of SQLite)", error.extended_code),
            None => Ok(()),
        }
    }
}

impl Error for SqliteError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.0)
    }
}
