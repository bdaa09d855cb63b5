//! Runs one command: without a shell, with few environment variables, in its own process group, and with
//! limits on time and output.
//!
//! A thread watches the command, so it runs with every executor. Dropping the future kills the process group.

mod capture;
mod group;
mod program;

use super::{SAFE_PATH, Settings};
use crate::context::Context;
use crate::error::ToolFailure;
use crate::json::{Json, write_string};
use capture::Captured;
use group::{Group, Limits, watch_child};
use program::{Found, find_program};
use std::env;
use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Poll, Waker};
use std::time::Duration;

/// The exit codes of shells for commands that did not run.
const NOT_FOUND: i32 = 127;
const NOT_EXECUTABLE: i32 = 126;

/// The exit code of a command that timed out.
const TIMED_OUT: i32 = -1;

/// How a command ended.
#[derive(Debug)]
pub(super) struct Ended {
    exit_code: i32,
    stdout: Captured,
    stderr: Captured,
}

/// Runs a command. The result is an object: `exit_code`, `stdout`, `stderr`, `truncated`.
///
/// # Errors
/// Fails if the folder to run in does not exist or is not a folder, or if no thread can be started.
pub(crate) async fn run_command(
    settings: &'static Settings,
    context: &Context,
    words: Vec<String>,
) -> Result<Json, ToolFailure> {
    let folder = find_folder(settings, context)?;
    let state = Arc::new(State::default());
    // Dropped with the future, which kills whatever still runs.
    let _abandon = Abandon(&state);
    let watched = Arc::clone(&state);
    let thread = std::thread::Builder::new().name("toolc-command".to_owned());
    thread.spawn(move || {
        let end = run_here(settings, &folder, &words, &watched);
        watched.finish(end);
    })?;
    let end = std::future::poll_fn(|task| state.poll(task.waker())).await?;
    Ok(end.into_json())
}

/// Checks that there is a folder to run commands in.
pub(crate) async fn check_folder(
    settings: &'static Settings,
    context: &Context,
) -> Result<(), ToolFailure> {
    find_folder(settings, context).map(drop)
}

/// Finds the folder to run commands in.
fn find_folder(settings: &Settings, context: &Context) -> Result<PathBuf, ToolFailure> {
    let workspace = match context.workspace() {
        Some(workspace) => workspace.to_owned(),
        None => env::current_dir()?,
    };
    let folder = settings
        .root
        .map_or(workspace.clone(), |root| workspace.join(root));
    let folder = folder.canonicalize()?;
    if folder.is_dir() {
        Ok(folder)
    } else {
        Err(io::Error::from(io::ErrorKind::NotADirectory).into())
    }
}

/// The state that the future and the thread share.
#[derive(Default)]
pub(super) struct State(Mutex<Shared>);

#[derive(Default)]
struct Shared {
    /// The processes, as long as their group id is theirs.
    group: Option<Group>,
    abandoned: bool,
    end: Option<io::Result<Ended>>,
    waker: Option<Waker>,
}

impl State {
    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn poll(&self, waker: &Waker) -> Poll<io::Result<Ended>> {
        let mut shared = self.lock();
        match shared.end.take() {
            Some(end) => Poll::Ready(end),
            None => {
                shared.waker = Some(waker.clone());
                Poll::Pending
            }
        }
    }

    fn finish(&self, end: io::Result<Ended>) {
        let mut shared = self.lock();
        shared.end = Some(end);
        let waker = shared.waker.take();
        drop(shared);
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    /// Takes over the group, unless nobody waits for it any more: then it is killed here.
    fn begin(&self, group: Group) {
        let mut shared = self.lock();
        if shared.abandoned {
            group.kill()
        } else {
            shared.group = Some(group)
        }
    }

    /// Kills the group while its id is still its own; nobody does so afterwards.
    fn release(&self) {
        if let Some(group) = self.lock().group.take() {
            group.kill();
        }
    }
}

/// Kills the command when the future is dropped.
struct Abandon<'s>(&'s State);

impl Drop for Abandon<'_> {
    fn drop(&mut self) {
        let mut shared = self.0.lock();
        shared.abandoned = true;
        if let Some(group) = shared.group.take() {
            group.kill();
        }
    }
}

fn run_here(
    settings: &Settings,
    folder: &std::path::Path,
    words: &[String],
    state: &State,
) -> io::Result<Ended> {
    let (name, arguments) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
    let variables = pick_variables(settings);
    let path = variables.iter().find(|(name, _)| *name == "PATH");
    let path = path.map_or_else(|| OsString::from(SAFE_PATH), |(_, path)| path.clone());
    let program = match find_program(name, &path, folder) {
        Found::Program(program) => program,
        Found::Nothing => return Ok(refuse(NOT_FOUND, format!("Command not found: {name}"))),
        Found::Other(why) => {
            return Ok(refuse(NOT_EXECUTABLE, format!("{why}: {name}")));
        }
    };
    let mut command = Command::new(program);
    command
        .arg0(name)
        .args(arguments)
        .env_clear()
        .env("PATH", path)
        .envs(variables)
        .current_dir(folder)
        .process_group(0)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    // The call may have ended while the program was looked for.
    if state.lock().abandoned {
        return Err(io::ErrorKind::Interrupted.into());
    }
    let child = match command.spawn() {
        Ok(child) => child,
        Err(error) => {
            return Ok(refuse(
                NOT_EXECUTABLE,
                format!("Cannot run ({}): {name}", error.kind()),
            ));
        }
    };
    let limits = Limits {
        timeout: Duration::from_millis(settings.timeout_ms),
        output: usize::try_from(settings.max_output).unwrap_or(usize::MAX),
    };
    watch_child(child, limits, state)
}

/// The environment variables that are passed on, with relative folders removed from `PATH`.
fn pick_variables(settings: &Settings) -> Vec<(&'static str, OsString)> {
    let named = settings.env.iter();
    let named = named.filter_map(|name| Some((*name, env::var_os(name)?)));
    let clean = |(name, value): (&'static str, OsString)| match name {
        "PATH" => {
            let folders = env::split_paths(&value).filter(|folder| folder.is_absolute());
            Some((name, env::join_paths(folders).ok()?))
        }
        _ => Some((name, value)),
    };
    named.filter_map(clean).collect()
}

/// The outcome of a command that did not run.
fn refuse(exit_code: i32, why: String) -> Ended {
    Ended {
        exit_code,
        stdout: Captured::default(),
        stderr: Captured::said(why),
    }
}

impl Ended {
    fn into_json(self) -> Json {
        let truncated = self.stdout.truncated || self.stderr.truncated;
        let mut out = format!("{{\"exit_code\":{},\"stdout\":", self.exit_code);
        write_string(&self.stdout.text, &mut out);
        out.push_str(",\"stderr\":");
        write_string(&self.stderr.text, &mut out);
        out.push_str(&format!(",\"truncated\":{truncated}}}"));
        Json::trusted(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_started_for_a_call_that_has_ended() {
        let folder = env::current_dir().expect("a folder");
        let run = |state: &State| {
            let words = ["sh".to_owned(), "-c".to_owned(), "exit 3".to_owned()];
            run_here(&Settings::NOTHING, &folder, &words, state)
        };
        let ended = run(&State::default()).expect("an end");
        assert_eq!(ended.exit_code, 3);
        let state = State::default();
        drop(Abandon(&state));
        let error = run(&state).expect_err("no command");
        assert_eq!(error.kind(), io::ErrorKind::Interrupted);
    }
}
