//! Steps: a call is asked, decided, claimed and finished, each of it once.

use super::report::Outcome;
use super::rows::open_many;
use super::together::{MANY, run_together};
use super::trial::{LONG, Trial, expect, expect_code, expect_equal, result};
use crate::approve::{ApprovalStore, Claim, PendingCall, ResumeError, State};
use crate::json::Json;

pub(super) async fn what_is_put_twice_is_there_once<S: ApprovalStore>(
    trial: &Trial<'_, S>,
) -> Outcome {
    let store = trial.open().await?;
    let pending = trial.asked(&store).await?;
    expect("put again", store.put(&pending, &trial.key).await)?;
    let listed = expect("open", store.open().await)?;
    let own = listed.iter().filter(|call| call.id == pending.id());
    expect_equal("how often it is listed", &own.count(), &1)?;
    let mut other = trial.question(&store, LONG).await?;
    other = PendingCall::of(crate::approve::Facts {
        id: pending.id().to_owned(),
        arguments: r#"{"note":"another"}"#.to_owned(),
        ..crate::approve::Facts::clone(&other.facts)
    });
    let put = store.put(&other, &trial.key).await;
    expect_code("another call under the same id", "not_stored", put)
}

pub(super) async fn the_first_decision_counts<S: ApprovalStore>(trial: &Trial<'_, S>) -> Outcome {
    let store = trial.open().await?;
    let pending = trial.question(&store, LONG).await?;
    let (yes, no) = (pending.approve().by("grace"), pending.deny("no"));
    let decided = store.decide(&yes, &trial.key).await;
    expect_code("a decision about an unknown call", "not_stored", decided)?;
    expect("put", store.put(&pending, &trial.key).await)?;
    expect("decide", store.decide(&yes, &trial.key).await)?;
    expect("decide again", store.decide(&yes, &trial.key).await)?;
    let decided = store.decide(&no, &trial.key).await;
    expect_code("another decision", "decided_otherwise", decided)?;
    let claimed = store.take(&pending, &no, LONG).await;
    expect_code(
        "a claim by the other decision",
        "decided_otherwise",
        claimed,
    )?;
    expect("take", store.take(&pending, &yes, LONG).await).map(drop)
}

pub(super) async fn of_decisions_at_once_one_counts<S: ApprovalStore>(
    trial: &Trial<'_, S>,
) -> Outcome {
    let stores = open_many(trial).await?;
    let pending = trial.asked(&stores[0]).await?;
    let decisions = stores.iter().enumerate().map(|(number, store)| {
        let ruling = pending.approve().by(format!("person {number}"));
        async move { store.decide(&ruling, &trial.key).await }
    });
    let mut decided = 0;
    for ended in run_together(decisions).await {
        match ended {
            Ok(()) => decided += 1,
            Err(ResumeError::DecidedOtherwise) => {}
            Err(error) => return Err(format!("a decision ended with {error}")),
        }
    }
    expect_equal("how many of the decisions counted", &decided, &1)
}

pub(super) async fn only_what_was_decided_is_claimed<S: ApprovalStore>(
    trial: &Trial<'_, S>,
) -> Outcome {
    let store = trial.open().await?;
    let pending = trial.question(&store, LONG).await?;
    let yes = pending.approve();
    let claimed = store.take(&pending, &yes, LONG).await;
    expect_code("a claim of an unknown call", "not_stored", claimed)?;
    expect("put", store.put(&pending, &trial.key).await)?;
    let claimed = store.take(&pending, &yes, LONG).await;
    expect_code("a claim before the decision", "not_decided", claimed)?;
    let again = store.run_again(pending.id()).await;
    expect_code("running it again before the decision", "not_decided", again)?;
    expect("decide", store.decide(&yes, &trial.key).await)?;
    expect("take", store.take(&pending, &yes, LONG).await).map(drop)
}

pub(super) async fn a_call_is_claimed_once<S: ApprovalStore>(trial: &Trial<'_, S>) -> Outcome {
    let stores = open_many(trial).await?;
    let pending = trial.approved(&stores[0]).await?;
    let yes = pending.approve();
    let claims = stores.iter().map(|store| store.take(&pending, &yes, LONG));
    let claims = run_together(claims).await;
    check_one_claim(claims).map(drop)
}

