//! Time: leases that run out, questions that expire, and whose clock says so.

use super::report::Outcome;
use super::rows::open_many;
use super::steps::check_one_claim;
use super::together::run_together;
use super::trial::{LONG, MOMENT, Trial, expect, expect_code, expect_equal, result, wait_a_moment};
use crate::approve::{ApprovalStore, PendingCall, ResumeError, State};
use std::time::{Duration, SystemTime};

/// How far clocks may be apart that count as one.
const APART: Duration = Duration::from_secs(5);

pub(super) async fn time_passes<S: ApprovalStore>(trial: &Trial<'_, S>) -> Outcome {
    let store = trial.open().await?;
    let before = expect("now", store.now().await)?;
    wait_a_moment();
    let after = expect("now", store.now().await)?;
    match after.duration_since(before) {
        Ok(passed) if passed >= MOMENT => Ok(()),
        _ => Err(format!("{before:?} became {after:?} in {:?}", MOMENT * 2)),
    }
}

pub(super) async fn all_handles_have_one_clock<S: ApprovalStore>(trial: &Trial<'_, S>) -> Outcome {
    let stores = open_many(trial).await?;
    let first = expect("now", stores[0].now().await)?;
    for store in &stores {
        check_close(
            "the times of two handles",
            first,
            expect("now", store.now().await)?,
        )?;
    }
    Ok(())
}

pub(super) async fn a_lease_is_counted_by_the_clock_of_the_store<S: ApprovalStore>(
    trial: &Trial<'_, S>,
) -> Outcome {
    let store = trial.open().await?;
    let pending = trial.approved(&store).await?;
    let claim = expect("take", store.take(&pending, &pending.approve(), LONG).await)?;
    for length in [LONG, LONG * 2] {
        let renewed = expect("renew", store.renew(&claim, length).await)?;
        expect_equal("renewing a claim that holds", &renewed, &true)?;
        let now = expect("now", store.now().await)?;
        match trial.stored(&store, pending.id()).await?.state {
            State::Claimed { until, .. } => {
                check_close("the end of the lease", until, now + length)?;
            }
            other => return Err(format!("a call that was claimed is {other}")),
        }
    }
    Ok(())
}

fn check_close(what: &str, one: SystemTime, other: SystemTime) -> Outcome {
    let apart = one
        .duration_since(other)
        .or_else(|_| other.duration_since(one));
    match apart {
        Ok(apart) if apart <= APART => Ok(()),
        _ => Err(format!("{what}: {one:?} and {other:?}")),
    }
}

pub(super) async fn a_running_call_is_not_taken_over<S: ApprovalStore>(
    trial: &Trial<'_, S>,
) -> Outcome {
    let store = trial.open().await?;
    let pending = trial.approved(&store).await?;
    let yes = pending.approve();
    let claim = expect("take", store.take(&pending, &yes, LONG).await)?;
    let other = trial.open().await?;
    let claimed = other.take(&pending, &yes, LONG).await;
    expect_code("another claim", "in_progress", claimed)?;
    let again = other.run_again(pending.id()).await;
    expect_code("running it again", "in_progress", again)?;
    let given_up = other.give_up(pending.id()).await;
    expect_code("giving it up", "in_progress", given_up)?;
    expect("finish", store.finish(&claim, &result("done")).await)
}

pub(super) async fn a_renewed_lease_lasts<S: ApprovalStore>(trial: &Trial<'_, S>) -> Outcome {
    let store = trial.open().await?;
    let pending = trial.approved(&store).await?;
    let yes = pending.approve();
    let claim = expect("take", store.take(&pending, &yes, MOMENT).await)?;
    expect("renew", store.renew(&claim, LONG).await)?;
    wait_a_moment();
    let claimed = store.take(&pending, &yes, LONG).await;
    expect_code("a claim after the first lease", "in_progress", claimed)?;
    expect("finish", store.finish(&claim, &result("done")).await)
}

pub(super) async fn a_dead_owner_waits_for_a_person<S: ApprovalStore>(
    trial: &Trial<'_, S>,
) -> Outcome {
    let stores = open_many(trial).await?;
    let store = &stores[0];
    let pending = trial.approved(store).await?;
    let (id, yes) = (pending.id(), pending.approve());
    let dead = expect("take", store.take(&pending, &yes, MOMENT).await)?;
    wait_a_moment();
    let claimed = store.take(&pending, &yes, LONG).await;
    expect_code("a claim after the lease", "interrupted", claimed)?;
    for ended in run_together(stores.iter().map(|store| store.run_again(id))).await {
        expect("run_again", ended)?;
    }
    let claims = stores.iter().map(|store| store.take(&pending, &yes, LONG));
    let claim = check_one_claim(run_together(claims).await)?;
    let renewed = expect("renew", store.renew(&dead, LONG).await)?;
    expect_equal("the lease of the dead owner is renewed", &renewed, &false)?;
    if store.finish(&dead, &result("late")).await.is_ok() {
        return Err("the dead owner finished the call of somebody else".to_owned());
    }
    expect("finish", store.finish(&claim, &result("done")).await)
}

pub(super) async fn what_was_given_up_is_not_finished_late<S: ApprovalStore>(
    trial: &Trial<'_, S>,
) -> Outcome {
    let store = trial.open().await?;
    let pending = trial.approved(&store).await?;
    let claim = expect(
        "take",
        store.take(&pending, &pending.approve(), MOMENT).await,
    )?;
    wait_a_moment();
    expect("give_up", store.give_up(pending.id()).await)?;
    if store.finish(&claim, &result("late")).await.is_ok() {
        return Err("a call was finished after it was given up".to_owned());
    }
    let state = trial.stored(&store, pending.id()).await?.state;
    expect_equal(
        "how far it has come",
        &state,
        &State::Finished { result: None },
    )
}

pub(super) async fn a_decision_after_expiry_counts_no_more<S: ApprovalStore>(
    trial: &Trial<'_, S>,
) -> Outcome {
    let store = trial.open().await?;
    let pending = trial.question(&store, MOMENT).await?;
    expect("put", store.put(&pending, &trial.key).await)?;
    wait_a_moment();
    // A store may refuse the decision, or record it: the call is opened before it runs, and that says no.
    match store.decide(&pending.approve(), &trial.key).await {
        Ok(()) | Err(ResumeError::Expired) => {}
        Err(error) => return Err(format!("a decision ended with {error}")),
    }
    let stored = trial.stored(&store, pending.id()).await?;
    let now = expect("now", store.now().await)?;
    let opened = PendingCall::open(&stored.question, &trial.key, now);
    expect_code("opening what has expired", "expired", opened)
}
