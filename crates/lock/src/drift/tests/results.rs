//! What a worker shows of results: more, less, or another amount.

use super::{drift, settings};
use crate::lock::{Lock, LockedEngine, LockedWorker};

fn lock(lines: &str) -> Lock {
    let worker = LockedWorker {
        settings: settings(&format!(r#"{{"results":{lines}}}"#)),
        ..super::worker("w", &[], &[])
    };
    Lock {
        workers: vec![worker],
        ..Lock::default()
    }
}

#[test]
fn what_is_shown_of_results_is_told_by_who_is_hurt() {
    for (was, is, told) in [
        (
            r#"["a::t: keep /id, /name"]"#,
            r#"["a::t: keep /id"]"#,
            "shows fewer parts of results",
        ),
        (
            r#"["defaults: 50 items"]"#,
            r#"["defaults: drop /url; 50 items"]"#,
            "shows fewer parts of results",
        ),
        (
            r#"["a::t: keep /id"]"#,
            r#"["a::t: keep /id, /name"]"#,
            "shows more parts of results",
        ),
        (
            r#"["a::t: keep /id", "a::u: 5 items"]"#,
            r#"["a::u: 5 items"]"#,
            "shows more parts of results",
        ),
        (
            r#"["a::t: keep /id; drop /x"]"#,
            r#"["a::t: keep /name; drop /x"]"#,
            "shows other parts of results",
        ),
        (
            r#"["defaults: 2000 tokens"]"#,
            r#"["defaults: 4000 tokens"]"#,
            "shows another amount of results",
        ),
        (
            r#"["defaults: 50 items"]"#,
            r#"["defaults: 50 items; rest page"]"#,
            "shows another amount of results",
        ),
        (
            r#"["a::t: keep /id, /name"]"#,
            r#"["a::t: keep /name, /id"]"#,
            "names what it shows of results in another order",
        ),
    ] {
        let found = drift(&lock(was), &lock(is));
        assert_eq!(found.len(), 1, "{found:?}");
        let start = format!("T0616 worker `w` {told}: ");
        assert!(found[0].starts_with(&start), "{found:?}");
    }
    let none = Lock {
        workers: vec![super::worker("w", &[], &[])],
        ..Lock::default()
    };
    let found = drift(&none, &lock(r#"["defaults: drop /url"]"#));
    assert!(found[0].contains("shows fewer parts"), "{found:?}");
    assert!(drift(&lock(r#"["a::t: 5 items"]"#), &lock(r#"["a::t: 5 items"]"#)).is_empty());
}

#[test]
fn an_engine_is_told_like_a_worker() {
    let lock = |lines: &str| {
        let engine = LockedEngine {
            name: "shop".to_owned(),
            settings: settings(lines),
            span: None,
        };
        Lock {
            engines: vec![engine],
            ..Lock::default()
        }
    };
    let none = "{}";
    let some = r#"{"results":["defaults: drop /_links; 4000 bytes"]}"#;
    let more = r#"{"results":["defaults: drop /_links; 9000 bytes"]}"#;
    for (was, is, told) in [
        (none, some, "shows fewer parts of results"),
        (some, none, "shows more parts of results"),
        (some, more, "shows another amount of results"),
    ] {
        let found = drift(&lock(was), &lock(is));
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(
            found[0].contains(&format!("engine `shop` {told}: ")),
            "{found:?}"
        );
    }
}
