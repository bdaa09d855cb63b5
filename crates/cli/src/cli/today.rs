//! The current date, and the only place that asks the clock. Only `toolc check` does, so that the
//! same specs build with the same result every day.

use super::Exit;
use super::output::refuse_with;
use clap::Args;
use std::time::{SystemTime, UNIX_EPOCH};
use toolc_base::date::Date;

/// The day that the clock says (UTC).
pub(super) fn ask_clock() -> Date {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    Date::of_unix(since.map_or(0, |since| since.as_secs()))
}

/// `--today`
#[derive(Args)]
pub(super) struct Today {
    /// The day on which exceptions of `lints` are judged, such as 2027-06-30, instead of the one that the
    /// clock says (UTC)
    #[arg(long, value_name = "DATE")]
    today: Option<String>,
}

impl Today {
    /// The day that is named, else that of the clock.
    pub(super) fn date(&self) -> Result<Date, Exit> {
        let Some(named) = &self.today else {
            return Ok(ask_clock());
        };
        Date::parse(named).ok_or_else(|| {
            let message = format!("`{named}` is not a day");
            refuse_with(&message, "write year, month and day, such as `2027-06-30`")
        })
    }
}
