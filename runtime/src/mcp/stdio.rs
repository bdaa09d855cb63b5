//! A server that is a local program: messages are lines on its standard input and output.

use super::fault::{Fault, FaultKind};
use super::group::Group;
use super::recent_lines::{Hear, RecentLines};
use super::wire::Wire;
use rmcp::RoleClient;
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage};
use rmcp::transport::Transport;
use std::env;
use std::io;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{ChildStderr, ChildStdin, ChildStdout};
use tokio::sync::Mutex;

/// The environment variables that every server gets, as in the protocol's own clients.
const USUAL: &[&str] = &[
    "HOME", "LANG", "LC_ALL", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "USER",
];

/// How long a server has to exit by itself after its input is closed.
const GRACE: Duration = Duration::from_millis(500);

/// How often to check whether it has exited.
const GLANCE: Duration = Duration::from_millis(5);

/// How many characters of an invalid line are shown.
const EXCERPT: usize = 120;

/// The pipes to a running server.
pub(super) struct Pipes {
    group: Group,
    input: Arc<Mutex<Option<ChildStdin>>>,
    output: ChildStdout,
    /// Data that has been read but is not a complete line yet.
    pending: Vec<u8>,
    said: RecentLines,
    wire: Arc<Wire>,
    limit: u64,
}

impl Pipes {
    /// Starts a server with only a few environment variables, in its own process group.
    pub fn open(
        words: &[String],
        variables: &[(String, String)],
        limit: u64,
        wire: Arc<Wire>,
        hear: Hear,
    ) -> Result<Self, Fault> {
        let Some((program, arguments)) = words.split_first() else {
            return Err(Fault::new(FaultKind::Setting, "the command is empty"));
        };
        let usual = USUAL.iter();
        let usual = usual.filter_map(|name| Some((*name, env::var_os(name)?)));
        let mut command = Command::new(program);
        command
            .args(arguments)
            .env_clear()
            .envs(usual)
            .envs(variables.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let not_started = |error: io::Error| {
            let detail = format!("`{program}` cannot be started: {}", error.kind());
            Fault::new(FaultKind::Start, detail)
        };
        let mut group = Group::start(&mut command).map_err(not_started)?;
        let lost = || Fault::new(FaultKind::Start, "the pipes of the server are not there");
        let child = group.child().ok_or_else(lost)?;
        let (input, output, errors) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let input = ChildStdin::from_std(input.ok_or_else(lost)?).map_err(not_started)?;
        let output = ChildStdout::from_std(output.ok_or_else(lost)?).map_err(not_started)?;
        let errors = ChildStderr::from_std(errors.ok_or_else(lost)?).map_err(not_started)?;
        let said = RecentLines::default();
        tokio::spawn(said.clone().read(errors, hear));
        Ok(Pipes {
            group,
            input: Arc::new(Mutex::new(Some(input))),
            output,
            pending: Vec::new(),
            said,
            wire,
            limit,
        })
    }

    /// The next line; `None` at the end of the output, or if a line is too long. Cancellation-safe: dropping
    /// the future loses no data.
    async fn line(&mut self) -> Option<Vec<u8>> {
        let mut looked = 0;
        loop {
            if let Some(at) = self.pending[looked..]
                .iter()
                .position(|byte| *byte == b'\n')
            {
                let rest = self.pending.split_off(looked + at + 1);
                return Some(std::mem::replace(&mut self.pending, rest));
            }
            looked = self.pending.len();
            if looked as u64 > self.limit {
                self.wire.fail(Fault::too_large(self.limit));
                return None;
            }
            match self.output.read_buf(&mut self.pending).await {
                Ok(0) => {
                    self.end().await;
                    return None;
                }
                Ok(_) => {}
                Err(error) => {
                    let detail = format!("its output cannot be read: {}", error.kind());
                    self.wire.fail(Fault::new(FaultKind::Ended, detail));
                    return None;
                }
            }
        }
    }

    /// Records how the server ended.
    async fn end(&mut self) {
        let mut how = None;
        for _ in 0..GRACE.as_millis() / GLANCE.as_millis() {
            how = self.group.end();
            if how.is_some() {
                break;
            }
            tokio::time::sleep(GLANCE).await;
        }
        let how = how.unwrap_or_else(|| "it closed its output".to_owned());
        let half = match self.pending.is_empty() {
            true => "",
            false => " in the middle of a message",
        };
        let said = match self.said.last() {
            said if said.is_empty() => said,
            said => format!("; it said: {said}"),
        };
        let detail = format!("the server ended{half}: {how}{said}");
        self.wire.fail(Fault::new(FaultKind::Ended, detail));
    }

    /// Parses a line as a message; if it is not one, the connection ends.
    fn read(&self, line: &[u8]) -> Option<ServerJsonRpcMessage> {
        let text = std::str::from_utf8(line).ok()?;
        let message = serde_json::from_str(text).ok()?;
        self.wire.note(text);
        Some(message)
    }
}

impl Transport<RoleClient> for Pipes {
    type Error = io::Error;

    fn send(
        &mut self,
        message: ClientJsonRpcMessage,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let text = self.wire.write(&message);
        let input = Arc::clone(&self.input);
        async move {
            let mut line = text?;
            line.push('\n');
            let mut input = input.lock().await;
            let Some(input) = input.as_mut() else {
                return Err(io::ErrorKind::BrokenPipe.into());
            };
            input.write_all(line.as_bytes()).await?;
            input.flush().await
        }
    }

    async fn receive(&mut self) -> Option<ServerJsonRpcMessage> {
        loop {
            let line = self.line().await?;
            if line.trim_ascii().is_empty() {
                continue;
            }
            let message = self.read(&line);
            if message.is_none() {
                let text = String::from_utf8_lossy(&line);
                let text: String = text.trim().chars().take(EXCERPT).collect();
                let detail = format!("what it writes is not a message of the protocol: {text:?}");
                self.wire.fail(Fault::new(FaultKind::Noise, detail));
            }
            return message;
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        // A server exits when its input is closed; one that does not read its input is killed.
        if let Ok(mut input) = self.input.try_lock() {
            input.take();
        }
        for _ in 0..GRACE.as_millis() / GLANCE.as_millis() {
            if self.group.end().is_some() {
                break;
            }
            tokio::time::sleep(GLANCE).await;
        }
        Ok(())
    }
}
