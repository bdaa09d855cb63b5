//! Random calls: whatever handlers, policies, approvers and callers do, each call that begins ends
//! once, its events come in a legal order, and nothing runs that nobody allowed.

use crate::tools::{Delete, GetWeather};
use std::panic::resume_unwind;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context as Task, Poll};
use std::time::Duration;
use toolc_runtime::testing::{ManualTimer, poll_once};
use toolc_runtime::{
    Approval, ApprovalRequest, Approver, Call, Cancellation, Context, Decision, ErrorKind, Event,
    Handle, Json, Moment, Observer, OnError, Policy, PolicyDecision, PolicyRequest, Tool, ToolCall,
    ToolFailure, ToolResult, v1 as rt,
};

const SCHEDULES: u64 = 10_000;
const LIMIT: Duration = Duration::from_millis(100);

/// Numbers that are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }

    fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u64) as usize]
    }
}

/// What foreign code does.
#[derive(Debug, Clone, Copy)]
struct Act<D> {
    /// How often it is not ready.
    waits: u64,
    end: Ending<D>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Ending<D> {
    Says(D),
    Panics,
    Never,
}

impl<D: Copy> Act<D> {
    fn random(random: &mut Random, says: &[D]) -> Self {
        let end = match random.below(8) {
            0 => Ending::Panics,
            1 => Ending::Never,
            _ => Ending::Says(random.pick(says)),
        };
        let waits = random.pick(&[0, 0, 0, 1, 2]);
        Act { waits, end }
    }

    async fn perform(self) -> D {
        Waits(self.waits).await;
        match self.end {
            Ending::Says(word) => word,
            // No hook, so that no panic is printed.
            Ending::Panics => resume_unwind(Box::new("scripted")),
            Ending::Never => std::future::pending().await,
        }
    }
}

struct Waits(u64);

impl Future for Waits {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, _: &mut Task<'_>) -> Poll<()> {
        if self.0 == 0 {
            return Poll::Ready(());
        }
        self.0 -= 1;
        Poll::Pending
    }
}

type Log = Arc<Mutex<Vec<&'static str>>>;

struct Handlers {
    needs: Act<Option<Approval>>,
    work: Act<bool>,
    log: Log,
}

impl Handlers {
    async fn work(&self) -> Result<(), ToolFailure> {
        self.log.lock().unwrap().push("run");
        match self.work.perform().await {
            true => Ok(()),
            false => Err(ToolFailure::user("NO", "it does not work")),
        }
    }
}

impl Handle<GetWeather> for Handlers {
    async fn handle(&self, _: Call<'_, GetWeather>) -> Result<Json, ToolFailure> {
        self.work().await.map(|()| Json::null())
    }
}

impl Handle<Delete> for Handlers {
    async fn handle(&self, call: Call<'_, Delete>) -> Result<(), ToolFailure> {
        assert_eq!(call.text().contains("/b"), call.args.path == "/b");
        self.work().await
    }

    fn needs_approval<'a>(
        &self,
        _: &<Delete as Tool>::Args<'a>,
        _: &'a Context,
    ) -> impl Future<Output = Option<Approval>> + Send {
        self.needs.perform()
    }
}

struct Asked(Act<bool>);

