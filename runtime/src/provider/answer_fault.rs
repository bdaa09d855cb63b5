//! Why a final answer cannot be read.

use super::error::AnswerError;
use crate::violation::Violations;
use std::error::Error;
use std::fmt;

/// Why a final answer cannot be read. As text, [`AnswerFault::Invalid`] is what to send back to the model.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum AnswerFault {
    /// The provider did not send a complete answer.
    Answer(AnswerError),
    /// The model calls tools, so this is not its last answer.
    Calls,
    /// The model said nothing.
    Silent,
    /// The model declined, in its own words or, if it gave none, those of the provider.
    Refused(String),
    /// The text does not match the schema.
    Invalid(Violations),
}

impl From<AnswerError> for AnswerFault {
    fn from(error: AnswerError) -> Self {
        AnswerFault::Answer(error)
    }
}

impl From<Violations> for AnswerFault {
    fn from(violations: Violations) -> Self {
        AnswerFault::Invalid(violations)
    }
}

impl fmt::Display for AnswerFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnswerFault::Answer(error) => error.fmt(f),
            AnswerFault::Calls => {
                f.write_str("the model calls tools, so this is not its last answer")
            }
            AnswerFault::Silent => f.write_str("the model said nothing"),
            AnswerFault::Refused(words) => write!(f, "the model declined: {words}"),
            AnswerFault::Invalid(violations) => {
                write!(f, "Invalid answer: {}", violations.of_answer())
            }
        }
    }
}

impl Error for AnswerFault {}
