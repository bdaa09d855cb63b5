//! The server of `toolc serve`, from specs to shutdown.

use super::super::Exit;
use super::super::input::{Answer, compile_input};
use super::super::output::{count_noun, exit_for, print_findings, print_line, refuse_with};
use super::super::paths::resolve_paths;
use super::Serve;
use super::bare::compile_bare;
use super::limits::ServeLimits;
use super::until::Until;
use super::variables::{check_addresses, print_unset_variables};
use crate::serve::{Served, serve_worker};
use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::net::TcpListener;
use toolc_base::diagnostic::quote::quote_names;
use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_compile::compare::report_drift;
use toolc_compile::compile::{OPEN, Options};
use toolc_model::model::policy::Worker;
use toolc_runtime::hidden::show_line;
use toolc_runtime::mcp::{Client, Notice};
use toolc_runtime::mcp_server::Server;
use toolc_runtime::{SealKey, SqliteStore, WeakKey};

/// How long running work may take after the server has stopped.
const LAST: Duration = Duration::from_secs(1);

/// How often questions that are over are deleted.
const FORGOTTEN_EVERY: Duration = Duration::from_secs(60);

/// How long the answer to a question counts.
const ANSWER_WITHIN: Duration = Duration::from_secs(15 * 60);

/// Serves until the client disconnects or a signal arrives.
pub(super) fn serve_paths(command: &Serve) -> Exit {
    let answer = match compile_bare(command) {
        Some(bare) => bare,
        None => compile_folders(command),
    };
    let answer = match answer {
        Ok(answer) => answer,
        Err(exit) => return exit,
    };
    let worker = match choose_worker(&answer, command.worker.as_deref()) {
        Ok(worker) => worker,
        Err(exit) => return exit,
    };
    let served = match serve_worker(&answer.sources, &answer.checked, worker) {
        Ok(served) => served,
        Err(found) => {
            print_findings(&answer.sources, &found);
            return Exit::Findings;
        }
    };
    print_findings(&answer.sources, &served.left_out);
    print_unset_variables(answer.checked.catalog(), &served.tools);
    if let Err(exit) = check_addresses(answer.checked.catalog(), &served.tools) {
        return exit;
    }
    if worker.span.is_none() {
        print_line(OPEN);
    }
    let simulated = answer
        .checked
        .catalog()
        .describe_simulations(served.tools.iter().copied());
    for sentence in simulated {
        print_line(&format!("toolc: {sentence}"));
    }
    let limits = match ServeLimits::read(&command.limits) {
        Ok(limits) => limits,
        Err((message, help)) => return refuse_with(&message, &help),
    };
    let questions = match open_questions(command) {
        Ok(questions) => questions,
        Err(exit) => return exit,
    };
    let server = match make_server(command, served, limits, questions.as_ref()) {
        Ok(server) => server,
        Err(exit) => return exit,
    };
    // nothing of the specs is needed any more
    drop(answer);
    run_server(command, &server, questions)
}

/// Compiles the paths, and compares them with their lock.
fn compile_folders(command: &Serve) -> Result<Answer, Exit> {
    let mut answer = compile_input(&command.paths, &Options::default())?;
    hold_to_lock(&command.paths, command.locked, &mut answer)?;
    Ok(answer)
}

/// Reports what has changed since the lock was accepted; only if `locked` does that end the command.
pub(in crate::cli) fn hold_to_lock(
    paths: &[PathBuf],
    locked: bool,
    answer: &mut Answer,
) -> Result<(), Exit> {
    let paths = resolve_paths(paths);
    let here = Some(Path::new("."));
    let Answer {
        sources,
        checked,
        lints,
        ..
    } = answer;
    let found = report_drift(&paths, here, sources, lints, checked, locked);
    print_findings(sources, &found);
    match exit_for(&found) {
        Exit::Clean => Ok(()),
        exit => Err(exit),
    }
}

/// The worker with a given name, or the only one.
pub(in crate::cli) fn choose_worker<'a>(
    answer: &'a Answer,
    wanted: Option<&str>,
) -> Result<&'a Worker, Exit> {
    let workers = &answer.checked.catalog().workers;
    let names = || workers.iter().map(|worker| worker.name.as_str());
    let Some(wanted) = wanted else {
        return match workers.as_slice() {
            [worker] => Ok(worker),
            _ => {
                let help = format!("choose one with `--worker NAME`: {}", quote_names(names()));
                Err(refuse_with("there are several workers", &help))
            }
        };
    };
    let found = workers.iter().find(|worker| worker.name == wanted);
    found.ok_or_else(|| {
        let help = did_you_mean(wanted, names()).unwrap_or_default().text;
        refuse_with(&format!("no worker `{wanted}`"), &help)
    })
}