impl Approver for Asked {
    async fn decide(&self, _: &ApprovalRequest) -> Decision {
        match self.0.perform().await {
            true => Decision::approve(),
            false => Decision::deny("no"),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Word {
    Continue,
    Deny,
    Change,
    Spoil,
    Ask,
}

struct Judge(Act<Word>, OnError);

impl Policy for Judge {
    fn name(&self) -> &'static str {
        "judge"
    }

    async fn decide(&self, _: &PolicyRequest<'_>) -> PolicyDecision {
        match self.0.perform().await {
            Word::Continue => PolicyDecision::Continue,
            Word::Deny => PolicyDecision::deny("no"),
            Word::Change => PolicyDecision::modify(r#"{"path":"/b","location":"Rome"}"#),
            Word::Spoil => PolicyDecision::modify("7"),
            Word::Ask => PolicyDecision::ask("sure?"),
        }
    }

    fn limit(&self) -> Duration {
        LIMIT
    }

    fn on_error(&self) -> OnError {
        self.1
    }
}

struct Listens(Log);

impl Observer for Listens {
    fn observe(&self, event: &Event<'_>) {
        if let Moment::Failure { error, .. } = event.moment {
            assert!(!error.tool_name.is_empty() && error.call_id == "c1");
        }
        self.0.lock().unwrap().push(event.name());
    }
}

/// One call, and all that is done to it.
struct Schedule {
    asks: bool,
    needs: Act<Option<Approval>>,
    work: Act<bool>,
    approver: Option<Act<bool>>,
    policies: Vec<(Act<Word>, OnError)>,
}

impl Schedule {
    fn random(random: &mut Random) -> Self {
        const NEEDS: &[Option<Approval>] = &[
            None,
            Some(Approval::PreApproved),
            Some(Approval::Ask),
            Some(Approval::Blocked),
        ];
        const WORDS: &[Word] = &[
            Word::Continue,
            Word::Continue,
            Word::Deny,
            Word::Change,
            Word::Spoil,
            Word::Ask,
        ];
        let errors = [OnError::Deny, OnError::Continue];
        Schedule {
            asks: random.below(2) == 0,
            needs: Act::random(random, NEEDS),
            work: Act::random(random, &[true, true, false]),
            approver: (random.below(8) > 0).then(|| Act::random(random, &[true, true, false])),
            policies: (0..random.pick(&[0, 0, 1, 2]))
                .map(|_| (Act::random(random, WORDS), random.pick(&errors)))
                .collect(),
        }
    }

    /// Whether somebody has to say yes before it runs.
    fn needs_yes(&self) -> bool {
        let asks = |(act, _): &(Act<Word>, OnError)| act.end == Ending::Says(Word::Ask);
        let handler = self.asks && self.needs.end == Ending::Says(Some(Approval::Ask));
        self.asks || handler || self.policies.iter().any(asks)
    }

    /// Whether it may never run.
    fn is_refused(&self) -> bool {
        let refuses = |(act, on_error): &(Act<Word>, OnError)| match act.end {
            Ending::Says(Word::Deny) => true,
            Ending::Says(Word::Spoil) | Ending::Panics | Ending::Never => {
                *on_error == OnError::Deny
            }
            Ending::Says(_) => false,
        };
        let says = self.needs.end;
        let handler = !matches!(says, Ending::Says(word) if word != Some(Approval::Blocked));
        self.asks && handler || self.policies.iter().any(refuses)
    }

    fn worker(&self, timer: &ManualTimer, log: &Log) -> rt::Worker<Handlers> {
        let table = const {
            &rt::WorkerTable {
                name: "support",
                rows: &[
                    rt::Row::of::<GetWeather>(rt::Approval::PreApproved, ()).at_most(1),
                    rt::Row::of::<Delete>(rt::Approval::Ask, ()).timeout_ms(50),
                ],
                index: &[("files__delete", 1, 1), ("weather__get", 0, 1)],
                output: rt::OutputPolicy::Off,
                blocked: &[],
            }
        };
        let handlers = Handlers {
            needs: self.needs,
            work: self.work,
            log: Arc::clone(log),
        };
        let mut worker = rt::Worker::new(handlers, table)
            .timeout_with(timer.clone(), LIMIT)
            .approval_timeout(LIMIT)
            .observer(Listens(Arc::clone(log)));
        if let Some(approver) = self.approver {
            worker = worker.approver(Asked(approver));
        }
        for (policy, on_error) in &self.policies {
            worker = worker.policy(Judge(*policy, *on_error));
        }
        worker
    }

    /// What the caller does, until the call ends or is given up.
    fn play(&self, random: &mut Random, log: &Log) -> Option<ToolResult> {
        let timer = ManualTimer::new();
        let worker = self.worker(&timer, log);
        let token = Cancellation::new();
        let context = Context::new("s").with_cancellation(token.clone());
        let (name, arguments) = match self.asks {
            true => ("files__delete", r#"{"path":"/a"}"#),
            false => ("weather__get", r#"{"location":"Oslo"}"#),
        };
        let call = ToolCall::new("c1", name, arguments);
        let mut future = Box::pin(worker.call(&context, call));
        for _ in 0..12 {
            match random.below(16) {
                0 => return None,
                1 => token.cancel(),
                2..=4 => timer.advance(LIMIT),
                _ => {
                    if let Some(result) = poll_once(future.as_mut()) {
                        return Some(result);
                    }
                }
            }
        }
        None
    }
}

/// What must hold of the events of one call.
fn check(schedule: &Schedule, events: &[&str], result: Option<&ToolResult>) {
    let count = |wanted: &str| events.iter().filter(|name| **name == wanted).count();
    let place = |wanted: &str| events.iter().position(|name| *name == wanted);
    if events.is_empty() {
        assert!(result.is_none(), "an end without a beginning");
        return;
    }
    assert_eq!((events[0], count("tool:pre")), ("tool:pre", 1));
    let last = events[events.len() - 1];
    assert!(["tool:post", "tool:error"].contains(&last));
    assert_eq!(count("tool:post") + count("tool:error"), 1);
    assert!(count("run") <= 1);
    assert!(count("approval:required") <= 1);
    let answers = count("approval:granted") + count("approval:denied");
    assert!(answers <= count("approval:required"));
    assert!(place("approval:required") <= place("approval:granted").or(Some(usize::MAX)));
    assert!(count("policy:violation") == 0 || last == "tool:error");
    assert!(count("policy:violation") == 0 || count("approval:required") == 0);
    if let Some(ran) = place("run") {
        assert!(!schedule.is_refused(), "it was refused");
        let granted = place("approval:granted");
        assert!(!schedule.needs_yes() || granted.is_some_and(|at| at < ran));
        assert_eq!(count("approval:denied") + count("policy:violation"), 0);
    }
    if let Some(result) = result {
        assert_eq!(result.success, last == "tool:post");
        assert!(!result.success || count("run") == 1);
        let kind = result.error.as_ref().map(|error| error.kind);
        assert_ne!(kind, Some(ErrorKind::InvalidArguments));
    } else {
        assert_eq!(last, "tool:error", "what is dropped has failed");
    }
}

#[test]
fn every_call_that_begins_ends_once_and_runs_only_if_it_may() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut ran, mut refused) = (0, 0);
    for number in 0..SCHEDULES {
        let schedule = Schedule::random(&mut random);
        let log = Log::default();
        let result = schedule.play(&mut random, &log);
        let events = log.lock().unwrap().clone();
        let checked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            check(&schedule, &events, result.as_ref());
        }));
        assert!(checked.is_ok(), "schedule {number}: {events:?}");
        ran += u64::from(events.contains(&"run"));
        refused += u64::from(events.contains(&"policy:violation"));
    }
    // The schedules reach what they are there for.
    assert!(
        ran > SCHEDULES / 10 && refused > SCHEDULES / 20,
        "{ran} {refused}"
    );
}
