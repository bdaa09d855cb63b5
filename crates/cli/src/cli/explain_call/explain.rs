//! What would happen to a call: collected from the catalog, and from a worker that only looks at it.

use super::super::Exit;
use super::super::input::Answer;
use super::super::origins::{Policy, list_policies};
use super::super::serve::choose_worker;
use super::super::show::refuse_name;
use super::CallArguments;
use crate::serve::{Served, preview_worker};
use toolc_model::model::callers::Caller;
use toolc_model::model::policy::Worker;
use toolc_model::model::scope::Needs;
use toolc_model::model::{Catalog, Tool, ToolId};
use toolc_runtime::engines::{Engine, Engines};
use toolc_runtime::http::{Client, CredentialRequest, Credentials, RequestPreview, Secret};
use toolc_runtime::operation::Credential;
use toolc_runtime::remote::RemoteCall;
use toolc_runtime::simulated::Model;
use toolc_runtime::{Context, DryRun, Terminal, ToolCall, Verdict};
use toolc_schema::data::Data;

/// The id and the session of a call that is not made.
const NOBODY: &str = "explain-call";

/// What would happen to a call.
pub(super) struct Explanation<'c> {
    pub worker: &'c Worker,
    /// Who calls.
    pub caller: Caller,
    /// The tool, or the overload that the arguments choose.
    pub tool: &'c Tool,
    /// What the runtime would do.
    pub outcome: DryRun,
    /// The approval that the worker requires, its limits, and who says so; `None` if the worker does not have the tool.
    pub policy: Option<Policy<'c>>,
    /// The arguments that it would run with, without their secrets; `None` if it would not run.
    pub arguments: Option<String>,
    /// What would run.
    pub action: Action,
    /// The credentials of the request.
    pub needs: Needs,
}

/// What runs a call.
pub(super) enum Action {
    /// This engine makes the result up.
    Simulated(&'static str),
    /// A model makes its result up.
    Asked(&'static Model),
    /// A request, or why it cannot be built.
    Request(Result<RequestPreview, String>),
    /// A call to an MCP server.
    Remote(&'static RemoteCall),
    /// A tool of a built-in toolset.
    Toolset,
    /// A handler of a program, which may require more.
    Handler,
    /// Nothing: the call is refused before.
    Nothing,
}

/// Looks at a call, without making it.
pub(super) fn explain<'c>(
    call: &CallArguments,
    caller: Caller,
    answer: &'c Answer,
) -> Result<Explanation<'c>, Exit> {
    let values = call.split_values()?;
    let catalog = answer.checked.catalog();
    let worker = choose_worker(answer, Some(&call.worker))?;
    let named: Vec<ToolId> = find_tools(catalog, &call.tool);
    let [first, ..] = named[..] else {
        return Err(refuse_name(catalog, &answer.skipped, &call.tool));
    };
    let Served { worker: made, .. } = preview_worker(&answer.sources, &answer.checked, worker);
    let client = Client::builder().credentials(Placeholders).build();
    // nobody is asked, but without somebody who could be, the call would be refused
    let nobody = Terminal::scripted(std::io::empty(), std::io::sink());
    let made = made.client(client.clone()).approver(nobody);
    let mut context = Context::new(NOBODY);
    for (name, value) in values {
        context = context.with_value(name, value);
    }
    let outcome = look_at_call(&made, &context, call, caller)?;
    let chosen = outcome.metadata.overload;
    let is_chosen = |id: &&ToolId| chosen == Some(catalog.tool(**id).wire_name.as_str());
    let id = named.iter().find(is_chosen).copied().unwrap_or(first);
    let tool = catalog.tool(id);
    let text = outcome.changed.as_deref().unwrap_or(&call.arguments);
    let arguments = match outcome.verdict {
        Verdict::Refused(_) => None,
        _ => made.preview_arguments(&tool.wire_name, text),
    };
    let action = match &arguments {
        Some(arguments) => find_action(made.handlers(), &client, &context, tool, arguments),
        None => Action::Nothing,
    };
    let mut policies = list_policies(catalog, id).into_iter();
    let policy = policies.find(|policy| policy.worker.name == worker.name);
    Ok(Explanation {
        worker,
        caller,
        tool,
        outcome,
        policy,
        arguments,
        action,
        needs: catalog.needs_of(&[id]),
    })
}

/// The overloads of the tool with this name.
fn find_tools(catalog: &Catalog, name: &str) -> Vec<ToolId> {
    let mut found = Vec::new();
    for (id, tool) in catalog.numbered() {
        if tool.has_name(name) {
            found.push(id);
        }
    }
    found
}

fn look_at_call(
    worker: &toolc_runtime::Worker<Engines>,
    context: &Context,
    call: &CallArguments,
    caller: Caller,
) -> Result<DryRun, Exit> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let runtime = runtime.map_err(|error| {
        super::super::output::print_line(&format!("error: {error}"));
        Exit::Internal
    })?;
    let made = ToolCall::new(NOBODY, &call.tool, &call.arguments).by(caller.build());
    Ok(runtime.block_on(worker.dry_run(context, &made)))
}

fn find_action(
    engines: &Engines,
    client: &Client,
    context: &Context,
    tool: &Tool,
    arguments: &str,
) -> Action {
    match engines.get(&tool.wire_name) {
        Some(Engine::Request(operation)) => {
            Action::Request(client.preview_request(operation, arguments, context))
        }
        Some(Engine::Remote(call)) => Action::Remote(call),
        Some(Engine::Simulated(simulator)) => Action::Simulated(simulator.engine),
        Some(Engine::Asked(model)) => Action::Asked(model),
        Some(Engine::Files(_) | Engine::Command | Engine::Pages) => Action::Toolset,
        Some(Engine::Program) | None => Action::Handler,
    }
}

/// Something of the right kind in place of each credential, so that a call is not refused where only they are missing.
struct Placeholders;

impl Credentials for Placeholders {
    async fn find(&self, request: &CredentialRequest<'_>) -> Result<Secret, String> {
        let word = || "placeholder".to_owned();
        match request.source {
            None => Err("the configuration names no credentials for it".to_owned()),
            Some(Credential::Token { .. } | Credential::Bearer { .. }) => Ok(Secret::Token(word())),
            Some(Credential::Basic { .. }) => Ok(Secret::Basic {
                username: word(),
                password: word(),
            }),
            Some(Credential::Client { .. }) => Ok(Secret::Client {
                id: word(),
                secret: word(),
            }),
        }
    }
}
