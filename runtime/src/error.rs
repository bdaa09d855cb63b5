//! Why a call did not succeed, in words that the model may read.

mod catalogue;

use crate::violation::Violations;
pub use catalogue::DeclaredError;
use catalogue::{CATALOGUE, Traits};
use std::borrow::Cow;
use std::error::Error;
use std::fmt;
use std::time::Duration;

/// What went wrong, for the model and for the caller. It never holds what a handler's error said.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ToolError {
    /// The kind.
    pub kind: ErrorKind,
    /// One sentence for the model.
    pub message: String,
    /// The code of a declared failure.
    pub code: Option<Cow<'static, str>>,
    /// What is wrong with the arguments or the result; of overloads, those of all.
    pub violations: Violations,
    /// Of overloads, what is wrong for each.
    pub candidates: Vec<Candidate>,
    /// Whether the same call may succeed later.
    pub retryable: bool,
    /// How long to wait before the same call, where the service behind the tool says so.
    pub retry_after: Option<Duration>,
    /// Whether the user or the model can put it right.
    pub user_fixable: bool,
    /// What its spec says that the model should do now.
    advice: Option<&'static str>,
    /// The tool: `namespace::tool`, or the name in the call where there is no such tool.
    pub tool_name: String,
    /// The provider's name for the call.
    pub call_id: String,
}

/// An overload that does not accept the arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// The wire name of the overload.
    pub wire_name: &'static str,
    /// Why it does not.
    pub violations: Violations,
}

/// The kinds of [`ToolError`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The worker has no such tool.
    NotFound,
    /// The arguments break the schema.
    InvalidArguments,
    /// The handler failed.
    Execution,
    /// The handler took too long.
    Timeout,
    /// The caller lacks a right that the tool needs.
    Unauthorized,
    /// The call can never run.
    Blocked,
    /// The call was not approved.
    Denied,
    /// The caller gave up.
    Cancelled,
    /// The result breaks the output schema.
    InvalidOutput,
    /// The toolset could not be had when the program started, or is closed.
    Unavailable,
    /// Anything else.
    Other,
}

impl ErrorKind {
    /// Every kind.
    pub fn all() -> impl Iterator<Item = ErrorKind> {
        CATALOGUE.iter().map(|row| row.kind)
    }

    /// Whether the same call may succeed later, where an error of the kind does not say otherwise.
    pub fn is_retryable(self) -> bool {
        self.traits().retryable
    }

    /// Whether the call itself is at fault, where an error of the kind does not say otherwise.
    pub fn is_user_fixable(self) -> bool {
        self.traits().user_fixable
    }

    /// The name: `NotFound`.
    pub fn name(self) -> &'static str {
        self.traits().name
    }

    /// The name in messages for the model: `UNKNOWN_TOOL`.
    pub fn code(self) -> &'static str {
        self.traits().code
    }

    /// What the model should do now. It is the same for every error of the kind.
    pub fn guidance(self) -> &'static str {
        self.traits().guidance
    }

    fn traits(self) -> &'static Traits {
        &CATALOGUE[self as usize]
    }
}

impl ToolError {
    /// An error of a kind that is not retryable, without details.
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        ToolError {
            kind,
            message: message.into(),
            code: None,
            violations: Violations::default(),
            candidates: Vec::new(),
            retryable: kind.is_retryable(),
            retry_after: None,
            user_fixable: kind.is_user_fixable(),
            advice: None,
            tool_name: String::new(),
            call_id: String::new(),
        }
    }

    /// Whether the same call may succeed later.
    pub fn is_retryable(&self) -> bool {
        self.retryable
    }

    /// Whether the call itself is at fault.
    pub fn is_user_error(&self) -> bool {
        self.user_fixable
    }

    /// What the model should do now: what its spec says, else what the kind says, but for failures that
    /// may pass.
    pub fn guidance(&self) -> &'static str {
        match self.kind {
            _ if self.advice.is_some() => self.advice.unwrap_or_default(),
            ErrorKind::Execution if self.retryable => "Try again later, or go on without the tool.",
            kind => kind.guidance(),
        }
    }

    /// What the model is told: the error on the first line, what to do on the second.
    pub fn to_llm_message(&self) -> String {
        format!(
            "Error: [{}] {}\n{}",
            self.code.as_deref().unwrap_or(self.kind.code()),
            self.message,
            self.guidance()
        )
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} [tool={}, call_id={}]: {}",
            self.kind, self.tool_name, self.call_id, self.message
        )
    }
}

impl Error for ToolError {}

/// Why a handler failed.
///
/// Any error becomes one with `?`. What it says is for the observers alone, or without one for the
/// standard error: the model reads that the tool failed and nothing else. What the model shall read is made by [`ToolFailure::user`].
#[derive(Debug)]
pub struct ToolFailure(Box<Reason>);

#[derive(Debug)]
enum Reason {
    Declared {
        kind: ErrorKind,
        code: Option<Cow<'static, str>>,
        message: String,
        advice: Option<&'static str>,
        retryable: bool,
        retry_after: Option<Duration>,
        user_fixable: bool,
        detail: Option<String>,
    },
    Internal(Box<dyn Error + Send + Sync>),
}

