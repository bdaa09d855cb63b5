//! A store that fails in the middle of a step, before or after the change was made.

use super::report::Outcome;
use super::trial::{LONG, Trial, expect, expect_code, expect_equal, result};
use crate::approve::{ApprovalStore, PendingCall, State, StoredCall};
use crate::store_error::StoreError;
use std::time::SystemTime;

/// When a change fails.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Failing {
    Before,
    /// The change is made, and whoever made it does not learn of it.
    After,
}

/// The store, whose changes fail.
struct Broken<'s, S>(&'s S, Failing);

impl<S> Broken<'_, S> {
    async fn change<T>(
        &self,
        change: impl Future<Output = Result<T, StoreError>>,
    ) -> Result<T, StoreError> {
        if self.1 == Failing::After {
            change.await?;
        }
        Err(StoreError::new("the connection is gone"))
    }
}

impl<S: ApprovalStore> ApprovalStore for Broken<'_, S> {
    async fn insert(&self, call: &StoredCall) -> Result<bool, StoreError> {
        self.change(self.0.insert(call)).await
    }

    async fn get(&self, id: &str) -> Result<Option<StoredCall>, StoreError> {
        self.0.get(id).await
    }

    async fn replace(&self, revision: u32, call: &StoredCall) -> Result<bool, StoreError> {
        self.change(self.0.replace(revision, call)).await
    }

    async fn open(&self) -> Result<Vec<StoredCall>, StoreError> {
        self.0.open().await
    }

    async fn now(&self) -> Result<SystemTime, StoreError> {
        self.0.now().await
    }
}

pub(super) async fn a_step_that_failed_can_be_repeated<S: ApprovalStore>(
    trial: &Trial<'_, S>,
) -> Outcome {
    let store = trial.open().await?;
    let broken = Broken(&store, Failing::Before);
    let pending = ask_and_decide(trial, &store, &broken).await?;
    let yes = pending.approve();
    expect_code("take", "store", broken.take(&pending, &yes, LONG).await)?;
    let claim = expect("take again", store.take(&pending, &yes, LONG).await)?;
    if broken.finish(&claim, &result("done")).await.is_ok() {
        return Err("a step that failed is told as done".to_owned());
    }
    expect("finish again", store.finish(&claim, &result("done")).await)
}

pub(super) async fn a_step_whose_answer_was_lost_is_not_taken_twice<S: ApprovalStore>(
    trial: &Trial<'_, S>,
) -> Outcome {
    let store = trial.open().await?;
    let broken = Broken(&store, Failing::After);
    let pending = ask_and_decide(trial, &store, &broken).await?;
    let yes = pending.approve();
    expect_code("take", "store", broken.take(&pending, &yes, LONG).await)?;
    // Nobody knows whether the claim was made, so it counts until its lease is over.
    let again = store.take(&pending, &yes, LONG).await;
    expect_code("take again", "in_progress", again)?;

    let pending = trial.approved(&store).await?;
    let yes = pending.approve();
    let claim = expect("take", store.take(&pending, &yes, LONG).await)?;
    if broken.finish(&claim, &result("done")).await.is_ok() {
        return Err("a lost answer is told as an answer".to_owned());
    }
    let stored = trial.stored(&store, pending.id()).await?;
    let is_finished = matches!(stored.state, State::Finished { result: Some(_) });
    expect_equal("it is finished", &is_finished, &true)?;
    let again = store.take(&pending, &yes, LONG).await;
    expect_code("take after the result", "already_resumed", again)
}

/// Puts a question and decides it, each with a step that fails before one that does not.
async fn ask_and_decide<S: ApprovalStore>(
    trial: &Trial<'_, S>,
    store: &S,
    broken: &Broken<'_, S>,
) -> Result<PendingCall, String> {
    let pending = trial.question(store, LONG).await?;
    expect_code("put", "store", broken.put(&pending, &trial.key).await)?;
    expect("put again", store.put(&pending, &trial.key).await)?;
    let yes = pending.approve();
    expect_code("decide", "store", broken.decide(&yes, &trial.key).await)?;
    expect("decide again", store.decide(&yes, &trial.key).await)?;
    Ok(pending)
}
