//! Tools that use files. A worker's file states what it may access; the runtime grants nothing else.

toolc_runtime::include_tools!(pub);

use toolc_runtime::{Call, Handle, Json, ToolFailure};
use tools::reports::Shorten;

/// Shortens texts.
#[derive(Debug, Clone, Copy)]
pub struct Editor;

impl Handle<Shorten> for Editor {
    async fn handle(&self, call: Call<'_, Shorten>) -> Result<Json, ToolFailure> {
        let workspace = call.workspace()?;
        // Refused if it violates the schema: another suffix, too large, outside, read-only …
        let text = call.args.source.read_to_string(&workspace)?;
        let lines = usize::try_from(call.args.lines).unwrap_or(usize::MAX);
        let first: Vec<&str> = text.lines().take(lines).collect();
        let short = first.join("\n");
        let created = call.args.target.write(&workspace, short.as_bytes())?;
        for file in call.args.also.iter().flatten() {
            file.write(&workspace, short.as_bytes())?;
        }
        Ok(Json::encode(&created)?)
    }
}
