//! Bounds of numbers.

/// A bound of a number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Bound {
    /// An integer that fits in 64 bits.
    Int(i64),
    /// A larger integer.
    Big(i128),
    /// The number that this double is printed as with the fewest digits.
    Float(f64),
    /// Any other number: the nearest double, and the number itself.
    Exact(f64, &'static str),
    /// Every number that rounds to this double is equal to the bound.
    Rounded(f64),
}
