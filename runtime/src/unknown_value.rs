//! The error for a string that is not a value of an enumeration.

use crate::violation::enumerate_values;
use std::error::Error;
use std::fmt;

/// A string that is not a value of an enum. The error does not repeat the string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownValue {
    known: &'static [&'static str],
}

impl UnknownValue {
    /// The error for an enum with these values.
    pub const fn new(known: &'static [&'static str]) -> Self {
        UnknownValue { known }
    }

    /// The values of the enum.
    pub const fn known(&self) -> &'static [&'static str] {
        self.known
    }
}

impl fmt::Display for UnknownValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "must be one of {}", enumerate_values(self.known))
    }
}

impl Error for UnknownValue {}
