//! The loop that takes messages in their order. It never compiles: a thread of its own does, and its results come as events.

mod lifecycle;
mod publish;
mod sync;

use crate::checker::{Checked, Task, start_checker};
use crate::commands::Commands;
use crate::documents::Documents;
use crate::findings::Style;
use crate::lines::Encoding;
use crate::message::{
    ErrorCode, Failure, Incoming, parse_message, write_answer, write_notification,
};
use crate::params::Params;
use crate::projects::Projects;
use crate::requests::{Asked, answer_request, needs_check};
use crate::wire::{read_frame, write_frame};
use lifecycle::{Client, Phase};
use publish::Published;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long the last message may take to be written when the server ends.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// How a server ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The client asked for it, in the order of the protocol.
    Asked,
    /// The client is gone, or said what nobody understands.
    Lost,
}

/// What the loop takes.
enum Event {
    Message(Vec<u8>),
    Checked(Box<Checked>),
    /// No further message can be read; a reason if the stream is malformed.
    Closed(Option<String>),
}

/// A request that waits for a check.
struct Waiting {
    id: Value,
    method: String,
    params: Value,
    /// The version of its document when it came.
    version: Option<i64>,
}

struct Server {
    commands: Arc<dyn Commands>,
    messages: Sender<Value>,
    tasks: Sender<Task>,
    phase: Phase,
    client: Client,
    documents: Documents,
    projects: Projects,
    published: Published,
    waiting: Vec<Waiting>,
    /// When the check runs that the last edit asks for.
    due: Option<Instant>,
    /// When the running check was started.
    started: Option<Instant>,
    /// How long the last check took.
    took: Duration,
    requests: u64,
}

/// Serves an editor until it says `exit` or is gone.
pub fn serve_editor(
    commands: Arc<dyn Commands>,
    input: Box<dyn Read + Send>,
    output: Box<dyn Write + Send>,
) -> End {
    let (events, incoming) = channel();
    let (messages, written) = match start_writer(output, events.clone()) {
        Ok(started) => started,
        Err(_) => return End::Lost,
    };
    let results = events.clone();
    let report = move |checked| results.send(Event::Checked(Box::new(checked))).is_ok();
    let tasks = start_checker(commands.clone(), report);
    let (Ok(tasks), Ok(())) = (tasks, start_reader(input, events)) else {
        return End::Lost;
    };
    let mut server = Server {
        commands,
        messages,
        tasks,
        phase: Phase::Starting,
        client: Client::default(),
        documents: Documents::default(),
        projects: Projects::default(),
        published: Published::default(),
        waiting: Vec::new(),
        due: None,
        started: None,
        took: Duration::ZERO,
        requests: 0,
    };
    let end = server.run(&incoming);
    drop(server);
    // a client that does not read is not waited for
    let _ = written.recv_timeout(LAST_WORDS);
    end
}

fn start_reader(input: Box<dyn Read + Send>, events: Sender<Event>) -> io::Result<()> {
    let run = move || {
        let mut input = BufReader::new(input);
        loop {
            let event = match read_frame(&mut input) {
                Ok(Some(body)) => Event::Message(body),
                Ok(None) => Event::Closed(None),
                Err(error) => Event::Closed(Some(error.to_string())),
            };
            let is_last = matches!(event, Event::Closed(_));
            if events.send(event).is_err() || is_last {
                return;
            }
        }
    };
    thread::Builder::new().name("read".to_owned()).spawn(run)?;
    Ok(())
}

/// Starts the thread that writes. The second channel ends once everything is written.
fn start_writer(
    mut output: Box<dyn Write + Send>,
    events: Sender<Event>,
) -> io::Result<(Sender<Value>, Receiver<()>)> {
    let (messages, waiting) = channel::<Value>();
    let (running, written) = channel();
    let run = move || {
        let _running: Sender<()> = running;
        for message in waiting {
            if write_frame(&mut output, message.to_string().as_bytes()).is_err() {
                let _ = events.send(Event::Closed(None));
                return;
            }
        }
    };
    thread::Builder::new().name("write".to_owned()).spawn(run)?;
    Ok((messages, written))
}

