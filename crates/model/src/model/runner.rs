//! Noun: what runs the calls of a tool.

use super::engine::McpCall;
use super::http_call::HttpCall;
use super::{Catalog, SimulatedCall, Tool};
use toolc_base::toolsets::Toolset;

/// What runs the calls of a tool.
#[derive(Debug, Clone, Copy)]
pub enum Runner<'c> {
    /// A handler of the program.
    Handler,
    /// Rust code written by the user.
    Native,
    /// An engine that makes requests.
    Http(HttpCall<'c>),
    /// An engine that calls an MCP server.
    Mcp(McpCall<'c>),
    /// An engine that makes results up.
    Simulated(SimulatedCall<'c>),
    /// The runtime, for a built-in toolset.
    Toolset(&'static Toolset),
}

impl Catalog {
    /// What runs the calls of a tool.
    pub fn runner<'c>(&'c self, tool: &'c Tool) -> Runner<'c> {
        if let Some(toolset) = tool.shipped {
            Runner::Toolset(toolset)
        } else if let Some(call) = self.http_engine(tool) {
            Runner::Http(call)
        } else if let Some(call) = self.mcp_engine(tool) {
            Runner::Mcp(call)
        } else if let Some(call) = self.simulating_engine(tool) {
            Runner::Simulated(call)
        } else if tool.native.is_some() {
            Runner::Native
        } else {
            Runner::Handler
        }
    }
}
