//! Checks what every tool of a worker must do, whoever wrote it.

mod handlers;

use super::executor::{block_on, poll_once};
use super::faults::{FaultKind, FaultPlan};
use super::simulation::Simulation;
use super::timer::ManualTimer;
use crate::approve::ApproveAll;
use crate::called_by::{ALLOWED_CALLERS, CalledBy, has_model};
use crate::cancel::Cancellation;
use crate::context::Context;
use crate::entry::ToolEntry;
use crate::error::{ErrorKind, ToolError};
use crate::incoming::ToolCall;
use crate::observe::NoObserver;
use crate::output_policy::OutputPolicy;
use crate::result::ToolResult;
use crate::simulate::Generator;
use crate::worker::{Verdict, Worker};
use std::pin::pin;
use std::time::Duration;

/// The outcome of checking all tools of a worker.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct BehaviorReport {
    /// How many calls were made.
    pub calls: usize,
    /// What should not have happened, as one sentence each.
    pub failures: Vec<String>,
    /// Tools for which no acceptable arguments were found, by wire name.
    pub untried: Vec<&'static str>,
    /// Tools whose own rules refuse the arguments that were found, by wire name.
    pub refused: Vec<&'static str>,
}

/// Checks every tool of a worker, its handlers included: what [`check_wrapper`] checks, and then each handler is run,
/// with the `input_examples` of its spec and with generated arguments. A handler fails the check if it panics, does not
/// end, returns what its output schema refuses, fails with a code that the `errors` of its spec do not list, ends one of its examples with an internal error, or all of its calls.
/// A failure that the model reads is an answer: arguments that are only valid may name what is not there.
///
/// Handlers are the program's own code and really run: give them what a test may use. What engines and built-in
/// toolsets run is only simulated. The worker is created anew for each call; the context must contain the values that tools
/// want injected.
///
/// ```
/// # use toolc_generated as tools;
/// use toolc_runtime::Context;
/// use toolc_runtime::testing::{Mocks, check_behavior};
///
/// let context = Context::default().with_value("account", "4711");
/// let report = check_behavior(&context, 7, || tools::support::worker(Mocks::new()));
/// // these handlers answer nothing
/// assert!(report.failures.iter().any(|failure| failure.contains("no call ends with a result")));
/// ```
pub fn check_behavior<H: Send + Sync + 'static>(
    context: &Context,
    seed: u64,
    worker: impl Fn() -> Worker<H>,
) -> BehaviorReport {
    let handles = |worker: &Worker<H>, entry: &ToolEntry| worker.is_handled(entry.wire_name);
    check_and_run(context, seed, worker, handles)
}

/// Like [`check_behavior`], but the tools of engines and built-in toolsets are run too: requests are sent, files are used
/// and commands run.
pub fn check_behavior_for_real<H: Send + Sync + 'static>(
    context: &Context,
    seed: u64,
    worker: impl Fn() -> Worker<H>,
) -> BehaviorReport {
    check_and_run(context, seed, worker, |_, _| true)
}

/// Checks what the wrapper does for every tool of a worker: with arguments that it accepts, with arguments that break one
/// rule, with a service that fails, with a handler that panics, with one that hangs, and with a caller who gives up. No
/// handler runs and nothing is sent. The worker is created anew for each check; the context must contain the values that
/// tools want injected.
///
/// ```
/// # use toolc_generated as tools;
/// use toolc_runtime::Context;
/// use toolc_runtime::testing::{Mocks, check_wrapper};
///
/// let context = Context::default().with_value("account", "4711");
/// let report = check_wrapper(&context, 7, || tools::support::worker(Mocks::new()));
/// assert!(report.failures.is_empty(), "{:#?}", report.failures);
/// assert!(report.untried.is_empty(), "{:?}", report.untried);
/// ```
pub fn check_wrapper<H: Send + Sync + 'static>(
    context: &Context,
    seed: u64,
    worker: impl Fn() -> Worker<H>,
) -> BehaviorReport {
    let trial = Trial::new(context, seed, &worker);
    let mut report = BehaviorReport::default();
    let entries: Vec<_> = worker().tools().collect();
    for entry in entries {
        let mut generator = Generator::new(seed);
        match trial.find_arguments(&mut generator, entry) {
            Found::Arguments(arguments) => trial.try_tool(&mut report, entry, &arguments),
            Found::Refused => report.refused.push(entry.wire_name),
            Found::Nothing => report.untried.push(entry.wire_name),
        }
        trial.try_wrong(&mut report, generator, entry);
    }
    report
}

