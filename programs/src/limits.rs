//! How much a program may use.

use std::fmt;
use std::time::Duration;

/// How much a program may use. The sandbox limits its memory and its processor time.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// How often it may call, or ask for the time or a random number, in one run. The default is 1,000.
    pub calls: usize,
    /// How many requests of it may wait for an answer at the same time. The default is 64.
    pub waiting: usize,
    /// The size of its journal in bytes, over all runs. The default is 8 MiB.
    pub journal: usize,
    /// How long one run may take; what it still calls then is refused, and what runs already is finished. The default
    /// is two minutes.
    pub time: Duration,
    /// How long something new waits for the program to repeat what its journal has. A program that does not is refused.
    /// The default is two seconds.
    pub replay: Duration,
    /// The time after which a call that has not finished counts as interrupted. It should be longer than any tool takes.
    /// The default is 15 minutes.
    pub lease: Duration,
    /// The length of one line of the sandbox in bytes. The default is 1 MiB.
    pub line: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            calls: 1_000,
            waiting: 64,
            journal: 8 << 20,
            time: Duration::from_secs(120),
            replay: Duration::from_secs(2),
            lease: Duration::from_secs(15 * 60),
            line: 1 << 20,
        }
    }
}

/// Which limit was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum LimitKind {
    /// [`Limits::calls`]
    Calls,
    /// [`Limits::waiting`]
    Waiting,
    /// [`Limits::journal`]
    Journal,
    /// [`Limits::time`]
    Time,
}

impl fmt::Display for LimitKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LimitKind::Calls => "calls",
            LimitKind::Waiting => "requests at the same time",
            LimitKind::Journal => "bytes of its journal",
            LimitKind::Time => "time",
        })
    }
}
