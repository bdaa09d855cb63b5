//! Endpoints that fail, refuse, and answer something else than they were asked; and limits.

use super::model_endpoint::{Act, Endpoint};
use super::{Folder, TEXTS, assert_ends, embeddings, enrich, exists, put, read, stderr, toolc};
use serde_json::Value;
use std::time::{Duration, Instant};

/// Each fault: what the endpoint does with the second of three requests, the code and words of the finding, and whether
/// toolc tries again.
fn faults() -> Vec<(&'static str, Act, &'static str, &'static str)> {
    let say = |text: &str| Act::Say(text.to_owned());
    vec![
        (
            "silent",
            Act::Slow(Duration::from_secs(3)),
            "T0732",
            "within 1000ms",
        ),
        ("cut", Act::Cut, "T0730", "broke off"),
        (
            "refused",
            Act::Refuse(401, "", "no key"),
            "T0731",
            "HTTP 401",
        ),
        (
            "refused_softly",
            Act::Refuse(400, "", "bad model"),
            "T0731",
            "bad model",
        ),
        (
            "moved",
            Act::Refuse(307, "location: /v2\r\n", ""),
            "T0731",
            "HTTP 307",
        ),
        (
            "patience",
            Act::Refuse(429, "retry-after: 3600\r\n", ""),
            "T0732",
            "3600s",
        ),
        ("garbled", say("\u{0}{\"data\": [}"), "T0733", "not JSON"),
        (
            "trailing",
            say("{\"data\":[]} and more"),
            "T0733",
            "not JSON",
        ),
        ("page", say("<html>"), "T0733", "not JSON"),
        ("list", say("[]"), "T0733", "not an object"),
        ("error", say("{\"error\":\"no\"}"), "T0733", "`data`"),
        (
            "few",
            say("{\"data\":[{\"index\":0,\"embedding\":[1.0]}]}"),
            "T0733",
            "1 vectors for 3",
        ),
        (
            "twice",
            say(&data(&[(0, 8), (0, 8), (1, 8)])),
            "T0733",
            "the `index` 0",
        ),
        (
            "beyond",
            say(&data(&[(0, 8), (1, 8), (3, 8)])),
            "T0733",
            "no `index`",
        ),
        (
            "uneven",
            say(&data(&[(0, 8), (1, 7), (2, 8)])),
            "T0733",
            "another one",
        ),
        (
            "shorter",
            say(&data(&[(0, 4), (1, 4), (2, 4)])),
            "T0733",
            "`--force`",
        ),
        (
            "empty",
            say(&data(&[(0, 0), (1, 0), (2, 0)])),
            "T0733",
            "0 numbers",
        ),
        (
            "texts",
            say("{\"data\":[{\"index\":0,\"embedding\":[\"1\"]},{},{}]}"),
            "T0733",
            "finite numbers",
        ),
        (
            "infinite",
            say(&data(&[(0, 8), (1, 8), (2, 8)]).replacen("0.5", "1e999", 1)),
            "T0733",
            "not JSON",
        ),
        (
            "large",
            say(&format!("{{\"data\":\"{}\"}}", "x".repeat(70_000))),
            "T0733",
            "bytes",
        ),
    ]
}

/// An answer with vectors of these lengths.
fn data(vectors: &[(usize, usize)]) -> String {
    let vectors: Vec<String> = vectors
        .iter()
        .map(|(index, length)| {
            let numbers = vec!["0.5"; *length].join(",");
            format!("{{\"index\":{index},\"embedding\":[{numbers}]}}")
        })
        .collect();
    format!("{{\"data\":[{}]}}", vectors.join(","))
}

