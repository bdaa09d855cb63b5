//! Which tools exist for a worker, and which calls require approval.

use super::{PAYMENT, call, kind};
use std::collections::BTreeSet;
use toolc_generated as tools;
use toolc_runtime::testing::{Mocks, ScriptedApprover};
use toolc_runtime::{Decision, ErrorKind, ToolEntry};

#[test]
fn a_blocked_tool_says_why_under_both_names() {
    let worker = tools::support::worker(Mocks::new());
    for name in ["tickets::close-ticket", "tickets__close-ticket"] {
        let error = call(&worker, name, r#"{"id":"T-1","reason":"done"}"#)
            .error
            .expect("an error");
        assert_eq!(error.kind, ErrorKind::Blocked);
        assert_eq!(
            error.message,
            "Tool 'tickets__close-ticket' blocked: support staff close tickets by hand"
        );
    }
}

#[test]
fn what_is_not_listed_does_not_exist() {
    let mocks = Mocks::new();
    let worker = tools::support::worker(mocks.clone());
    let names = [
        "tickets::ping",
        "payments::send_payment",
        "payments__send_payment",
        "petstore::listPets",
        "TICKETS::search-tickets",
        "tickets::search-tickets ",
        "get_weather",
        "",
    ];
    for name in names {
        assert_eq!(
            kind(&worker, name, "{}"),
            Some(ErrorKind::NotFound),
            "{name}"
        );
    }
    assert_eq!(mocks.calls(), []);
    assert!(tools::find("tickets::ping").is_empty());
    assert!(tools::find("payments::delete_history").is_empty());
}

#[test]
fn every_tool_is_found_by_both_names() {
    let all = tools::all();
    let wire_names: BTreeSet<&str> = all.iter().map(|entry| entry.wire_name).collect();
    assert_eq!(wire_names.len(), all.len());
    for entry in all {
        let [found] = tools::find(entry.wire_name) else {
            panic!("{}", entry.wire_name)
        };
        assert_eq!(found.raw_fingerprint, entry.raw_fingerprint);
        let overloads: Vec<&ToolEntry> = all
            .iter()
            .filter(|other| other.name == entry.name)
            .collect();
        let found = tools::find(entry.name);
        let prints = |entries: &mut dyn Iterator<Item = &ToolEntry>| -> Vec<&str> {
            entries.map(|entry| entry.raw_fingerprint).collect()
        };
        assert_eq!(
            prints(&mut found.iter()),
            prints(&mut overloads.into_iter()),
            "{}",
            entry.name
        );
    }
    assert_eq!(tools::find("notes::add_note").len(), 2);
}

#[test]
fn a_worker_is_found_by_its_name() {
    assert_eq!(
        tools::WORKERS,
        [
            "clerk", "diarist", "lead", "reminder", "sampler", "support", "trainee"
        ]
    );
    // the worker with a mounted toolset needs more than handlers
    assert!(tools::worker("diarist", Mocks::new()).is_none());
    for name in tools::WORKERS.iter().filter(|name| **name != "diarist") {
        let worker = tools::worker(name, Mocks::new()).expect("a worker");
        assert_eq!(worker.name(), *name);
    }
    assert!(tools::worker("nobody", Mocks::new()).is_none());
}

#[test]
fn the_worker_decides_what_is_asked() {
    let approver = ScriptedApprover::new([Decision::deny("no"), Decision::approve()]);
    let mocks = Mocks::new();
    let support = tools::support::worker(mocks.clone()).approver(approver.clone());
    let ticket = r#"{"title":"t","type":"bug"}"#;
    assert_eq!(
        kind(&support, "tickets::create-ticket", ticket),
        Some(ErrorKind::Denied)
    );
    assert_eq!(mocks.calls(), []);
    // No mock answers, so the call fails, but the handler was reached.
    assert_eq!(
        kind(&support, "tickets::create-ticket", ticket),
        Some(ErrorKind::Execution)
    );
    assert_eq!(mocks.calls().len(), 1);
    assert_eq!(approver.requests().len(), 2);
    // Without an approver, no handler that requires approval is reached.
    let mocks = Mocks::new();
    let clerk = tools::clerk::worker(mocks.clone());
    assert_eq!(
        kind(&clerk, "payments::send_payment", PAYMENT),
        Some(ErrorKind::Denied)
    );
    assert_eq!(mocks.calls(), []);
    assert_eq!(
        kind(&clerk, "petstore::listPets", "{}"),
        Some(ErrorKind::Execution)
    );
}
