//! The work of a tool whose results a model makes up.

use super::answer::{Reading, list_candidates, read_candidates};
use super::prompt::{Asked, Rejected};
use super::recorded::{make_key, write_line};
use super::recordings::Recordings;
use crate::entry::ToolEntry;
use crate::error::{ErrorKind, ToolFailure};
use crate::http::Client;
use crate::json::Json;
use crate::observe::Watch;
use crate::simulate::{PastCall, Remembered, failed_tool, inject_fault};
use crate::simulated::{Model, Recording};
use std::io;
use std::time::Instant;

/// The code of a call whose answer is not recorded.
const NO_RECORDING: &str = "NO_RECORDING";

/// The code of a call whose recordings cannot be used.
const RECORDINGS: &str = "RECORDINGS";

/// What the model reads of a call whose result no answer could be.
const UNUSABLE: &str = "failed to generate valid tool result";

/// What the model reads before the reason if the endpoint fails: it is not the tool that does.
const NOBODY_ANSWERS: &str = "the tool is simulated, and its model gave no answer: ";

/// A call that a model is asked about.
pub(crate) struct Question<'c> {
    pub model: &'static Model,
    pub entry: &'static ToolEntry,
    pub watch: &'c Watch<'c>,
    pub client: &'c Client,
    pub recordings: &'c Recordings,
    pub remembered: Remembered<'c>,
    /// The arguments without secrets, which a simulation needs not know.
    pub shown: String,
}

impl<'c> Question<'c> {
    /// Checks that the endpoint may be called and that there is a key for it, unless recordings may have the answer.
    pub fn check_credentials(
        &self,
    ) -> Result<impl Future<Output = Result<(), ToolFailure>> + Send + use<'c>, ToolFailure> {
        let (client, context) = (self.client, self.watch.context);
        let prepared = match self.model.recording {
            Recording::Off => {
                Some(client.prepare(self.model.operation, &write_arguments("{}"), context)?)
            }
            Recording::Record(_) | Recording::Replay(_) => None,
        };
        Ok(async move {
            match prepared {
                Some(prepared) => client.check(&prepared, context).await,
                None => Ok(()),
            }
        })
    }

    /// Makes the call. It and its end are remembered, however it ends; a call that is given up is not.
    pub async fn answer(self) -> Result<Json, ToolFailure> {
        self.remembered.check()?;
        // the next call of the session sees the end of this one
        let turn = self.remembered.turn();
        let _turn = match &turn {
            Some(turn) => Some(turn.lock().await),
            None => None,
        };
        let simulator = self.model.simulator;
        let end = match inject_fault(simulator, self.entry, &self.watch.call.id) {
            Some(end) => end,
            None => self.find_answer().await,
        };
        let past = PastCall::new(self.entry, &self.shown, &end);
        self.remembered.add(simulator.engine, past);
        end
    }

    async fn find_answer(&self) -> Result<Json, ToolFailure> {
        let history = self.remembered.list_calls(self.model.simulator.engine);
        let asked = Asked {
            model: self.model,
            entry: self.entry,
            arguments: &self.shown,
            history: &history,
        };
        let answer = match self.model.recording {
            Recording::Off => self.ask(&asked).await?,
            Recording::Record(path) => self.record(path, &asked).await?,
            Recording::Replay(path) => {
                let found = self.recordings.find(path, &make_key(&asked));
                let found = found.map_err(|error| refuse_recordings(path, &error))?;
                found.ok_or_else(|| self.miss(path, &asked))?
            }
        };
        self.conclude(answer)
    }

    /// The recorded answer, or else that of the model, which is recorded as soon as it is there.
    async fn record(&self, path: &'static str, asked: &Asked<'_>) -> Result<Reading, ToolFailure> {
        let key = make_key(asked);
        let turn = self.recordings.find_turn(&key);
        let _turn = turn.lock().await;
        let refuse = |error: io::Error| refuse_recordings(path, &error);
        if let Some(answer) = self.recordings.find(path, &key).map_err(refuse)? {
            return Ok(answer);
        }
        // what could not be kept would have to be asked again
        self.recordings.prepare(path).map_err(refuse)?;
        let answer = self.ask(asked).await?;
        let line = write_line(&key, asked, &answer);
        self.recordings.add(path, &line).map_err(refuse)?;
        // another program may have been faster
        let first = self.recordings.find(path, &key).map_err(refuse)?;
        Ok(first.unwrap_or(answer))
    }

    /// Asks until an answer can be used, at most as often as the engine has `retries`, within its time limit. A request that
    /// fails is not an answer.
    async fn ask(&self, asked: &Asked<'_>) -> Result<Reading, ToolFailure> {
        let (operation, context) = (self.model.operation, self.watch.context);
        let began = Instant::now();
        let mut rejected: Option<Rejected> = None;
        let mut attempt = 0;
        loop {
            let body = asked.write_body(rejected.as_ref());
            let prepared = self
                .client
                .prepare(operation, &write_arguments(&body), context)?;
            let left = operation
                .api
                .connection
                .timeout
                .saturating_sub(began.elapsed());
            let sent = self.client.send_in(prepared, context, left).await;
            let response = sent.map_err(|failure| failure.introduced_by(NOBODY_ANSWERS))?;
            let candidates = list_candidates(&response.value());
            match read_candidates(self.entry, &candidates) {
                Reading::Unusable(why) if attempt < operation.api.retries => {
                    let last = candidates.into_iter().next_back();
                    let text = last.map(|candidate| candidate.text).unwrap_or_default();
                    rejected = Some(Rejected { text, why });
                    attempt += 1;
                }
                reading => return Ok(reading),
            }
        }
    }

    /// Recordings are held to the schema of today as well.
    fn conclude(&self, answer: Reading) -> Result<Json, ToolFailure> {
        let why = match answer {
            Reading::Failure(text) => return Err(failed_tool(&text)),
            Reading::Unusable(why) => why,
            Reading::Result(result) => {
                let held = self.entry.output;
                let held = held.map(|schema| crate::walk::validate(schema, result.as_text()));
                match held {
                    None | Some(Ok(())) => return Ok(result),
                    Some(Err(violations)) => violations.to_string(),
                }
            }
        };
        Err(failed_tool(UNUSABLE).with_detail(why))
    }

    fn miss(&self, path: &str, asked: &Asked<'_>) -> ToolFailure {
        let message = "no answer to this call is recorded";
        let detail = format!(
            "`{path}` has no answer of `{}` to `{}` with the arguments {} after {} earlier calls of the session: record it \
             with `record: {path}` in place of `replay` under the engine `{}`",
            asked.model.name,
            asked.entry.name,
            asked.arguments,
            asked.history.len(),
            asked.model.simulator.engine,
        );
        ToolFailure::declared(ErrorKind::Execution, Some(NO_RECORDING.into()), message)
            .with_detail(detail)
    }
}

/// The arguments of the operation, whose one argument is the body.
fn write_arguments(body: &str) -> String {
    format!("{{\"body\":{body}}}")
}

fn refuse_recordings(path: &str, error: &io::Error) -> ToolFailure {
    let message = "the recordings of the engine cannot be used";
    ToolFailure::declared(ErrorKind::Execution, Some(RECORDINGS.into()), message)
        .with_detail(format!("`{path}`: {error}"))
}