fn make_server(
    command: &Serve,
    served: Served,
    limits: ServeLimits,
    questions: Option<&Questions>,
) -> Result<Server, Exit> {
    let Served {
        worker,
        tools: _,
        left_out: _,
        instructions,
    } = served;
    let mut servers = Client::builder().listener(print_notice);
    if let Some(owed) = limits.owed {
        servers = servers.owed_answers(owed);
    }
    let worker = worker.servers(servers.build());
    let count = count_noun(worker.tools().count(), "tool");
    let name = worker.name();
    let version = command.server_version.as_deref();
    let version = version.unwrap_or(env!("CARGO_PKG_VERSION"));
    let mut builder = Server::builder(worker).version(version);
    if let Some(instructions) = instructions {
        builder = builder.instructions(instructions);
    }
    if !command.hosts.is_empty() {
        builder = builder.allowed_hosts(&command.hosts);
    }
    let builder = builder.allowed_origins(&command.origins);
    let builder = builder
        .answer_within(ANSWER_WITHIN)
        .listener(|notice: toolc_runtime::mcp_server::Notice<'_>| {
            print_line(&format!("toolc: {notice}"));
        })
        .limits(limits.server);
    let builder = match limits.message {
        Some(bytes) => builder.message_limit(bytes),
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
    print_line(&format!("toolc: worker `{name}` serves {count} {place}"));
    Ok(server)
}

/// Opens the file that keeps pending questions. If there is none, prints how long answers count.
fn open_questions(command: &Serve) -> Result<Option<Questions>, Exit> {
    let (Some(variable), Some(path)) = (&command.seal_key, &command.store) else {
        print_line(
            "toolc: approval questions are sealed with a key that only this process has: their answers are valid only here, until it exits",
        );
        return Ok(None);
    };
    let secret = std::env::var(variable).unwrap_or_default();
    let key = SealKey::new("serve", secret.trim().as_bytes()).map_err(|weak| {
        let message = match weak {
            WeakKey::Predictable => format!("the environment variable `{variable}`: {weak}"),
            _ => format!(
                "the environment variable `{variable}` has no key of at least 32 characters"
            ),
        };
        let help = format!("set it: `export {variable}=$(openssl rand -hex 32)`");
        refuse_with(&message, &help)
    })?;
    let store = SqliteStore::open_file(path).map_err(|error| {
        let message = format!("cannot open `{}`: {error}", path.display());
        refuse_with(&message, "name a file of SQLite, or one that can be made")
    })?;
    Ok(Some(Questions { store, key }))
}

/// Where questions are kept, and the key that seals them.
struct Questions {
    store: SqliteStore,
    key: SealKey,
}

impl Questions {
    /// Forgets the questions whose answers count no more, now and then: what is forgotten cannot be answered again.
    async fn forget_expired(self) {
        loop {
            if let Err(error) = self.store.forget_expired(&self.key, ANSWER_WITHIN).await {
                print_line(&format!(
                    "toolc: old questions cannot be forgotten: {error}"
                ));
            }
            tokio::time::sleep(FORGOTTEN_EVERY).await;
        }
    }
}

/// Events of the MCP servers behind the worker are logged to standard error.
pub(in crate::cli) fn print_notice(engine: &str, notice: Notice<'_>) {
    match notice {
        Notice::Said(line) => print_line(&format!("{engine}: {}", show_line(line))),
        Notice::Changed(tool) => print_line(&format!(
            "{engine}: the server offers a definition of `{}` that differs from the snapshot",
            show_line(tool)
        )),
        Notice::Lost(why) => print_line(&format!("{engine}: no connection: {}", show_line(why))),
        Notice::Short(name) => print_line(&format!(
            "{engine}: the value of `{name}` has fewer than 4 characters, so it is hidden in the server's texts only where it stands alone"
        )),
        _ => {}
    }
}

fn run_server(command: &Serve, server: &Server, questions: Option<Questions>) -> Exit {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build();
    let runtime = match runtime {
        Ok(runtime) => runtime,
        Err(error) => return fail(error),
    };
    if let Some(questions) = questions {
        runtime.spawn(questions.forget_expired());
    }
    let ended = runtime.block_on(async {
        match &command.http {
            Some(address) => {
                let listener = TcpListener::bind(address.as_str()).await?;
                // with port 0, the actual port is of interest
                let at = listener.local_addr()?;
                print_line(&format!("toolc: listening at http://{at}"));
                server.serve_http(listener, wait_for_signal()).await
            }
            None => {
                let input = Until::end_with(tokio::io::stdin(), wait_for_signal());
                server.serve(input, tokio::io::stdout()).await
            }
        }
    });
    // a thread that is blocked reading standard input cannot be stopped
    runtime.shutdown_timeout(LAST);
    match ended {
        Ok(()) => Exit::Clean,
        Err(error) => fail(error),
    }
}

fn fail(error: impl Display) -> Exit {
    print_line(&format!("error: {error}"));
    Exit::Findings
}

/// Completes on the first signal to stop.
async fn wait_for_signal() {
    let interrupt = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    tokio::select! {
        () = interrupt => {}
        () = wait_for_end() => {}
    }
}

#[cfg(unix)]
async fn wait_for_end() {
    use tokio::signal::unix::{SignalKind, signal};
    let heard: io::Result<_> = signal(SignalKind::terminate());
    match heard {
        Ok(mut heard) => drop(heard.recv().await),
        Err(_) => std::future::pending().await,
    }
}

#[cfg(not(unix))]
async fn wait_for_end() {
    std::future::pending().await
}
