//! Who called is known to whoever judges, approves or observes a call, and part of what an approval covers.

use crate::calls::PLACE;
use crate::desk::{begin_tool, context, key, mocks};
use crate::tools::{self, GetWeather, GetWeatherArgs};
use std::sync::{Arc, Mutex};
use std::time::SystemTime;
use toolc_runtime::testing::{Mocks, ScriptedApprover, block_on};
use toolc_runtime::v1 as rt;
use toolc_runtime::v1::rule::{Rule, Rules, Step, Test, When};
use toolc_runtime::{
    Approval, ApprovalStore, Begun, CalledBy, Context, Decision, ErrorKind, Event, MemoryStore,
    Observer, PendingCall, Policy, PolicyDecision, PolicyRequest, ToolCall, Verdict,
};

/// A tool that programs may not call.
struct ForModels;

impl rt::Tool for ForModels {
    const ENTRY: &'static rt::ToolEntry = &rt::ToolEntry {
        extras: &[("allowed_callers", r#"["direct"]"#)],
        ..*<GetWeather as rt::Tool>::ENTRY
    };
    type Args<'a> = GetWeatherArgs;
    type Output = String;
    type Failure = rt::ToolFailure;
    type Key = ();
}

fn ask(called_by: CalledBy) -> ToolCall {
    ToolCall::new("c", "weather__get", PLACE).by(called_by)
}

/// Lets models alone continue, and asks about programs.
struct Watchful;

impl Policy for Watchful {
    fn name(&self) -> &'static str {
        "watchful"
    }

    fn decide_at_once(&self, request: &PolicyRequest<'_>) -> Option<PolicyDecision> {
        Some(match request.called_by {
            CalledBy::Model => PolicyDecision::Continue,
            CalledBy::Program => PolicyDecision::ask("a program calls"),
            _ => PolicyDecision::deny("nobody is known to call"),
        })
    }
}

#[derive(Clone, Default)]
struct Callers(Arc<Mutex<Vec<CalledBy>>>);

impl Observer for Callers {
    fn observe(&self, event: &Event<'_>) {
        self.0.lock().unwrap().push(event.called_by);
    }
}

#[test]
fn policies_approvers_and_observers_are_told() {
    let approver = ScriptedApprover::new([Decision::approve(), Decision::approve()]);
    let callers = Callers::default();
    let worker = tools::small_worker::<GetWeather>("w", mocks())
        .approver(approver.clone())
        .observer(callers.clone())
        .policy(Watchful);
    let run = |called_by| block_on(worker.call(&Context::default(), ask(called_by)));
    assert!(run(CalledBy::Model).success);
    assert!(run(CalledBy::Program).success);
    let denied = run(CalledBy::Unknown).error.expect("denied");
    assert_eq!(denied.kind, ErrorKind::Denied, "{denied:?}");
    let requests = approver.requests();
    let asked: Vec<_> = requests
        .iter()
        .map(|request| (request.called_by, request.reason.as_deref()))
        .collect();
    let program = (CalledBy::Program, Some("a program calls"));
    assert_eq!(asked, [(CalledBy::Model, None), program]);
    let mut told = callers.0.lock().unwrap().clone();
    told.dedup();
    assert_eq!(
        told,
        [CalledBy::Model, CalledBy::Program, CalledBy::Unknown]
    );
}

#[test]
fn an_approval_of_a_model_s_call_covers_none_of_a_program() {
    let approver = ScriptedApprover::new([Decision::approve_for_session(), Decision::deny("no")]);
    let worker = tools::small_worker::<GetWeather>("w", mocks()).approver(approver.clone());
    let run = |called_by| block_on(worker.call(&context(), ask(called_by))).success;
    assert!(run(CalledBy::Model));
    assert!(run(CalledBy::Model), "the same call again");
    assert!(!run(CalledBy::Program));
    assert_eq!(approver.requests().len(), 2);
}

