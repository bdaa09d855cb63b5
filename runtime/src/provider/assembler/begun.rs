//! The calls that have begun in a stream, with what there is of their arguments.

use super::delta::Delta;
use crate::provider::AnswerError;

/// A call that has begun. Its arguments may be only the beginning of what they will be.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct BegunCall {
    /// The provider's id of the call; empty if it has none, or none yet.
    pub id: String,
    /// The name of the tool.
    pub name: String,
    /// The arguments so far, as JSON text.
    pub arguments: String,
}

/// The calls of an answer in the order in which they began, and what is to be said of them.
#[derive(Debug, Default)]
pub(super) struct Progress {
    pub calls: Vec<BegunCall>,
    pub deltas: Vec<Delta>,
    pub max_calls: usize,
}

impl Progress {
    pub fn begin(&mut self, id: &str, name: &str) -> Result<usize, AnswerError> {
        let call = self.calls.len();
        if call >= self.max_calls {
            return Err(AnswerError::TooLarge {
                limit: format!("{} calls", self.max_calls),
            });
        }
        self.calls.push(BegunCall {
            id: id.to_owned(),
            name: name.to_owned(),
            arguments: String::new(),
        });
        self.deltas.push(Delta::CallBegun {
            call,
            id: id.to_owned(),
            name: name.to_owned(),
        });
        Ok(call)
    }

    pub fn add_arguments(&mut self, call: usize, text: &str) {
        if text.is_empty() {
            return;
        }
        self.calls[call].arguments.push_str(text);
        let text = text.to_owned();
        self.deltas.push(Delta::Arguments { call, text });
    }

    pub fn add_text(&mut self, text: &str) {
        if !text.is_empty() {
            self.deltas.push(Delta::Text(text.to_owned()));
        }
    }

    pub fn add_thinking(&mut self, text: &str) {
        if !text.is_empty() {
            self.deltas.push(Delta::Thinking(text.to_owned()));
        }
    }

    pub fn finish(&mut self, reason: &str) {
        let reason = reason.to_owned();
        self.deltas.push(Delta::Finished { reason });
    }
}
