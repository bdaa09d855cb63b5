//! Puts the events of a stream together to the answer that a provider would have sent without one.

mod anthropic;
mod bedrock;
mod begun;
mod chat;
mod delta;
mod frames;
mod gemini;
mod interactions;
mod merge;
mod partial_args;
mod responses;
mod sse;

use super::{AnswerError, ServiceError};
use crate::definition::Target;
use serde_json::Value;

pub use begun::BegunCall;
use begun::Progress;
pub use delta::Delta;
pub use frames::FrameReader;
pub use sse::SseReader;

/// What a stream may have, in bytes of its events, before it is refused.
const MAX_BYTES: usize = 16 * 1024 * 1024;

/// How many calls an answer may have.
const MAX_CALLS: usize = 128;

/// Puts the events of one stream together: [`Target::assembler`] makes one for each request.
///
/// Events go in as values ([`push`](Assembler::push)), as the data of server-sent events
/// ([`push_data`](Assembler::push_data)), or as bytes of the response ([`push_bytes`](Assembler::push_bytes)), cut
/// anywhere; each returns what has just arrived. At the end, [`finish`](Assembler::finish) returns the answer, which
/// [`Target::calls`] and [`Target::message`] take. There is none unless the provider has said that the answer is
/// complete, so no call of a stream that was cut off can run.
///
/// ```
/// # use toolc_runtime::{Target, provider::Delta};
/// let mut assembler = Target::OpenAi.assembler();
/// let stream = br#"data: {"choices":[{"index":0,"delta":{"role":"assistant","content":"Hel"}}]}
///
/// data: {"choices":[{"index":0,"delta":{"content":"lo"},"finish_reason":"stop"}]}
///
/// data: [DONE]
///
/// "#;
/// for chunk in stream.chunks(7) {
///     for delta in assembler.push_bytes(chunk)? {
///         if let Delta::Text(text) = delta {
///             print!("{text}");
///         }
///     }
/// }
/// let answer = assembler.finish()?;
/// assert_eq!(answer["choices"][0]["message"]["content"], "Hello");
/// # Ok::<(), toolc_runtime::AnswerError>(())
/// ```
#[derive(Debug)]
pub struct Assembler {
    target: Target,
    state: State,
    body: Body,
    progress: Progress,
    bytes: usize,
    max_bytes: usize,
    failed: Option<AnswerError>,
}

/// The answer so far, in the form of its provider.
#[derive(Debug)]
enum State {
    Chat(chat::Chat),
    Responses(responses::Response),
    Anthropic(anthropic::Message),
    Gemini(gemini::Response),
    Interactions(interactions::Interaction),
    Bedrock(bedrock::Message),
    /// MCP has no streams of models.
    None,
}

/// How bytes become events.
#[derive(Debug)]
enum Body {
    /// Nothing but white space has come yet. It is kept: before a field, it makes another field of it.
    Unknown(Vec<u8>),
    Events(SseReader),
    /// Bedrock's.
    Frames(FrameReader),
    /// A body that is not a stream: an error of the service, or the list that Gemini sends without `alt=sse`. It is read
    /// at the end.
    Json(Vec<u8>),
}

impl Target {
    /// Puts the events of a stream of this provider together. Each stream needs its own assembler.
    ///
    /// For Chat Completions it takes chunks; for Responses, Anthropic and Gemini's Interactions, events; for Bedrock,
    /// those of ConverseStream; for Gemini, the responses of `streamGenerateContent`. For MCP, nothing is an event.
    pub fn assembler(self) -> Assembler {
        let state = match self {
            Target::OpenAi | Target::Mistral => State::Chat(chat::Chat::default()),
            Target::OpenAiResponses | Target::OpenAiNamespaces => {
                State::Responses(responses::Response::default())
            }
            Target::Anthropic => State::Anthropic(anthropic::Message::default()),
            Target::Gemini => State::Gemini(gemini::Response::default()),
            Target::GeminiInteractions => State::Interactions(interactions::Interaction::default()),
            Target::Bedrock => State::Bedrock(bedrock::Message::default()),
            Target::Mcp => State::None,
        };
        Assembler {
            target: self,
            state,
            body: Body::Unknown(Vec::new()),
            progress: Progress {
                max_calls: MAX_CALLS,
                ..Progress::default()
            },
            bytes: 0,
            max_bytes: MAX_BYTES,
            failed: None,
        }
    }
}

