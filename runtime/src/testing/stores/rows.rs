//! Rows: what is inserted, replaced and listed, exactly as it was.

use super::report::Outcome;
use super::together::{MANY, run_together};
use super::trial::{LONG, Trial, expect, expect_equal, new_id, row};
use crate::approve::{ApprovalStore, State, StoredCall};
use std::time::{Duration, UNIX_EPOCH};

/// How many open calls a store lists at once.
const OPEN: usize = 500;

/// The size of a text that a store keeps: the largest message that a server takes by default.
const LONG_TEXT: usize = 4 << 20;

pub(super) async fn an_unknown_call_is_not_found<S: ApprovalStore>(
    trial: &Trial<'_, S>,
) -> Outcome {
    let store = trial.open().await?;
    let found = expect("get", store.get(&new_id()).await)?;
    expect_equal("an unknown call", &found, &None)
}

pub(super) async fn a_new_call_is_stored_once<S: ApprovalStore>(trial: &Trial<'_, S>) -> Outcome {
    let store = trial.open().await?;
    let first = row(&new_id(), State::Asked);
    expect_equal(
        "the first",
        &expect("insert", store.insert(&first).await)?,
        &true,
    )?;
    let second = StoredCall {
        question: "another question".to_owned(),
        ..first.clone()
    };
    expect_equal(
        "the second",
        &expect("insert", store.insert(&second).await)?,
        &false,
    )?;
    let found = trial.stored(&store, &first.id).await?;
    expect_equal("what is stored", &found, &first)
}

pub(super) async fn what_is_stored_comes_back<S: ApprovalStore>(trial: &Trial<'_, S>) -> Outcome {
    let store = trial.open().await?;
    let texts = [
        "",
        " a b ",
        "it's \"quoted\" \\ `so`; -- /* */ %s ${x} $1 ?1",
        "tab\tline\r\nend\n",
        "ü ß 漢字 🦀 \u{200b}\u{202e}\u{feff}\u{e000}",
        "true",
        "007",
    ];
    let until = UNIX_EPOCH + Duration::from_millis(1_799_999_999_123);
    for text in texts {
        let states = [
            State::Asked,
            State::Decided,
            State::Claimed {
                owner: text.to_owned(),
                until,
            },
            State::Finished {
                result: Some(format!("{{\"text\":{text:?}}}")),
            },
            State::Finished { result: None },
        ];
        for state in states {
            let call = StoredCall {
                revision: 7,
                question: text.to_owned(),
                ruling: Some(text.to_owned()),
                ..row(&new_id(), state)
            };
            expect("insert", store.insert(&call).await)?;
            let found = trial.stored(&trial.open().await?, &call.id).await?;
            expect_equal("what is stored", &found, &call)?;
        }
    }
    Ok(())
}

pub(super) async fn ids_are_exact<S: ApprovalStore>(trial: &Trial<'_, S>) -> Outcome {
    let store = trial.open().await?;
    let base = new_id();
    let ids = [
        format!("{base}a"),
        format!("{base}A"),
        format!("{base}a "),
        format!(" {base}a"),
        format!("{base}_"),
        format!("{base}%"),
        format!("{base}ä"),
        format!("{base}a\u{308}"),
        format!("{base}:entry/0"),
    ];
    for id in &ids {
        let is_new = expect("insert", store.insert(&row(id, State::Asked)).await)?;
        expect_equal(&format!("`{id}` is new"), &is_new, &true)?;
    }
    for id in &ids {
        let found = trial.stored(&store, id).await?;
        expect_equal("the id", &found.id, id)?;
    }
    Ok(())
}

pub(super) async fn long_texts_come_back<S: ApprovalStore>(trial: &Trial<'_, S>) -> Outcome {
    let store = trial.open().await?;
    let long = "0123456789abcdef".repeat(LONG_TEXT / 16);
    let call = StoredCall {
        question: long.clone(),
        ruling: Some(long.clone()),
        ..row(&new_id(), State::Asked)
    };
    expect("insert", store.insert(&call).await)?;
    let finished = StoredCall {
        revision: 1,
        state: State::Finished { result: Some(long) },
        ..call
    };
    expect("replace", store.replace(0, &finished).await)?;
    let found = trial.stored(&store, &finished.id).await?;
    expect_equal("what is stored", &found, &finished)
}

pub(super) async fn a_change_needs_the_revision<S: ApprovalStore>(trial: &Trial<'_, S>) -> Outcome {
    let store = trial.open().await?;
    let first = row(&new_id(), State::Asked);
    expect("insert", store.insert(&first).await)?;
    let second = StoredCall {
        revision: 1,
        state: State::Decided,
        question: "changed".to_owned(),
        ruling: Some("a ruling".to_owned()),
        ..first.clone()
    };
    let changed = expect("replace", store.replace(0, &second).await)?;
    expect_equal("a change of the right revision", &changed, &true)?;
    for revision in [0, 2] {
        let third = row(&first.id, State::Finished { result: None });
        let changed = expect("replace", store.replace(revision, &third).await)?;
        expect_equal("a change of another revision", &changed, &false)?;
    }
    let found = trial.stored(&store, &first.id).await?;
    expect_equal("what is stored", &found, &second)?;
    let unknown = row(&new_id(), State::Asked);
    let changed = expect("replace", store.replace(0, &unknown).await)?;
    expect_equal("a change of an unknown call", &changed, &false)?;
    let found = expect("get", store.get(&unknown.id).await)?;
    expect_equal("the unknown call", &found, &None)
}

