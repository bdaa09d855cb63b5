//! What `toolc serve` serves: specs as they are now or as they will be, or a description that comes alone.

use super::super::Exit;
use super::super::input::Answer;
use super::super::output::refuse_with;
use super::Serve;
use super::bare::{compile_bare, is_alone};
use super::prepared::{compile_folders, prepare_worker};
#[cfg(feature = "watch")]
use super::reload::serve_watched;
use super::run::serve_prepared;
use crate::serve::Served;

/// Serves until the client disconnects or a signal arrives.
pub(super) fn serve_paths(command: &Serve) -> Exit {
    if let Err(exit) = check_flags(command) {
        return exit;
    }
    if command.workers.len() > 1 && (command.watch || command.stdio) {
        let message = "several workers are served over HTTP, and without `--watch`";
        return refuse_with(message, "keep one `--worker`, or start one server for each");
    }
    let answer = match compile_bare(command) {
        None if command.watch => return serve_watched(command),
        None => compile_folders(command),
        Some(bare) => bare,
    };
    match answer.and_then(|answer| prepare_workers(command, &answer)) {
        Ok(served) => serve_prepared(command, served, |_, _| {}),
        Err(exit) => exit,
    }
}

/// Refuses flags that would have no effect. A flag may be off by a variable of the environment, which clap would take for
/// given.
fn check_flags(command: &Serve) -> Result<(), Exit> {
    let options = &command.operating;
    if options.insecure && (command.stdio || options.access.is_some()) {
        let message = "`--insecure` is for an address without `--access`, and cannot be used with `--access` or `--stdio`";
        return Err(refuse_with(message, "remove it"));
    }
    if command.watch && command.mcp.is_some() {
        let message = "`--watch` is for specs with a `toolc.yaml`, and cannot be used with `--mcp`";
        return Err(refuse_with(
            message,
            "have one written: `toolc init --mcp COMMAND`",
        ));
    }
    if command.watch && is_alone(command) {
        let message =
            "`--watch` is for specs with a `toolc.yaml`, and this description comes alone";
        return Err(refuse_with(
            message,
            "have one written: `toolc init --openapi FILE`",
        ));
    }
    Ok(())
}

#[cfg(not(feature = "watch"))]
fn serve_watched(_: &Serve) -> Exit {
    super::super::watch::refuse_watching()
}

/// The workers that the command names, or the only one.
fn prepare_workers(command: &Serve, answer: &Answer) -> Result<Vec<Served>, Exit> {
    if command.workers.is_empty() {
        return Ok(vec![prepare_worker(command, answer, None)?]);
    }
    let names = command.workers.iter();
    names
        .map(|name| prepare_worker(command, answer, Some(name)))
        .collect()
}
