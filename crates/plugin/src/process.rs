//! A program that is given a text and answers with another, within limits.

use std::io::{self, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The maximum size of an answer.
pub(crate) const MAX_ANSWER: u64 = 64 << 20;

/// How much of what a program writes to its standard error is kept: the end, which says why it failed.
const MAX_SAID: usize = 4096;

/// How long a program that was killed may take to hand over the rest of what it said.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// Environment variables that a program is given, where they are set. Others may hold secrets, and would make its answer
/// depend on the machine.
const USUAL: &[&str] = &[
    "PATH",
    "HOME",
    "LANG",
    "LC_ALL",
    "USER",
    "TMPDIR",
    "TEMP",
    "TMP",
    "PATHEXT",
    "SYSTEMROOT",
    "SYSTEMDRIVE",
    "USERPROFILE",
    "APPDATA",
    "LOCALAPPDATA",
];

/// How a program is run.
pub(crate) struct Run<'r> {
    /// The program and its first arguments.
    pub words: &'r [String],
    /// Its last argument.
    pub options: Option<&'r str>,
    /// Environment variables besides the usual ones.
    pub given: &'r [(String, String)],
    /// How long it may take.
    pub seconds: u64,
}

/// What came of a program.
pub(crate) struct Ran {
    /// The end of what it wrote to its standard error.
    pub said: String,
    /// What it wrote to its standard output.
    pub answer: Result<Vec<u8>, Fault>,
}

/// Why there is no answer.
pub(crate) enum Fault {
    /// It cannot be started.
    Unstarted(io::Error),
    /// It did not end in time.
    Late,
    /// Its answer is larger than [`MAX_ANSWER`].
    Flood,
    /// It ended with another code than 0, or by a signal.
    Failed(ExitStatus),
}

/// What a thread has read.
enum Heard {
    Answer(Vec<u8>),
    Said(String),
}

/// Runs a program without a shell, with few environment variables and in its own process group, which ends with it where it
/// is stopped.
pub(crate) fn run_process(run: &Run<'_>, input: Arc<str>) -> Ran {
    let deadline = Instant::now() + Duration::from_secs(run.seconds);
    let mut child = match start(run) {
        Ok(child) => child,
        Err(error) => {
            return Ran {
                said: String::new(),
                answer: Err(Fault::Unstarted(error)),
            };
        }
    };
    let (sender, heard) = channel();
    hand_over(&mut child, input);
    listen(&mut child, &sender);
    drop(sender);
    let mut said = None;
    let answer = await_end(&mut child, &heard, &mut said, deadline);
    if matches!(answer, Err(Fault::Late | Fault::Flood)) {
        kill(&mut child);
        let _ = child.wait();
        while let (None, Ok(more)) = (&said, heard.recv_timeout(LAST_WORDS)) {
            if let Heard::Said(text) = more {
                said = Some(text);
            }
        }
    }
    Ran {
        said: said.unwrap_or_default(),
        answer,
    }
}

fn start(run: &Run<'_>) -> io::Result<Child> {
    let Some((program, arguments)) = run.words.split_first() else {
        return Err(io::ErrorKind::InvalidInput.into());
    };
    let usual = USUAL.iter();
    let usual = usual.filter_map(|name| Some((*name, std::env::var_os(name)?)));
    let mut command = Command::new(program);
    command
        .args(arguments)
        .args(run.options)
        .env_clear()
        .envs(usual)
        .envs(run.given.iter().map(|(name, value)| (name, value)))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command.spawn()
}

/// Writes the input from a thread: a program may answer before it has read everything, or never read it.
fn hand_over(child: &mut Child, input: Arc<str>) {
    let Some(mut stdin) = child.stdin.take() else {
        return;
    };
    thread::spawn(move || {
        let _ = stdin.write_all(input.as_bytes());
    });
}

fn listen(child: &mut Child, sender: &Sender<Heard>) {
    if let Some(stdout) = child.stdout.take() {
        let sender = sender.clone();
        thread::spawn(move || {
            let mut bytes = Vec::new();
            // what could be read before a fault is judged as it is
            let _ = stdout.take(MAX_ANSWER + 1).read_to_end(&mut bytes);
            let _ = sender.send(Heard::Answer(bytes));
        });
    }
    if let Some(stderr) = child.stderr.take() {
        let sender = sender.clone();
        thread::spawn(move || {
            let _ = sender.send(Heard::Said(read_end(stderr)));
        });
    }
}

/// The end of a text of any length.
fn read_end(mut from: impl Read) -> String {
    let mut kept: Vec<u8> = Vec::new();
    let mut is_cut = false;
    let mut part = [0; MAX_SAID];
    while let Ok(count @ 1..) = from.read(&mut part) {
        kept.extend_from_slice(&part[..count]);
        if kept.len() > MAX_SAID {
            kept.drain(..kept.len() - MAX_SAID);
            is_cut = true;
        }
    }
    let text = String::from_utf8_lossy(&kept);
    match is_cut {
        true => format!("…{text}"),
        false => text.into_owned(),
    }
}

fn await_end(
    child: &mut Child,
    heard: &Receiver<Heard>,
    said: &mut Option<String>,
    deadline: Instant,
) -> Result<Vec<u8>, Fault> {
    let mut answer = None;
    while answer.is_none() || said.is_none() {
        let left = deadline.saturating_duration_since(Instant::now());
        match heard.recv_timeout(left) {
            Ok(Heard::Answer(bytes)) if bytes.len() as u64 > MAX_ANSWER => {
                return Err(Fault::Flood);
            }
            Ok(Heard::Answer(bytes)) => answer = Some(bytes),
            Ok(Heard::Said(text)) => *said = Some(text),
            Err(_) => return Err(Fault::Late),
        }
    }
    loop {
        match child.try_wait() {
            Ok(Some(status)) if status.success() => return Ok(answer.unwrap_or_default()),
            Ok(Some(status)) => return Err(Fault::Failed(status)),
            Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
            _ => return Err(Fault::Late),
        }
    }
}

/// Ends the program and what it started. It has not been waited for, so that no other group can have its id.
fn kill(child: &mut Child) {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process_group};
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }
    let _ = child.kill();
}
