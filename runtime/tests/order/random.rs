//! Random calls: whatever handlers, policies, approvers and callers do, each call that begins ends exactly
//! once, its events come in a valid order, and nothing runs without permission. Each schedule is played
//! twice: by a caller that waits for the answer, and by processes that share a store.

use super::resumed::{Played, play_apart};
use super::script::{LIMIT, Log, Ran, Random, Schedule};
use std::panic::{AssertUnwindSafe, catch_unwind};
use toolc_runtime::testing::{ManualTimer, poll_once};
use toolc_runtime::{Cancellation, Context, ErrorKind, ToolResult};

const SCHEDULES: u64 = 10_000;

/// The function through which a call came in.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Door {
    Call,
    Begin,
    Resume,
}

const ENDS: &[&str] = &["tool:post", "tool:error", "tool:suspended"];

/// Checks the events of one call, whose process saw the end or died before it.
pub fn check_order(door: Door, events: &[&str], hears_the_end: bool) {
    let count = |wanted: &str| events.iter().filter(|name| **name == wanted).count();
    let place = |wanted: &str| events.iter().position(|name| *name == wanted);
    let Some(last) = events.last() else {
        return;
    };
    assert_eq!((events[0], count("tool:pre")), ("tool:pre", 1));
    let ends: usize = ENDS.iter().map(|end| count(end)).sum();
    let is_over = ENDS.contains(last);
    assert_eq!(ends, usize::from(is_over), "an end before the end");
    assert!(is_over || !hears_the_end, "no end");
    assert!(count("run") <= 1);
    let (asked, granted) = (count("approval:required"), count("approval:granted"));
    let answers = granted + count("approval:denied");
    let most = match door {
        Door::Call => (1, asked),
        Door::Begin => (1, 0),
        Door::Resume => (0, 1),
    };
    assert!(asked <= most.0 && answers <= most.1);
    assert!(place("approval:required") <= place("approval:granted").or(Some(usize::MAX)));
    assert_eq!(
        count("tool:suspended"),
        usize::from(door == Door::Begin && is_over) * asked
    );
    let violations = count("policy:violation");
    assert!(violations == 0 || asked + granted == 0 && (!is_over || *last == "tool:error"));
    if let Some(ran) = place("run") {
        assert!(place("approval:granted").is_none_or(|at| at < ran));
        assert_eq!(count("approval:denied") + violations, 0);
    }
}

/// Plays the caller, until the call ends or is dropped.
fn play(schedule: &Schedule, random: &mut Random, log: &Log) -> Option<ToolResult> {
    let timer = ManualTimer::new();
    let worker = schedule.worker(&timer, log, &Ran::default());
    let token = Cancellation::new();
    let context = Context::new("s").with_cancellation(token.clone());
    let mut future = Box::pin(worker.call(&context, schedule.call()));
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

/// Checks one call of a caller that waits.
fn check(schedule: &Schedule, events: &[&str], result: Option<&ToolResult>) {
    check_order(Door::Call, events, true);
    let Some(last) = events.last() else {
        assert!(result.is_none(), "an end without a beginning");
        return;
    };
    let has_run = events.contains(&"run");
    if has_run {
        let call = schedule.call();
        assert!(!schedule.refuses(&call.name), "it was refused");
        assert!(!schedule.needs_yes() || events.contains(&"approval:granted"));
    }
    if let Some(result) = result {
        assert_eq!(result.success, *last == "tool:post");
        assert!(!result.success || has_run);
        let kind = result.error.as_ref().map(|error| error.kind);
        assert_ne!(kind, Some(ErrorKind::InvalidArguments));
    } else {
        assert_eq!(*last, "tool:error", "what is dropped has failed");
    }
}

/// Runs the checks of one schedule, and prints `what` if one fails.
fn checked(number: u64, what: &dyn std::fmt::Debug, check: impl FnOnce()) {
    let checked = catch_unwind(AssertUnwindSafe(check));
    assert!(checked.is_ok(), "schedule {number}: {what:#?}");
}

#[test]
fn every_call_that_begins_ends_once_and_runs_only_if_it_may() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut ran, mut refused) = (0, 0);
    let mut apart = Played::default();
    for number in 0..SCHEDULES {
        let schedule = Schedule::random(&mut random);
        let log = Log::default();
        let result = play(&schedule, &mut random, &log);
        let events = log.lock().unwrap().events.clone();
        checked(number, &events, || {
            check(&schedule, &events, result.as_ref());
        });
        ran += u64::from(events.contains(&"run"));
        refused += u64::from(events.contains(&"policy:violation"));
        let world = play_apart(schedule, &mut random);
        checked(number, &world, || world.check());
        apart.count(&world);
    }
    // The schedules reach the interesting cases.
    assert!(
        ran > SCHEDULES / 10 && refused > SCHEDULES / 20,
        "{ran} {refused}"
    );
    apart.is_enough();
}
