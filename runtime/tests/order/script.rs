//! The behavior of user code in a random schedule: handlers, policies, approvers, and listeners.

use crate::tools::{Delete, GetWeather};
use serde_json::Value;
use std::panic::resume_unwind;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context as Task, Poll};
use std::time::Duration;
use toolc_runtime::testing::ManualTimer;
use toolc_runtime::{
    Approval, ApprovalRequest, Approver, Call, Context, Decision, Event, Handle, Json, Moment,
    Observer, OnError, Policy, PolicyDecision, PolicyRequest, Tool, ToolCall, ToolFailure,
    v1 as rt,
};

pub const DELETE: &str = "files__delete";
pub const WEATHER: &str = "weather__get";

/// The time limit of policies, handlers and approvers.
pub const LIMIT: Duration = Duration::from_millis(100);

/// Pseudorandom numbers that are the same in every run.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }

    pub fn chance(&mut self, of: u64) -> bool {
        self.below(of) == 0
    }

    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u64) as usize]
    }
}

/// What user code does.
#[derive(Debug, Clone, Copy)]
pub struct Act<D> {
    /// How often its future is pending.
    pub waits: u64,
    pub end: Ending<D>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Ending<D> {
    Says(D),
    Panics,
    Never,
}

impl<D: Copy> Act<D> {
    pub fn random(random: &mut Random, says: &[D]) -> Self {
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
            // Bypasses the panic hook, so that no panic is printed.
            Ending::Panics => resume_unwind(Box::new("scripted")),
            Ending::Never => std::future::pending().await,
        }
    }
}

pub struct Waits(pub u64);

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

/// The events of a call that its process receives while it is alive.
#[derive(Debug, Default)]
pub struct Notes {
    pub events: Vec<&'static str>,
    pub is_dead: bool,
}

impl Notes {
    fn take_down(&mut self, event: &'static str) {
        if !self.is_dead {
            self.events.push(event);
        }
    }
}

pub type Log = Arc<Mutex<Notes>>;

/// What ran, in all processes: the tool and its arguments.
pub type Ran = Arc<Mutex<Vec<(&'static str, Value)>>>;

pub struct Handlers {
    needs: Act<Option<Approval>>,
    work: Act<bool>,
    log: Log,
    ran: Ran,
}

impl Handlers {
    async fn work<T: Tool>(&self, call: &Call<'_, T>) -> Result<(), ToolFailure> {
        let arguments = serde_json::from_str(call.text()).unwrap();
        let ran = (T::ENTRY.wire_name, arguments);
        self.ran.lock().unwrap().push(ran);
        self.log.lock().unwrap().take_down("run");
        match self.work.perform().await {
            true => Ok(()),
            false => Err(ToolFailure::user("NO", "it does not work")),
        }
    }
}

impl Handle<GetWeather> for Handlers {
    async fn handle(&self, call: Call<'_, GetWeather>) -> Result<Json, ToolFailure> {
        self.work(&call).await.map(|()| Json::null())
    }
}

impl Handle<Delete> for Handlers {
    async fn handle(&self, call: Call<'_, Delete>) -> Result<(), ToolFailure> {
        assert_eq!(call.text().contains("/b"), call.args.path == "/b");
        self.work(&call).await
    }

    fn needs_approval<'a>(
        &self,
        _: &<Delete as Tool>::Args<'a>,
        _: &'a Context,
    ) -> impl Future<Output = Option<Approval>> + Send {
        self.needs.perform()
    }
}

pub struct Asked(Act<bool>);

impl Approver for Asked {
    async fn decide(&self, _: &ApprovalRequest) -> Decision {
        match self.0.perform().await {
            true => Decision::approve(),
            false => Decision::deny("no"),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Word {
    Continue,
    Deny,
    Change,
    Spoil,
    Ask,
}

pub struct Judge(Act<Word>, OnError);

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

pub struct Listens(Log);

impl Observer for Listens {
    fn observe(&self, event: &Event<'_>) {
        if let Moment::Failure { error, .. } = event.moment {
            assert!(!error.tool_name.is_empty() && error.call_id == "c1");
        }
        self.0.lock().unwrap().take_down(event.name());
    }
}

/// One call, and everything that is done to it.
pub struct Schedule {
    pub asks: bool,
    pub needs: Act<Option<Approval>>,
    pub work: Act<bool>,
    pub approver: Option<Act<bool>>,
    pub policies: Vec<(Act<Word>, OnError)>,
}

impl Schedule {
    pub fn random(random: &mut Random) -> Self {
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
            asks: random.chance(2),
            needs: Act::random(random, NEEDS),
            work: Act::random(random, &[true, true, false]),
            approver: (!random.chance(8)).then(|| Act::random(random, &[true, true, false])),
            policies: (0..random.pick(&[0, 0, 1, 2]))
                .map(|_| (Act::random(random, WORDS), random.pick(&errors)))
                .collect(),
        }
    }

    pub fn call(&self) -> ToolCall {
        let (name, arguments) = match self.asks {
            true => (DELETE, r#"{"path":"/a"}"#),
            false => (WEATHER, r#"{"location":"Oslo"}"#),
        };
        ToolCall::new("c1", name, arguments)
    }

    /// Returns whether somebody has to approve the call before it runs.
    pub fn needs_yes(&self) -> bool {
        let asks = |(act, _): &(Act<Word>, OnError)| act.end == Ending::Says(Word::Ask);
        let handler = self.asks && self.needs.end == Ending::Says(Some(Approval::Ask));
        self.asks || handler || self.policies.iter().any(asks)
    }

    /// Returns whether a tool must never run.
    pub fn refuses(&self, tool: &str) -> bool {
        let refuses = |(act, on_error): &(Act<Word>, OnError)| match act.end {
            Ending::Says(Word::Deny) => true,
            Ending::Says(Word::Spoil) | Ending::Panics | Ending::Never => {
                *on_error == OnError::Deny
            }
            Ending::Says(_) => false,
        };
        let says = self.needs.end;
        let handler = !matches!(says, Ending::Says(word) if word != Some(Approval::Blocked));
        tool == DELETE && handler || self.policies.iter().any(refuses)
    }

    pub fn worker(&self, timer: &ManualTimer, log: &Log, ran: &Ran) -> rt::Worker<Handlers> {
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
            ran: Arc::clone(ran),
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
}
