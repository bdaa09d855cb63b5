//! What the columns say, for those who query them.

use super::database::{ask, client, folder, fresh_store, key, resume, worker};
use std::time::Duration;
use toolc_runtime::ApprovalStore;

#[tokio::test]
#[ignore = "needs a database: postgres/test/run"]
async fn columns_say_who_asked_what_and_who_decided() {
    let store = fresh_store("columns").await;
    let worker = worker(&folder("columns"), Duration::ZERO).answer_within(Duration::from_secs(60));
    let pending = ask(&worker, &store, 1).await;
    let client = client().await;
    let row = async || {
        let sql = "SELECT state, worker, tool, principal, session, decision, decided_by, claimed_by IS NULL, result IS NULL,
                extract(epoch FROM expires_at - asked_at)::float8, decided_at IS NULL, finished_at IS NULL
            FROM columns.calls";
        let row = client.query_one(sql, &[]).await.expect("a row");
        let text = |index| row.get::<_, Option<String>>(index).unwrap_or_default();
        let texts: Vec<String> = (0..7).map(text).collect();
        let empty: Vec<bool> = [7, 8, 10, 11].map(|index| row.get(index)).to_vec();
        (texts, empty, row.get::<_, Option<f64>>(9))
    };
    let (texts, empty, lasts) = row().await;
    assert_eq!(texts, ["asked", "desk", "desk::pay", "ada", "s", "", ""]);
    assert_eq!(empty, [true, true, true, true]);
    assert!(
        (59.9..60.1).contains(&lasts.expect("an expiry")),
        "{lasts:?}"
    );
    let yes = pending.approve().by("grace");
    store.decide(&yes, &key()).await.expect("a ruling");
    let (texts, empty, _) = row().await;
    assert_eq!(
        texts,
        [
            "decided",
            "desk",
            "desk::pay",
            "ada",
            "s",
            "approved",
            "grace"
        ]
    );
    assert_eq!(empty, [true, true, false, true]);
    resume(&worker, &store, pending.id()).await.expect("it ran");
    let (texts, empty, _) = row().await;
    assert_eq!(texts[0], "finished");
    assert_eq!(empty, [true, false, false, false]);

    let hour = Duration::from_secs(3600);
    store.forget_expired(&key(), hour).await.expect("forgotten");
    assert_eq!(store.list().await.expect("a list"), []);
    assert_eq!(store.count_decisions().await.expect("a number"), 1);
    let kept = store.decisions(&key()).await.expect("decisions");
    let [Ok(kept)] = &kept[..] else {
        panic!("{kept:?}")
    };
    let kept = kept.value();
    assert_eq!(
        (&kept["decided_by"], &kept["outcome"]),
        (&"grace".into(), &"ok".into())
    );
    assert_eq!(store.forget_decisions(hour).await.expect("none"), 0);
    assert_eq!(
        store.forget_decisions(Duration::ZERO).await.expect("one"),
        1
    );
}