impl Server {
    fn run(&mut self, incoming: &Receiver<Event>) -> End {
        let mut pending: VecDeque<Event> = VecDeque::new();
        loop {
            if pending.is_empty() {
                match self.wait_for_event(incoming) {
                    Ok(event) => pending.push_back(event),
                    Err(RecvTimeoutError::Timeout) => self.start_check(),
                    Err(RecvTimeoutError::Disconnected) => return End::Lost,
                }
            }
            // what cancels a request may be right behind it
            pending.extend(incoming.try_iter());
            let end = match take_next(&mut pending) {
                Some(Event::Message(body)) => self.take_message(&body, &pending),
                Some(Event::Checked(checked)) => {
                    self.take_checked(*checked);
                    None
                }
                Some(Event::Closed(reason)) => Some(self.take_end(reason)),
                None => None,
            };
            if let Some(end) = end {
                return end;
            }
            if self.is_due() {
                self.start_check();
            }
        }
    }

    fn wait_for_event(&self, incoming: &Receiver<Event>) -> Result<Event, RecvTimeoutError> {
        match self.due.filter(|_| self.started.is_none()) {
            Some(due) => incoming.recv_timeout(due.saturating_duration_since(Instant::now())),
            None => incoming.recv().map_err(|_| RecvTimeoutError::Disconnected),
        }
    }

    fn take_end(&mut self, reason: Option<String>) -> End {
        if let Some(reason) = reason {
            let failure = Failure::new(ErrorCode::Parse, reason);
            self.send(write_answer(&Value::Null, Err(failure)));
            return End::Lost;
        }
        match self.phase {
            Phase::ShutDown => End::Asked,
            Phase::Starting | Phase::Running => End::Lost,
        }
    }

    fn take_message(&mut self, body: &[u8], pending: &VecDeque<Event>) -> Option<End> {
        match parse_message(body) {
            Incoming::Request { id, method, params } => {
                let is_cancelled = pending.iter().any(|event| cancels(event, &id));
                match is_cancelled {
                    true => self.answer(&id, Err(cancelled())),
                    false => self.take_request(id, method, params),
                }
                None
            }
            Incoming::Notification { method, params } => self.take_notification(&method, &params),
            Incoming::Response => None,
            Incoming::Malformed(id, failure) => {
                self.answer(&id, Err(failure));
                None
            }
        }
    }

    fn take_request(&mut self, id: Value, method: String, params: Value) {
        let refusal = match (self.phase, method.as_str()) {
            (Phase::Starting, "initialize") => {
                let result = self.initialize(&params);
                return self.answer(&id, Ok(result));
            }
            (Phase::Running, "shutdown") => {
                self.phase = Phase::ShutDown;
                return self.answer(&id, Ok(Value::Null));
            }
            (Phase::Running, "initialize") => "`initialize` comes once",
            (Phase::Running, _) => return self.take_question(id, method, params),
            (Phase::ShutDown, _) => "after `shutdown`, there is only `exit`",
            (Phase::Starting, _) => {
                let failure = Failure::new(ErrorCode::NotInitialized, "`initialize` comes first");
                return self.answer(&id, Err(failure));
            }
        };
        self.answer(&id, Err(Failure::new(ErrorCode::InvalidRequest, refusal)));
    }

    /// Answers a request, now or after the check that it needs.
    fn take_question(&mut self, id: Value, method: String, params: Value) {
        let document = Params(&params).document();
        let document = document.and_then(|uri| self.documents.get(uri)).ok();
        let is_dirty = document.is_some_and(|document| self.is_dirty(document));
        if needs_check(&method) && is_dirty {
            let version = document.map(|document| document.version);
            self.due = Some(Instant::now());
            return self.waiting.push(Waiting {
                id,
                method,
                params,
                version,
            });
        }
        let answer = self.work_out(&method, &params);
        self.answer(&id, answer);
    }

