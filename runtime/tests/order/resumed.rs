//! One call that processes begin, decide, resume and give up, in any order and concurrently, each of which
//! may die at any step: the call ends once, and what runs is what was approved.

#[path = "resumed_checks.rs"]
mod checks;

pub use checks::Played;

use super::random::Door;
use super::script::{DELETE, Ending, LIMIT, Log, Ran, Random, Schedule, WEATHER, Waits};
use serde_json::{Value, from_str};
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};
use toolc_runtime::testing::{ManualTimer, block_on, poll_once};
use toolc_runtime::{
    ApprovalStore, Begun, Cancellation, Context, MemoryStore, PendingCall, ResumeError, Ruling,
    SealKey, State, StoreError, StoredCall, ToolResult,
};

const STEPS: u64 = 70;
const HOUR: Duration = Duration::from_secs(3600);

/// A store that yields now and then, so that other tasks interleave, and records every state that it stored.
struct Shared {
    kept: MemoryStore,
    gaps: Mutex<Random>,
    history: Mutex<Vec<State>>,
}

impl Shared {
    async fn pause(&self) {
        let polls = self.gaps.lock().unwrap().pick(&[0, 0, 1, 2]);
        Waits(polls).await;
    }

    fn remember(&self, is_done: bool, call: &StoredCall) {
        if is_done {
            self.history.lock().unwrap().push(call.state.clone());
        }
    }
}

impl ApprovalStore for Shared {
    async fn insert(&self, call: &StoredCall) -> Result<bool, StoreError> {
        self.pause().await;
        let is_new = self.kept.insert(call).await?;
        self.remember(is_new, call);
        self.pause().await;
        Ok(is_new)
    }

    async fn get(&self, id: &str) -> Result<Option<StoredCall>, StoreError> {
        self.pause().await;
        let found = self.kept.get(id).await?;
        self.pause().await;
        Ok(found)
    }

    async fn replace(&self, revision: u32, call: &StoredCall) -> Result<bool, StoreError> {
        self.pause().await;
        let is_replaced = self.kept.replace(revision, call).await?;
        self.remember(is_replaced, call);
        self.pause().await;
        Ok(is_replaced)
    }

    async fn open(&self) -> Result<Vec<StoredCall>, StoreError> {
        self.kept.open().await
    }
}