/// Checks the wrapper, and runs the tools that are chosen.
fn check_and_run<H: Send + Sync + 'static>(
    context: &Context,
    seed: u64,
    worker: impl Fn() -> Worker<H>,
    is_run: impl Fn(&Worker<H>, &ToolEntry) -> bool,
) -> BehaviorReport {
    let mut report = check_wrapper(context, seed, &worker);
    let trial = Trial::new(context, seed, &worker);
    let first = worker();
    for entry in first.tools().filter(|entry| is_run(&first, entry)) {
        trial.try_for_real(&mut report, entry);
    }
    report
}

/// The arguments to try a tool with.
enum Found {
    Arguments(String),
    /// The tool's own rules refuse all that were found.
    Refused,
    Nothing,
}

/// A worker under test.
struct Trial<'t, F> {
    context: &'t Context,
    seed: u64,
    worker: F,
}

impl<'t, H: Send + Sync + 'static> Trial<'t, Box<dyn Fn() -> Worker<H> + 't>> {
    /// A worker that is not held up by questions, and whose results are checked.
    fn new(context: &'t Context, seed: u64, worker: &'t dyn Fn() -> Worker<H>) -> Self {
        Trial {
            context,
            seed,
            worker: Box::new(move || {
                worker()
                    .approver(ApproveAll::for_tests_only())
                    .observer(NoObserver)
                    .output_policy(OutputPolicy::Enforce)
            }),
        }
    }
}

impl BehaviorReport {
    fn expect(&mut self, holds: bool, entry: &ToolEntry, what: &str, result: &ToolResult) {
        self.calls += 1;
        if !holds {
            let came = result.error.as_ref();
            let came = came.map_or("a result".to_owned(), |error| format!("`{error}`"));
            let name = entry.wire_name;
            self.failures
                .push(format!("`{name}`: {what}, and it came to {came}"));
        }
    }
}

impl<H: Send + Sync + 'static, F: Fn() -> Worker<H>> Trial<'_, F> {
    fn simulated(&self) -> Worker<H> {
        (self.worker)().simulated(Simulation::new(self.seed))
    }

    /// A call by somebody who may call the tool.
    fn ask(&self, entry: &ToolEntry, arguments: &str) -> ToolCall {
        let mut extras = entry.extras.iter();
        let listed = extras.find(|(name, _)| *name == ALLOWED_CALLERS);
        let called_by = match listed {
            Some((_, callers)) if !has_model(callers) => CalledBy::Program,
            _ => CalledBy::Model,
        };
        ToolCall::new("call", entry.wire_name, arguments).by(called_by)
    }

    fn call(&self, worker: &Worker<H>, entry: &ToolEntry, arguments: &str) -> ToolResult {
        block_on(worker.call(self.context, self.ask(entry, arguments)))
    }

    /// Finds arguments that a tool accepts. If its types are the program's own, they may reject what the
    /// schema accepts, and its rules may block them.
    fn find_arguments(&self, generator: &mut Generator, entry: &'static ToolEntry) -> Found {
        const DRAWS: u32 = 20;
        let worker = (self.worker)();
        let mut found = Found::Nothing;
        for _ in 0..DRAWS {
            let Some(arguments) = generator.arguments(entry) else {
                break;
            };
            let call = self.ask(entry, &arguments);
            match block_on(worker.dry_run(self.context, &call)).verdict {
                Verdict::Refused(error) if error.kind == ErrorKind::InvalidArguments => {}
                Verdict::Refused(error) if error.kind == ErrorKind::Blocked => {
                    found = Found::Refused;
                }
                _ => return Found::Arguments(arguments),
            }
        }
        found
    }