impl Assembler {
    /// Sets how many bytes all events may have together; 16 MiB otherwise. What is kept is proportional to them.
    #[must_use]
    pub fn max_bytes(mut self, bytes: usize) -> Self {
        self.max_bytes = bytes;
        self
    }

    /// Sets how many calls an answer may have; 128 otherwise.
    #[must_use]
    pub fn max_calls(mut self, calls: usize) -> Self {
        self.progress.max_calls = calls;
        self
    }

    /// Takes an event as a value, as SDKs and libraries have it. Events of an unknown type are ignored, as providers
    /// ask for.
    ///
    /// # Errors
    /// Fails if the event is an error of the service, does not fit to those before it, or is too much. From then on
    /// everything fails with the same error, and there is no answer.
    pub fn push(&mut self, event: &Value) -> Result<Vec<Delta>, AnswerError> {
        self.count(size_of(event)).and_then(|()| self.take(event))
    }

    /// Takes the data of a server-sent event: JSON, or `[DONE]`.
    ///
    /// # Errors
    /// Fails as [`Assembler::push`] does, and if the data is not JSON.
    pub fn push_data(&mut self, data: &str) -> Result<Vec<Delta>, AnswerError> {
        self.count(data.len()).and_then(|()| self.read(data))
    }

    /// Takes the next bytes of the body of the response, cut anywhere: server-sent events, or the frames of Bedrock. A
    /// body that is JSON, such as an error of the service, is kept and read at the end.
    ///
    /// # Errors
    /// Fails as [`Assembler::push_data`] does. What came before the fault in the same bytes is returned first; then the
    /// next call fails.
    pub fn push_bytes(&mut self, bytes: &[u8]) -> Result<Vec<Delta>, AnswerError> {
        self.count(bytes.len())?;
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        let mut deltas = Vec::new();
        match self.take_bytes(bytes, &mut deltas) {
            // What came before the fault is told first; the fault stays.
            Err(error) if deltas.is_empty() => Err(error),
            _ => Ok(deltas),
        }
    }

    fn take_bytes(&mut self, bytes: &[u8], deltas: &mut Vec<Delta>) -> Result<(), AnswerError> {
        if let Body::Unknown(space) = &mut self.body {
            space.extend_from_slice(bytes);
            let Some(first) = bytes.iter().find(|byte| !byte.is_ascii_whitespace()) else {
                return Ok(());
            };
            let begun = std::mem::take(space);
            self.body = match first {
                b'{' | b'[' => Body::Json(Vec::new()),
                _ if self.target == Target::Bedrock => Body::Frames(FrameReader::default()),
                _ => Body::Events(SseReader::default()),
            };
            return self.take_bytes(&begun, deltas);
        }
        match &mut self.body {
            Body::Unknown(_) => {}
            Body::Json(body) => body.extend_from_slice(bytes),
            Body::Events(reader) => {
                for data in reader.push(bytes) {
                    deltas.extend(self.read(&data)?);
                }
            }
            Body::Frames(reader) => {
                reader.push(bytes);
                while let Some(event) = self.next_frame()? {
                    deltas.extend(self.take(&event)?);
                }
            }
        }
        Ok(())
    }

    fn next_frame(&mut self) -> Result<Option<Value>, AnswerError> {
        let next = match &mut self.body {
            Body::Frames(reader) => reader.next_event(),
            _ => Ok(None),
        };
        next.map_err(|error| self.failed.get_or_insert(error).clone())
    }

    /// The call with a number, as far as it has come: for [`Worker::will_refuse`](crate::Worker::will_refuse).
    pub fn call(&self, call: usize) -> Option<&BegunCall> {
        self.progress.calls.get(call)
    }

    /// Whether the provider has said that the answer is complete. Usage may follow.
    pub fn is_finished(&self) -> bool {
        self.failed.is_none()
            && match &self.state {
                State::Chat(state) => state.is_finished(),
                State::Responses(state) => state.is_finished(),
                State::Anthropic(state) => state.is_finished(),
                State::Gemini(state) => state.is_finished(),
                State::Interactions(state) => state.is_finished(),
                State::Bedrock(state) => state.is_finished(),
                State::None => false,
            }
    }

