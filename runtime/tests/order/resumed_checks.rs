//! Invariants of a call that processes began, decided, resumed and gave up.

use super::{Door, Outcome, Process, World};
use crate::random::check_order;
use serde_json::{Value, from_str};
use std::collections::BTreeMap;
use std::fmt;
use std::time::SystemTime;
use toolc_runtime::{ResumeError, Ruling, State};

/// Returns whether a stored call may go from one state to another.
fn follows(from: &State, to: &State) -> bool {
    let is_over = |until: &SystemTime| *until <= SystemTime::now();
    match (from, to) {
        (State::Asked, State::Decided) => true,
        (State::Decided, State::Claimed { .. }) => true,
        (State::Asked | State::Decided, State::Finished { result: None }) => true,
        (State::Claimed { .. }, State::Finished { result: Some(_) }) => true,
        (State::Claimed { until, .. }, State::Decided | State::Finished { result: None }) => {
            is_over(until)
        }
        _ => false,
    }
}

impl World {
    /// Checks the invariants of a call, whatever happened to it.
    pub fn check(&self) {
        for process in &self.processes {
            process.check();
        }
        self.check_history();
        self.check_what_ran();
        self.check_results();
    }

    fn events(process: &Process) -> Vec<&'static str> {
        process.log.lock().unwrap().events.clone()
    }

    /// The states that were stored, in order.
    fn history(&self) -> Vec<State> {
        self.common.store.history.lock().unwrap().clone()
    }

    fn claims(&self) -> usize {
        let history = self.history().into_iter();
        let claims = history.filter(|state| matches!(state, State::Claimed { .. }));
        claims.count()
    }

    fn check_history(&self) {
        let history = self.history();
        if let Some(first) = history.first() {
            assert_eq!(*first, State::Asked);
        }
        for pair in history.windows(2) {
            assert!(follows(&pair[0], &pair[1]), "{pair:?}");
        }
        match history.last() {
            Some(State::Finished { .. }) => {}
            // Its process died, but counts as alive for an hour.
            Some(State::Claimed { until, .. }) => assert!(*until > SystemTime::now()),
            Some(other) => panic!("it never ended: {other:?}"),
            None => assert!(self.stored().is_none()),
        }
    }

    fn check_what_ran(&self) {
        let ran = self.common.ran.lock().unwrap().clone();
        let began = Self::events(&self.processes[0]).contains(&"run");
        let resumes = self.processes.iter().skip(1);
        let started = resumes.filter(|process| !Self::events(process).is_empty());
        assert!(started.count() <= self.claims(), "nobody claimed it");
        assert!(ran.len() <= usize::from(began) + self.claims());
        if began {
            assert_eq!((ran.len(), self.claims()), (1, 0));
            return;
        }
        let Some(stored) = self.stored() else {
            assert!(ran.is_empty(), "nobody was asked");
            return;
        };
        assert!(ran.is_empty() || !self.has_expired, "it had expired");
        let rulings = self.common.rulings.lock().unwrap();
        let known = stored.ruling.as_deref();
        let known = known.map(|text| Ruling::open(text, &self.common.key).unwrap());
        let of_it = |(ruling, _): &&super::Written| Some(ruling) == known.as_ref();
        let approved = rulings
            .iter()
            .find(of_it)
            .and_then(|(_, runs)| runs.as_ref());
        for what in ran.iter() {
            assert_eq!(Some(what), approved, "it was not what was approved");
        }
    }

    fn check_results(&self) {
        let kept = self.stored().and_then(|call| match call.state {
            State::Finished { result } => result,
            _ => None,
        });
        let kept: Option<Value> = kept.map(|text| from_str(&text).unwrap());
        let mut results = 0;
        for process in &self.processes {
            match &process.outcome {
                Some(Outcome::Resumed(Ok(result))) => {
                    results += 1;
                    assert_eq!(Some(serde_json::to_value(result).unwrap()), kept);
                }
                Some(Outcome::Resumed(Err(ResumeError::AlreadyResumed { result }))) => {
                    let told = result
                        .as_ref()
                        .map(|json| from_str(json.as_text()).unwrap());
                    assert_eq!(told, kept, "it ended in two ways");
                }
                _ => {}
            }
        }
        assert!(results <= 1, "{results} results");
    }
}

impl Process {
    fn check(&self) {
        let events = World::events(self);
        let is_dead = self.log.lock().unwrap().is_dead;
        check_order(self.door, &events, !is_dead);
        let ran = events.contains(&"run");
        let tool = self.schedule.call().name;
        match (self.door, &self.outcome) {
            (Door::Begin, Some(Outcome::Begun(result))) => {
                let is_suspended = events.last() == Some(&"tool:suspended");
                assert_eq!(result.is_none(), is_suspended);
            }
            (Door::Resume, Some(Outcome::Resumed(Ok(result)))) => {
                let last = events.last().expect("events");
                assert_eq!(result.success, *last == "tool:post");
            }
            _ => {}
        }
        if ran && self.door == Door::Begin {
            assert!(!self.schedule.needs_yes() && !self.schedule.refuses(&tool));
        }
        if ran && self.door == Door::Resume {
            assert!(events.contains(&"approval:granted"));
            assert!(!self.schedule.refuses(""), "policy refused it");
        }
    }
}

/// How often the schedules reached each of the interesting cases.
#[derive(Default)]
pub struct Played(BTreeMap<&'static str, u64>);

impl Played {
    pub fn count(&mut self, world: &World) {
        let mut note = |what| *self.0.entry(what).or_default() += 1;
        let history = world.history();
        for state in history {
            match state {
                State::Decided => note("decided"),
                State::Claimed { .. } => note("claimed"),
                State::Finished { result: None } => note("given up"),
                State::Asked | State::Finished { .. } => {}
            }
        }
        if world.claims() > 1 {
            note("claimed again");
        }
        for process in &world.processes {
            let events = World::events(process);
            match &process.outcome {
                Some(Outcome::Resumed(Err(error))) => note(error.code()),
                Some(Outcome::Resumed(Ok(result))) if events.contains(&"run") => {
                    note(match result.note {
                        Some(_) => "ran edited",
                        None => "ran",
                    });
                }
                Some(Outcome::Resumed(Ok(_))) => note("did not run"),
                Some(Outcome::Begun(None)) => note("suspended"),
                None if events.contains(&"run") => note("died while it ran"),
                _ => {}
            }
        }
    }

    /// Asserts that every case was reached often enough.
    pub fn is_enough(&self) {
        for (what, least) in WAYS {
            let found = self.0.get(what).copied().unwrap_or_default();
            assert!(found >= *least, "{what}: {found} of {:#?}", self.0);
        }
    }
}

/// How often each case must be reached at least.
const WAYS: &[(&str, u64)] = &[
    ("suspended", 3_000),
    ("decided", 3_000),
    ("claimed", 2_000),
    ("claimed again", 50),
    ("given up", 500),
    ("ran", 300),
    ("ran edited", 300),
    ("did not run", 300),
    ("died while it ran", 300),
    ("already_resumed", 1_000),
    ("in_progress", 500),
    ("interrupted", 300),
    ("expired", 300),
    ("not_stored", 300),
    ("unrecorded", 30),
];

impl fmt::Debug for World {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:#?}", self.history())?;
        writeln!(f, "ran {:?}", self.common.ran.lock().unwrap())?;
        for process in &self.processes {
            let (door, events) = (process.door, World::events(process));
            writeln!(f, "{door:?} {events:?} {:?}", process.outcome)?;
        }
        Ok(())
    }
}