#[test]
fn a_call_that_waited_is_still_that_of_its_caller() {
    let mocks = Mocks::new().on::<ForModels>(|_| Ok("sunny".to_owned()));
    let worker = tools::small_worker::<ForModels>("w", mocks);
    let pending = begin_tool(&worker, &context(), ask(CalledBy::Model));
    let text = pending.seal(&key());
    let pending = PendingCall::open(&text, &key(), SystemTime::now()).expect("sealed");
    assert_eq!(pending.called_by(), CalledBy::Model);
    assert!(pending.shown().contains(r#""called_by":"model""#));
    let store = MemoryStore::new();
    block_on(store.put(&pending, &key())).expect("new");
    block_on(store.decide(&pending.approve(), &key())).expect("open");
    let (context, key) = (context(), key());
    let resumed = block_on(worker.resume_stored(&context, pending.id(), &key, &store));
    assert!(resumed.expect("it runs").success);
    let changed = text.replace("model", "program");
    assert!(PendingCall::open(&changed, &key, SystemTime::now()).is_err());
}

const fn rule(when: &'static [When], approval: Approval, place: &'static str) -> Rule {
    Rule {
        when,
        approval,
        reason: "",
        place,
    }
}

/// A condition on who calls.
macro_rules! called_by {
    ($($caller:ident),+) => {
        When {
            steps: &[],
            tests: &[Test::CalledBy(&[$(CalledBy::$caller),+])],
        }
    };
}

const IN_O: When = When {
    steps: &[Step::Key("location")],
    tests: &[Test::StartsWith("O")],
};

static BY_CALLER: Rules = Rules {
    lists: &[
        &[
            rule(
                &[called_by!(Program, Unknown), IN_O],
                Approval::Blocked,
                "w:1",
            ),
            rule(&[called_by!(Model)], Approval::PreApproved, "w:2"),
        ],
        &[rule(&[IN_O], Approval::PreApproved, "t:1")],
    ],
    otherwise: rule(&[], Approval::Ask, "w:0"),
};

#[test]
fn rules_decide_by_who_calls() {
    let worker = tools::worker_of_row::<GetWeather>("w", mocks(), |row| row.rules(&BY_CALLER))
        .approver(ScriptedApprover::new([]));
    let lyon = r#"{"location":"Lyon"}"#;
    for (called_by, arguments, verdict, place) in [
        (CalledBy::Model, PLACE, "runs", "w:2"),
        (CalledBy::Model, lyon, "runs", "w:2"),
        (CalledBy::Program, PLACE, "refused", "w:1"),
        (CalledBy::Program, lyon, "asks", "w:0"),
        (CalledBy::Unknown, PLACE, "refused", "w:1"),
        (CalledBy::Unknown, lyon, "asks", "w:0"),
    ] {
        let call = ToolCall::new("c", "weather__get", arguments).by(called_by);
        let found = block_on(worker.dry_run(&Context::default(), &call));
        let said = match found.verdict {
            Verdict::Runs => "runs",
            Verdict::Asks(_) => "asks",
            _ => "refused",
        };
        assert_eq!(
            (said, found.metadata.rule),
            (verdict, Some(place)),
            "{called_by:?} {arguments}"
        );
    }
}

#[test]
fn a_call_that_was_decided_elsewhere_is_still_judged_as_its_callers() {
    let worker = tools::worker_of_row::<GetWeather>("w", mocks(), |row| row.rules(&BY_CALLER));
    let context = Context::default();
    let call = ToolCall::new("c", "weather__get", r#"{"location":"Lyon"}"#).by(CalledBy::Program);
    let Begun::Pending(pending) = block_on(worker.begin(&context, call)) else {
        panic!("a program's call asks");
    };
    let (store, ruling) = (MemoryStore::new(), pending.edit(PLACE));
    block_on(store.put(&pending, &key())).expect("a new call");
    block_on(store.decide(&ruling, &key())).expect("a ruling");
    let result = block_on(worker.resume(&context, &pending, &ruling, &store)).expect("a result");
    let error = result.error.expect("refused");
    assert_eq!(error.kind, ErrorKind::Blocked, "{error:?}");
}
