//! Limits that several servers share.

use crate::kit::{ask, mocks, request, run};
use crate::limits::{Told, begin, limited, list, start, told, within};
use serde_json::json;
use std::sync::Arc;
use toolc_runtime::mcp_server::{Budget, LimitKind, Limits, Quota};
use toolc_runtime::{MemoryStore, SealKey};

#[test]
fn servers_that_share_a_budget_have_no_more_together() {
    run(async {
        let mut limits = Limits::default();
        limits.sessions = Quota::new(2, 3);
        limits.questions = Quota::new(1, 1);
        let notices = Told::default();
        let heard = Arc::clone(&notices);
        let budget = Budget::new(limits, move |notice| {
            heard.lock().unwrap().push(notice.to_string());
        });
        let make = || {
            let key = SealKey::new("k1", b"8f14e45fceea167a5a36dedd4bea2543").unwrap();
            let (builder, _) = limited(&mocks(), |_| {});
            let builder = builder.seal_key(key).approval_store(MemoryStore::default());
            builder
                .budget(budget.clone())
                .build()
                .unwrap()
                .http_service()
        };
        let (one, other) = (make(), make());
        let first = begin(&one, "ann").await;
        let second = begin(&other, "ann").await;
        assert_eq!(within(&other, &first, &list()).await.status(), 404);
        // The oldest is the other worker's, and is closed there.
        let third = begin(&other, "ann").await;
        assert_eq!(within(&one, &first, &list()).await.status(), 404);
        for session in [&second, &third] {
            assert_eq!(within(&other, session, &list()).await.status(), 200);
        }
        begin(&one, "bob").await;
        assert_eq!(start(&other, "cleo").await.status(), 503);

        let delete = request(
            "tools/call",
            json!({ "name": "files__delete", "arguments": { "path": "/a" } }),
        );
        let question = ask(&one, &delete).await;
        assert!(question["result"]["requestState"].is_string(), "{question}");
        let refused = ask(&other, &delete).await;
        assert_eq!(refused["error"]["code"], -32000, "{refused}");

        let usage = budget.usage();
        let of = |kind| usage.iter().find(|usage| usage.kind == kind).unwrap();
        let sessions = of(LimitKind::Sessions);
        let counted = (
            sessions.used,
            sessions.total,
            sessions.refused,
            sessions.closed,
        );
        assert_eq!(counted, (3, 3, 1, 1));
        let questions = of(LimitKind::Questions);
        assert_eq!(
            (questions.used, questions.total, questions.refused),
            (1, 1, 1)
        );
        assert_eq!(of(LimitKind::Requests).used, 0);
        assert_eq!(told(&notices).len(), 3, "{:?}", told(&notices));
    });
}
