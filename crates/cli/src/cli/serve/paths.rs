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
    if command.watch && is_alone(command) {
        let message =
            "`--watch` is for specs with a `toolc.yaml`, and this description comes alone";
        return refuse_with(message, "have one written: `toolc init --openapi FILE`");
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
