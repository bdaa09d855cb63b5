//! Runs a script as a program: once, or again and again until it ends.

use super::desk::{Did, Log, asks, has_effect, worker};
use super::person;
use super::sandbox::{Flow, Sandbox};
use super::script::{Names, Script};
use super::steps::{MortalStore, Steps};
use std::cell::{Cell, RefCell};
use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;
use toolc_programs::{
    Ended, Journal, Limits, PendingProgram, ProgramError, Programs, is_of_program,
};
use toolc_runtime::{ApprovalStore, Context, Json, MemoryStore, SealKey};

pub const PROGRAM: &str = "program-1";

pub fn key() -> SealKey {
    SealKey::new("k1", b"8f14e45fceea167a5a36dedd4bea2543").unwrap()
}

/// What statements that run at the same time begin with.
#[derive(Debug, Clone, Copy)]
pub enum Order {
    Written,
    Reversed,
}

/// What a program does in place of something that it did before.
#[derive(Debug, Clone, Copy)]
pub enum Plant {
    /// A call with other arguments.
    Other,
    /// Nothing.
    Skip,
    /// A call of another tool.
    Tool,
}

impl Plant {
    pub fn name(self) -> &'static str {
        match self {
            Plant::Other => "other",
            Plant::Skip => "skip",
            Plant::Tool => "tool",
        }
    }

    pub fn of_name(name: &str) -> Self {
        let plants = [Plant::Other, Plant::Skip, Plant::Tool];
        let found = plants.into_iter().find(|plant| plant.name() == name);
        found.unwrap()
    }
}

/// A call and how many equal ones came before it.
pub type Target = (String, String, usize);

/// How a run went.
#[derive(Debug)]
pub enum Went {
    Killed,
    Ended(Ended),
    Failed(ProgramError),
}

/// A program, its world and its journal.
pub struct Case<'s, S = MemoryStore> {
    script: &'s Script,
    store: MortalStore<S>,
    log: Log,
    trace: RefCell<Vec<(Target, bool)>>,
    interrupted: Cell<usize>,
}

impl<'s> Case<'s> {
    pub fn new(script: &'s Script) -> Self {
        Case::on(script, MemoryStore::new(), Log::default(), Steps::default())
    }
}

impl<'s, S: ApprovalStore> Case<'s, S> {
    pub fn on(script: &'s Script, store: S, log: Log, steps: Steps) -> Self {
        Case {
            script,
            store: MortalStore { store, steps },
            log,
            trace: RefCell::default(),
            interrupted: Cell::new(0),
        }
    }

    pub fn steps(&self) -> usize {
        self.store.steps.count()
    }

    pub fn interrupted(&self) -> usize {
        self.interrupted.get()
    }

    pub fn effects(&self) -> Vec<Did> {
        self.log.all()
    }

    /// What the last run asked for, in order.
    pub fn traced(&self) -> Vec<Target> {
        let trace = self.trace.borrow();
        trace.iter().map(|(target, _)| target.clone()).collect()
    }

    /// How many calls of the last run are equal to this one.
    pub fn equal(&self, call: &Target) -> usize {
        let trace = self.trace.borrow();
        let is_equal = |(known, _): &&(Target, bool)| (&known.0, &known.1) == (&call.0, &call.1);
        trace.iter().filter(is_equal).count()
    }

    /// Runs it until it ends; it is killed at a step, and people answer what they are asked.
    pub fn run_to_the_end(&self, kill_at: Option<usize>) {
        self.store.steps.kill_at(kill_at.unwrap_or(0));
        for round in 0.. {
            assert!(round < 100, "it does not end");
            let order = [Order::Written, Order::Reversed][round % 2];
            match self.run(order, None) {
                Went::Killed => self.store.steps.revive(),
                Went::Ended(Ended::Pending(_)) => self.approve_all(),
                Went::Failed(ProgramError::Interrupted { id, tool }) => {
                    self.interrupted.set(self.interrupted.get() + 1);
                    // of calls that ask, only the one that was approved can be: it has an id of its own
                    assert!(!(is_of_program(&id) && asks(&tool)), "{id}: {tool}");
                    let journal = self.journal(&self.store.store);
                    person::find_out(&journal, &self.store.store, &id, &self.effects());
                }
                Went::Ended(_) | Went::Failed(ProgramError::AlreadyEnded { .. }) => return,
                Went::Failed(error) => panic!("{}: {error:?}", self.script.text),
            }
        }
    }

