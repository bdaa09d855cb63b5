//! Noun: quantities with units.

/// Units of time, in milliseconds.
pub const DURATIONS: &[(&str, u64)] = &[("ms", 1), ("s", 1_000), ("m", 60_000)];

/// Units of size, in bytes.
pub const SIZES: &[(&str, u64)] = &[
    ("KiB", 1 << 10),
    ("MiB", 1 << 20),
    ("KB", 1_000),
    ("MB", 1_000_000),
    ("B", 1),
];

/// Parses a positive integer with a unit.
pub fn parse_quantity(text: &str, units: &[(&str, u64)]) -> Option<u64> {
    let (number, scale) = units
        .iter()
        .find_map(|(unit, scale)| Some((text.strip_suffix(unit)?.trim_end(), *scale)))?;
    let number: u64 = number.parse().ok()?;
    number.checked_mul(scale).filter(|quantity| *quantity > 0)
}
