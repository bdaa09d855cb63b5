//! What a journal is worth: it belongs to one program, one worker and one caller, and nobody changes it.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use toolc_programs::{
    Ended, Journal, PendingProgram, ProgramError, Programs, Reply, is_of_program,
};
use toolc_runtime::dynamic::{Closures, DynamicTool, Registry};
use toolc_runtime::{
    Approval, ApprovalStore, Context, Effect, Json, MemoryStore, SealKey, State, Worker,
};

const CODE: &str = "pay()";

fn key() -> SealKey {
    SealKey::new("k1", b"8f14e45fceea167a5a36dedd4bea2543").unwrap()
}

fn context() -> Context {
    Context::new("s").with_principal("ada")
}

fn worker(name: &str, paid: &Arc<AtomicUsize>) -> Worker<Closures> {
    let mut registry = Registry::new(name);
    let tool = DynamicTool::new("desk::pay", json!({ "type": "object" }))
        .effect(Effect::Write)
        .approval(Approval::Ask)
        .unchecked();
    let paid = paid.clone();
    let run = move |_: &str, _: &Context| Ok(paid.fetch_add(1, Ordering::Relaxed).to_string());
    registry.register_sync_fn(tool, run).unwrap();
    registry.into_worker()
}

/// A program that pays twice at the same time, and its pending questions.
struct Asked {
    store: MemoryStore,
    paid: Arc<AtomicUsize>,
    pending: PendingProgram,
}

fn wait<F: Future>(future: F) -> F::Output {
    let runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = { runtime }
        .enable_time()
        .start_paused(true)
        .build()
        .unwrap();
    runtime.block_on(future)
}

