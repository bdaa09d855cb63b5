//! How much of a server its callers may use at the same time, and what is told when a limit is reached.

use crate::hidden::show_line;
use crate::store_error::StoreError;
use std::fmt;
use std::sync::Arc;

/// How much may be in use at the same time: by one caller, and by all of them.
///
/// A caller is a principal, if the authenticator names one, and otherwise the address that a connection comes from
/// (of IPv6, the first 64 bits). What is needed first is always granted to a caller that uses nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quota {
    /// For one caller, so that none takes what others need.
    pub per_caller: u64,
    /// For all callers together.
    pub total: u64,
}

impl Quota {
    /// Creates a quota.
    pub const fn new(per_caller: u64, total: u64) -> Self {
        Quota { per_caller, total }
    }
}

/// The limits of a server. Where one is reached, requests are refused with 503 and `Retry-After`, or with an error
/// of the protocol; see [`Builder::limits`](super::Builder::limits).
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Limits {
    /// Open connections, if the server accepts them itself: 256 and 1024.
    pub connections: Quota,
    /// Sessions of the handshake over HTTP: 128 and 1024. A new session takes the place of the caller's own session
    /// that has been idle for longest; one with an open call or question is never closed.
    pub sessions: Quota,
    /// Open questions that the server keeps: 64 and 1024. A question counts once for each started 64 KiB of its text.
    pub questions: Quota,
    /// Answers that the server remembers until their questions expire, so that each counts once: 4096 and 65,536.
    pub answers: Quota,
    /// Bytes of requests under way, from their first byte to the end of their calls: 32 and 128 MiB. Each request
    /// counts 4 KiB and its head and body.
    pub requests: Quota,
    /// The maximum size in bytes of the head of a request, if the server reads it itself: 64 KiB; at least 8 KiB.
    pub head: usize,
}

impl Default for Limits {
    fn default() -> Self {
        const MIB: u64 = 1024 * 1024;
        Limits {
            connections: Quota::new(256, 1024),
            sessions: Quota::new(128, 1024),
            questions: Quota::new(64, 1024),
            answers: Quota::new(4096, 65_536),
            requests: Quota::new(32 * MIB, 128 * MIB),
            head: 64 * 1024,
        }
    }
}

/// What a limit is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum LimitKind {
    /// [`Limits::connections`]
    Connections,
    /// [`Limits::sessions`]
    Sessions,
    /// [`Limits::questions`]
    Questions,
    /// [`Limits::answers`]
    Answers,
    /// [`Limits::requests`]
    Requests,
}

impl LimitKind {
    /// The name of the limit, as in [`Limits`].
    pub fn name(self) -> &'static str {
        match self {
            LimitKind::Connections => "connections",
            LimitKind::Sessions => "sessions",
            LimitKind::Questions => "questions",
            LimitKind::Answers => "answers",
            LimitKind::Requests => "requests",
        }
    }

    /// What there is too much of, for the caller.
    pub(super) fn words(self) -> &'static str {
        match self {
            LimitKind::Connections => "connections are open",
            LimitKind::Sessions => "sessions have open calls or questions",
            LimitKind::Questions => "questions are open",
            LimitKind::Answers => "questions were answered a short while ago",
            LimitKind::Requests => "requests are under way",
        }
    }

    /// After how many seconds it is worth trying again.
    pub(super) fn retry_after(self) -> u32 {
        match self {
            LimitKind::Connections | LimitKind::Requests => 1,
            LimitKind::Sessions | LimitKind::Questions | LimitKind::Answers => 60,
        }
    }
}

/// How much of a limit is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Usage {
    /// What the limit is on.
    pub kind: LimitKind,
    /// What all callers together use at present.
    pub used: u64,
    /// What they may use.
    pub total: u64,
    /// How many times something was refused since the start.
    pub refused: u64,
    /// How many idle things of a caller were closed for new ones of its own since the start.
    pub closed: u64,
}

/// An event of a server that is not part of a call.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Notice<'n> {
    /// A limit was reached. It is told when that happens, and then at most once a minute.
    Limit {
        /// What the limit is on.
        kind: LimitKind,
        /// The caller that reached its own limit; `None` if it is that of all callers together.
        caller: Option<&'n str>,
        /// How many times it has refused something since it was told last.
        refused: u64,
    },
    /// A caller reached its limit, and something of its own that was idle was closed for something new. It is told when
    /// that happens, and then at most once a minute.
    Replaced {
        /// What the limit is on.
        kind: LimitKind,
        /// The caller.
        caller: &'n str,
        /// How many were closed since it was told last.
        closed: u64,
    },
    /// The client answered a question with an error, so nobody was asked.
    NotAsked {
        /// The wire name of the tool.
        tool: &'n str,
        /// What the client says.
        why: &'n str,
    },
    /// The store of questions failed.
    StoreFailed {
        /// What it was to do.
        step: StoreStep,
        /// The name of the tool, as the call has it.
        tool: &'n str,
        /// Why it failed.
        error: &'n StoreError,
    },
}

/// What the store of questions was to do when it failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum StoreStep {
    /// Store a question. Nobody was asked.
    Question,
    /// Store an answer, or claim the call. The call did not run, and the answer may be sent again.
    Answer,
    /// Store the result of a call, which ran. Its client has the result; in the store the call counts as interrupted later.
    Result,
}

impl StoreStep {
    /// The stable name of the variant, such as `question`.
    pub fn name(self) -> &'static str {
        match self {
            StoreStep::Question => "question",
            StoreStep::Answer => "answer",
            StoreStep::Result => "result",
        }
    }

    /// What the client is told.
    pub(super) fn words(self) -> &'static str {
        match self {
            StoreStep::Question => {
                "the question about this call could not be stored, so nobody was asked and the call did not run: try again later"
            }
            StoreStep::Answer => {
                "the answer could not be stored, so the call did not run: send the answer again later"
            }
            StoreStep::Result => {
                "the call ran, but its result could not be stored: do not repeat it"
            }
        }
    }
}

impl fmt::Display for Notice<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Notice::Limit {
                kind,
                caller,
                refused,
            } => {
                match caller {
                    Some(caller) => write!(f, "the caller {caller} has reached its limit")?,
                    None => f.write_str("all callers together have reached the limit")?,
                }
                write!(f, " on {}: {refused} refused", kind.name())
            }
            Notice::Replaced {
                kind,
                caller,
                closed,
            } => write!(
                f,
                "the caller {caller} has reached its limit on {}: {closed} idle closed for new ones",
                kind.name()
            ),
            Notice::NotAsked { tool, why } => {
                write!(f, "nobody was asked about a call of `{tool}`: {why}")
            }
            Notice::StoreFailed { step, tool, error } => write!(
                f,
                "the store failed at the {} of a call of `{}`: {error}",
                step.name(),
                show_line(tool)
            ),
        }
    }
}

/// Receives the events of a server.
pub(super) type Listener = Arc<dyn Fn(Notice<'_>) + Send + Sync>;

/// Writes them to standard error.
pub(super) fn print_notices() -> Listener {
    Arc::new(|notice: Notice<'_>| eprintln!("toolc: {notice}"))
}
