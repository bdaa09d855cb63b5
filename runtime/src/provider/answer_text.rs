//! The text of a model's final answer, out of a response of any provider.

use super::{
    AnswerError, AnswerFault, anthropic, bedrock, gemini, interactions, mcp, openai, responses,
    unfinished,
};
use crate::definition::Target;
use serde_json::Value;

/// What a response says besides calls.
pub(super) struct Said {
    /// The text, without thinking.
    pub text: String,
    /// That the model declined, in words.
    pub refusal: Option<String>,
    /// Why the response was cut off, in the provider's terms.
    pub cut: Option<String>,
}

impl Target {
    /// The text of the model's final answer, without thinking: that of the last message. It takes the forms that
    /// [`Target::calls`] takes, but for MCP, where models give no answers.
    ///
    /// # Errors
    /// Fails as [`Target::calls`] does; if the answer was cut off; and if the model calls tools, said nothing, or declined.
    pub fn answer_text(self, response: &Value) -> Result<String, AnswerFault> {
        if !self.calls(response)?.is_empty() {
            return Err(AnswerFault::Calls);
        }
        let said = self.read_said(response)?;
        match said {
            Said {
                refusal: Some(words),
                ..
            } => Err(AnswerFault::Refused(words)),
            Said {
                cut: Some(reason), ..
            } => Err(unfinished(&reason).into()),
            Said { text, .. } if text.trim().is_empty() => Err(AnswerFault::Silent),
            Said { text, .. } => Ok(text),
        }
    }

    fn read_said(self, response: &Value) -> Result<Said, AnswerError> {
        match self {
            Target::OpenAi | Target::Mistral => Ok(openai::read_said(response)),
            Target::OpenAiResponses | Target::OpenAiNamespaces => {
                Ok(responses::read_said(response))
            }
            Target::Anthropic => Ok(anthropic::read_said(response)),
            Target::Bedrock => Ok(bedrock::read_said(response)),
            Target::Gemini => Ok(gemini::read_said(response)),
            Target::GeminiInteractions => Ok(interactions::read_said(response)),
            Target::Mcp => Err(mcp::UNKNOWN),
        }
    }
}

/// The texts of some blocks, after the last of them that is neither a text nor passed over.
pub(super) fn join_texts<'v>(
    blocks: impl IntoIterator<Item = &'v Value>,
    read: impl Fn(&'v Value) -> Block<'v>,
) -> String {
    let mut text = String::new();
    for block in blocks {
        match read(block) {
            Block::Text(more) => text.push_str(more),
            Block::Aside => {}
            Block::Other => text.clear(),
        }
    }
    text
}

/// A block of a message.
pub(super) enum Block<'v> {
    /// A part of the text.
    Text(&'v str),
    /// Thinking, which is not part of the answer.
    Aside,
    /// Anything else, before which a text announces it.
    Other,
}