async fn run_once(
    worker: &Worker<Closures>,
    context: &Context,
    store: &MemoryStore,
    code: &str,
) -> Result<Ended, ProgramError> {
    let key = key();
    let run = worker
        .program(context, Journal::of(store, &key, "program-1", code))
        .await?;
    let mut last = None;
    for to in ["a", "b"] {
        last = Some(
            run.call("desk::pay", &format!(r#"{{"to":"{to}"}}"#))
                .await?,
        );
    }
    match last {
        Some(Reply::Answered(answer)) => run.end(answer.value().unwrap().clone()).await,
        _ => run.suspend().await,
    }
}

async fn ask() -> Asked {
    let (store, paid) = (MemoryStore::new(), Arc::new(AtomicUsize::new(0)));
    let ended = run_once(&worker("desk", &paid), &context(), &store, CODE).await;
    let Ok(Ended::Pending(pending)) = ended else {
        panic!("{ended:?}")
    };
    Asked {
        store,
        paid,
        pending,
    }
}

fn code_of(ended: Result<Ended, ProgramError>) -> &'static str {
    ended.unwrap_err().code()
}

#[test]
fn the_code_and_the_caller_are_those_of_the_journal() {
    wait(async {
        let Asked {
            store,
            paid,
            pending,
        } = ask().await;
        assert_eq!(pending.questions().len(), 2);
        assert!(!pending.code().is_empty());
        let own = worker("desk", &paid);
        let changed = run_once(&own, &context(), &store, "pay(), pay()").await;
        assert_eq!(code_of(changed), "changed_code");
        let other = worker("other", &paid);
        assert_eq!(
            code_of(run_once(&other, &context(), &store, CODE).await),
            "foreign"
        );
        let contexts = [
            Context::new("t").with_principal("ada"),
            Context::new("s").with_principal("bob"),
            context().delegated_by("boss"),
        ];
        for context in contexts {
            assert_eq!(
                code_of(run_once(&own, &context, &store, CODE).await),
                "foreign"
            );
        }
        let again = run_once(&own, &context(), &store, CODE).await.unwrap();
        assert_eq!(again, Ended::Pending(pending));
        assert_eq!(paid.load(Ordering::Relaxed), 0);
    });
}

#[test]
fn each_question_has_one_ruling() {
    wait(async {
        let Asked {
            store,
            paid,
            pending,
        } = ask().await;
        let [first, second] = pending.questions() else {
            panic!()
        };
        let key = key();
        let foreign = ask().await.pending.questions()[0].approve();
        let batches = [
            vec![first.approve()],
            vec![first.approve(), first.approve()],
            vec![first.approve(), second.approve(), foreign],
        ];
        for rulings in batches {
            let error = pending.decide(&rulings, &store, &key).await.unwrap_err();
            assert_eq!(error.code(), "rulings");
        }
        let rulings = [first.approve().by("grace"), second.deny("not today")];
        pending.decide(&rulings, &store, &key).await.unwrap();
        let own = worker("desk", &paid);
        let ada = context();
        let run = own.program(&ada, Journal::of(&store, &key, "program-1", CODE));
        let run = run.await.unwrap();
        let Reply::Answered(paid_a) = run.call("desk__pay", r#"{"to":"a"}"#).await.unwrap() else {
            panic!()
        };
        let Reply::Answered(denied) = run.call("desk__pay", r#"{"to":"b"}"#).await.unwrap() else {
            panic!()
        };
        assert!(paid_a.value().is_some());
        assert!(denied.error().unwrap().as_text().contains("not today"));
        run.end(Json::null()).await.unwrap();
        assert_eq!(paid.load(Ordering::Relaxed), 1);
        let again = run_once(&own, &context(), &store, CODE).await;
        assert_eq!(code_of(again), "already_ended");
    });
}

/// Whoever can write to the store cannot change what a program did, is told or asked.
#[test]
fn a_journal_that_was_changed_is_refused() {
    wait(async {
        let rows = ["program-1", "program-1.0", "program-1.1"];
        for id in rows {
            let Asked { store, paid, .. } = ask().await;
            let row = store.get(id).await.unwrap().unwrap();
            for (from, to) in [
                (r#""a""#, r#""z""#),
                ("desk__pay", "desk__bay"),
                ("desk", "task"),
            ] {
                let mut changed = row.clone();
                changed.question = row
                    .question
                    .replace(from, to)
                    .replace(r#"\"a\""#, r#"\"z\""#);
                if changed.question == row.question {
                    continue;
                }
                store.replace(row.revision, &changed).await.unwrap();
                let ended = run_once(&worker("desk", &paid), &context(), &store, CODE).await;
                assert_eq!(code_of(ended), "forged", "{id}: {from}");
                store.replace(row.revision, &row).await.unwrap();
            }
        }
        // an entry in the place of another, and one that is missing
        let Asked { store, paid, .. } = ask().await;
        let (first, second) = (rows[1], rows[2]);
        let first = store.get(first).await.unwrap().unwrap();
        let second = store.get(second).await.unwrap().unwrap();
        let moved = toolc_runtime::StoredCall {
            question: second.question,
            ..first.clone()
        };
        store.replace(first.revision, &moved).await.unwrap();
        let ended = run_once(&worker("desk", &paid), &context(), &store, CODE).await;
        assert_eq!(code_of(ended), "malformed");
        assert_eq!(paid.load(Ordering::Relaxed), 0);
    });
}

#[test]
fn results_in_the_store_are_sealed() {
    wait(async {
        let Asked {
            store,
            paid,
            pending,
        } = ask().await;
        let key = key();
        let rulings: Vec<_> = pending
            .questions()
            .iter()
            .map(|call| call.approve())
            .collect();
        pending.decide(&rulings, &store, &key).await.unwrap();
        // somebody writes that the first call ran, and what it returned
        let id = pending.questions()[0].id();
        let row = store.get(id).await.unwrap().unwrap();
        let mut forged = row.clone();
        let result = r#"{"call_id":"x","name":"desk__pay","success":true,"output":"rich","error":null,"metadata":{}}"#;
        forged.state = State::Finished {
            result: Some(result.to_owned()),
        };
        store.replace(row.revision, &forged).await.unwrap();
        let ended = run_once(&worker("desk", &paid), &context(), &store, CODE).await;
        assert_eq!(code_of(ended), "store");
        assert_eq!(paid.load(Ordering::Relaxed), 0);
    });
}

#[test]
fn a_program_runs_in_one_place() {
    wait(async {
        let Asked {
            store,
            paid,
            pending,
        } = ask().await;
        let (own, key, ada) = (worker("desk", &paid), key(), context());
        let rulings: Vec<_> = pending
            .questions()
            .iter()
            .map(|call| call.approve())
            .collect();
        pending.decide(&rulings, &store, &key).await.unwrap();
        let here = own.program(&ada, Journal::of(&store, &key, "program-1", CODE));
        let here = here.await.unwrap();
        let there = run_once(&own, &context(), &store, CODE).await;
        assert_eq!(code_of(there), "in_progress");
        here.call("desk::pay", r#"{"to":"a"}"#).await.unwrap();
        here.call("desk::pay", r#"{"to":"b"}"#).await.unwrap();
        here.end(Json::null()).await.unwrap();
        assert_eq!(paid.load(Ordering::Relaxed), 2);
        assert_eq!(here.now().await.unwrap_err().code(), "closed");
        // what has ended is forgotten like any call
        store.forget_finished();
        assert!(ApprovalStore::open(&store).await.unwrap().is_empty());
        assert!(is_of_program("program-1.0"));
    });
}
