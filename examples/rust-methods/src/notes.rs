//! A server of rmcp as it is written for rmcp, but for `pub` before its methods.

use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::model::{CallToolResult, ContentBlock};
use rmcp::{ErrorData as McpError, tool, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Notes that are kept.
#[derive(Debug, Clone, Default)]
pub struct Notes {
    /// What is kept.
    pub kept: Vec<String>,
}

/// What is asked of `read_note`.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ReadNote {
    /// Its number, from 0.
    pub number: u32,
}

/// How many notes there are.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Count {
    /// The number.
    pub notes: u32,
}

#[tool_router]
impl Notes {
    /// This text is for programmers.
    #[tool(
        description = "Read a note.",
        annotations(title = "Read", read_only_hint = true, open_world_hint = false)
    )]
    pub async fn read_note(
        &self,
        Parameters(args): Parameters<ReadNote>,
    ) -> Result<CallToolResult, McpError> {
        match self.kept.get(args.number as usize) {
            Some(note) if note.is_empty() => Err(McpError::internal_error("an empty note", None)),
            Some(note) => Ok(CallToolResult::success(vec![ContentBlock::text(
                note.clone(),
            )])),
            None => Ok(CallToolResult::error(vec![ContentBlock::text(
                "there is no such note",
            )])),
        }
    }

    /// Count the notes.
    #[tool(name = "count")]
    pub fn count_notes(&self) -> Json<Count> {
        Json(Count {
            notes: self.kept.len() as u32,
        })
    }

    /// Say hello.
    #[tool]
    pub async fn hello(&self) -> String {
        "hello".to_owned()
    }
}
