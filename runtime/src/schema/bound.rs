//! The limits of numbers.

/// A limit of a number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Bound {
    /// A whole number within 64 bits.
    Int(i64),
    /// A whole number beyond that.
    Big(i128),
    /// The number that this double is written as with the fewest digits.
    Float(f64),
    /// Any other: the nearest double, and the number itself.
    Exact(f64, &'static str),
    /// Every number that comes to this double is at the limit.
    Rounded(f64),
}
