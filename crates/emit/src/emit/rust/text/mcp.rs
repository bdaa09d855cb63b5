//! The call that a tool makes to an MCP server, as static data.

use super::http::Shared;
use crate::emit::rust::layout::Layout;
use crate::emit::rust::names::ToolPlan;
use toolc_model::model::engine::RemoteCallData;
use toolc_schema::data::{Code, InCode};
use toolc_schema::rust::{Ident, Rust, rust};

impl Shared {
    /// How a tool is called, if a server runs it.
    pub fn remote_item(&mut self, layout: &Layout<'_>, names: &ToolPlan) -> Option<impl Rust> {
        let call = layout.catalog.mcp_engine(layout.tool(names))?;
        let marker = Ident(&names.marker);
        let server = self.shared("MCP_SERVER", &rust!(rt::mcp::Server), &call.server());
        let call: RemoteCallData<'_, InCode<'_>> = RemoteCallData {
            remote: call.remote,
            server: Code::new(rust!(&#(Ident(&server)))),
        };
        Some(rust!(
            impl rt::mcp::RemoteTool for #marker {
                const CALL: &'static rt::mcp::RemoteCall = &#call;
            }
        ))
    }
}
