//! Noun: a calendar day, as written in files.

use std::fmt;

/// A day, in the calendar of RFC 3339.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

impl Date {
    /// Parses a day such as `2027-06-30`; `None` if there is no such day.
    pub fn parse(text: &str) -> Option<Self> {
        let form = text.bytes().enumerate().all(|(at, byte)| match at {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        });
        if text.len() != 10 || !form {
            return None;
        }
        let date = Date {
            year: text[..4].parse().ok()?,
            month: text[5..7].parse().ok()?,
            day: text[8..].parse().ok()?,
        };
        let is_there = (1..=12).contains(&date.month)
            && (1..=days_of_month(date.year, date.month)).contains(&date.day);
        is_there.then_some(date)
    }

    /// The day, in UTC, of a time in seconds since 1970.
    pub fn of_unix(seconds: u64) -> Self {
        let mut left = seconds / (24 * 60 * 60);
        let mut year = 1970;
        while left >= days_of_year(year) && year < u16::MAX {
            left -= days_of_year(year);
            year += 1;
        }
        let mut month = 1;
        while month < 12 && left >= u64::from(days_of_month(year, month)) {
            left -= u64::from(days_of_month(year, month));
            month += 1;
        }
        let day = u8::try_from(left).unwrap_or(30).saturating_add(1);
        Date { year, month, day }
    }
}

fn days_of_year(year: u16) -> u64 {
    if is_leap(year) { 366 } else { 365 }
}

fn is_leap(year: u16) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

fn days_of_month(year: u16, month: u8) -> u8 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_read_and_written() {
        for text in ["1970-01-01", "2024-02-29", "2027-06-30", "2100-12-31"] {
            let date = Date::parse(text).expect(text);
            assert_eq!(date.to_string(), text);
        }
        for text in [
            "2027-6-30",
            "2027-06-31",
            "2023-02-29",
            "30.06.2027",
            "",
            "2027-06-3é",
        ] {
            assert_eq!(Date::parse(text), None, "{text}");
        }
        assert!(Date::parse("2027-06-30") < Date::parse("2027-07-01"));
    }

    #[test]
    fn the_day_of_a_time() {
        let cases = [
            (0, "1970-01-01"),
            (86_399, "1970-01-01"),
            (951_782_400, "2000-02-29"),
            (1_795_408_320, "2026-11-23"),
            (4_107_542_399, "2100-02-28"),
        ];
        for (seconds, day) in cases {
            assert_eq!(Date::of_unix(seconds).to_string(), day);
        }
    }
}
