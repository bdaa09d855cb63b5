//! A worker over an MCP server. The server is a program that the worker starts; there are no handlers.
//!
//! `cargo run -p mcp-engine -- node server.js` calls the server that this command starts.
#![expect(
    clippy::print_stdout,
    reason = "the results are what the program is for"
)]

#[cfg(test)]
#[path = "../../../tests/support/mcp_server.rs"]
mod mcp_server;
#[cfg(test)]
mod tests;

toolc_runtime::include_tools!();

use toolc_runtime::mcp::{Client, Notice};
use toolc_runtime::{Context, Terminal, ToolCall};

fn main() -> Result<(), std::io::Error> {
    let command: Vec<String> = std::env::args().skip(1).collect();
    if command.is_empty() {
        println!("give the command of a server that lists what specs/hr.mcp.json has");
        return Ok(());
    }
    let servers = Client::builder().command("hr", command);
    let servers = servers.listener(|engine, notice| {
        if let Notice::Said(line) = notice {
            println!("[{engine}] {line}");
        }
    });
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let desk = tools::desk::worker(())
            .approver(Terminal::new())
            .servers(servers.build());
        let call = ToolCall::new("call_1", "hr__find_employee", r#"{"name":"Ada"}"#);
        let result = desk.call(&Context::new("desk"), call).await;
        println!("{}", result.to_llm_message());
    });
    Ok(())
}
