//! The tools of an MCP server, compiled from a snapshot of its list: shows them as MCP does, and answers
//! three calls from memory.
#![expect(
    clippy::print_stdout,
    reason = "the results are what the program is for"
)]

#[cfg(test)]
mod tests;

toolc_runtime::include_tools!();

use toolc_runtime::testing::{Mocks, block_on};
use toolc_runtime::{ApproveAll, Context, Json, Target, ToolCall, ToolFailure, Worker};
use tools::tickets::{
    CreateTicket, SearchTickets, SearchTicketsOutput, SearchTicketsOutputTicketsItem,
};

const TICKETS: &[(&str, &str)] = &[("T-1", "The door is stuck"), ("T-2", "The window is open")];

const CALLS: &[(&str, &str)] = &[
    ("tickets__search-tickets", r#"{"query":"door"}"#),
    (
        "tickets__create-ticket",
        r#"{"title":"The roof leaks","type":"bug","custom_fields":{"floor":3,"urgent":true}}"#,
    ),
    ("tickets__close-ticket", r#"{"id":"T-1","reason":"fixed"}"#),
];

fn main() {
    println!("{}", tools::desk::definitions(Target::Mcp));
    // Nobody is watching here; a program with users would ask them.
    let desk = tools::desk::worker(handlers()).approver(ApproveAll::for_tests_only());
    for (tool, arguments) in CALLS {
        println!("\n> {tool} {arguments}\n{}", ask(&desk, tool, arguments));
    }
}

/// What the model gets to read.
fn ask(desk: &Worker<Mocks>, tool: &str, arguments: &str) -> String {
    let call = ToolCall::new("call_1", tool, arguments);
    block_on(desk.call(&Context::new("desk"), call)).to_llm_message()
}

/// Closures in place of the server, with the types from the snapshot.
fn handlers() -> Mocks {
    Mocks::new()
        .on::<SearchTickets>(|call| Ok(search(&call.args.query)))
        .on::<CreateTicket>(|call| {
            Json::encode(&[format!("created: {}", call.args.title)]).map_err(ToolFailure::internal)
        })
}

fn search(query: &str) -> SearchTicketsOutput {
    let found = TICKETS.iter().filter(|(_, title)| title.contains(query));
    let tickets = found.map(|(id, title)| SearchTicketsOutputTicketsItem {
        id: (*id).to_owned(),
        title: (*title).to_owned(),
        open: true,
    });
    SearchTicketsOutput {
        tickets: tickets.collect(),
    }
}
