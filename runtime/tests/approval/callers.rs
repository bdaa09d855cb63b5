//! Who called is known to whoever judges, approves or observes a call, and part of what an approval covers.

use crate::calls::PLACE;
use crate::desk::{begin_tool, context, key, mocks};
use crate::tools::{self, GetWeather, GetWeatherArgs};
use std::sync::{Arc, Mutex};
use std::time::SystemTime;
use toolc_runtime::testing::{Mocks, ScriptedApprover, block_on};
use toolc_runtime::v1 as rt;
use toolc_runtime::{
    ApprovalStore, CalledBy, Context, Decision, ErrorKind, Event, MemoryStore, Observer,
    PendingCall, Policy, PolicyDecision, PolicyRequest, ToolCall,
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