/// The only claim of those that were tried at once; the others were told that the call is being resumed.
pub(super) fn check_one_claim(tried: Vec<Result<Claim, ResumeError>>) -> Result<Claim, String> {
    let mut claims = Vec::new();
    for ended in tried {
        match ended {
            Ok(claim) => claims.push(claim),
            Err(ResumeError::InProgress { .. }) => {}
            Err(error) => return Err(format!("a claim ended with {error}")),
        }
    }
    let count = claims.len();
    match (claims.pop(), count) {
        (Some(claim), 1) => Ok(claim),
        _ => Err(format!("{count} of {MANY} claims succeeded")),
    }
}

pub(super) async fn a_call_is_finished_once<S: ApprovalStore>(trial: &Trial<'_, S>) -> Outcome {
    let store = trial.open().await?;
    let pending = trial.approved(&store).await?;
    let yes = pending.approve();
    let claim = expect("take", store.take(&pending, &yes, LONG).await)?;
    expect(
        "finish",
        store.finish(&claim, &result("it's \"done\" 🦀")).await,
    )?;
    if store.finish(&claim, &result("done again")).await.is_ok() {
        return Err("a finished call was finished again".to_owned());
    }
    let stored = trial.stored(&store, pending.id()).await?;
    let first = Json::encode(&result("it's \"done\" 🦀")).map(|json| json.as_text().to_owned());
    let finished = State::Finished { result: first.ok() };
    expect_equal("how far it has come", &stored.state, &finished)?;
    for _ in 0..2 {
        match store.take(&pending, &yes, LONG).await {
            Err(ResumeError::AlreadyResumed { result: Some(_) }) => {}
            other => return expect_code("a claim of a finished call", "already_resumed", other),
        }
    }
    let again = store.run_again(pending.id()).await;
    expect_code("running a finished call again", "already_resumed", again)?;
    let given_up = store.give_up(pending.id()).await;
    expect_code("giving a finished call up", "already_resumed", given_up)
}

pub(super) async fn what_was_given_up_stays_so<S: ApprovalStore>(trial: &Trial<'_, S>) -> Outcome {
    let store = trial.open().await?;
    let undecided = trial.asked(&store).await?;
    let decided = trial.approved(&store).await?;
    for pending in [&undecided, &decided] {
        expect("give_up", store.give_up(pending.id()).await)?;
        let yes = pending.approve();
        let claimed = store.take(pending, &yes, LONG).await;
        expect_code("a claim of what was given up", "already_resumed", claimed)?;
        let again = store.give_up(pending.id()).await;
        expect_code("giving it up again", "already_resumed", again)?;
    }
    let late = store.decide(&undecided.approve(), &trial.key).await;
    expect_code(
        "a decision about what was given up",
        "already_resumed",
        late,
    )
}

pub(super) async fn a_restart_loses_nothing<S: ApprovalStore>(trial: &Trial<'_, S>) -> Outcome {
    let pending = trial.asked(&trial.open().await?).await?;
    let id = pending.id();
    let state = async |should: fn(&State) -> bool| {
        let stored = trial.stored(&trial.open().await?, id).await?;
        match should(&stored.state) {
            true => Ok(()),
            false => Err(format!("after a restart it is {}", stored.state)),
        }
    };
    state(|state| *state == State::Asked).await?;
    let store = trial.open().await?;
    let yes = pending.approve();
    expect("decide", store.decide(&yes, &trial.key).await)?;
    drop(store);
    state(|state| *state == State::Decided).await?;
    let store = trial.open().await?;
    let claim = expect("take", store.take(&pending, &yes, LONG).await)?;
    drop(store);
    state(|state| matches!(state, State::Claimed { .. })).await?;
    let store = trial.open().await?;
    expect("finish", store.finish(&claim, &result("done")).await)?;
    drop(store);
    state(|state| matches!(state, State::Finished { result: Some(_) })).await
}
