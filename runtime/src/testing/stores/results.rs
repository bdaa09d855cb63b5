//! Results that are read page by page.

use super::report::Outcome;
use super::together::{MANY, run_together};
use super::trial::{LONG, MOMENT, Trial, expect, expect_equal, new_id, wait_a_moment};
use crate::pages::{KeptResult, MOST_BYTES, MOST_RESULTS, ResultStore};
use std::time::{Duration, SystemTime};

/// How exactly a store keeps the time at which a result is over.
const APART: Duration = Duration::from_secs(5);

fn kept(worker: &str, output: &str, within: Duration) -> KeptResult {
    let until = SystemTime::now() + within;
    let (worker, tool) = (worker.to_owned(), "check__call".to_owned());
    KeptResult::new(new_id(), worker, tool, until, output)
}

/// Whether the store finds the result.
async fn has<S: ResultStore>(store: &S, kept: &KeptResult) -> Result<bool, String> {
    Ok(expect("find", store.find(&kept.id).await)?.is_some())
}

pub(super) async fn an_unknown_result_is_not_found<S: ResultStore>(
    trial: &Trial<'_, S>,
) -> Outcome {
    let store = trial.open().await?;
    let unknown = kept("nobody", "[]", LONG);
    expect_equal(
        "an unknown result is found",
        &has(&store, &unknown).await?,
        &false,
    )
}

pub(super) async fn a_kept_result_comes_back<S: ResultStore>(trial: &Trial<'_, S>) -> Outcome {
    let store = trial.open().await?;
    let text = "it's \"here\" \\ % ü 🦀";
    let somebody = || Some(text.to_owned());
    let worker = new_id();
    for (session, principal) in [(None, None), (somebody(), None), (somebody(), somebody())] {
        let kept = kept(&worker, &format!("[{text:?}]"), LONG).of(session, principal);
        expect("keep", store.keep(&kept).await)?;
        let found = expect("find", trial.open().await?.find(&kept.id).await)?;
        let found = found.ok_or("a result is lost")?;
        let apart = found.until.duration_since(kept.until);
        let apart = apart.or_else(|_| kept.until.duration_since(found.until));
        if apart.is_ok_and(|apart| apart > APART) {
            return Err(format!("{:?} became {:?}", kept.until, found.until));
        }
        let until = kept.until;
        let same = KeptResult { until, ..found } == kept;
        expect_equal("a result comes back as it was", &same, &true)?;
    }
    Ok(())
}

pub(super) async fn what_is_over_is_not_found<S: ResultStore>(trial: &Trial<'_, S>) -> Outcome {
    let store = trial.open().await?;
    let worker = new_id();
    let (brief, long) = (kept(&worker, "[1]", MOMENT), kept(&worker, "[2]", LONG));
    expect("keep", store.keep(&brief).await)?;
    expect("keep", store.keep(&long).await)?;
    wait_a_moment();
    expect_equal(
        "a result that is over is found",
        &has(&store, &brief).await?,
        &false,
    )?;
    expect_equal(
        "one that is not is found",
        &has(&store, &long).await?,
        &true,
    )
}

pub(super) async fn the_oldest_results_make_room<S: ResultStore>(trial: &Trial<'_, S>) -> Outcome {
    let store = trial.open().await?;
    let foreign = kept(&new_id(), "[0]", LONG);
    expect("keep", store.keep(&foreign).await)?;
    let worker = new_id();
    let all: Vec<_> = (0..=MOST_RESULTS)
        .map(|number| kept(&worker, &format!("[{number}]"), LONG))
        .collect();
    for kept in &all {
        expect("keep", store.keep(kept).await)?;
    }
    expect_equal("the oldest is found", &has(&store, &all[0]).await?, &false)?;
    for kept in &all[1..] {
        expect_equal("a newer one is found", &has(&store, kept).await?, &true)?;
    }
    expect_equal(
        "that of another worker is found",
        &has(&store, &foreign).await?,
        &true,
    )
}

pub(super) async fn bytes_are_limited<S: ResultStore>(trial: &Trial<'_, S>) -> Outcome {
    let store = trial.open().await?;
    let worker = new_id();
    let output = format!("\"{}\"", "x".repeat(MOST_BYTES / 2 - 2));
    let all: Vec<_> = (0..3).map(|_| kept(&worker, &output, LONG)).collect();
    for kept in &all {
        expect("keep", store.keep(kept).await)?;
    }
    expect_equal("the oldest is found", &has(&store, &all[0]).await?, &false)?;
    expect_equal("the second is found", &has(&store, &all[1]).await?, &true)?;
    expect_equal("the third is found", &has(&store, &all[2]).await?, &true)
}

pub(super) async fn results_are_kept_at_once<S: ResultStore>(trial: &Trial<'_, S>) -> Outcome {
    let worker = new_id();
    let mut stores = Vec::new();
    for _ in 0..MANY {
        stores.push((trial.open().await?, kept(&worker, "[]", LONG)));
    }
    let keeping = stores.iter().map(|(store, kept)| store.keep(kept));
    for ended in run_together(keeping).await {
        expect("keep", ended)?;
    }
    for (store, kept) in &stores {
        expect_equal(
            "a result that was kept is found",
            &has(store, kept).await?,
            &true,
        )?;
    }
    Ok(())
}
