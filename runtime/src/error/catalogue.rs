//! The fixed properties of each kind of error, and the errors that specs declare.

use super::{ErrorKind, Reason, ToolFailure};
use std::borrow::Cow;

/// Everything that is fixed for a kind of error.
pub(super) struct Traits {
    pub kind: ErrorKind,
    pub name: &'static str,
    pub code: &'static str,
    pub guidance: &'static str,
    /// Whether the same call may succeed later.
    pub retryable: bool,
    /// Whether the user or the model can fix it.
    pub user_fixable: bool,
}

const fn row(
    kind: ErrorKind,
    name: &'static str,
    code: &'static str,
    [retryable, user_fixable]: [bool; 2],
    guidance: &'static str,
) -> Traits {
    Traits {
        kind,
        name,
        code,
        guidance,
        retryable,
        user_fixable,
    }
}

const LATER: [bool; 2] = [true, false];
const BY_THE_USER: [bool; 2] = [false, true];
const NEITHER: [bool; 2] = [false, false];

/// One row per kind, in the order of the enum.
#[rustfmt::skip]
pub(super) const CATALOGUE: &[Traits] = &[
    row(ErrorKind::NotFound, "NotFound", "UNKNOWN_TOOL", BY_THE_USER,
        "Use only the tools that are listed, by their exact names."),
    row(ErrorKind::InvalidArguments, "InvalidArguments", "INVALID_ARGUMENTS", BY_THE_USER,
        "Correct the arguments that are named, keep the others, and call the tool again."),
    row(ErrorKind::Execution, "Execution", "EXECUTION", NEITHER,
        "Do not repeat the same call; change the arguments or go on without the tool."),
    row(ErrorKind::Timeout, "Timeout", "TIMEOUT", LATER,
        "Ask for less in one call, or try again later."),
    row(ErrorKind::Unauthorized, "Unauthorized", "UNAUTHORIZED", BY_THE_USER,
        "Do not try again; tell the user that a permission or a credential is missing."),
    row(ErrorKind::Blocked, "Blocked", "BLOCKED", NEITHER,
        "Do not try again and do not look for a way around."),
    row(ErrorKind::Denied, "Denied", "DENIED", NEITHER,
        "Do not repeat the call; ask the user how to go on."),
    row(ErrorKind::Cancelled, "Cancelled", "CANCELLED", NEITHER,
        "Do not repeat the call unless the user asks for it."),
    row(ErrorKind::InvalidOutput, "InvalidOutput", "INVALID_OUTPUT", NEITHER,
        "Do not repeat the call; go on without its result."),
    row(ErrorKind::Unavailable, "Unavailable", "UNAVAILABLE", NEITHER,
        "Do not try again; go on without the tool."),
    row(ErrorKind::Other, "Other", "OTHER", NEITHER,
        "Tell the user that the tool cannot be used now."),
];

// Each kind is at its own index.
const _: () = {
    let mut at = 0;
    while at < CATALOGUE.len() {
        assert!(CATALOGUE[at].kind as usize == at);
        at += 1;
    }
    assert!(ErrorKind::Other as usize + 1 == CATALOGUE.len());
};

/// A failure that a spec declares under `errors`. Generated code has one value for each; its texts are
/// static.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DeclaredError {
    /// The code that the model reads.
    pub code: &'static str,
    /// The message that the model reads.
    pub message: &'static str,
    /// The guidance for the model; `None` for the guidance of the kind.
    pub guidance: Option<&'static str>,
    /// Whether the same call may succeed later.
    pub retryable: bool,
    /// Whether the user or the model can fix it.
    pub user_fixable: bool,
}

impl From<&'static DeclaredError> for ToolFailure {
    fn from(error: &'static DeclaredError) -> Self {
        ToolFailure(Box::new(Reason::Declared {
            kind: ErrorKind::Execution,
            code: Some(Cow::Borrowed(error.code)),
            message: error.message.to_owned(),
            advice: error.guidance,
            retryable: error.retryable,
            retry_after: None,
            user_fixable: error.user_fixable,
            detail: None,
        }))
    }
}
