//! The call of `toolc call`, from specs to its result.

use super::super::Exit;
use super::super::input::compile_input;
use super::super::output::{print_data, print_line, refuse_with};
use super::super::serve::{choose_worker, hold_to_lock, print_notice};
use super::super::show::refuse_name;
use super::Call;
use crate::serve::{Served, preview_worker};
use toolc_base::diagnostic::Diagnostic;
use toolc_compile::compile::Options;
use toolc_model::model::{Catalog, Tool};
use toolc_runtime::engines::Engine;
use toolc_runtime::mcp::Client;
use toolc_runtime::{Context, Terminal, ToolCall};

/// The id and the session of the call.
const CALLER: &str = "toolc-call";

/// Makes the call, if it may be made.
pub(super) fn make_call(command: &Call) -> Exit {
    let call = &command.call;
    if !command.really {
        return refuse_with(
            "`toolc call` sends requests, changes files and runs commands, so it wants `--really`",
            "`toolc explain-call` with the same arguments says what the call would do",
        );
    }
    let values = match call.split_values() {
        Ok(values) => values,
        Err(exit) => return exit,
    };
    let mut answer = match compile_input(&call.paths, &Options::default()) {
        Ok(answer) => answer,
        Err(exit) => return exit,
    };
    if let Err(exit) = hold_to_lock(&call.paths, command.locked, &mut answer) {
        return exit;
    }
    let worker = match choose_worker(&answer, Some(&call.worker)) {
        Ok(worker) => worker,
        Err(exit) => return exit,
    };
    let catalog = answer.checked.catalog();
    if find_tool(catalog, &call.tool).is_none() {
        return refuse_name(catalog, &answer.skipped, &call.tool);
    }
    let served = preview_worker(&answer.sources, &answer.checked, worker);
    if let Some(why) = find_absence(&served, catalog, &call.tool) {
        return refuse_with(&why, "`toolc explain-call` says what such a call would do");
    }
    let named = catalog
        .numbered()
        .filter(|(_, tool)| tool.has_name(&call.tool));
    for sentence in catalog.describe_simulations(named.map(|(id, _)| id)) {
        print_line(&format!("toolc: {sentence}"));
    }
    let mut context = Context::new(CALLER);
    for (name, value) in values {
        context = context.with_value(name, value);
    }
    run_call(served, &context, command)
}

fn find_tool<'c>(catalog: &'c Catalog, name: &str) -> Option<&'c Tool> {
    let mut tools = catalog.tools.iter();
    tools.find(|tool| tool.has_name(name))
}

/// Why nothing here can run the tool, in words.
fn find_absence(served: &Served, catalog: &Catalog, name: &str) -> Option<String> {
    let tool = find_tool(catalog, name)?;
    let engine = served.worker.handlers().get(&tool.wire_name)?;
    matches!(engine, Engine::Program).then(|| {
        let of_tool = |found: &&Diagnostic| found.span() == Some(tool.span);
        let found = served.left_out.iter().find(of_tool);
        let why = found.map(|found| found.message.replace("is not served", "cannot be called"));
        why.unwrap_or_else(|| format!("`{}` needs a handler", tool.qualified()))
    })
}

fn run_call(served: Served, context: &Context, command: &Call) -> Exit {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build();
    let runtime = match runtime {
        Ok(runtime) => runtime,
        Err(error) => {
            print_line(&format!("error: {error}"));
            return Exit::Internal;
        }
    };
    let servers = Client::builder().listener(print_notice).build();
    let worker = served.worker.servers(servers).approver(Terminal::new());
    let call = ToolCall::new(CALLER, &command.call.tool, &command.call.arguments);
    let result = runtime.block_on(worker.call(context, call));
    if let Some(error) = &result.error {
        print_line(&format!("error: {}", error.message));
        for violation in error.violations.iter() {
            print_line(&format!("  {violation}"));
        }
        return Exit::Findings;
    }
    let output = result.output.as_ref().map(|output| output.as_text());
    print_data(&format!("{}\n", output.unwrap_or("null")))
}
