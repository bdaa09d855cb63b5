//! What every tool of a worker must do, whoever wrote it, tried out.

use super::executor::{block_on, poll_once};
use super::faults::{FaultKind, FaultPlan};
use super::generate::Generator;
use super::simulation::Simulation;
use super::timer::ManualTimer;
use crate::approve::ApproveAll;
use crate::call::ToolCall;
use crate::context::Context;
use crate::entry::ToolEntry;
use crate::error::{ErrorKind, ToolError};
use crate::observe::NoObserver;
use crate::result::ToolResult;
use crate::worker::{OutputPolicy, Verdict, Worker};
use std::pin::pin;
use std::time::Duration;

/// What came of trying all tools of a worker.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct BehaviorReport {
    /// How many calls were made.
    pub calls: usize,
    /// What should not have happened, in a sentence each.
    pub failures: Vec<String>,
    /// Tools for which no arguments were found that they take, by wire name.
    pub untried: Vec<&'static str>,
    /// Tools whose own rules refuse the arguments that were found, by wire name.
    pub refused: Vec<&'static str>,
}

/// Tries every tool of a worker: with arguments that it accepts, with arguments that break one rule,
/// with a service that fails, a handler that panics and one that hangs. No handler runs and nothing is
/// sent. The worker is made anew for each of them.
///
/// ```
/// # use toolc_generated as tools;
/// use toolc_runtime::testing::{Mocks, check_behavior};
///
/// let report = check_behavior(7, || tools::support::worker(Mocks::new()));
/// assert!(report.failures.is_empty(), "{:#?}", report.failures);
/// assert!(report.untried.is_empty(), "{:?}", report.untried);
/// ```
pub fn check_behavior<H: Send + Sync + 'static>(
    seed: u64,
    worker: impl Fn() -> Worker<H>,
) -> BehaviorReport {
    let worker = || {
        worker()
            .approver(ApproveAll::for_tests_only())
            .observer(NoObserver)
            .output_policy(OutputPolicy::Enforce)
    };
    let mut report = BehaviorReport::default();
    let entries: Vec<_> = worker().tools().collect();
    for entry in entries {
        let mut generator = Generator::new(seed);
        match find_arguments(&mut generator, &worker(), entry) {
            Some(arguments) => try_tool(&mut report, &worker, seed, entry, &arguments),
            None => report.untried.push(entry.wire_name),
        }
        try_wrong(&mut report, &worker, generator, entry);
    }
    report
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

/// Arguments that a tool takes: where its types are the program's own, these may refuse what the schema
/// accepts.
fn find_arguments<H: Send + Sync + 'static>(
    generator: &mut Generator,
    worker: &Worker<H>,
    entry: &'static ToolEntry,
) -> Option<String> {
    const DRAWS: u32 = 20;
    for _ in 0..DRAWS {
        let arguments = generator.arguments(entry)?;
        let call = ToolCall::new("call", entry.wire_name, arguments.as_str());
        let told = block_on(worker.dry_run(&Context::default(), &call));
        match told.verdict {
            Verdict::Refused(error) if error.kind == ErrorKind::InvalidArguments => {}
            _ => return Some(arguments),
        }
    }
    None
}

fn try_tool<H: Send + Sync + 'static>(
    report: &mut BehaviorReport,
    worker: &impl Fn() -> Worker<H>,
    seed: u64,
    entry: &'static ToolEntry,
    arguments: &str,
) {
    let simulated = || worker().simulated(Simulation::new(seed));
    let result = call(&simulated(), entry, arguments);
    if kind(&result) == Some(ErrorKind::Blocked) {
        return report.refused.push(entry.wire_name);
    }
    report.expect(
        result.success,
        entry,
        "arguments that it accepts give a result",
        &result,
    );
    let goes_wrong = |fault, message| {
        let plan = FaultPlan::new(seed).with(fault, 1.0, message);
        simulated().faults(plan)
    };
    let result = call(
        &goes_wrong(FaultKind::NetworkError, "the service cannot be reached"),
        entry,
        arguments,
    );
    report.expect(
        result.error.as_deref().is_some_and(ToolError::is_retryable),
        entry,
        "a service that cannot be reached may be tried again",
        &result,
    );
    let result = call(&goes_wrong(FaultKind::Panic, "hidden"), entry, arguments);
    report.expect(
        kind(&result) == Some(ErrorKind::Execution) && !result.to_llm_message().contains("hidden"),
        entry,
        "a panic is an error that says nothing of it",
        &result,
    );
    match call_hanging(goes_wrong(FaultKind::Hang, ""), entry, arguments) {
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
}

fn try_wrong<H: Send + Sync + 'static>(
    report: &mut BehaviorReport,
    worker: &impl Fn() -> Worker<H>,
    mut generator: Generator,
    entry: &'static ToolEntry,
) {
    let simulation = Simulation::new(0);
    let worker = worker().simulated(simulation.clone());
    for wrong in generator.wrong_arguments(entry) {
        let result = call(&worker, entry, &wrong.arguments);
        let violations = result.error.as_ref().map(|error| &error.violations);
        let named = violations.is_some_and(|violations| {
            let mut each = violations.iter();
            each.any(|found| found.keyword == wrong.keyword && found.pointer == wrong.pointer)
        });
        let refused = kind(&result) == Some(ErrorKind::InvalidArguments) && named;
        let what = format!(
            "arguments that break `{}` at `{}` are refused",
            wrong.keyword, wrong.pointer
        );
        report.expect(
            refused && simulation.history(None).is_empty(),
            entry,
            &what,
            &result,
        );
    }
}

fn kind(result: &ToolResult) -> Option<ErrorKind> {
    result.error.as_ref().map(|error| error.kind)
}

fn call<H: Send + Sync + 'static>(
    worker: &Worker<H>,
    entry: &ToolEntry,
    arguments: &str,
) -> ToolResult {
    let call = ToolCall::new("call", entry.wire_name, arguments);
    block_on(worker.call(&Context::default(), call))
}

/// Calls what hangs, and lets time pass until the call is given up.
fn call_hanging<H: Send + Sync + 'static>(
    worker: Worker<H>,
    entry: &ToolEntry,
    arguments: &str,
) -> Option<ToolResult> {
    const LIMIT: Duration = Duration::from_secs(1);
    let timer = ManualTimer::new();
    let worker = worker.timeout_with(timer.clone(), LIMIT);
    let context = Context::default();
    let call = ToolCall::new("call", entry.wire_name, arguments);
    let mut calling = pin!(worker.call(&context, call));
    if let Some(result) = poll_once(calling.as_mut()) {
        return Some(result);
    }
    timer.advance(LIMIT);
    poll_once(calling)
}
