//! When a request is retried, and after how long.

use super::answer::Answer;
use crate::random::random_u64;
use reqwest::Method;
use reqwest::header::RETRY_AFTER;
use std::time::{Duration, SystemTime};

/// The maximum for the first wait.
const FIRST: Duration = Duration::from_millis(200);

/// The maximum for any wait that the service did not request.
const LONGEST: Duration = Duration::from_secs(5);

/// Whether sending a request twice has the same effect as sending it once (RFC 9110, section 9.2.2, and
/// QUERY).
pub(super) fn is_idempotent(method: &Method) -> bool {
    let methods = ["GET", "HEAD", "OPTIONS", "PUT", "DELETE", "TRACE", "QUERY"];
    methods.contains(&method.as_str())
}

/// How long to wait before retrying; `None` if the request is not retried.
pub(super) fn retry_wait(method: &Method, answer: &Answer, attempt: u32) -> Option<Duration> {
    if matches!(answer.status, 429 | 503)
        && let Some(wait) = find_wait(answer)
    {
        return Some(wait);
    }
    let may_pass = matches!(answer.status, 502..=504) && is_idempotent(method);
    may_pass.then(|| backoff_wait(attempt))
}

/// How long the service asks to wait.
pub(super) fn find_wait(answer: &Answer) -> Option<Duration> {
    answer.header(RETRY_AFTER).and_then(asked_for)
}

/// Doubles with every attempt; a random duration between half of it and all of it.
pub(super) fn backoff_wait(attempt: u32) -> Duration {
    let longest = FIRST.saturating_mul(1 << attempt.min(16)).min(LONGEST);
    let half = longest / 2;
    half + Duration::from_nanos(random_u64() % (half.as_nanos() as u64).max(1))
}

/// `Retry-After` (RFC 9110, section 10.2.3): seconds, or a date.
fn asked_for(text: &str) -> Option<Duration> {
    let text = text.trim();
    if let Ok(seconds) = text.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let until = SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(date(text)?))?;
    Some(until.duration_since(SystemTime::now()).unwrap_or_default())
}

/// The seconds since 1970 of an IMF-fixdate: `Sun, 06 Nov 1994 08:49:37 GMT`.
fn date(text: &str) -> Option<u64> {
    const MONTHS: &str = "JanFebMarAprMayJunJulAugSepOctNovDec";
    let (_, date) = text.split_once(", ")?;
    let mut words = date.split(' ');
    let day: u64 = words.next()?.parse().ok()?;
    let month = words.next().filter(|month| month.len() == 3)?;
    let month = MONTHS.find(month).filter(|at| at % 3 == 0)? as u64 / 3 + 1;
    let year: u64 = words.next()?.parse().ok()?;
    let mut clock = words
        .next()?
        .split(':')
        .map(|part| part.parse::<u64>().ok());
    let (hour, minute, second) = (clock.next()??, clock.next()??, clock.next()??);
    // A minute may have a leap second.
    let is_time = hour <= 23 && minute <= 59 && second <= 60;
    let is_date = (1..=31).contains(&day) && (1970..=9999).contains(&year);
    if words.next() != Some("GMT") || !is_time || !is_date {
        return None;
    }
    // Counting years from March puts the leap day at the end of the year.
    let (year, month) = if month > 2 {
        (year, month - 3)
    } else {
        (year - 1, month + 9)
    };
    let days = year * 365 + year / 4 - year / 100 + year / 400 + (month * 153 + 2) / 5 + day;
    let since_1970 = days.checked_sub(719_469)?;
    Some(((since_1970 * 24 + hour) * 60 + minute) * 60 + second)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read() {
        assert_eq!(date("Thu, 01 Jan 1970 00:00:00 GMT"), Some(0));
        assert_eq!(date("Sun, 06 Nov 1994 08:49:37 GMT"), Some(784_111_777));
        assert_eq!(date("Thu, 29 Feb 2024 23:59:59 GMT"), Some(1_709_251_199));
        for wrong in [
            "",
            "Sun, 06 Nov 1994",
            "Sun, 06 ovD 1994 08:49:37 GMT",
            "x, 1 Jan 1970 0:0:0 CET",
            "Sun, 00 Nov 2024 08:49:37 GMT",
            "Sun, 32 Nov 2024 08:49:37 GMT",
            "Sun, 18446744073709551615 Nov 2024 08:49:37 GMT",
            "Sun, 06 Nov 2024 08:49:18446744073709551615 GMT",
        ] {
            assert_eq!(date(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn waits_grow_and_end() {
        for attempt in 0..40 {
            let wait = backoff_wait(attempt);
            assert!(wait >= FIRST / 2 && wait <= LONGEST, "{attempt}: {wait:?}");
        }
    }
}
