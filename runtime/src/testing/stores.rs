//! Checks what every store must do, whoever wrote it.

mod faults;
mod forgetting;
mod leases;
mod report;
#[cfg(feature = "pages")]
mod results;
mod rows;
mod steps;
mod together;
mod trial;

use crate::approve::{ApprovalStore, SealKey};
#[cfg(feature = "pages")]
use crate::pages::ResultStore;
use crate::store_error::StoreError;
pub use report::{StoreCase, StoreVerdict};
use trial::Trial;

/// Runs cases one after the other, under the names of their functions.
macro_rules! run_cases {
    ($trial:expr, $($module:ident::$case:ident)*) => {{
        let mut report = StoreVerdict::default();
        $(report.add(stringify!($case), $module::$case(&$trial).await);)*
        report
    }};
}

/// Checks a store of pending calls, case by case: that each call is asked, decided, claimed and finished once, whatever
/// happens at the same time, whoever dies, and however often a step is repeated after its answer was lost.
///
/// `open` opens the store as another process would, again and again: what one handle did, the next one sees. The cases
/// use ids of their own, so that there may be other calls in the store.
///
/// Steps are taken at the same time within one task; a test of one's own has to show what several machines do, and
/// what becomes of a step when the database goes away.
///
/// ```
/// use toolc_runtime::MemoryStore;
/// use toolc_runtime::testing::{block_on, check_store};
///
/// let store = MemoryStore::new();
/// let report = block_on(check_store(|| async { Ok(store.clone()) }));
/// report.assert_passed();
/// ```
pub async fn check_store<S, F>(open: impl Fn() -> F) -> StoreVerdict
where
    S: ApprovalStore,
    F: Future<Output = Result<S, StoreError>>,
{
    let trial = Trial::new(&open);
    run_cases!(
        trial,
        rows::an_unknown_call_is_not_found
        rows::a_new_call_is_stored_once
        rows::what_is_stored_comes_back
        rows::ids_are_exact
        rows::long_texts_come_back
        rows::a_change_needs_the_revision
        rows::revisions_are_not_cut
        rows::of_changes_at_once_one_counts
        rows::of_new_calls_at_once_one_counts
        rows::open_calls_are_listed
        rows::many_open_calls_are_listed
        steps::what_is_put_twice_is_there_once
        steps::the_first_decision_counts
        steps::of_decisions_at_once_one_counts
        steps::only_what_was_decided_is_claimed
        steps::a_call_is_claimed_once
        steps::a_call_is_finished_once
        steps::what_was_given_up_stays_so
        steps::a_restart_loses_nothing
        leases::time_passes
        leases::all_handles_have_one_clock
        leases::a_lease_is_counted_by_the_clock_of_the_store
        leases::a_running_call_is_not_taken_over
        leases::a_renewed_lease_lasts
        leases::a_dead_owner_waits_for_a_person
        leases::what_was_given_up_is_not_finished_late
        leases::a_decision_after_expiry_counts_no_more
        faults::a_step_that_failed_can_be_repeated
        faults::a_step_whose_answer_was_lost_is_not_taken_twice
    )
}

/// Checks how a store of pending calls is cleaned up: what is finished or expired goes, and what is open or may be running
/// stays. `forget` does it, with the key that seals what this check stores.
///
/// ```
/// use toolc_runtime::MemoryStore;
/// use toolc_runtime::testing::{block_on, check_forgetting};
///
/// let store = MemoryStore::new();
/// let report = block_on(check_forgetting(
///     || async { Ok(store.clone()) },
///     async |store: &MemoryStore, _| Ok(store.forget_finished()),
/// ));
/// // this store forgets what is finished, and nothing else
/// assert_eq!(report.failed().collect::<Vec<_>>(), ["what_expired_goes"]);
/// ```
pub async fn check_forgetting<S, F>(
    open: impl Fn() -> F,
    forget: impl AsyncFn(&S, &SealKey) -> Result<(), StoreError>,
) -> StoreVerdict
where
    S: ApprovalStore,
    F: Future<Output = Result<S, StoreError>>,
{
    let cleaned = forgetting::Cleaned {
        trial: Trial::new(&open),
        forget,
    };
    run_cases!(
        cleaned,
        forgetting::what_is_finished_goes
        forgetting::what_expired_goes
        forgetting::what_is_open_stays
        forgetting::what_may_be_running_stays
    )
}

/// Checks a store of results that are read page by page (feature `pages`). `open` is as for [`check_store`].
#[cfg(feature = "pages")]
pub async fn check_result_store<S, F>(open: impl Fn() -> F) -> StoreVerdict
where
    S: ResultStore,
    F: Future<Output = Result<S, StoreError>>,
{
    let trial = Trial::new(&open);
    run_cases!(
        trial,
        results::an_unknown_result_is_not_found
        results::a_kept_result_comes_back
        results::what_is_over_is_not_found
        results::the_oldest_results_make_room
        results::bytes_are_limited
        results::results_are_kept_at_once
    )
}
