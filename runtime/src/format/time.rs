//! Dates, times and durations of RFC 3339.

/// RFC 3339 §5.6, `date-time`.
#[inline]
pub(super) fn is_date_time(text: &str) -> bool {
    let parts = text.split_once(['T', 't']);
    parts.is_some_and(|(date, time)| is_full_date(date) && is_full_time(time))
}

/// RFC 3339 §5.6, `full-date`, with the lengths of months of §5.7.
#[inline]
pub(super) fn is_full_date(text: &str) -> bool {
    let &[a, b, c, d, b'-', e, f, b'-', g, h] = text.as_bytes() else {
        return false;
    };
    match (number([a, b, c, d]), number([e, f]), number([g, h])) {
        (Some(year), Some(month), Some(day)) => (1..=days_in(year, month)).contains(&day),
        _ => false,
    }
}

#[inline]
fn number<const DIGITS: usize>(digits: [u8; DIGITS]) -> Option<u32> {
    digits.iter().try_fold(0, |number, digit| {
        let digit = digit.is_ascii_digit().then(|| digit - b'0')?;
        Some(number * 10 + u32::from(digit))
    })
}

#[inline]
fn days_in(year: u32, month: u32) -> u32 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if is_leap => 29,
        2 => 28,
        1..=12 => 31,
        _ => 0,
    }
}

/// RFC 3339 §5.6, `full-time`; second 60 is only valid as the last second of a day in UTC (§5.7).
#[inline]
pub(super) fn is_full_time(text: &str) -> bool {
    let Some((clock, zone)) = text.split_at_checked("hh:mm:ss".len()) else {
        return false;
    };
    let Some((minutes, second)) = clock.rsplit_once(':') else {
        return false;
    };
    let (Some(local), Some(second)) = (minutes_of_day(minutes), digits(second, 2)) else {
        return false;
    };
    let Some(offset) = fraction_skipped(zone).and_then(minutes_of_offset) else {
        return false;
    };
    match second {
        0..60 => true,
        60 => (local - offset).rem_euclid(24 * 60) == 23 * 60 + 59,
        _ => false,
    }
}

/// `hh:mm`
#[inline]
fn minutes_of_day(text: &str) -> Option<i32> {
    let (hour, minute) = text.split_once(':')?;
    let hour = digits(hour, 2).filter(|hour| *hour < 24)?;
    let minute = digits(minute, 2).filter(|minute| *minute < 60)?;
    i32::try_from(hour * 60 + minute).ok()
}

/// `time-offset`
#[inline]
fn minutes_of_offset(text: &str) -> Option<i32> {
    if matches!(text, "Z" | "z") {
        return Some(0);
    }
    match text.strip_prefix('+') {
        Some(east) => minutes_of_day(east),
        None => Some(-minutes_of_day(text.strip_prefix('-')?)?),
    }
}

/// The text after `time-secfrac`, which may be absent; `None` if it is malformed.
#[inline]
fn fraction_skipped(text: &str) -> Option<&str> {
    let Some(fraction) = text.strip_prefix('.') else {
        return Some(text);
    };
    let rest = fraction.trim_start_matches(|c: char| c.is_ascii_digit());
    (rest.len() < fraction.len()).then_some(rest)
}

/// Exactly `count` digits.
#[inline]
fn digits(text: &str, count: usize) -> Option<u32> {
    let are_digits = text.len() == count && text.bytes().all(|b| b.is_ascii_digit());
    are_digits.then(|| text.parse().ok()).flatten()
}

/// RFC 3339 appendix A, `duration`.
#[inline]
pub(super) fn is_duration(text: &str) -> bool {
    let Some(elements) = text.strip_prefix('P') else {
        return false;
    };
    match elements.split_once('T') {
        Some((date, time)) => (date.is_empty() || follows(date, "YMD")) && follows(time, "HMS"),
        None => follows(elements, "YMD") || follows(elements, "W"),
    }
}

/// Whether the text consists of one or more numbers with units, and the units follow each other without a
/// gap.
#[inline]
fn follows(elements: &str, units: &str) -> bool {
    let mut found = String::new();
    let mut rest = elements;
    while !rest.is_empty() {
        let unit = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let mut after = unit.chars();
        match after.next() {
            Some(c) if unit.len() < rest.len() && found.len() < units.len() => found.push(c),
            _ => return false,
        }
        rest = after.as_str();
    }
    !found.is_empty() && units.contains(&found)
}
