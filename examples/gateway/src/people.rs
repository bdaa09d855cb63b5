//! An MCP server that the gateway calls; it stands in for one that somebody else wrote. `gateway people` is
//! the server, and `specs/people.mcp.json` is what it lists.

use serde_json::json;
use std::io;
use toolc_runtime::dynamic::{DynamicTool, Registry, parse_json_object, required_string};
use toolc_runtime::mcp_server::Server;
use toolc_runtime::{Approval, Effect, Json, ToolFailure};

/// Serves on standard input and output.
pub async fn serve() -> io::Result<()> {
    let schema = json!({
        "type": "object",
        "properties": { "name": { "type": "string", "minLength": 1 } },
        "required": ["name"],
    });
    let tool = DynamicTool::new("people::find_customer", schema)
        .wire("find_customer")
        .description("Find a customer by name.")
        .effect(Effect::Read)
        .open_world(false)
        .approval(Approval::PreApproved)
        .unchecked();
    let mut registry = Registry::new("people");
    let registered = registry.register_sync_fn(tool, |arguments, _| {
        let arguments = parse_json_object(arguments)?;
        match required_string(&arguments, "name")? {
            "Ada" => {
                Json::encode(&json!({ "id": 7, "name": "Ada" })).map_err(ToolFailure::internal)
            }
            _ => Err(ToolFailure::user(
                "UNKNOWN_CUSTOMER",
                "nobody has this name",
            )),
        }
    });
    registered.map_err(io::Error::other)?;
    let server = Server::builder(registry.into_worker()).build();
    server.map_err(io::Error::other)?.serve_stdio().await
}
