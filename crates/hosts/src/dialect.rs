//! A file for each host: how its configuration is written, and what it does by what it reads there.

pub(crate) mod claude_code;
pub(crate) mod codex;
mod glob;
pub(crate) mod managed_agents;
mod names;
pub(crate) mod openai_agents;
pub(crate) mod vscode;
