//! Calls the tools of a weather service as a model would: `weather WORKER TOOL ARGUMENTS` makes one call;
//! without arguments, a demonstration runs.
#![expect(
    clippy::print_stdout,
    reason = "the results are what the program is for"
)]

mod alarms;
mod demo;
mod handlers;
mod log;
mod sky;
#[cfg(test)]
mod tests;

toolc_runtime::include_tools!();

use handlers::{Operator, Public};
use std::process::ExitCode;
use std::time::Duration;
use toolc_runtime::{Context, Terminal, ToolCall, ToolResult};

/// The limit for every handler.
const TIMEOUT: Duration = Duration::from_secs(10);

fn main() -> ExitCode {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build();
    let runtime = match runtime {
        Ok(runtime) => runtime,
        Err(error) => return fail(&format!("no runtime: {error}")),
    };
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.as_slice() {
        [] => {
            println!("{}", runtime.block_on(demo::run()));
            ExitCode::SUCCESS
        }
        [worker, tool, arguments] => match runtime.block_on(call(worker, tool, arguments)) {
            Some(result) => show(&result),
            None => fail(&format!(
                "no worker `{worker}`: there are `public` and `operator`"
            )),
        },
        _ => fail("usage: weather [WORKER TOOL ARGUMENTS]"),
    }
}

/// Makes one call, asking the person at the terminal for approval. `None` if there is no such worker.
async fn call(worker: &str, tool: &str, arguments: &str) -> Option<ToolResult> {
    let context = Context::new("terminal");
    let call = ToolCall::new("call_1", tool, arguments);
    match worker {
        "public" => {
            let worker = tools::public::worker(Public)
                .observer(log::Log)
                .timeout(TIMEOUT);
            Some(worker.call(&context, call).await)
        }
        "operator" => {
            let worker = tools::operator::worker(Operator::default())
                .approver(Terminal::new())
                .observer(log::Log)
                .timeout(TIMEOUT);
            Some(worker.call(&context, call).await)
        }
        _ => None,
    }
}

fn show(result: &ToolResult) -> ExitCode {
    match serde_json::to_string_pretty(result) {
        Ok(text) => println!("{text}"),
        Err(error) => return fail(&format!("the result cannot be written: {error}")),
    }
    if result.success {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn fail(message: &str) -> ExitCode {
    eprintln!("error: {message}");
    ExitCode::from(2)
}
