//! From specs to a worker that can be served, with all that is said on the way.

use super::super::Exit;
use super::super::input::{Answer, compile_input};
use super::super::output::{count_noun, exit_for, print_findings, print_line, refuse_with};
use super::super::paths::resolve_paths;
use super::Serve;
use super::variables::{check_addresses, print_unset_variables};
use crate::serve::{Served, serve_worker};
use std::path::{Path, PathBuf};
use toolc_base::diagnostic::quote::quote_names;
use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_compile::compare::report_drift;
use toolc_compile::compile::{OPEN, Options};
use toolc_model::model::policy::Worker;
use toolc_runtime::engines::Engines;
use toolc_runtime::hidden::show_line;
use toolc_runtime::mcp::{Client, Notice};

/// Compiles the paths, and compares them with their lock.
pub(super) fn compile_folders(command: &Serve) -> Result<Answer, Exit> {
    let mut answer = compile_input(&command.paths, &served_options())?;
    hold_to_lock(&command.paths, command.locked, &mut answer)?;
    Ok(answer)
}

/// How specs are compiled that are served: no code is written.
pub(super) fn served_options() -> Options {
    Options {
        without_artifacts: true,
        ..Options::default()
    }
}

/// Makes the worker with a given name, or the one that the command means, and says what is to be known of it.
pub(super) fn prepare_worker(
    command: &Serve,
    answer: &Answer,
    name: Option<&str>,
) -> Result<Served, Exit> {
    let worker = choose_worker(answer, name.or(command.workers.first().map(String::as_str)))?;
    let catalog = answer.checked.catalog();
    let served = serve_worker(&answer.sources, &answer.checked, worker).map_err(|found| {
        print_findings(&answer.sources, &found);
        Exit::Findings
    })?;
    print_findings(&answer.sources, &served.left_out);
    print_unset_variables(catalog, &served.tools);
    check_addresses(catalog, &served.tools)?;
    if worker.span.is_none() {
        print_line(OPEN);
    }
    for sentence in catalog.describe_simulations(served.tools.iter().copied()) {
        print_line(&format!("toolc: {sentence}"));
    }
    Ok(served)
}

/// The worker, with a new client for the servers behind it, whose settings may have changed since an earlier worker.
pub(super) fn connect_servers(
    served: Served,
    owed: Option<usize>,
) -> toolc_runtime::Worker<Engines> {
    let mut servers = Client::builder().listener(print_notice);
    if let Some(owed) = owed {
        servers = servers.owed_answers(owed);
    }
    served.worker.servers(servers.build())
}

/// ``worker `desk` serves 30 tools``
pub(super) fn describe_served(served: &Served) -> String {
    let count = count_noun(served.tools.len(), "tool");
    format!("worker `{}` serves {count}", served.worker.name())
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