/// A ruling, and what would run because of it.
type Written = (Ruling, Option<(&'static str, Value)>);

/// State that all processes share.
struct Common {
    store: Shared,
    key: SealKey,
    /// The pending call, once its question has been published.
    question: Mutex<Option<PendingCall>>,
    /// Every ruling that somebody wrote.
    rulings: Mutex<Vec<Written>>,
    ran: Ran,
}

/// The result of a task.
#[derive(Debug)]
enum Outcome {
    Begun(Option<ToolResult>),
    Resumed(Result<ToolResult, ResumeError>),
    Acted,
}

/// One process that begins or resumes the call.
struct Process {
    door: Door,
    schedule: Schedule,
    log: Log,
    timer: ManualTimer,
    token: Cancellation,
    outcome: Option<Outcome>,
}

type Task = Pin<Box<dyn Future<Output = Outcome>>>;

/// Everything that happened to one call.
pub struct World {
    common: Arc<Common>,
    processes: Vec<Process>,
    has_expired: bool,
}

/// A running task, of a process or of a person.
struct Live {
    process: Option<usize>,
    task: Task,
}

/// Plays a schedule with processes that share a store.
pub fn play_apart(mut schedule: Schedule, random: &mut Random) -> World {
    if random.chance(2) {
        // Otherwise most calls would end before anybody has to be asked.
        schedule.asks = true;
        schedule.needs.end = Ending::Says(None);
    }
    let common = Common {
        store: Shared {
            kept: MemoryStore::new(),
            gaps: Mutex::new(Random(random.below(u64::MAX >> 11) | 1)),
            history: Mutex::default(),
        },
        key: SealKey::new("k1", b"8f14e45fceea167a5a36dedd4bea2543").unwrap(),
        question: Mutex::default(),
        rulings: Mutex::default(),
        ran: Ran::default(),
    };
    let mut world = World {
        common: Arc::new(common),
        processes: Vec::new(),
        has_expired: random.chance(16),
    };
    let mut live = vec![world.begin(schedule, random)];
    for _ in 0..STEPS {
        world.step(&mut live, random);
    }
    while !live.is_empty() {
        world.abandon(&mut live, random);
    }
    world.settle(random);
    world
}

impl World {
    fn step(&mut self, live: &mut Vec<Live>, random: &mut Random) {
        match random.below(24) {
            0 if !live.is_empty() => self.abandon(live, random),
            1 | 2 => {
                let at = random.below(self.processes.len() as u64) as usize;
                match random.chance(3) {
                    true => self.processes[at].token.cancel(),
                    false => self.processes[at].timer.advance(LIMIT),
                }
            }
            3 | 4 if live.len() < 4 => live.extend(self.decide(random)),
            5 | 6 if live.len() < 4 && self.is_told(random) => {
                let asks_the_store = random.chance(3);
                live.push(self.resume(asks_the_store, random));
            }
            7 if live.len() < 4 => {
                let id = self.id().into_iter();
                live.extend(id.map(|id| self.intervene(id, random.chance(2))));
            }
            _ if live.is_empty() => {}
            _ => {
                let at = random.below(live.len() as u64) as usize;
                if let Some(outcome) = poll_once(live[at].task.as_mut()) {
                    let process = live.swap_remove(at).process;
                    self.end(process, outcome);
                }
            }
        }
    }

    fn end(&mut self, process: Option<usize>, outcome: Outcome) {
        if let Some(number) = process {
            self.processes[number].outcome = Some(outcome);
        }
    }

    /// Drops a task. In some cases its process dies as well, and nobody receives its end.
    fn abandon(&self, live: &mut Vec<Live>, random: &mut Random) {
        let at = random.below(live.len() as u64) as usize;
        let gone = live.swap_remove(at);
        if let (Some(number), true) = (gone.process, random.chance(2)) {
            self.processes[number].log.lock().unwrap().is_dead = true;
        }
    }

    fn process(&mut self, door: Door, schedule: Schedule) -> usize {
        self.processes.push(Process {
            door,
            schedule,
            log: Log::default(),
            timer: ManualTimer::new(),
            token: Cancellation::new(),
            outcome: None,
        });
        self.processes.len() - 1
    }

    /// A process that begins the call, and publishes the question before or after the call is stored.
    fn begin(&mut self, schedule: Schedule, random: &mut Random) -> Live {
        let number = self.process(Door::Begin, schedule);
        let process = &self.processes[number];
        let within = match self.has_expired {
            true => Duration::from_nanos(1),
            false => HOUR,
        };
        let worker = process
            .schedule
            .worker(&process.timer, &process.log, &self.common.ran)
            .answer_within(within);
        let context = Context::new("s").with_cancellation(process.token.clone());
        let (call, tells_first) = (process.schedule.call(), random.chance(4));
        let common = Arc::clone(&self.common);
        let task = Box::pin(async move {
            let pending = match worker.begin(&context, call).await {
                Begun::Pending(pending) => pending,
                Begun::Ended(result) => return Outcome::Begun(Some(result)),
                other => panic!("{other:?}"),
            };
            let publish = || *common.question.lock().unwrap() = Some(pending.clone());
            if tells_first {
                publish();
            }
            common.store.put(&pending, &common.key).await.unwrap();
            publish();
            Outcome::Begun(None)
        });
        let process = Some(number);
        Live { process, task }
    }

    /// A person who answers the question.
    fn decide(&self, random: &mut Random) -> Option<Live> {
        let pending = self.common.question.lock().unwrap().clone()?;
        let asked = || {
            let mut tools = [DELETE, WEATHER].into_iter();
            let tool = tools.find(|tool| *tool == pending.wire_name());
            Some((tool?, from_str(pending.arguments()).unwrap()))
        };
        let edited = |tool, arguments: &str| Some((tool, from_str(arguments).unwrap()));
        let (path, place) = (r#"{"path":"/c"}"#, r#"{"location":"Bonn"}"#);
        let (ruling, runs) = match random.below(8) {
            0 | 1 => (pending.deny("no"), None),
            2 => (pending.approve_for_session(), asked()),
            3 if pending.wire_name() == DELETE => (pending.edit(path), edited(DELETE, path)),
            4 => (pending.edit_to(WEATHER, place), edited(WEATHER, place)),
            5 => (pending.edit_to(DELETE, path), edited(DELETE, path)),
            _ => (pending.approve(), asked()),
        };
        let ruling = ruling.by("ada");
        self.common
            .rulings
            .lock()
            .unwrap()
            .push((ruling.clone(), runs));
        let common = Arc::clone(&self.common);
        let task = Box::pin(async move {
            // Another ruling may exist already.
            let _ = common.store.decide(&ruling, &common.key).await;
            Outcome::Acted
        });
        let process = None;
        Some(Live { process, task })
    }

    /// Returns whether somebody knows of a call to resume; occasionally somebody tries anyway.
    fn is_told(&self, random: &mut Random) -> bool {
        random.chance(16) || self.common.question.lock().unwrap().is_some()
    }

    /// A process that resumes the call, with the same policies as before or with others.
    fn resume(&mut self, asks_the_store: bool, random: &mut Random) -> Live {
        let mut schedule = Schedule::random(random);
        if !random.chance(4) {
            let first = &self.processes[0].schedule;
            schedule.policies.clone_from(&first.policies);
            schedule.needs = first.needs;
        }
        let number = self.process(Door::Resume, schedule);
        let process = &self.processes[number];
        let worker = process
            .schedule
            .worker(&process.timer, &process.log, &self.common.ran)
            .resume_within(random.pick(&[HOUR, Duration::ZERO]));
        let context = Context::new("s").with_cancellation(process.token.clone());
        let common = Arc::clone(&self.common);
        let id = self.id().unwrap_or_default();
        let known = match asks_the_store {
            true => None,
            false => self.known(random),
        };
        let task = Box::pin(async move {
            let (key, store) = (&common.key, &common.store);
            Outcome::Resumed(match known {
                Some((pending, ruling)) => worker.resume(&context, &pending, &ruling, store).await,
                None => worker.resume_stored(&context, &id, key, store).await,
            })
        });
        let process = Some(number);
        Live { process, task }
    }

    /// Returns the call with a ruling that somebody wrote, whether it counts or not. Unused if the store is
    /// asked instead.
    fn known(&self, random: &mut Random) -> Option<(PendingCall, Ruling)> {
        let pending = self.common.question.lock().unwrap().clone()?;
        let rulings = self.common.rulings.lock().unwrap();
        let number = random.below(rulings.len() as u64 + 1) as usize;
        let (ruling, _) = rulings.get(number)?;
        Some((pending, ruling.clone()))
    }

    /// A person who releases an interrupted call to run again, or gives one up.
    fn intervene(&self, id: String, again: bool) -> Live {
        let common = Arc::clone(&self.common);
        let task = Box::pin(async move {
            // This is refused if a process is working on the call, or if the call is over.
            let _ = match again {
                true => common.store.run_again(&id).await,
                false => common.store.give_up(&id).await,
            };
            Outcome::Acted
        });
        let process = None;
        Live { process, task }
    }

    fn id(&self) -> Option<String> {
        let question = self.common.question.lock().unwrap();
        Some(question.as_ref()?.id().to_owned())
    }

    fn stored(&self) -> Option<StoredCall> {
        block_on(self.common.store.kept.get(&self.id()?)).unwrap()
    }

    /// Brings a remaining call to its end, as somebody would on the next morning.
    fn settle(&mut self, random: &mut Random) {
        let Some(call) = self.left() else { return };
        let question = &self.common.question;
        if question.lock().unwrap().is_none() {
            // The process that asked died before anybody was notified.
            let found = PendingCall::open(&call.question, &self.common.key, SystemTime::now());
            *question.lock().unwrap() = found.ok();
        }
        if let (None, Some(decided)) = (&call.ruling, self.decide(random)) {
            self.finish(decided);
        }
        for _ in 0..2 {
            let resumed = self.resume(true, random);
            self.finish(resumed);
            let is_interrupted = |call: StoredCall| call.is_interrupted(SystemTime::now());
            if self.has_expired || self.left().is_some_and(is_interrupted) {
                self.finish(self.intervene(call.id.clone(), false));
            }
        }
    }

    /// Returns the call while the store lists it as unfinished.
    fn left(&self) -> Option<StoredCall> {
        let mut open = block_on(self.common.store.kept.open()).unwrap();
        open.pop()
    }

    /// Runs a task to its end.
    fn finish(&mut self, mut live: Live) {
        loop {
            if let Some(number) = live.process {
                self.processes[number].timer.advance(LIMIT);
            }
            if let Some(outcome) = poll_once(live.task.as_mut()) {
                return self.end(live.process, outcome);
            }
        }
    }
}