    fn work_out(&self, method: &str, params: &Value) -> Result<Value, Failure> {
        let asked = Asked {
            params: Params(params),
            commands: &*self.commands,
            documents: &self.documents,
            projects: &self.projects,
            encoding: self.client.encoding,
            versions: self.client.versions,
        };
        let work = AssertUnwindSafe(|| answer_request(method, asked));
        catch_unwind(work).unwrap_or_else(|_| {
            let message = "this is a bug in toolc: please report it with the input that caused it";
            Err(Failure::new(ErrorCode::Internal, message))
        })
    }

    /// Answers the requests that waited for a check which is there now.
    fn answer_waiting(&mut self) {
        for waiting in std::mem::take(&mut self.waiting) {
            let document = Params(&waiting.params).document();
            let document = document.and_then(|uri| self.documents.get(uri)).ok();
            let is_same = document.map(|document| document.version) == waiting.version;
            if !is_same {
                let message = "the document changed meanwhile";
                let failure = Failure::new(ErrorCode::ContentModified, message);
                self.answer(&waiting.id, Err(failure));
            } else if document.is_some_and(|document| self.is_dirty(document)) {
                self.waiting.push(waiting);
            } else {
                let answer = self.work_out(&waiting.method, &waiting.params);
                self.answer(&waiting.id, answer);
            }
        }
    }

    fn take_notification(&mut self, method: &str, params: &Value) -> Option<End> {
        match (self.phase, method) {
            (Phase::ShutDown, "exit") => return Some(End::Asked),
            (_, "exit") => return Some(End::Lost),
            (Phase::Running, "initialized") => self.register_watchers(),
            (Phase::Running, "$/cancelRequest") => self.cancel(&params["id"]),
            (Phase::Running, _) => {
                if let Err(failure) = self.synchronize(method, Params(params)) {
                    self.log(&format!("{method}: {}", failure.message));
                }
            }
            (Phase::Starting | Phase::ShutDown, _) => {}
        }
        None
    }

    fn cancel(&mut self, id: &Value) {
        let waiting = self.waiting.iter();
        let Some(at) = waiting.map(|it| &it.id).position(|known| known == id) else {
            return;
        };
        let waiting = self.waiting.remove(at);
        self.answer(&waiting.id, Err(cancelled()));
    }

    fn answer(&self, id: &Value, answer: Result<Value, Failure>) {
        self.send(write_answer(id, answer));
    }

    /// Tells the client what a person may look for in its log.
    fn log(&self, message: &str) {
        let params = json!({ "type": 2, "message": format!("toolc: {message}") });
        self.send(write_notification("window/logMessage", params));
    }

    fn send(&self, message: Value) {
        // if the writer is gone, an event says so
        let _ = self.messages.send(message);
    }

    fn style(&self) -> Style {
        Style {
            encoding: self.encoding(),
            related: self.client.related,
        }
    }

    fn encoding(&self) -> Encoding {
        self.client.encoding
    }
}

/// The next event. A result is taken after all messages: one of them may be an edit, and then the result is of an earlier text.
fn take_next(pending: &mut VecDeque<Event>) -> Option<Event> {
    let is_message = |event: &Event| !matches!(event, Event::Checked(_));
    let at = pending.iter().position(is_message).unwrap_or(0);
    pending.remove(at)
}

fn cancelled() -> Failure {
    Failure::new(ErrorCode::Cancelled, "the request was cancelled")
}

/// Whether an event cancels a request.
fn cancels(event: &Event, id: &Value) -> bool {
    let Event::Message(body) = event else {
        return false;
    };
    // nearly all messages are something else, and some are long
    if body.len() > 256 {
        return false;
    }
    match parse_message(body) {
        Incoming::Notification { method, params } => {
            method == "$/cancelRequest" && params["id"] == *id
        }
        _ => false,
    }
}
