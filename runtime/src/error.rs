//! Why a call did not succeed, in words that the model may read.

mod catalogue;
mod code;
mod listed;

use crate::violation::Violations;
pub use catalogue::DeclaredError;
use catalogue::{CATALOGUE, Traits};
pub use code::is_error_code;
use code::write_code;
#[cfg(feature = "testing")]
pub(crate) use listed::UNLISTED;
pub use listed::{ErrorList, Failure, HandlerFailure, ListedErrors};
use std::borrow::Cow;
use std::error::Error;
use std::fmt;
use std::time::Duration;

/// What went wrong, for the model and for the caller. It never contains the text of a handler's error.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ToolError {
    /// The kind of error.
    pub kind: ErrorKind,
    /// A one-sentence message for the model.
    pub message: String,
    /// The code, if the failure has one of its own.
    pub code: Option<Cow<'static, str>>,
    /// What is wrong with the arguments or the result; for overloads, the violations of all of them.
    pub violations: Violations,
    /// For overloads, what is wrong for each of them.
    pub candidates: Vec<Candidate>,
    /// Whether the same call may succeed later.
    pub retryable: bool,
    /// How long to wait before repeating the call, if the service behind the tool says so.
    pub retry_after: Option<Duration>,
    /// Whether the user or the model can fix it.
    pub user_fixable: bool,
    /// The guidance for the model from the tool's spec.
    advice: Option<&'static str>,
    /// The qualified name of the tool, `namespace::tool`, or the name in the call if there is no such tool.
    pub tool_name: String,
    /// The provider's id of the call.
    pub call_id: String,
}

/// An overload that rejects the arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// The wire name of the overload.
    pub wire_name: &'static str,
    /// Why it rejects them.
    pub violations: Violations,
}

/// The kinds of [`ToolError`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The worker has no such tool.
    NotFound,
    /// The arguments violate the schema.
    InvalidArguments,
    /// The handler failed.
    Execution,
    /// The handler took too long.
    Timeout,
    /// The caller lacks a permission that the tool needs.
    Unauthorized,
    /// The call can never run.
    Blocked,
    /// The call was not approved.
    Denied,
    /// The caller gave up.
    Cancelled,
    /// The result violates the output schema.
    InvalidOutput,
    /// The tool cannot be used at present: its toolset was not mounted or is closed, or its MCP server no
    /// longer offers it as it was compiled.
    Unavailable,
    /// Anything else.
    Other,
}

impl ErrorKind {
    /// Every kind of error.
    pub fn all() -> impl Iterator<Item = ErrorKind> {
        CATALOGUE.iter().map(|row| row.kind)
    }

    /// The default for whether the same call may succeed later; an individual error may differ.
    pub fn is_retryable(self) -> bool {
        self.traits().retryable
    }

    /// The default for whether the user or the model can fix it; an individual error may differ.
    pub fn is_user_fixable(self) -> bool {
        self.traits().user_fixable
    }

    /// The name: `NotFound`.
    pub fn name(self) -> &'static str {
        self.traits().name
    }

    /// The code in messages for the model: `UNKNOWN_TOOL`.
    pub fn code(self) -> &'static str {
        self.traits().code
    }

    /// What the model should do now, by default; see [`ToolError::guidance`].
    pub fn guidance(self) -> &'static str {
        self.traits().guidance
    }

    fn traits(self) -> &'static Traits {
        &CATALOGUE[self as usize]
    }
}

impl ToolError {
    /// An error with the defaults of its kind, without details.
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

    /// Whether the user or the model can fix it.
    pub fn is_user_error(&self) -> bool {
        self.user_fixable
    }

    /// What the model should do now: the guidance of the tool's spec, or else that of the kind, except for
    /// failures that may be temporary.
    pub fn guidance(&self) -> &'static str {
        match self.kind {
            _ if self.advice.is_some() => self.advice.unwrap_or_default(),
            ErrorKind::Execution if self.retryable => "Try again later, or go on without the tool.",
            kind => kind.guidance(),
        }
    }

    /// The text for the model: the error on the first line, what to do on the second.
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
/// Any error converts into one with `?`. Its text is only for the observers, or for standard error if there
/// are none: the model only learns that the tool failed. Use [`ToolFailure::user`] for a message that the
/// model should read.
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
    /// A failure that the model can act on. It reads the message verbatim, and the code if it has the form of one
    /// ([`is_error_code`]); what cannot be part of a code is `_`.
    pub fn user(code: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Self {
        ToolFailure::declared(ErrorKind::Execution, Some(write_code(code.into())), message)
    }

    /// The caller lacks a permission. The model reads the message verbatim.
    pub fn unauthorized(message: impl Into<String>) -> Self {
        ToolFailure::declared(ErrorKind::Unauthorized, None, message)
    }

    /// A failure whose details are hidden from the model.
    pub fn internal(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        ToolFailure(Box::new(Reason::Internal(error.into())))
    }

    /// A failure of no other kind. The model reads the message verbatim.
    pub fn other(message: impl Into<String>) -> Self {
        ToolFailure::declared(ErrorKind::Other, None, message)
    }

    /// The code that the model reads, if it has one of its own.
    fn code(&self) -> Option<&str> {
        match &*self.0 {
            Reason::Declared { code, .. } => code.as_deref(),
            Reason::Internal(_) => None,
        }
    }

    /// What the model reads of it.
    #[cfg(feature = "simulate")]
    pub(crate) fn told(&self) -> &str {
        match &*self.0 {
            Reason::Declared { message, .. } => message,
            Reason::Internal(_) => "the tool failed",
        }
    }

    /// The same with words before what the model reads. This has no effect on an [internal](ToolFailure::internal) failure.
    #[cfg(feature = "lm")]
    pub(crate) fn introduced_by(mut self, words: &str) -> Self {
        if let Reason::Declared { message, .. } = &mut *self.0 {
            message.insert_str(0, words);
        }
        self
    }

    /// Marks the failure as temporary: the same call may succeed later. This has no effect on an
    /// [internal](ToolFailure::internal) failure.
    #[must_use]
    pub fn retryable(mut self) -> Self {
        if let Reason::Declared { retryable, .. } = &mut *self.0 {
            *retryable = true;
        }
        self
    }

    /// Sets how long to wait before the same call may succeed, as a service requests with `Retry-After`. It
    /// is capped at one day. This has no effect on an [internal](ToolFailure::internal) failure.
    #[must_use]
    pub fn retry_after(mut self, wait: Duration) -> Self {
        const DAY: Duration = Duration::from_secs(24 * 60 * 60);
        if let Reason::Declared { retry_after, .. } = &mut *self.0 {
            *retry_after = Some(wait.min(DAY));
        }
        self.retryable()
    }

    /// Adds details to a declared failure for the observers. The model never reads them.
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

    /// A failure to use a file, with the system's message for the observers.
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

/// An error, with the details that only the observers may see.
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

    /// Sets the call that the error belongs to.
    #[cold]
    pub fn belong_to(&mut self, tool: &str, call_id: &str) {
        tool.clone_into(&mut self.error.tool_name);
        call_id.clone_into(&mut self.error.call_id);
    }

    /// A failure of which the model only learns that it happened.
    pub fn scrubbed(tool: &str, detail: String) -> Self {
        let message = format!("Tool '{tool}' failed — see server logs");
        Fault {
            error: ToolError::new(ErrorKind::Execution, message),
            detail: Some(detail),
        }
    }
}

impl From<Violations> for Box<Fault> {
    /// The error for invalid arguments.
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

/// The messages of an error and its sources.
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
