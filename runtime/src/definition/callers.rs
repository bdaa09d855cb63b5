//! `allowed_callers` in the words of a target.

use super::Target;
use crate::called_by::{PROGRAMMATIC, has_model, has_programs};
use std::borrow::Cow;

/// What `programmatic` is for Anthropic: the version whose container stays between requests.
const CODE_EXECUTION_NOW: &str = "\"code_execution_20260120\"";

/// The callers of a tool as a target names them; `None` if nobody may call it, which no API has a way to say.
/// Targets have different names for programs of a model.
pub(super) fn name_callers(callers: &str, target: Target) -> Option<Cow<'_, str>> {
    if !has_model(callers) && !has_programs(callers) {
        return None;
    }
    Some(match target {
        Target::Anthropic => Cow::Owned(callers.replace(PROGRAMMATIC, CODE_EXECUTION_NOW)),
        Target::OpenAiResponses | Target::OpenAiNamespaces => {
            Cow::Borrowed(match (has_model(callers), has_programs(callers)) {
                (true, true) => r#"["direct","programmatic"]"#,
                (true, false) => r#"["direct"]"#,
                (false, _) => r#"["programmatic"]"#,
            })
        }
        // They have no such field.
        Target::OpenAi
        | Target::Bedrock
        | Target::Gemini
        | Target::GeminiInteractions
        | Target::Mistral
        | Target::Mcp => Cow::Borrowed(callers),
    })
}
