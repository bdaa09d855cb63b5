//! The limits that are given on the command line: `--limit sessions=64/512`.

use toolc_base::diagnostic::quote::quote_names;
use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_runtime::mcp_server::{Limits, Quota};

/// The names of the limits, in the order of the documentation.
const NAMES: &[&str] = &[
    "connections",
    "sessions",
    "questions",
    "answers",
    "requests",
    "head",
    "message",
    "list",
    "owed",
];

/// The limits of a served worker: those of the server, and those of the servers behind it.
#[derive(Debug, Default)]
pub(super) struct ServeLimits {
    pub server: Limits,
    /// The maximum size of a message in bytes.
    pub message: Option<usize>,
    /// The maximum size of a page of the list of tools in bytes.
    pub list: Option<usize>,
    /// How many answers may wait to be sent to a server behind the worker.
    pub owed: Option<usize>,
}

impl ServeLimits {
    /// Reads the values of all `--limit` flags; the error is a message and a help line.
    pub fn read(flags: &[String]) -> Result<Self, (String, String)> {
        let mut limits = ServeLimits::default();
        for flag in flags {
            let Some((name, value)) = flag.split_once('=') else {
                let message = format!("`--limit {flag}` sets nothing");
                return Err((message, FORM.to_owned()));
            };
            let unfit = || {
                let message = format!("`{value}` is not a limit for `{name}`");
                (message, FORM.to_owned())
            };
            match name {
                "head" => limits.server.head = size(value).ok_or_else(unfit)?,
                "message" => limits.message = Some(size(value).ok_or_else(unfit)?),
                "list" => limits.list = Some(size(value).ok_or_else(unfit)?),
                "owed" => limits.owed = Some(size(value).ok_or_else(unfit)?),
                _ => {
                    let quota = find_quota(&mut limits.server, name);
                    *quota.ok_or_else(|| unknown(name))? = read_quota(value).ok_or_else(unfit)?;
                }
            }
        }
        Ok(limits)
    }
}

const FORM: &str = "write one number, or one for each caller and one for all of them, as in \
                    `--limit sessions=64/512`; sizes take `KiB` and `MiB`";

fn find_quota<'l>(limits: &'l mut Limits, name: &str) -> Option<&'l mut Quota> {
    match name {
        "connections" => Some(&mut limits.connections),
        "sessions" => Some(&mut limits.sessions),
        "questions" => Some(&mut limits.questions),
        "answers" => Some(&mut limits.answers),
        "requests" => Some(&mut limits.requests),
        _ => None,
    }
}

fn unknown(name: &str) -> (String, String) {
    let names = || NAMES.iter().copied();
    let help = did_you_mean(name, names());
    let help = help.map_or_else(
        || format!("the limits are {}", quote_names(names())),
        |help| help.text,
    );
    (format!("there is no limit `{name}`"), help)
}

/// `64/512`, or one number for both.
fn read_quota(value: &str) -> Option<Quota> {
    let (per_caller, total) = value.split_once('/').unwrap_or((value, value));
    let (per_caller, total) = (amount(per_caller)?, amount(total)?);
    (per_caller <= total).then_some(Quota::new(per_caller, total))
}

/// A positive number, in bytes if it has a unit.
fn amount(text: &str) -> Option<u64> {
    let text = text.trim();
    let units = [("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30)];
    let mut units = units.into_iter();
    let found = units.find_map(|(unit, size)| Some((text.strip_suffix(unit)?, size)));
    let (digits, unit) = found.unwrap_or((text, 1_u64));
    let number: u64 = digits.trim_end().parse().ok()?;
    number.checked_mul(unit).filter(|amount| *amount > 0)
}

fn size(text: &str) -> Option<usize> {
    amount(text).and_then(|amount| usize::try_from(amount).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(flags: &[&str]) -> Result<ServeLimits, (String, String)> {
        let flags: Vec<String> = flags.iter().map(ToString::to_string).collect();
        ServeLimits::read(&flags)
    }

    #[test]
    fn limits_are_read_with_their_units() {
        let limits = read(&[
            "sessions=2/9",
            "connections=7",
            "requests=1MiB/2 MiB",
            "head=16KiB",
            "message=8MiB",
            "list=512KiB",
            "owed=64",
        ]);
        let limits = limits.expect("limits");
        assert_eq!(limits.server.sessions, Quota::new(2, 9));
        assert_eq!(limits.server.connections, Quota::new(7, 7));
        assert_eq!(limits.server.requests, Quota::new(1 << 20, 2 << 20));
        assert_eq!(limits.server.questions, Limits::default().questions);
        assert_eq!(limits.server.head, 16 << 10);
        assert_eq!((limits.message, limits.owed), (Some(8 << 20), Some(64)));
        assert_eq!(limits.list, Some(512 << 10));
    }

    #[test]
    fn what_is_not_a_limit_is_refused() {
        for flag in [
            "sessions",
            "sessions=",
            "sessions=0",
            "sessions=-1",
            "sessions=9/2",
            "sessions=1/2/3",
            "head=1/2",
            "head=16KB",
            "requests=99999999999GiB",
        ] {
            assert!(read(&[flag]).is_err(), "{flag}");
        }
        let (message, help) = read(&["session=3"]).expect_err("no such limit");
        assert_eq!(message, "there is no limit `session`");
        assert!(help.contains("`sessions`"), "{help}");
        for name in NAMES {
            assert!(read(&[&format!("{name}=1")]).is_ok(), "{name}");
        }
    }
}
