//! A final answer as one provider is asked for it, and read.

use super::request::{AnswerRequest, AskedAnswer};
use super::{Answer, strip_fence};
use crate::args::Args;
use crate::definition::Target;
use crate::provider::AnswerFault;
use serde_json::Value;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

/// A final answer as one provider is asked for it: [what goes into the request](AnswerRequest), and how to read what comes
/// back. It is made once.
pub struct AnswerForm<A> {
    target: Target,
    request: AnswerRequest,
    answer: PhantomData<fn() -> A>,
}

impl<A: Answer> AnswerForm<A> {
    /// The form for a target: strict if the provider can hold a model to the schema.
    pub fn new(target: Target) -> Self {
        let asked = AskedAnswer {
            name: A::ENTRY.wire_name,
            description: A::ENTRY.description,
            schema: &A::ENTRY.text.compose(),
        };
        AnswerForm {
            target,
            request: AnswerRequest::new(&asked, target),
            answer: PhantomData,
        }
    }

    /// Reads the final answer out of a response of the provider, in the forms that [`Target::calls`] takes.
    ///
    /// # Errors
    /// Fails if the response is not a whole answer, if the model calls tools, said nothing or declined, and with every
    /// violation of the schema.
    pub fn read(&self, response: &Value) -> Result<A, AnswerFault> {
        self.read_text(&self.target.answer_text(response)?)
    }

    /// Reads the text of an answer that was given in this form.
    ///
    /// # Errors
    /// Fails with every violation of the schema.
    pub fn read_text(&self, text: &str) -> Result<A, AnswerFault> {
        let text = strip_fence(text);
        let restored = (self.request.rewritten()).map(|rewritten| rewritten.restore(text));
        Ok(<A as Args<'_>>::from_json(
            restored.as_deref().unwrap_or(text),
        )?)
    }
}

impl<A> Deref for AnswerForm<A> {
    type Target = AnswerRequest;

    fn deref(&self) -> &AnswerRequest {
        &self.request
    }
}

impl<A: Answer> fmt::Debug for AnswerForm<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnswerForm")
            .field("answer", &A::ENTRY.name)
            .field("target", &self.target)
            .field("unenforced", &self.request.unenforced())
            .finish_non_exhaustive()
    }
}
