//! Why a request gave no result, and what the model, the caller and the observers learn about it.

use super::redact::Secrets;
use crate::error::{ErrorKind, ToolFailure};
use crate::untrusted;
use std::borrow::Cow;
use std::time::Duration;

/// How many bytes of a detail the observers see, such as of the start of a response.
const SHOWN: usize = 4096;

/// How many bytes of the service's text the model reads.
const EXPOSED: usize = 2048;

/// What precedes the detail if a credential is short.
const SHORT: &str =
    "(a credential of fewer than 4 characters is hidden only where it stands alone) ";

/// A failed request.
#[derive(Debug)]
pub(crate) struct Failure {
    kind: ErrorKind,
    code: Cow<'static, str>,
    /// The message for the model; none of it comes from outside, except for text that is marked as such.
    message: Cow<'static, str>,
    retryable: bool,
    /// The argument that cannot be sent.
    pub argument: Option<Box<str>>,
    /// How many seconds to wait before a retry, if the service says so.
    pub retry_after: Option<u32>,
    /// The detail for the observers.
    detail: String,
    /// The service's text for the model, before credentials are redacted from it.
    pub words: Option<Box<str>>,
    /// Whether the connection failed, so that no complete response arrived.
    pub is_broken: bool,
}

impl Failure {
    fn new(
        kind: ErrorKind,
        code: impl Into<Cow<'static, str>>,
        message: impl Into<Cow<'static, str>>,
        detail: impl Into<String>,
    ) -> Self {
        Failure {
            kind,
            code: code.into(),
            message: message.into(),
            retryable: kind == ErrorKind::Timeout,
            argument: None,
            retry_after: None,
            detail: detail.into(),
            words: None,
            is_broken: false,
        }
    }

    /// The configuration or the API description is at fault; there is nothing to tell the model.
    pub fn internal(detail: impl Into<String>) -> Self {
        Failure::new(
            ErrorKind::Execution,
            "HTTP_CONFIGURATION",
            "the request cannot be made — see server logs",
            detail,
        )
    }

    /// The value of an argument cannot be written in its place.
    pub fn unsendable(name: &str, reason: &'static str) -> Self {
        Failure {
            argument: Some(name.into()),
            ..Failure::new(
                ErrorKind::InvalidArguments,
                "HTTP_UNSENDABLE",
                format!(
                    "`{}` cannot be sent: {reason}",
                    crate::hidden::show_hidden(name)
                ),
                "",
            )
        }
    }

    /// The program does not provide a value that the request needs.
    pub fn not_given(detail: impl Into<String>) -> Self {
        Failure::new(
            ErrorKind::Execution,
            "HTTP_CONTEXT",
            "the program did not provide a value that the request needs — see server logs",
            detail,
        )
    }

    /// The credentials that the operation needs are missing.
    pub fn no_credentials(detail: impl Into<String>) -> Self {
        Failure::new(
            ErrorKind::Unauthorized,
            "HTTP_CREDENTIALS",
            "the service needs credentials, and none are configured",
            detail,
        )
    }

    /// The address may not be called.
    pub fn refused_address(detail: impl Into<String>) -> Self {
        Failure::new(
            ErrorKind::Execution,
            "HTTP_ADDRESS",
            "the service is at an address that may not be called",
            detail,
        )
    }

    /// A redirect was not followed.
    pub fn refused_redirect(detail: impl Into<String>) -> Self {
        Failure::new(
            ErrorKind::Execution,
            "HTTP_REDIRECT",
            "the service answered with a redirect that is not followed",
            detail,
        )
    }

    /// There was no connection, or it ended too early.
    pub fn broken(detail: impl Into<String>) -> Self {
        Failure {
            retryable: true,
            is_broken: true,
            ..Failure::new(
                ErrorKind::Execution,
                "HTTP_CONNECTION",
                "the service cannot be reached now",
                detail,
            )
        }
    }

    /// No response arrived in time.
    pub fn late(limit: Duration) -> Self {
        Failure::new(
            ErrorKind::Timeout,
            "HTTP_TIMEOUT",
            format!("no answer within {}ms", limit.as_millis()),
            "",
        )
    }

