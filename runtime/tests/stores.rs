//! The check of stores: a store that keeps its promises passes, and one that breaks a promise fails exactly the cases
//! that are about it.

#[path = "stores/faulty.rs"]
mod faulty;
#[path = "stores/forgetful.rs"]
mod forgetful;
#[path = "stores/results.rs"]
mod results;
#[cfg(feature = "sqlite")]
#[path = "stores/sqlite.rs"]
mod sqlite;

use faulty::{Fault, Faulty};
use std::cell::Cell;
use toolc_runtime::testing::{StoreVerdict, block_on, check_forgetting, check_store};
use toolc_runtime::{MemoryStore, StoreError};

#[test]
fn the_store_in_memory_passes() {
    let store = MemoryStore::new();
    let report = block_on(check_store(|| async { Ok(store.clone()) }));
    report.assert_passed();
    assert!(report.cases.len() >= 29, "{report}");
}

/// Each fault, and the cases that are about it.
const FAULTS: &[(Fault, &[&str])] = &[
    (
        Fault::InsertsOver,
        &[
            "a_new_call_is_stored_once",
            "of_new_calls_at_once_one_counts",
            "what_is_put_twice_is_there_once",
        ],
    ),
    (Fault::IgnoresCase, &["ids_are_exact"]),
    (Fault::TrimsIds, &["ids_are_exact"]),
    (Fault::TrimsTexts, &["what_is_stored_comes_back"]),
    (Fault::LosesMillis, &["what_is_stored_comes_back"]),
    (Fault::CutsTexts, &["long_texts_come_back"]),
    (
        Fault::IgnoresRevisions,
        &[
            "a_change_needs_the_revision",
            "of_changes_at_once_one_counts",
        ],
    ),
    (
        Fault::ReadsThenWrites,
        &[
            "of_changes_at_once_one_counts",
            "of_decisions_at_once_one_counts",
            "a_call_is_claimed_once",
            "a_dead_owner_waits_for_a_person",
        ],
    ),
    (
        Fault::ReadsThenInserts,
        &["of_new_calls_at_once_one_counts"],
    ),
    (Fault::SignedRevisions, &["revisions_are_not_cut"]),
    (Fault::HidesClaimed, &["open_calls_are_listed"]),
    (Fault::ListsFinished, &["open_calls_are_listed"]),
    (Fault::ListsAPage, &["many_open_calls_are_listed"]),
    (
        Fault::StopsTheClock,
        &[
            "time_passes",
            "a_dead_owner_waits_for_a_person",
            "what_was_given_up_is_not_finished_late",
            "a_decision_after_expiry_counts_no_more",
        ],
    ),
    (
        Fault::ClockOfEachHandle,
        &[
            "a_call_is_claimed_once",
            "all_handles_have_one_clock",
            "a_running_call_is_not_taken_over",
            "a_dead_owner_waits_for_a_person",
        ],
    ),
    (
        Fault::LeasesByAnotherClock,
        &["a_lease_is_counted_by_the_clock_of_the_store"],
    ),
    (
        Fault::RenewsNothing,
        &[
            "a_lease_is_counted_by_the_clock_of_the_store",
            "a_renewed_lease_lasts",
        ],
    ),
    (
        Fault::LastDecisionCounts,
        &[
            "the_first_decision_counts",
            "of_decisions_at_once_one_counts",
        ],
    ),
    (
        Fault::ClaimsUndecided,
        &["only_what_was_decided_is_claimed"],
    ),
    (
        Fault::RunsAgainAnytime,
        &["a_running_call_is_not_taken_over"],
    ),
    (
        Fault::AnybodyFinishes,
        &[
            "a_call_is_finished_once",
            "a_dead_owner_waits_for_a_person",
            "what_was_given_up_is_not_finished_late",
        ],
    ),
    (Fault::GivesUpForNow, &["what_was_given_up_stays_so"]),
    (
        Fault::PutsOnce,
        &[
            "what_is_put_twice_is_there_once",
            "a_step_whose_answer_was_lost_is_not_taken_twice",
        ],
    ),
];

#[test]
fn a_faulty_store_fails_the_cases_of_its_fault() {
    let mut wrong = Vec::new();
    for (fault, expected) in FAULTS {
        let (store, handles) = (MemoryStore::new(), Cell::new(0));
        let report = block_on(check_store(|| async {
            handles.set(handles.get() + 1);
            Ok(Faulty::new(store.clone(), *fault, handles.get()))
        }));
        let failed: Vec<_> = report.failed().collect();
        if failed != *expected {
            wrong.push(format!("{fault:?}: {failed:?}\n{report}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_case_can_be_failed() {
    let store = MemoryStore::new();
    let report = block_on(check_store(|| async { Ok(store.clone()) }));
    let broken = block_on(check_store(|| async {
        Err::<MemoryStore, _>(StoreError::new("no such file"))
    }));
    assert_eq!(broken.failed().count(), report.cases.len());
    // Those that no fault above fails are about what a process leaves behind, or about any failure at all.
    let failed = |case: &&str| FAULTS.iter().any(|(_, cases)| cases.contains(case));
    let names = report.cases.iter().map(|case| case.name);
    let left: Vec<_> = names.filter(|name| !failed(name)).collect();
    let others = [
        "an_unknown_call_is_not_found",
        "a_restart_loses_nothing",
        "a_step_that_failed_can_be_repeated",
    ];
    assert_eq!(left, others);
}

#[test]
fn a_store_of_one_process_does_not_pass_for_one_of_several() {
    let report = block_on(check_store(|| async { Ok(MemoryStore::new()) }));
    assert!(fails(&report, "a_restart_loses_nothing"), "{report}");
}

#[test]
fn a_store_that_finds_anything_is_noticed() {
    let report = block_on(check_store(|| async { Ok(forgetful::FindsAnything) }));
    assert!(fails(&report, "an_unknown_call_is_not_found"), "{report}");
}

#[test]
fn a_store_that_stays_broken_is_noticed() {
    let store = MemoryStore::new();
    let report = block_on(check_store(|| async {
        Ok(forgetful::GivesUpOnSecondDecision(store.clone()))
    }));
    assert!(
        fails(&report, "a_step_that_failed_can_be_repeated"),
        "{report}"
    );
}

#[test]
fn cleaning_up_takes_what_is_over_and_nothing_else() {
    use forgetful::Forgets;
    let rows: &[(Forgets, &[&str])] = &[
        (Forgets::Rightly, &[]),
        (
            Forgets::Nothing,
            &["what_is_finished_goes", "what_expired_goes"],
        ),
        (Forgets::Finished, &["what_expired_goes"]),
        (Forgets::Open, &["what_is_open_stays"]),
        (Forgets::Claimed, &["what_may_be_running_stays"]),
    ];
    for (forgets, expected) in rows {
        let store = forgetful::Forgetful::default();
        let report = block_on(check_forgetting(
            || async { Ok(store.clone()) },
            async |store: &forgetful::Forgetful, key| store.forget(*forgets, key),
        ));
        let failed: Vec<_> = report.failed().collect();
        assert_eq!(failed, *expected, "{forgets:?}\n{report}");
    }
}

fn fails(report: &StoreVerdict, name: &str) -> bool {
    report.failed().any(|failed| failed == name)
}
