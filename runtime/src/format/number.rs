//! The number formats of the OpenAPI Format Registry.

use crate::schema::Bound;

/// A format of numbers. Each variant accepts everything that the previous one accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NumberFormat {
    /// A signed 32-bit integer.
    Int32,
    /// A signed 64-bit integer.
    Int64,
    /// A number that is finite when it is rounded to IEEE 754 single precision.
    Float,
    /// A number that is finite when it is rounded to IEEE 754 double precision.
    Double,
}

impl NumberFormat {
    /// Every number format, with its name.
    pub const ALL: &'static [(&'static str, NumberFormat)] = &[
        ("int32", NumberFormat::Int32),
        ("int64", NumberFormat::Int64),
        ("float", NumberFormat::Float),
        ("double", NumberFormat::Double),
    ];

    /// The value of the keyword.
    pub fn name(self) -> &'static str {
        let named = NumberFormat::ALL.iter().find(|(_, format)| *format == self);
        named.map_or("", |(name, _)| name)
    }

    /// The format with this name.
    pub fn from_name(name: &str) -> Option<NumberFormat> {
        let named = NumberFormat::ALL.iter().find(|(known, _)| *known == name);
        named.map(|(_, format)| *format)
    }

    /// Whether this format only accepts integers.
    pub fn is_whole(self) -> bool {
        self <= NumberFormat::Int64
    }

    /// The smallest and the largest number of this format.
    pub const fn limits(self) -> (Bound, Bound) {
        /// The largest double that is closer to the largest single than to infinity.
        const SINGLE: f64 = 3.402_823_567_797_336_2e38;
        match self {
            NumberFormat::Int32 => (Bound::Int(i32::MIN as i64), Bound::Int(i32::MAX as i64)),
            NumberFormat::Int64 => (Bound::Int(i64::MIN), Bound::Int(i64::MAX)),
            NumberFormat::Float => (Bound::Rounded(-SINGLE), Bound::Rounded(SINGLE)),
            NumberFormat::Double => (Bound::Rounded(f64::MIN), Bound::Rounded(f64::MAX)),
        }
    }

    /// A description of numbers of this format.
    pub(crate) fn words(self) -> &'static str {
        match self {
            NumberFormat::Int32 => "a 32-bit integer",
            NumberFormat::Int64 => "a 64-bit integer",
            NumberFormat::Float => "a single-precision number",
            NumberFormat::Double => "a double-precision number",
        }
    }
}