    /// The response is larger than the limit.
    pub fn too_large(limit: u64) -> Self {
        Failure::new(
            ErrorKind::Execution,
            "HTTP_TOO_LARGE",
            format!("the answer has more than {limit} bytes"),
            "",
        )
    }

    /// The response cannot be read as what it claims to be.
    pub fn unreadable(detail: impl Into<String>) -> Self {
        Failure::new(
            ErrorKind::InvalidOutput,
            "HTTP_UNREADABLE",
            "the answer of the service cannot be read",
            detail,
        )
    }

    /// The response is not a success.
    pub fn status(status: u16, body: &str) -> Self {
        let (kind, message) = meaning(status);
        Failure {
            retryable: matches!(status, 408 | 425 | 429 | 500..=599),
            ..Failure::new(kind, format!("HTTP_{status}"), message, body)
        }
    }

    /// The kind of failure, as a code.
    #[cfg(feature = "mcp")]
    pub fn code(&self) -> &str {
        &self.code
    }

    /// The detail for observers, from which credentials have yet to be redacted.
    #[cfg(feature = "mcp")]
    pub fn detail(&self) -> &str {
        &self.detail
    }

    /// The final form, without the credentials of the call: observers read the request and the beginning of
    /// the detail, and the model reads the service's text if it may.
    #[must_use]
    pub fn shown(mut self, request: &str, secrets: &Secrets) -> Self {
        let mut shown = secrets.redact(request);
        if !self.detail.is_empty() {
            let mut detail = secrets.redact(&self.detail);
            if secrets.has_short() {
                detail.insert_str(0, SHORT);
            }
            // Truncated last, so that no part of a credential is left.
            let end = detail.floor_char_boundary(SHOWN);
            shown = format!("{shown}: {}", &detail[..end]);
        }
        self.detail = shown;
        let words = self.words.take();
        if let Some(words) = words {
            let said = untrusted::write_data(&secrets.redact(&words), EXPOSED);
            self.message = format!("{}; it says, as data: {said}", self.message).into();
        }
        self
    }
}

/// The meaning of statuses for a call (RFC 9110, section 15).
const MEANINGS: &[(u16, ErrorKind, &str)] = &[
    (
        400,
        ErrorKind::Execution,
        "the service does not accept these arguments",
    ),
    (
        401,
        ErrorKind::Unauthorized,
        "the service does not accept the credentials",
    ),
    (
        403,
        ErrorKind::Unauthorized,
        "the service does not allow this",
    ),
    (
        404,
        ErrorKind::Execution,
        "the service has nothing under this name or id",
    ),
    (408, ErrorKind::Timeout, "the service took too long"),
    (
        409,
        ErrorKind::Execution,
        "this conflicts with what the service has",
    ),
    (410, ErrorKind::Execution, "what was asked for is gone"),
    (
        412,
        ErrorKind::Execution,
        "this conflicts with what the service has",
    ),
    (
        413,
        ErrorKind::Execution,
        "the service does not accept that much data",
    ),
    (
        422,
        ErrorKind::Execution,
        "the service cannot process these arguments",
    ),
    (
        425,
        ErrorKind::Execution,
        "the service is not ready for this yet",
    ),
    (
        429,
        ErrorKind::Execution,
        "the service is receiving too many requests now",
    ),
    (504, ErrorKind::Timeout, "the service took too long"),
];

fn meaning(status: u16) -> (ErrorKind, &'static str) {
    let known = MEANINGS.iter().find(|(known, _, _)| *known == status);
    let message = match status / 100 {
        4 => "the service refused the request",
        5 => "the service failed",
        _ => "the service gave an answer with a status that HTTP does not define",
    };
    known.map_or((ErrorKind::Execution, message), |(_, kind, message)| {
        (*kind, message)
    })
}

impl From<Failure> for ToolFailure {
    fn from(failure: Failure) -> Self {
        let declared = ToolFailure::declared(failure.kind, Some(failure.code), failure.message);
        let declared = match failure.detail.is_empty() {
            true => declared,
            false => declared.with_detail(failure.detail),
        };
        match (failure.retryable, failure.retry_after) {
            (true, Some(wait)) => declared.retry_after(Duration::from_secs(wait.into())),
            (true, None) => declared.retryable(),
            (false, _) => declared,
        }
    }
}
