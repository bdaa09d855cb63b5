//! Times, as they are written.

use chrono::{DateTime, SecondsFormat, Utc};
use std::time::SystemTime;

/// A point in time for people and other programs (RFC 3339, UTC, milliseconds): `2026-11-28T09:12:31.002Z`.
pub fn write_time(time: SystemTime) -> String {
    DateTime::<Utc>::from(time).to_rfc3339_opts(SecondsFormat::Millis, true)
}