pub(super) async fn revisions_are_not_cut<S: ApprovalStore>(trial: &Trial<'_, S>) -> Outcome {
    let store = trial.open().await?;
    let call = StoredCall {
        revision: u32::MAX - 1,
        ..row(&new_id(), State::Asked)
    };
    expect("insert", store.insert(&call).await)?;
    let last = StoredCall {
        revision: u32::MAX,
        ..call.clone()
    };
    let changed = expect("replace", store.replace(call.revision, &last).await)?;
    expect_equal("a change of a large revision", &changed, &true)?;
    let found = trial.stored(&store, &call.id).await?;
    expect_equal("the revision", &found.revision, &u32::MAX)
}

pub(super) async fn of_changes_at_once_one_counts<S: ApprovalStore>(
    trial: &Trial<'_, S>,
) -> Outcome {
    let (stores, first) = (open_many(trial).await?, row(&new_id(), State::Asked));
    expect("insert", stores[0].insert(&first).await)?;
    let changes = stores.iter().enumerate().map(|(number, store)| {
        let change = StoredCall {
            revision: 1,
            question: format!("of {number}"),
            ..first.clone()
        };
        async move { store.replace(0, &change).await }
    });
    let changed = run_together(changes).await;
    let winner = only_winner("replace", changed)?;
    let found = trial.stored(&stores[0], &first.id).await?;
    expect_equal("what is stored", &found.question, &format!("of {winner}"))
}

pub(super) async fn of_new_calls_at_once_one_counts<S: ApprovalStore>(
    trial: &Trial<'_, S>,
) -> Outcome {
    let (stores, id) = (open_many(trial).await?, new_id());
    let inserts = stores.iter().enumerate().map(|(number, store)| {
        let call = StoredCall {
            question: format!("of {number}"),
            ..row(&id, State::Asked)
        };
        async move { store.insert(&call).await }
    });
    let inserted = run_together(inserts).await;
    let winner = only_winner("insert", inserted)?;
    let found = trial.stored(&stores[0], &id).await?;
    expect_equal("what is stored", &found.question, &format!("of {winner}"))
}

pub(super) async fn open_calls_are_listed<S: ApprovalStore>(trial: &Trial<'_, S>) -> Outcome {
    let store = trial.open().await?;
    let now = expect("the time", store.now().await)?;
    let claimed = |until| State::Claimed {
        owner: "somebody".to_owned(),
        until,
    };
    let result = Some("{}".to_owned());
    let rows = [
        (State::Asked, true),
        (State::Decided, true),
        (claimed(now + LONG), true),
        (claimed(now - LONG), true),
        (State::Finished { result }, false),
        (State::Finished { result: None }, false),
    ];
    let mut expected = Vec::new();
    for (state, is_open) in rows {
        let call = row(&new_id(), state);
        expect("insert", store.insert(&call).await)?;
        expected.push((call, is_open));
    }
    let listed = expect("open", store.open().await)?;
    for (call, is_open) in expected {
        let times = listed.iter().filter(|listed| listed.id == call.id).count();
        let what = format!("how often a call that is {} is listed", call.state);
        expect_equal(&what, &times, &usize::from(is_open))?;
    }
    Ok(())
}

pub(super) async fn many_open_calls_are_listed<S: ApprovalStore>(trial: &Trial<'_, S>) -> Outcome {
    let (store, base) = (trial.open().await?, new_id());
    for number in 0..OPEN {
        let call = row(&format!("{base}{number}"), State::Asked);
        expect("insert", store.insert(&call).await)?;
    }
    let listed = expect("open", store.open().await)?;
    let own = listed.iter().filter(|call| call.id.starts_with(&base));
    expect_equal("how many are listed", &own.count(), &OPEN)?;
    for number in 0..OPEN {
        let over = StoredCall {
            revision: 1,
            ..row(&format!("{base}{number}"), State::Finished { result: None })
        };
        expect("replace", store.replace(0, &over).await)?;
    }
    Ok(())
}

/// Handles of the store, as several processes have them.
pub(super) async fn open_many<S>(trial: &Trial<'_, S>) -> Result<Vec<S>, String> {
    let mut stores = Vec::new();
    for _ in 0..MANY {
        stores.push(trial.open().await?);
    }
    Ok(stores)
}

/// The only one that succeeded of those that tried at once.
fn only_winner<E: std::fmt::Display>(
    step: &str,
    ended: Vec<Result<bool, E>>,
) -> Result<usize, String> {
    let mut winners = Vec::new();
    for (number, ended) in ended.into_iter().enumerate() {
        if expect(step, ended)? {
            winners.push(number);
        }
    }
    match winners[..] {
        [winner] => Ok(winner),
        _ => Err(format!(
            "`{step}` succeeded for {} of {MANY}",
            winners.len()
        )),
    }
}
