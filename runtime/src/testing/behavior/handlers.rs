//! Runs tools for real: with the examples of their specs, and with generated arguments.

use super::{BehaviorReport, Trial};
use crate::entry::ToolEntry;
use crate::error::{ErrorKind, UNLISTED};
use crate::observe::{Event, Moment, Observer};
use crate::result::ToolResult;
use crate::simulate::Generator;
use crate::testing::executor::block_on;
use crate::timer::ThreadTimer;
use crate::worker::{PANICKED, Verdict, Worker};
use serde_json::Value;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How many generated calls each handler gets besides the examples of its spec.
const GENERATED: usize = 5;

/// How many arguments are drawn to find them: the tool's rules, or its own types, may refuse some.
const DRAWS: usize = 40;

/// How long a call may take.
const LIMIT: Duration = Duration::from_secs(10);

/// The arguments of a call.
struct Sample {
    arguments: String,
    /// Whether the spec has them under `input_examples`, so that they must work.
    is_example: bool,
}

/// How a call of a handler ended.
enum Outcome {
    /// With a result, or with a failure that the model reads.
    Answered,
    /// With an error that is hidden from the model, or before the handler did anything.
    Unanswered(String),
    /// Otherwise, which must not happen.
    Wrong(String),
}

impl<H: Send + Sync + 'static, F: Fn() -> Worker<H>> Trial<'_, F> {
    /// Calls a tool, and reports what runs it and does wrong.
    pub(super) fn try_for_real(&self, report: &mut BehaviorReport, entry: &'static ToolEntry) {
        let mut unanswered = None;
        let mut answered = 0;
        for sample in self.find_samples(entry) {
            report.calls += 1;
            let failure = match self.run(entry, &sample.arguments) {
                Outcome::Answered => {
                    answered += 1;
                    continue;
                }
                Outcome::Unanswered(detail) if sample.is_example => {
                    format!("an example of its spec has no answer: {detail}")
                }
                Outcome::Unanswered(detail) => {
                    unanswered = Some(detail);
                    continue;
                }
                Outcome::Wrong(what) => what,
            };
            let arguments = &sample.arguments;
            let failure = format!("`{}`: {failure}; called with {arguments}", entry.wire_name);
            report.failures.push(failure);
            return;
        }
        if let (Some(detail), 0) = (unanswered, answered) {
            report.failures.push(format!(
                "`{}`: no call ends with a result or a failure that the model reads, the last one with: {detail}",
                entry.wire_name
            ));
        }
    }

    /// The examples of a spec, and generated arguments that the worker would let pass.
    fn find_samples(&self, entry: &'static ToolEntry) -> Vec<Sample> {
        let examples = entry
            .extras
            .iter()
            .find(|(name, _)| *name == "input_examples");
        let examples = examples.and_then(|(_, text)| serde_json::from_str::<Vec<Value>>(text).ok());
        let mut samples: Vec<Sample> = examples
            .unwrap_or_default()
            .iter()
            .map(|example| Sample {
                arguments: example.to_string(),
                is_example: true,
            })
            .collect();
        let most = samples.len() + GENERATED;
        let mut generator = Generator::new(self.seed);
        for _ in 0..DRAWS {
            let Some(arguments) = generator.arguments(entry).filter(|_| samples.len() < most)
            else {
                break;
            };
            samples.push(Sample {
                arguments,
                is_example: false,
            });
        }
        let worker = (self.worker)();
        samples.retain(|sample| {
            let call = self.ask(entry, &sample.arguments);
            let verdict = block_on(worker.dry_run(self.context, &call)).verdict;
            !matches!(verdict, Verdict::Refused(_))
        });
        samples
    }

    fn run(&self, entry: &'static ToolEntry, arguments: &str) -> Outcome {
        let details = Details::default();
        let worker = (self.worker)()
            .observer(details.clone())
            .timeout_with(ThreadTimer::new(), LIMIT);
        let result = self.call(&worker, entry, arguments);
        judge(&result, &details)
    }
}

fn judge(result: &ToolResult, details: &Details) -> Outcome {
    let Some(error) = &result.error else {
        return Outcome::Answered;
    };
    let detail = details.take().unwrap_or_else(|| error.message.clone());
    match error.kind {
        ErrorKind::Execution if error.code.is_none() && detail.contains(PANICKED) => {
            Outcome::Wrong(detail)
        }
        ErrorKind::Execution if error.code.is_none() && detail.starts_with(UNLISTED) => {
            Outcome::Wrong(detail)
        }
        // Nothing of it is shown to the model.
        ErrorKind::Execution if error.code.is_none() => Outcome::Unanswered(detail),
        ErrorKind::NotFound
        | ErrorKind::InvalidArguments
        | ErrorKind::Blocked
        | ErrorKind::Denied
        | ErrorKind::Cancelled
        | ErrorKind::Unavailable => Outcome::Unanswered(detail),
        ErrorKind::Timeout => Outcome::Wrong(format!("it has not ended after {LIMIT:?}")),
        ErrorKind::InvalidOutput => Outcome::Wrong(format!(
            "its result is not what its output schema describes: {detail}"
        )),
        ErrorKind::Execution | ErrorKind::Unauthorized | ErrorKind::Other => Outcome::Answered,
    }
}

/// What observers are told about the last failure.
#[derive(Clone, Default)]
struct Details(Arc<Mutex<Option<String>>>);

impl Details {
    fn take(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Observer for Details {
    fn observe(&self, event: &Event<'_>) {
        if let Moment::Failure {
            detail: Some(detail),
            ..
        } = &event.moment
        {
            let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            *last = Some((*detail).to_owned());
        }
    }
}
