//! Runs a script as a program: once, or again and again until it ends.

use super::desk::{Did, Log, has_effect, worker};
use super::person;
use super::script::{Names, Script, Statement, fill};
use super::steps::{MortalStore, Steps};
use std::cell::{Cell, RefCell};
use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::task::Poll;
use std::time::Duration;
use toolc_programs::{Ended, Journal, Limits, PendingProgram, ProgramError, Programs, Reply, Run};
use toolc_runtime::dynamic::Closures;
use toolc_runtime::json::canonical_json;
use toolc_runtime::{Context, Json, MemoryStore, SealKey};

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
pub struct Case<'s> {
    script: &'s Script,
    store: MortalStore,
    log: Log,
    trace: RefCell<Vec<(Target, bool)>>,
    interrupted: Cell<usize>,
}

/// How far statements came.
enum Flow {
    Next,
    Return(Json),
    Raised(String),
    Waits,
    Stopped(ProgramError),
}

impl<'s> Case<'s> {
    pub fn new(script: &'s Script) -> Self {
        Case {
            script,
            store: MortalStore {
                store: MemoryStore::new(),
                steps: Steps::default(),
            },
            log: Log::default(),
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
        self.log.lock().unwrap().clone()
    }

    /// What the last run asked for, in order.
    pub fn traced(&self, at: usize) -> Option<Target> {
        self.trace
            .borrow()
            .get(at)
            .map(|(target, _)| target.clone())
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
                Went::Failed(ProgramError::Interrupted { id, .. }) => {
                    self.interrupted.set(self.interrupted.get() + 1);
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

    fn journal<'a, S: toolc_runtime::ApprovalStore>(&self, store: &'a S) -> Journal<'a, S> {
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

    /// What happened since is nothing but calls that were asked about before: they were approved as they are.
    pub fn assert_only_approved_since(&self, before: &[Did], about: &str) {
        let now = self.effects();
        for (tool, arguments) in &now[before.len()..] {
            let asks = matches!(tool.as_str(), "desk__pay" | "desk__refund");
            assert!(
                asks && !arguments.contains("planted"),
                "{about}: {tool} ran"
            );
        }
    }
}

/// What runs the code of a program.
struct Sandbox<'r, 'w> {
    run: &'r Run<'w, Closures, MortalStore>,
    trace: &'r RefCell<Vec<(Target, bool)>>,
    order: Order,
    plant: Option<(Plant, Target)>,
}

type Running<'f> = Pin<Box<dyn Future<Output = Flow> + 'f>>;

impl Sandbox<'_, '_> {
    fn block<'f>(&'f self, block: &'f [Statement], names: &'f mut Names) -> Running<'f> {
        Box::pin(async move {
            for statement in block {
                match self.statement(statement, names).await {
                    Flow::Next => {}
                    stopped => return stopped,
                }
            }
            Flow::Next
        })
    }

    async fn statement(&self, statement: &Statement, names: &mut Names) -> Flow {
        match statement {
            Statement::Return(value) => Flow::Return(Json::parse(fill(value, names)).unwrap()),
            Statement::Source { bind, random } => {
                let reply = match random {
                    true => self.run.random().await,
                    false => self.run.now().await,
                };
                self.take(reply, Some(bind), names, None)
            }
            Statement::Call {
                bind,
                tool,
                arguments,
                tries,
            } => {
                let arguments = fill(arguments, names);
                let target = self.target(tool, &arguments);
                let at = self.trace.borrow().len();
                self.trace.borrow_mut().push((target.clone(), false));
                let planted = self
                    .plant
                    .as_ref()
                    .filter(|(_, planted)| *planted == target);
                let reply = match planted.map(|(plant, _)| plant) {
                    None => self.run.call(tool, &arguments).await,
                    Some(Plant::Skip) => {
                        names.extend(bind.clone().map(|bind| (bind, "0".to_owned())));
                        return Flow::Next;
                    }
                    Some(Plant::Other) => self.run.call(tool, r#"{"planted":1}"#).await,
                    Some(Plant::Tool) => self.run.call("desk::note", r#"{"planted":2}"#).await,
                };
                let tries = tries.then_some(()).map(|()| at);
                if let Ok(Reply::Answered(answer)) = &reply {
                    self.trace.borrow_mut()[at].1 = answer.value().is_some();
                }
                self.take(reply, bind.as_ref(), names, tries)
            }
            Statement::If {
                name,
                equal,
                than,
                then,
                otherwise,
            } => {
                let value: f64 = names[name].parse().unwrap();
                let holds = match equal {
                    true => (value - than).abs() < f64::EPSILON,
                    false => value > *than,
                };
                let block = if holds { then } else { otherwise };
                self.block(block, names).await
            }
            Statement::For { name, count, body } => {
                for index in 0..*count {
                    names.insert(name.clone(), index.to_string());
                    match self.block(body, names).await {
                        Flow::Next => {}
                        stopped => return stopped,
                    }
                }
                Flow::Next
            }
            Statement::Together(branches) => self.together(branches, names).await,
        }
    }

    fn target(&self, tool: &str, arguments: &str) -> Target {
        let arguments = canonical_json(arguments).unwrap();
        let trace = self.trace.borrow();
        let same = trace
            .iter()
            .filter(|((known, with, _), _)| known == tool && *with == arguments);
        (tool.to_owned(), arguments.clone(), same.count())
    }

    fn take(
        &self,
        reply: Result<Reply, ProgramError>,
        bind: Option<&String>,
        names: &mut Names,
        tries: Option<usize>,
    ) -> Flow {
        let answer = match reply {
            Ok(Reply::Answered(answer)) => answer,
            Ok(_) => return Flow::Waits,
            Err(error) => return Flow::Stopped(error),
        };
        let value = match (answer.value(), tries) {
            (Some(value), _) => value.as_text().to_owned(),
            (None, Some(_)) => "0".to_owned(),
            (None, None) => return Flow::Raised("a call failed".to_owned()),
        };
        if let Some(bind) = bind {
            names.insert(bind.clone(), value);
        }
        Flow::Next
    }

    async fn together(&self, branches: &[Vec<Statement>], names: &mut Names) -> Flow {
        let mut worlds: Vec<Names> = branches.iter().map(|_| names.clone()).collect();
        let mut running: Vec<(Running<'_>, Option<Flow>)> = branches
            .iter()
            .zip(&mut worlds)
            .map(|(branch, names)| (self.block(branch, names), None))
            .collect();
        if let Order::Reversed = self.order {
            running.reverse();
        }
        poll_fn(|task| {
            for (branch, ended) in &mut running {
                if ended.is_none()
                    && let Poll::Ready(flow) = branch.as_mut().poll(task)
                {
                    *ended = Some(flow);
                }
            }
            match running.iter().all(|(_, ended)| ended.is_some()) {
                true => Poll::Ready(()),
                false => Poll::Pending,
            }
        })
        .await;
        let mut flows: Vec<Flow> = running.into_iter().filter_map(|(_, flow)| flow).collect();
        names.extend(worlds.into_iter().flatten());
        // what stops the run counts first, then what waits
        let rank = |flow: &Flow| match flow {
            Flow::Stopped(ProgramError::Closed) => 1,
            Flow::Stopped(_) => 0,
            Flow::Waits => 2,
            Flow::Raised(_) => 3,
            Flow::Return(_) => 4,
            Flow::Next => 5,
        };
        flows.sort_by_key(rank);
        flows.swap_remove(0)
    }
}