#[test]
fn faults_leave_nothing_half_written_and_nothing_is_asked_twice() {
    for (name, act, code, said) in faults() {
        let folder = Folder::new(&format!("asking_{name}"));
        let endpoint = Endpoint::start([Act::Answer, act]);
        let limits = ", batch: 3, timeout: 1s, deadline: 20s, max_response: 64KB";
        let entry = embeddings(&endpoint, limits);
        put(
            &folder,
            &format!("[{entry}, {{ type: neighbors }}, {{ type: index }}]"),
        );
        let broken = enrich(&folder);
        let text = stderr(&broken);
        assert_ends(&broken, 1);
        assert!(
            text.contains(&format!("error[{code}]")) && text.contains(said),
            "{name}: {text}"
        );
        assert_eq!(text.matches("error[").count(), 1, "{name}: {text}");
        assert!(!exists(&folder, "artifacts/embeddings.json"), "{name}");
        assert!(!exists(&folder, "artifacts/neighbors.json"), "{name}");
        assert!(exists(&folder, "artifacts/index.json"), "{name}: {text}");
        // the first batch is kept as a whole
        let kept = read(&folder, "artifacts/embeddings.unfinished.json");
        let kept: Value = serde_json::from_str(&kept).expect("whole JSON");
        assert_eq!(
            kept["artifact"]["texts"].as_array().map(Vec::len),
            Some(3),
            "{name}"
        );
        let first = endpoint.take_texts();
        assert_eq!(first.len(), 6, "{name}: one request each");
        let checked = toolc(&folder, &["check", "specs"]);
        assert!(
            stderr(&checked).contains("broken off"),
            "{name}: {}",
            stderr(&checked)
        );
        // and the next run goes on from there
        assert_ends(&enrich(&folder), 0);
        assert_eq!(endpoint.take_texts().len(), TEXTS - 3, "{name}");
        assert!(
            !exists(&folder, "artifacts/embeddings.unfinished.json"),
            "{name}"
        );
        assert_ends(&toolc(&folder, &["check", "specs"]), 0);
    }
}

#[test]
fn refusals_for_now_are_waited_out() {
    let folder = Folder::new("asking_again");
    let now = Act::Refuse(429, "retry-after: 1\r\n", "");
    let endpoint = Endpoint::start([now, Act::Refuse(503, "", ""), Act::Answer]);
    put(&folder, &format!("[{}]", embeddings(&endpoint, "")));
    let began = Instant::now();
    assert_ends(&enrich(&folder), 0);
    assert!(
        began.elapsed() >= Duration::from_secs(1),
        "it waits as long as it is asked to"
    );
    assert_eq!(endpoint.take_requests().len(), 3);
    // not for ever
    let folder = Folder::new("asking_in_vain");
    let endpoint = Endpoint::start(vec![Act::Refuse(500, "", "down"); 9]);
    put(
        &folder,
        &format!("[{}]", embeddings(&endpoint, ", retries: 1")),
    );
    let failed = enrich(&folder);
    assert!(stderr(&failed).contains("T0731"), "{}", stderr(&failed));
    assert_eq!(endpoint.take_requests().len(), 2);
    assert!(!exists(&folder, "artifacts"), "nothing was answered");
}

#[test]
fn limits_hold() {
    for (name, limits, code, said, requests) in [
        (
            "number",
            ", batch: 2, max_requests: 2",
            "T0734",
            "2 requests were sent",
            2,
        ),
        (
            "size",
            ", max_request: 100B",
            "T0734",
            "`max_request` is 100",
            0,
        ),
        (
            "deadline",
            ", batch: 1, deadline: 1s",
            "T0732",
            "endpoint",
            0,
        ),
    ] {
        let folder = Folder::new(&format!("asking_limit_{name}"));
        let slow = match name {
            "deadline" => vec![Act::Slow(Duration::from_millis(400)); 9],
            _ => Vec::new(),
        };
        let endpoint = Endpoint::start(slow);
        put(&folder, &format!("[{}]", embeddings(&endpoint, limits)));
        let failed = enrich(&folder);
        let text = stderr(&failed);
        assert_ends(&failed, 1);
        assert!(text.contains(code) && text.contains(said), "{name}: {text}");
        let sent = endpoint.take_requests().len();
        assert!(
            sent == requests || name == "deadline" && (2..=4).contains(&sent),
            "{name}: {sent}"
        );
        assert!(!exists(&folder, "artifacts/embeddings.json"), "{name}");
    }
    // a request is cut to its size
    let folder = Folder::new("asking_limit_cut");
    let endpoint = Endpoint::start([]);
    put(
        &folder,
        &format!("[{}]", embeddings(&endpoint, ", max_request: 400B")),
    );
    assert_ends(&enrich(&folder), 0);
    let requests = endpoint.take_requests();
    assert!(requests.len() > 1);
    for request in requests {
        assert!(request.body.to_string().len() <= 420, "{}", request.body);
    }
}
