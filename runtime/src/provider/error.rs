//! Why there is no answer to take calls from, each cause by itself.

use super::service_error::ServiceError;
use crate::definition::Target;
use std::error::Error;
use std::fmt;
use std::time::Duration;

/// Why the calls cannot be taken from a response, or an answer cannot be put together from a stream.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum AnswerError {
    /// It is not an answer.
    Unknown {
        /// What was expected.
        expected: &'static str,
    },
    /// It is the answer of another provider.
    OtherProvider {
        /// What was expected.
        expected: &'static str,
        /// Whose answer it looks like.
        provider: Target,
    },
    /// It is an event of a stream, or a list of them: [`Target::assembler`] puts them together.
    Event {
        /// The type of the event, in the provider's terms.
        event: String,
    },
    /// The service reports an error in place of an answer, or in the middle of one.
    Service(ServiceError),
    /// A stream ended before its provider said that the answer was complete. No call of it runs.
    EndedEarly,
    /// An event of a stream does not fit to those before it, or cannot be read. No call of the stream runs.
    Malformed {
        /// What is wrong.
        reason: String,
    },
    /// A stream is larger than the assembler accepts. No call of it runs.
    TooLarge {
        /// What there is too much of, with the limit.
        limit: String,
    },
    /// A call has no id, so its result could not be matched with it.
    NoId {
        /// The index of the call.
        index: usize,
    },
    /// Two calls have the same id, so their results could not be told apart. None of the calls ran.
    SameId {
        /// The id.
        id: String,
    },
    /// The response is incomplete, so its last call may be cut off; or it failed, or announces calls that are not
    /// there. None of the calls ran. Ask the model again, with a higher limit if that was the reason.
    Unfinished {
        /// The reason, in the provider's terms.
        reason: String,
    },
}

impl AnswerError {
    /// Adds what the HTTP response said beside its body: the status, and the headers `retry-after-ms`, `retry-after`
    /// and `x-should-retry`, which `header` returns by their lower-case names. If the body told nothing and the status
    /// is an error, the cause is [`AnswerError::Service`] then.
    ///
    /// ```
    /// # use toolc_runtime::{AnswerError, Target};
    /// # use serde_json::json;
    /// let body = json!({ "type": "error", "error": { "type": "rate_limit_error", "message": "Slow down." } });
    /// let error = Target::Anthropic.calls(&body).expect_err("an error");
    /// let error = error.with_response(429, |name| (name == "retry-after").then_some("30"));
    /// assert_eq!(error.retry_after(), Some(std::time::Duration::from_secs(30)));
    /// assert!(error.is_retryable());
    /// ```
    #[must_use]
    pub fn with_response<'h>(
        self,
        status: u16,
        header: impl Fn(&str) -> Option<&'h str>,
    ) -> AnswerError {
        let error = match self {
            AnswerError::Service(error) => error,
            AnswerError::Unknown { .. } | AnswerError::EndedEarly if status >= 400 => {
                ServiceError::of_status(status)
            }
            other => return other,
        };
        AnswerError::Service(error.with_response(status, header))
    }

    /// How long the service asks to wait before the next request, if it says so.
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            AnswerError::Service(error) => error.retry_after,
            _ => None,
        }
    }

    /// Whether the same request may succeed later: the service was overloaded, limited the rate or failed, or the
    /// connection broke. An answer that was cut off for its length is not among these.
    pub fn is_retryable(&self) -> bool {
        match self {
            AnswerError::Service(error) => error.retryable,
            AnswerError::EndedEarly => true,
            _ => false,
        }
    }
}

impl fmt::Display for AnswerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnswerError::Unknown { expected } => write!(f, "the answer is not {expected}"),
            AnswerError::OtherProvider { expected, provider } => {
                let name = provider.name();
                write!(
                    f,
                    "the answer is not {expected}, but looks like one of `{name}`"
                )
            }
            AnswerError::Event { event } => write!(
                f,
                "this is not an answer but a part of a stream (`{event}`), and streams are put together first"
            ),
            AnswerError::Service(error) => error.fmt(f),
            AnswerError::EndedEarly => {
                f.write_str("the stream ended before the answer was complete")
            }
            AnswerError::Malformed { reason } => write!(f, "the stream is malformed: {reason}"),
            AnswerError::TooLarge { limit } => write!(f, "the stream has more than {limit}"),
            AnswerError::NoId { index } => write!(f, "call {index} of the answer has no id"),
            AnswerError::SameId { id } => write!(f, "two calls of the answer have the id `{id}`"),
            AnswerError::Unfinished { reason } => {
                write!(f, "the answer is not whole: `{reason}`")
            }
        }
    }
}

impl Error for AnswerError {}
