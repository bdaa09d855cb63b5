//! Cleaning up: what goes, and what stays.

use super::report::Outcome;
use super::trial::{LONG, MOMENT, Trial, expect, expect_code, expect_equal, result, wait_a_moment};
use crate::approve::{ApprovalStore, PendingCall, SealKey};
use crate::store_error::StoreError;

/// A store, and how it is cleaned up.
pub(super) struct Cleaned<'o, S, C> {
    pub trial: Trial<'o, S>,
    pub forget: C,
}

impl<S: ApprovalStore, C: AsyncFn(&S, &SealKey) -> Result<(), StoreError>> Cleaned<'_, S, C> {
    async fn clean(&self, store: &S) -> Outcome {
        expect("cleaning up", (self.forget)(store, &self.trial.key).await)
    }

    /// Whether the store has the call.
    async fn has(&self, store: &S, pending: &PendingCall) -> Result<bool, String> {
        Ok(expect("get", store.get(pending.id()).await)?.is_some())
    }

    /// A call that was claimed.
    async fn claimed(&self, store: &S, lease: std::time::Duration) -> Result<PendingCall, String> {
        let pending = self.trial.approved(store).await?;
        expect(
            "take",
            store.take(&pending, &pending.approve(), lease).await,
        )?;
        Ok(pending)
    }
}

pub(super) async fn what_is_finished_goes<S, C>(cleaned: &Cleaned<'_, S, C>) -> Outcome
where
    S: ApprovalStore,
    C: AsyncFn(&S, &SealKey) -> Result<(), StoreError>,
{
    let trial = &cleaned.trial;
    let store = trial.open().await?;
    let finished = trial.approved(&store).await?;
    let yes = finished.approve();
    let claim = expect("take", store.take(&finished, &yes, LONG).await)?;
    expect("finish", store.finish(&claim, &result("done")).await)?;
    let given_up = trial.asked(&store).await?;
    expect("give_up", store.give_up(given_up.id()).await)?;
    cleaned.clean(&store).await?;
    for pending in [&finished, &given_up] {
        expect_equal(
            "a finished call is there",
            &cleaned.has(&store, pending).await?,
            &false,
        )?;
    }
    let again = store.take(&finished, &yes, LONG).await;
    expect_code("a claim of what was forgotten", "not_stored", again)
}

pub(super) async fn what_expired_goes<S, C>(cleaned: &Cleaned<'_, S, C>) -> Outcome
where
    S: ApprovalStore,
    C: AsyncFn(&S, &SealKey) -> Result<(), StoreError>,
{
    let trial = &cleaned.trial;
    let store = trial.open().await?;
    let pending = trial.question(&store, MOMENT).await?;
    expect("put", store.put(&pending, &trial.key).await)?;
    wait_a_moment();
    cleaned.clean(&store).await?;
    expect_equal(
        "what has expired is there",
        &cleaned.has(&store, &pending).await?,
        &false,
    )
}

pub(super) async fn what_is_open_stays<S, C>(cleaned: &Cleaned<'_, S, C>) -> Outcome
where
    S: ApprovalStore,
    C: AsyncFn(&S, &SealKey) -> Result<(), StoreError>,
{
    let trial = &cleaned.trial;
    let store = trial.open().await?;
    let asked = trial.asked(&store).await?;
    let decided = trial.approved(&store).await?;
    cleaned.clean(&store).await?;
    for pending in [&asked, &decided] {
        expect_equal(
            "an open call is there",
            &cleaned.has(&store, pending).await?,
            &true,
        )?;
    }
    Ok(())
}

pub(super) async fn what_may_be_running_stays<S, C>(cleaned: &Cleaned<'_, S, C>) -> Outcome
where
    S: ApprovalStore,
    C: AsyncFn(&S, &SealKey) -> Result<(), StoreError>,
{
    let store = cleaned.trial.open().await?;
    let running = cleaned.claimed(&store, LONG).await?;
    let interrupted = cleaned.claimed(&store, MOMENT).await?;
    wait_a_moment();
    cleaned.clean(&store).await?;
    for pending in [&running, &interrupted] {
        expect_equal(
            "a claimed call is there",
            &cleaned.has(&store, pending).await?,
            &true,
        )?;
    }
    Ok(())
}