    /// Somebody says yes, except where the arguments ask for a no.
    pub fn approve_all(&self) {
        let store = &self.store.store;
        let key = key();
        toolc_runtime::testing::block_on(async {
            let pending = PendingProgram::load(store, &key, PROGRAM).await.unwrap();
            let rule = |call: &toolc_runtime::PendingCall| match call.arguments().contains("deny") {
                true => call.deny("no"),
                false => call.approve(),
            };
            let rulings: Vec<_> = pending.questions().iter().map(rule).collect();
            pending.decide(&rulings, store, &key).await.unwrap();
        });
    }

    fn journal<'a, T: ApprovalStore>(&self, store: &'a T) -> Journal<'a, T> {
        let mut limits = Limits::default();
        limits.lease = Duration::ZERO;
        let key = Box::leak(Box::new(key()));
        Journal::of(store, key, PROGRAM, &self.script.text).limits(limits)
    }

    /// One run, in its own process.
    pub fn run(&self, order: Order, plant: Option<(Plant, Target)>) -> Went {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .start_paused(true)
            .build()
            .unwrap();
        let steps = &self.store.steps;
        let work = async {
            let mut run = pin!(self.run_here(order, plant));
            poll_fn(|task| match run.as_mut().poll(task) {
                Poll::Ready(went) => Poll::Ready(went),
                Poll::Pending if steps.is_dead() => Poll::Ready(Went::Killed),
                Poll::Pending => Poll::Pending,
            })
            .await
        };
        runtime.block_on(work)
    }

    async fn run_here(&self, order: Order, plant: Option<(Plant, Target)>) -> Went {
        let worker = worker(&self.log, &self.store.steps);
        let context = Context::new("s").with_principal("ada");
        let journal = self.journal(&self.store);
        let run = match worker.program(&context, journal).await {
            Ok(run) => run,
            Err(error) => return Went::Failed(error),
        };
        self.trace.borrow_mut().clear();
        let sandbox = Sandbox {
            run: &run,
            trace: &self.trace,
            order,
            plant,
        };
        let mut names = Names::new();
        let ended = match sandbox.block(&self.script.statements, &mut names).await {
            Flow::Next => run.end(Json::null()).await,
            Flow::Return(value) => run.end(value).await,
            Flow::Raised(message) => run.fail(&message).await,
            Flow::Waits => run.suspend().await,
            Flow::Stopped(error) => Err(error),
        };
        match ended {
            Ok(ended) => Went::Ended(ended),
            Err(error) => Went::Failed(error),
        }
    }

    /// What happened is what the program was told that it did.
    pub fn assert_each_effect_once(&self, about: &str) {
        let trace = self.trace.borrow();
        let told = trace
            .iter()
            .filter(|((tool, ..), ok)| *ok && has_effect(tool));
        let mut told: Vec<Did> = told
            .map(|((tool, arguments, _), _)| (tool.clone(), arguments.clone()))
            .collect();
        let mut did = self.effects();
        told.sort();
        did.sort();
        assert_eq!(did, told, "{about}");
    }

    /// What happened is what the journal says that the program was told.
    pub fn assert_each_effect_is_journaled(&self, about: &str) {
        let mut told: Vec<Did> = person::journaled(&self.store.store);
        told.retain(|(tool, _)| has_effect(tool));
        let mut did = self.effects();
        told.sort();
        did.sort();
        assert_eq!(did, told, "{about}");
    }

    /// What happened since is nothing but calls that were asked about before: they were approved as they are.
    pub fn assert_only_approved_since(&self, before: &[Did], about: &str) {
        let now = self.effects();
        for (tool, arguments) in &now[before.len()..] {
            assert!(
                asks(tool) && !arguments.contains("planted"),
                "{about}: {tool} ran"
            );
        }
    }
}