impl ToolFailure {
    /// A failure that the model can act on. It reads the code and the message as they stand.
    pub fn user(code: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Self {
        ToolFailure::declared(ErrorKind::Execution, Some(code.into()), message)
    }

    /// The caller lacks a right. The model reads the message as it stands.
    pub fn unauthorized(message: impl Into<String>) -> Self {
        ToolFailure::declared(ErrorKind::Unauthorized, None, message)
    }

    /// A failure that the model is told nothing about.
    pub fn internal(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        ToolFailure(Box::new(Reason::Internal(error.into())))
    }

    /// A failure of none of the other kinds. The model reads the message as it stands.
    pub fn other(message: impl Into<String>) -> Self {
        ToolFailure::declared(ErrorKind::Other, None, message)
    }

    /// Says that the same call may succeed later.
    #[must_use]
    pub fn retryable(mut self) -> Self {
        if let Reason::Declared { retryable, .. } = &mut *self.0 {
            *retryable = true;
        }
        self
    }

    /// Says that the same call may succeed after this time, as a service asks for with `Retry-After`. What
    /// is longer than a day counts as a day.
    #[must_use]
    pub fn retry_after(mut self, wait: Duration) -> Self {
        const DAY: Duration = Duration::from_secs(24 * 60 * 60);
        if let Reason::Declared { retry_after, .. } = &mut *self.0 {
            *retry_after = Some(wait.min(DAY));
        }
        self.retryable()
    }

    /// Says what the observers learn of a declared failure beside its message. The model never
    /// reads it.
    #[must_use]
    pub fn with_detail(mut self, text: impl Into<String>) -> Self {
        if let Reason::Declared { detail, .. } = &mut *self.0 {
            *detail = Some(text.into());
        }
        self
    }

    pub(crate) fn declared(
        kind: ErrorKind,
        code: Option<Cow<'static, str>>,
        message: impl Into<String>,
    ) -> Self {
        ToolFailure(Box::new(Reason::Declared {
            kind,
            code,
            message: message.into(),
            advice: None,
            retryable: kind.is_retryable(),
            retry_after: None,
            user_fixable: kind.is_user_fixable(),
            detail: None,
        }))
    }

    /// That a file cannot be used, with what the system said about it for the observers.
    #[cfg(feature = "fs")]
    fn of_path(error: crate::fs::PathError) -> Self {
        let (code, message, cause) = error.into_parts();
        let failure = ToolFailure::user(code, message);
        match cause {
            Some(cause) => failure.with_detail(cause.to_string()),
            None => failure,
        }
    }

    pub(crate) fn into_fault(self, tool: &str) -> Fault {
        match *self.0 {
            Reason::Internal(error) => Fault::scrubbed(tool, chain(&*error)),
            Reason::Declared {
                kind,
                code,
                message,
                advice,
                retryable,
                retry_after,
                user_fixable,
                detail,
            } => Fault {
                error: ToolError {
                    code,
                    advice,
                    retryable,
                    retry_after,
                    user_fixable,
                    ..ToolError::new(kind, message)
                },
                detail,
            },
        }
    }
}

impl<E: Error + Send + Sync + 'static> From<E> for ToolFailure {
    fn from(error: E) -> Self {
        #[cfg(feature = "fs")]
        let error = match crate::fs::PathError::downcast(error) {
            Ok(error) => return ToolFailure::of_path(*error),
            Err(error) => error,
        };
        ToolFailure::internal(error)
    }
}

/// An error with what only the observers may know of it.
#[derive(Debug)]
pub(crate) struct Fault {
    pub error: ToolError,
    pub detail: Option<String>,
}

impl Fault {
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Box<Self> {
        Box::new(Fault {
            error: ToolError::new(kind, message),
            detail: None,
        })
    }

    /// Says of which call it is.
    #[cold]
    pub fn belong_to(&mut self, tool: &str, call_id: &str) {
        tool.clone_into(&mut self.error.tool_name);
        call_id.clone_into(&mut self.error.call_id);
    }

    /// A failure of which the model learns nothing but that it happened.
    pub fn scrubbed(tool: &str, detail: String) -> Self {
        let message = format!("Tool '{tool}' failed — see server logs");
        Fault {
            error: ToolError::new(ErrorKind::Execution, message),
            detail: Some(detail),
        }
    }
}

impl From<Violations> for Box<Fault> {
    /// What the model is told of wrong arguments.
    #[cold]
    fn from(violations: Violations) -> Self {
        let mut each = violations.iter();
        let what = match each.next().is_some_and(|first| first.keyword == "syntax") {
            true => "invalid JSON arguments",
            false => "invalid arguments",
        };
        let mut fault = Fault::new(ErrorKind::InvalidArguments, format!("{what}: {violations}"));
        fault.error.violations = violations;
        fault
    }
}

/// The texts of an error and its causes.
fn chain(error: &(dyn Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}
