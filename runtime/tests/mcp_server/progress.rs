//! Progress that handlers report during a call.

use crate::calling::{call, open};
use crate::kit::{builder, mocks, run, server};
use crate::tools::AddText;
use serde_json::json;
use toolc_runtime::Progress;

#[test]
fn progress_is_told_where_it_was_asked_for_and_only_rises() {
    run(async {
        let (server, _) = server();
        let mut pipe = open(&server).await;
        let mut asked = call("notes__add_1", &json!({ "text": "hi" }));
        let answer = pipe.ask(&asked).await;
        assert!(answer.get("result").is_some(), "{answer}");
        asked["params"]["_meta"]["progressToken"] = json!("p");
        pipe.send(&asked).await;
        for step in [1.0, 2.0] {
            let told = pipe.read().await;
            assert_eq!(told["method"], "notifications/progress");
            assert_eq!(told["params"]["progressToken"], "p");
            assert_eq!(told["params"]["progress"], step);
            assert_eq!(told["params"]["total"], 3.0);
        }
        assert!(pipe.read().await.get("result").is_some());
    });
}

/// Before the client reads any of it, the handler reports a thousand steps.
#[test]
fn old_progress_is_dropped_for_a_client_that_reads_slowly() {
    run(async {
        let mocks = mocks().on::<AddText>(|call| {
            for step in 1..=1000 {
                call.progress(Progress::new("adding").at(f64::from(step)));
            }
            Ok(call.args.text.clone())
        });
        let server = builder(&mocks).build().unwrap();
        let mut pipe = open(&server).await;
        let mut asked = call("notes__add_1", &json!({ "text": "hi" }));
        asked["params"]["_meta"]["progressToken"] = json!("p");
        pipe.send(&asked).await;
        let mut steps = Vec::new();
        let end = loop {
            let said = pipe.read().await;
            match said["params"]["progress"].as_f64() {
                Some(step) => steps.push(step),
                None => break said,
            }
        };
        assert!(end.get("result").is_some(), "{end}");
        assert!(
            steps.len() < 100 && steps.last() == Some(&1000.0),
            "{steps:?}"
        );
        assert!(steps.is_sorted(), "{steps:?}");
    });
}