    /// The answer, in the form that the provider sends without a stream.
    ///
    /// Arguments that are an object there are one here, too, unless an object could not hold them: with numbers of
    /// many digits, with a key twice, or if they are not JSON, they are their text. [`Target::calls`] takes both, and
    /// [`Target::message`] writes an object.
    ///
    /// # Errors
    /// Fails if the stream ended before its provider said that the answer was complete
    /// ([`AnswerError::EndedEarly`]), or if an event failed.
    pub fn finish(mut self) -> Result<Value, AnswerError> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        if let Body::Json(body) = std::mem::replace(&mut self.body, Body::Unknown(Vec::new())) {
            return self.read_body(&body);
        }
        if !self.is_finished() {
            return Err(AnswerError::EndedEarly);
        }
        match self.state {
            State::Chat(state) => Ok(state.into_answer()),
            State::Responses(state) => state.into_answer(),
            State::Anthropic(state) => Ok(state.into_answer()),
            State::Gemini(state) => Ok(state.into_answer()),
            State::Interactions(state) => Ok(state.into_answer()),
            State::Bedrock(state) => Ok(state.into_answer()),
            State::None => Err(AnswerError::EndedEarly),
        }
    }

    /// A body that is not a stream: a list of events, an error, or the answer itself.
    fn read_body(mut self, body: &[u8]) -> Result<Value, AnswerError> {
        let body: Value = serde_json::from_slice(body).map_err(|error| match error.is_eof() {
            true => AnswerError::EndedEarly,
            false => malformed("the body is neither events nor JSON"),
        })?;
        match &body {
            Value::Array(events) => {
                for event in events {
                    self.take(event)?;
                }
                self.finish()
            }
            _ => self.target.calls(&body).map(|_| body),
        }
    }

    fn read(&mut self, data: &str) -> Result<Vec<Delta>, AnswerError> {
        if data.trim().is_empty() || data.trim_start().starts_with("[DONE]") {
            return self.failed.clone().map_or(Ok(Vec::new()), Err);
        }
        match serde_json::from_str(data) {
            Ok(event) => self.take(&event),
            Err(_) => self.fail(malformed("an event is not JSON")),
        }
    }

    /// Counts what was received, so that what is kept is limited.
    fn count(&mut self, bytes: usize) -> Result<(), AnswerError> {
        self.bytes = self.bytes.saturating_add(bytes);
        if self.bytes > self.max_bytes {
            self.fail(AnswerError::TooLarge {
                limit: format!("{} bytes", self.max_bytes),
            })?;
        }
        Ok(())
    }

    fn take(&mut self, event: &Value) -> Result<Vec<Delta>, AnswerError> {
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        if let Some(error) = ServiceError::read(event) {
            return self.fail(AnswerError::Service(error));
        }
        let progress = &mut self.progress;
        let taken = match &mut self.state {
            State::Chat(state) => state.take(event, progress),
            State::Responses(state) => state.take(event, progress),
            State::Anthropic(state) => state.take(event, progress),
            State::Gemini(state) => state.take(event, progress),
            State::Interactions(state) => state.take(event, progress),
            State::Bedrock(state) => state.take(event, progress),
            State::None => Err(malformed("MCP has no streams of models")),
        };
        match taken {
            Ok(()) => Ok(std::mem::take(&mut self.progress.deltas)),
            Err(error) => {
                self.progress.deltas.clear();
                self.fail(error)
            }
        }
    }

    /// Fails now and from now on.
    fn fail(&mut self, error: AnswerError) -> Result<Vec<Delta>, AnswerError> {
        let error = self.failed.get_or_insert(error).clone();
        Err(error)
    }
}

fn malformed(reason: &str) -> AnswerError {
    AnswerError::Malformed {
        reason: reason.to_owned(),
    }
}

/// About as many bytes as a value has as JSON text.
fn size_of(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len() + 2,
        Value::Array(items) => items.iter().map(|item| size_of(item) + 1).sum::<usize>() + 2,
        Value::Object(members) => {
            let member = |(key, value): (&String, &Value)| key.len() + size_of(value) + 4;
            members.iter().map(member).sum::<usize>() + 2
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => 8,
    }
}
