//! Integers of any size.

use crate::number::Decimal;
use std::fmt;

/// An integer of any size: the type for the schema `integer` without limits.
///
/// Nearly all values are small; [`Integer::get`] returns those as an `i64`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Integer(Repr);

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small(i64),
    Big(Box<str>),
}

impl Integer {
    /// The value, if it fits in 64 bits.
    pub fn get(&self) -> Option<i64> {
        match self.0 {
            Repr::Small(value) => Some(value),
            Repr::Big(_) => None,
        }
    }

    /// The number in a JSON text that is known to be an integer.
    pub(crate) fn from_text(text: &str) -> Self {
        if let Ok(value) = text.parse() {
            return Integer(Repr::Small(value));
        }
        let mut digits = String::new();
        Decimal::parse(text).write(&mut digits);
        match digits.parse() {
            Ok(value) => Integer(Repr::Small(value)),
            Err(_) => Integer(Repr::Big(digits.into())),
        }
    }
}

impl Default for Integer {
    #[inline]
    fn default() -> Self {
        Integer(Repr::Small(0))
    }
}

macro_rules! from {
    ($($type:ty)*) => {$(
        impl From<$type> for Integer {
            #[inline]
            fn from(value: $type) -> Self {
                Integer(match i64::try_from(value) {
                    Ok(value) => Repr::Small(value),
                    Err(_) => Repr::Big(value.to_string().into()),
                })
            }
        }
    )*};
}

from!(i32 i64 i128 u32 u64 u128 usize);

impl PartialEq<i64> for Integer {
    #[inline]
    fn eq(&self, other: &i64) -> bool {
        self.get() == Some(*other)
    }
}

impl fmt::Display for Integer {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Small(value) => value.fmt(f),
            Repr::Big(digits) => f.write_str(digits),
        }
    }
}

/// The error for a number that does not fit the type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutOfRange;

impl fmt::Display for OutOfRange {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("number does not fit the type")
    }
}

impl std::error::Error for OutOfRange {}

macro_rules! try_from {
    ($wide:ty: $($type:ty)*) => {$(
        impl TryFrom<&Integer> for $type {
            type Error = OutOfRange;

            #[inline]
            fn try_from(value: &Integer) -> Result<Self, OutOfRange> {
                match &value.0 {
                    Repr::Small(value) => Self::try_from(*value).map_err(|_| OutOfRange),
                    Repr::Big(digits) => {
                        let wide = digits.parse::<$wide>().map_err(|_| OutOfRange)?;
                        Self::try_from(wide).map_err(|_| OutOfRange)
                    }
                }
            }
        }
    )*};
}

try_from!(i128: i32 i64 i128);
try_from!(u128: u32 u64 u128 usize);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_whole_number_goes_in_and_comes_out() {
        assert_eq!(Integer::from(7), Integer::from_text("7.0"));
        assert_eq!(Integer::from(7_usize).get(), Some(7));
        let big = Integer::from(u64::MAX);
        assert_eq!(big, Integer::from_text("18446744073709551615"));
        assert_eq!(u64::try_from(&big), Ok(u64::MAX));
        assert_eq!(i64::try_from(&big), Err(OutOfRange));
    }
}
