//! The text of a model's final answer, out of a response of any provider.

use super::said::Said;
use super::{
    AnswerError, AnswerFault, anthropic, bedrock, gemini, interactions, mcp, openai, responses,
    unfinished,
};
use crate::definition::Target;
use serde_json::Value;

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
