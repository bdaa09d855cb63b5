//! Journals of programs in the store.

use super::database::{context, folder, fresh_store, key, worker};
use serde_json::json;
use std::time::Duration;
use toolc_programs::{Ended, Journal, Programs, Reply};
use toolc_runtime::{ApprovalStore, State};

#[tokio::test]
#[ignore = "needs a database: postgres/test/run"]
async fn a_program_runs_again_from_its_journal() {
    let store = fresh_store("programs").await;
    let folder = folder("programs");
    let worker = worker(&folder, Duration::ZERO);
    let key = key();
    let id = Journal::new(&store, &key, "pay(1)").id().to_owned();
    let run = async || {
        let (context, journal) = (context(), Journal::of(&store, &key, &id, "pay(1)"));
        let run = worker.program(&context, journal).await.expect("a run");
        let reply = run.call("desk__pay", r#"{"bill":1}"#).await;
        match reply.expect("a reply") {
            Reply::Answered(_) => run.end(json!("paid").into()).await.expect("an end"),
            _ => run.suspend().await.expect("a question"),
        }
    };
    let Ended::Pending(program) = run().await else {
        panic!("the call is asked about")
    };
    let question = &program.questions()[0];
    store
        .decide(&question.approve(), &key)
        .await
        .expect("a ruling");
    let ended = run().await;
    assert!(matches!(ended, Ended::Done { .. }), "{ended:?}");
    assert_eq!(super::database::effects(&folder), [r#"{"bill":1}"#]);
    let over = |call: &toolc_runtime::StoredCall| matches!(call.state, State::Finished { .. });
    assert!(store.list().await.expect("a list").iter().all(over));
    // The question leaves a record, and the journal nothing.
    let hour = Duration::from_secs(3600);
    store.forget_expired(&key, hour).await.expect("forgotten");
    assert_eq!(store.list().await.expect("a list"), []);
    assert_eq!(store.decisions(&key).await.expect("decisions").len(), 1);
}
