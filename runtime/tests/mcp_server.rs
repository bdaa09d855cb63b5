//! Workers as MCP servers, from the perspective of clients: message by message, over pipes and over HTTP.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

#[path = "mcp_server/attacks.rs"]
mod attacks;
#[path = "mcp_server/calling.rs"]
mod calling;
#[path = "mcp_server/elsewhere.rs"]
mod elsewhere;
#[path = "mcp_server/kit.rs"]
mod kit;
#[path = "mcp_server/limits.rs"]
mod limits;
#[path = "mcp_server/listing.rs"]
mod listing;
#[path = "mcp_server/progress.rs"]
mod progress;
#[path = "mcp_server/reading.rs"]
mod reading;
#[path = "mcp_server/results.rs"]
mod results;
#[path = "mcp_server/sessions.rs"]
mod sessions;
#[path = "mcp_server/shared.rs"]
mod shared;
#[path = "support/tools.rs"]
mod tools;
#[path = "mcp_server/web.rs"]
mod web;