    fn try_tool(&self, report: &mut BehaviorReport, entry: &'static ToolEntry, arguments: &str) {
        let result = self.call(&self.simulated(), entry, arguments);
        report.expect(
            result.success,
            entry,
            "arguments that it accepts give a result",
            &result,
        );
        let goes_wrong = |fault, message| {
            let plan = FaultPlan::new(self.seed).with(fault, 1.0, message);
            self.simulated().faults(plan)
        };
        let lost = goes_wrong(FaultKind::NetworkError, "the service cannot be reached");
        let result = self.call(&lost, entry, arguments);
        report.expect(
            result.error.as_deref().is_some_and(ToolError::is_retryable),
            entry,
            "a service that cannot be reached may be tried again",
            &result,
        );
        for error in (self.worker)().list_errors(entry.wire_name) {
            let plan = FaultPlan::new(self.seed).with(FaultKind::DeclaredError(error), 1.0, "");
            let result = self.call(&self.simulated().faults(plan), entry, arguments);
            let is_it = result.error.as_deref().is_some_and(|came| {
                came.code.as_deref() == Some(error.code) && came.retryable == error.retryable
            });
            let is_told = result.to_llm_message().contains(error.code);
            report.expect(
                is_it && is_told,
                entry,
                &format!("the model reads that it failed with `{}`", error.code),
                &result,
            );
        }
        let result = self.call(&goes_wrong(FaultKind::Panic, "hidden"), entry, arguments);
        let is_scrubbed = !result.to_llm_message().contains("hidden");
        report.expect(
            kind(&result) == Some(ErrorKind::Execution) && is_scrubbed,
            entry,
            "a panic is an error that says nothing about it",
            &result,
        );
        match self.call_hanging(goes_wrong(FaultKind::Hang, ""), entry, arguments) {
            Some(result) => report.expect(
                kind(&result) == Some(ErrorKind::Timeout),
                entry,
                "a call that never ends is given up",
                &result,
            ),
            None => report.failures.push(format!(
                "`{}`: a call that never ends is not given up",
                entry.wire_name
            )),
        }
        let result = self.call_and_cancel(&goes_wrong(FaultKind::Hang, ""), entry, arguments);
        report.expect(
            kind(&result) == Some(ErrorKind::Cancelled),
            entry,
            "a call whose caller gives up is cancelled",
            &result,
        );
    }

    fn try_wrong(
        &self,
        report: &mut BehaviorReport,
        mut generator: Generator,
        entry: &'static ToolEntry,
    ) {
        let simulation = Simulation::new(self.seed);
        let worker = (self.worker)().simulated(simulation.clone());
        for wrong in generator.wrong_arguments(entry) {
            let result = self.call(&worker, entry, &wrong.arguments);
            let violations = result.error.as_ref().map(|error| &error.violations);
            let is_named = violations.is_some_and(|violations| {
                let mut each = violations.iter();
                each.any(|found| found.keyword == wrong.keyword && found.pointer == wrong.pointer)
            });
            let is_refused = kind(&result) == Some(ErrorKind::InvalidArguments) && is_named;
            let what = format!(
                "arguments that break `{}` at `{}` are refused",
                wrong.keyword, wrong.pointer
            );
            let nothing_ran = simulation.history(self.context.session()).is_empty();
            report.expect(is_refused && nothing_ran, entry, &what, &result);
        }
    }

    /// Makes a call that hangs, and gives it up.
    fn call_and_cancel(
        &self,
        worker: &Worker<H>,
        entry: &ToolEntry,
        arguments: &str,
    ) -> ToolResult {
        let cancellation = Cancellation::new();
        let context = self.context.clone().with_cancellation(cancellation.clone());
        let mut calling = pin!(worker.call(&context, self.ask(entry, arguments)));
        if let Some(result) = poll_once(calling.as_mut()) {
            return result;
        }
        cancellation.cancel();
        block_on(calling)
    }

    /// Makes a call that hangs, and advances time until the call is given up.
    fn call_hanging(
        &self,
        worker: Worker<H>,
        entry: &ToolEntry,
        arguments: &str,
    ) -> Option<ToolResult> {
        const LIMIT: Duration = Duration::from_secs(1);
        let timer = ManualTimer::new();
        let worker = worker.timeout_with(timer.clone(), LIMIT);
        let call = self.ask(entry, arguments);
        let mut calling = pin!(worker.call(self.context, call));
        if let Some(result) = poll_once(calling.as_mut()) {
            return Some(result);
        }
        timer.advance(LIMIT);
        poll_once(calling)
    }
}

fn kind(result: &ToolResult) -> Option<ErrorKind> {
    result.error.as_ref().map(|error| error.kind)
}
