//! The server of `toolc serve`, from workers to shutdown.

use super::super::Exit;
use super::super::output::{print_line, refuse_with};
use super::Serve;
use super::front::Front;
use super::limits::ServeLimits;
use super::prepared::{connect_servers, describe_served};
use super::questions::Questions;
use super::stop_signal::listen_for_stop;
use super::until::Until;
use crate::serve::Served;
use std::fmt::Display;
use std::time::Duration;
use toolc_runtime::mcp_server::{Budget, Notice, Server};

/// How long running work may take after the server has stopped.
const LAST: Duration = Duration::from_secs(1);

/// Serves workers until the client disconnects or a signal arrives. `start` is called within the runtime before that, with
/// the server of the first.
pub(super) fn serve_prepared(
    command: &Serve,
    served: Vec<Served>,
    start: impl FnOnce(&Server, &Front),
) -> Exit {
    let limits = match ServeLimits::read(&command.limits) {
        Ok(limits) => limits,
        Err((message, help)) => return refuse_with(&message, &help),
    };
    let questions = match Questions::open(command) {
        Ok(questions) => questions,
        Err(exit) => return exit,
    };
    let front = match Front::open(command) {
        Ok(front) => front,
        Err(exit) => return exit,
    };
    match make_servers(command, served, &front, (&limits, questions.as_ref())) {
        Ok(servers) => run_servers(command, servers, front, questions, start),
        Err(exit) => exit,
    }
}

/// A server for each worker.
fn make_servers(
    command: &Serve,
    served: Vec<Served>,
    front: &Front,
    (limits, questions): (&ServeLimits, Option<&Questions>),
) -> Result<Vec<(&'static str, Server)>, Exit> {
    let workers: Vec<&str> = served.iter().map(|served| served.worker.name()).collect();
    let tools = served.iter().flat_map(|served| served.worker.tools());
    let tools: Vec<&str> = tools.map(|tool| tool.name).collect();
    front.check_names(&workers, &tools)?;
    let budget = front.open_budget(limits.server.clone());
    let mut servers = Vec::new();
    for served in served {
        let name = served.worker.name();
        let server = make_server(command, served, front, (limits, &budget, questions))?;
        servers.push((name, server));
    }
    Ok(servers)
}

fn make_server(
    command: &Serve,
    served: Served,
    front: &Front,
    (limits, budget, questions): (&ServeLimits, &Budget, Option<&Questions>),
) -> Result<Server, Exit> {
    let instructions = served.instructions.clone();
    let words = describe_served(&served);
    let name = served.worker.name();
    let worker = connect_servers(served, limits.owed).answer_within(command.answer_within());
    let worker = front.observe(worker);
    let version = command.server_version.as_deref();
    let version = version.unwrap_or(env!("CARGO_PKG_VERSION"));
    let mut builder = front.admit(Server::builder(worker).version(version), name);
    if let Some(grace) = command.operating.grace {
        builder = builder.grace(grace);
    }
    if let Some(instructions) = instructions {
        builder = builder.instructions(instructions);
    }
    if !command.hosts.is_empty() {
        builder = builder.allowed_hosts(&command.hosts);
    }
    if command.watch {
        builder = builder.tools_change();
    }
    if let Some(ttl) = command.operating.list_ttl {
        builder = builder.list_ttl(ttl);
    }
    let builder = builder.allowed_origins(&command.origins);
    let teller = front.clone();
    let builder = builder
        .answer_within(command.answer_within())
        .listener(move |notice: Notice<'_>| teller.tell(name, notice))
        .budget(budget.clone());
    let builder = match limits.message {
        Some(bytes) => builder.message_limit(bytes),
        None => builder,
    };
    let builder = match limits.list {
        Some(bytes) => builder.page_bytes(bytes),
        None => builder,
    };
    let server = match questions {
        Some(questions) => builder
            .seal_key(questions.key.clone())
            .approval_store(questions.store.clone())
            .build(),
        None => builder.build(),
    };
    let server = server.map_err(|error| refuse_with(&error.to_string(), ""))?;
    let place = match &command.http {
        Some(address) => format!("at http://{address}"),
        None => "on standard input and output".to_owned(),
    };
    print_line(&format!("toolc: {words} {place}"));
    let pages = server.list_pages();
    if pages > 1 {
        print_line(&format!(
            "warning: the list of worker `{name}` has {pages} pages: clients that ask for one alone do not see all tools (`--limit list=SIZE`)"
        ));
    }
    Ok(server)
}

fn run_servers(
    command: &Serve,
    servers: Vec<(&'static str, Server)>,
    front: Front,
    questions: Option<Questions>,
    start: impl FnOnce(&Server, &Front),
) -> Exit {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build();
    let runtime = match runtime {
        Ok(runtime) => runtime,
        Err(error) => return fail(error),
    };
    if let Some(questions) = questions {
        runtime.spawn(questions.forget_expired(front.clone()));
    }
    let traces = front.traces();
    let ended = runtime.block_on(async {
        let Some((_, first)) = servers.first().cloned() else {
            return Ok(());
        };
        let stop = listen_for_stop();
        start(&first, &front);
        match &command.http {
            Some(address) => {
                let drain = command.operating.drain.unwrap_or_default();
                front.serve(address, servers, drain, stop).await
            }
            None => {
                let input = Until::end_with(tokio::io::stdin(), stop);
                first.serve(input, tokio::io::stdout()).await
            }
        }
    });
    // a thread that is blocked reading standard input cannot be stopped
    runtime.shutdown_timeout(LAST);
    traces.shut_down();
    match ended {
        Ok(()) => Exit::Clean,
        Err(error) => fail(error),
    }
}

fn fail(error: impl Display) -> Exit {
    print_line(&format!("error: {error}"));
    Exit::Findings
}
