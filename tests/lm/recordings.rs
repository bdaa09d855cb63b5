//! Answers that are recorded, and replayed without a network.

use super::model_endpoint::{Act, Endpoint, say};
use super::{Folder, PATIENCE, Told, clerk, code, find, make, put_specs, run, speak};
use serde_json::{Value, json};
use std::fs;
use std::net::TcpListener;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use toolc_runtime::{Context, ToolCall};

#[test]
fn what_was_answered_is_not_asked_again() {
    run(async {
        let folder = Folder::new("lm_recorded");
        let endpoint = speak(&[r#"{"id":1}"#, r#"{"error":"sold out"}"#, r#"{"id":3}"#]);
        let file = folder.0.join("new/answers.jsonl");
        let record = format!("base_url: \"{}\", record: {}", endpoint.url, file.display());
        for _ in 0..2 {
            // the second worker reads what the first one wrote
            let worker = make(&folder, &record);
            assert_eq!(find(&worker, "a").await.to_llm_message(), r#"{"id":1}"#);
            let sold = find(&worker, "b").await;
            assert_eq!(sold.error.expect("an error").message, "sold out");
        }
        assert_eq!(endpoint.take_requests().len(), 2);
        let text = fs::read_to_string(&file).expect("written");
        let lines: Vec<Value> = text
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect();
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[0]["tool"], "shop::find");
        assert_eq!(lines[0]["arguments"], json!({ "query": "a" }));
        assert_eq!(lines[0]["result"], json!({ "id": 1 }));
        assert_eq!(lines[1]["error"], "sold out");
        // another question is asked, and another model answers for itself
        let other = make(
            &folder,
            &record.replace("base_url", "temperature: 1, base_url"),
        );
        assert_eq!(find(&other, "a").await.to_llm_message(), r#"{"id":3}"#);
    });
}

#[test]
fn a_replay_opens_no_connection() {
    run(async {
        let folder = Folder::new("lm_replayed");
        let endpoint = speak(&[r#"{"id":1}"#]);
        let file = folder.0.join("answers.jsonl");
        let record = format!("base_url: \"{}\", record: {}", endpoint.url, file.display());
        let recorded = find(&make(&folder, &record), "a").await;
        // somebody listens, and nobody comes
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        listener.set_nonblocking(true).expect("a setting");
        let address = listener.local_addr().expect("an address");
        let replay = format!(
            "base_url: \"http://{address}/v1\", auth: {{ bearer_env: LM_TEST_KEY }}, replay: {}",
            file.display()
        );
        let told = Told::default();
        let worker = make(&folder, &replay).observer(told.clone());
        assert_eq!(
            find(&worker, "a").await.to_llm_message(),
            recorded.to_llm_message()
        );
        told.take();
        let missing = find(&worker, "b").await;
        assert_eq!(code(&missing), "NO_RECORDING");
        let told = told.take();
        let path = file.display().to_string();
        for part in ["record: ", &path, "shop::find", r#"{"query":"b"}"#] {
            assert!(told.contains(part), "{part}: {told}");
        }
        assert!(listener.accept().is_err(), "nothing is sent");
    });
}

#[test]
fn a_file_that_is_broken_is_told_or_mended() {
    run(async {
        let folder = Folder::new("lm_broken");
        let endpoint = speak(&[r#"{"id":1}"#, r#"{"id":2}"#]);
        let file = folder.0.join("answers.jsonl");
        let record = format!("base_url: \"{}\", record: {}", endpoint.url, file.display());
        find(&make(&folder, &record), "a").await;
        // a program that was stopped in the middle of a line, and of a letter
        let whole = fs::read(&file).expect("written");
        let mut broken = whole.clone();
        broken.extend(b"{\"key\":\"\xc3");
        fs::write(&file, &broken).expect("written");
        let worker = make(&folder, &record);
        assert_eq!(find(&worker, "a").await.to_llm_message(), r#"{"id":1}"#);
        assert_eq!(find(&worker, "b").await.to_llm_message(), r#"{"id":2}"#);
        let text = fs::read_to_string(&file).expect("text");
        assert_eq!(text.lines().count(), 2);
        assert!(
            text.lines()
                .all(|line| serde_json::from_str::<Value>(line).is_ok()),
            "{text}"
        );
        // a line that somebody broke is no answer, and not passed over
        fs::write(&file, text.replacen("{\"key\"", "<<<<<<< {\"key\"", 1)).expect("written");
        let told = Told::default();
        let refused = find(&make(&folder, &record).observer(told.clone()), "b").await;
        assert_eq!(code(&refused), "RECORDINGS");
        assert!(told.take().contains("line 1 is not a recording"));
        assert_eq!(endpoint.take_requests().len(), 2);
    });
}

#[test]
fn where_nothing_can_be_kept_nobody_is_asked() {
    run(async {
        let folder = Folder::new("lm_unkept");
        let endpoint = speak(&[]);
        for path in ["specs", "specs/toolc.yaml/answers.jsonl"] {
            let path = folder.0.join(path);
            let record = format!("base_url: \"{}\", record: {}", endpoint.url, path.display());
            let told = Told::default();
            let refused = find(&make(&folder, &record).observer(told.clone()), "a").await;
            assert_eq!(code(&refused), "RECORDINGS", "{refused:?}");
            assert!(told.take().contains(&path.display().to_string()));
        }
        assert!(endpoint.take_requests().is_empty());
    });
}

#[test]
fn workers_that_record_at_the_same_time_keep_whole_lines() {
    let folder = Folder::new("lm_together");
    let answers: Vec<Act> = (0..40)
        .map(|id| Act::Say(say(&format!("{{\"id\":{id}}}")).to_string()))
        .collect();
    let endpoint = Endpoint::start(answers);
    let file = folder.0.join("answers.jsonl");
    let record = format!("base_url: \"{}\", record: {}", endpoint.url, file.display());
    // each worker has read nothing of what the others write
    let workers: Vec<_> = (0..4).map(|_| make(&folder, &record)).collect();
    let said: Vec<Vec<String>> = thread::scope(|scope| {
        let threads: Vec<_> = workers
            .iter()
            .map(|worker| {
                scope.spawn(move || {
                    run(async {
                        let mut said = Vec::new();
                        for query in 0..10 {
                            said.push(find(worker, &query.to_string()).await.to_llm_message());
                        }
                        said
                    })
                })
            })
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().expect("its end"))
            .collect()
    });
    let text = fs::read_to_string(&file).expect("written");
    assert!(
        text.lines()
            .all(|line| serde_json::from_str::<Value>(line).is_ok()),
        "{text}"
    );
    // whoever was faster, all say the same, and so does a replay
    let replay = make(&folder, &format!("replay: {}", file.display()));
    let replayed: Vec<String> = run(async {
        let mut said = Vec::new();
        for query in 0..10 {
            said.push(find(&replay, &query.to_string()).await.to_llm_message());
        }
        said
    });
    for one in said {
        assert_eq!(one, replayed);
    }
}

#[test]
fn recordings_are_held_to_the_schema_of_today() {
    run(async {
        let folder = Folder::new("lm_today");
        let endpoint = speak(&[r#"{"id":1}"#]);
        let file = folder.0.join("answers.jsonl");
        let record = format!("base_url: \"{}\", record: {}", endpoint.url, file.display());
        find(&make(&folder, &record), "a").await;
        let altered = fs::read_to_string(&file)
            .expect("text")
            .replace("{\"id\":1}", "{\"id\":\"1\"}");
        fs::write(&file, altered).expect("written");
        let worker = make(&folder, &format!("replay: {}", file.display()));
        assert_eq!(code(&find(&worker, "a").await), "SIMULATED_ERROR");
    });
}

#[test]
fn a_run_that_is_killed_leaves_a_readable_file() {
    let folder = Folder::new("lm_killed");
    let slow = Act::Slow(Duration::from_secs(20));
    let endpoint = Endpoint::start([Act::Say(say(r#"{"id":1}"#).to_string()), slow]);
    let settings = format!(
        "base_url: \"{}\", timeout: 30s, record: answers.jsonl",
        endpoint.url
    );
    put_specs(&folder, &settings);
    let start = |query: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_toolc"));
        let arguments = json!({ "query": query }).to_string();
        command
            .current_dir(&folder.0)
            .args([
                "call",
                "clerk",
                "shop::find",
                &arguments,
                "specs",
                "--really",
            ])
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .expect("toolc runs")
    };
    let wait_for = |what: &dyn Fn() -> bool| {
        let until = Instant::now() + PATIENCE;
        while !what() {
            assert!(Instant::now() < until, "it takes too long");
            thread::sleep(Duration::from_millis(10));
        }
    };
    let file = folder.0.join("answers.jsonl");
    let text = || fs::read_to_string(&file).unwrap_or_default();
    let mut first = start("a");
    wait_for(&|| text().ends_with('\n'));
    first.wait().expect("its end");
    endpoint.take_requests();
    let mut second = start("b");
    wait_for(&|| !endpoint.take_requests().is_empty());
    second.kill().expect("killed");
    second.wait().expect("gone");
    assert_eq!(text().lines().count(), 1, "{}", text());
    assert!(text().ends_with('\n'));
    run(async {
        let settings = format!("replay: {}", file.display());
        let again = find(&make(&folder, &settings), "a").await;
        assert_eq!(again.to_llm_message(), r#"{"id":1}"#);
    });
}

#[test]
fn calls_that_are_the_same_are_asked_about_once() {
    run(async {
        // the path is in generated code
        let _ = fs::remove_file("target/lm-of-tests/answers.jsonl");
        let endpoint = speak(&[r#"{"noted":1}"#, r#"{"noted":2}"#]);
        let worker = clerk(&endpoint);
        let call = |text: &str| {
            let arguments = json!({ "text": text }).to_string();
            ToolCall::new("1", "shop::note", arguments)
        };
        let context = Context::default();
        let (one, two, three) = tokio::join!(
            worker.call(&context, call("a")),
            worker.call(&context, call("a")),
            worker.call(&context, call("b")),
        );
        assert_eq!(one.to_llm_message(), two.to_llm_message());
        assert_ne!(one.to_llm_message(), three.to_llm_message());
        assert_eq!(endpoint.take_requests().len(), 2);
        let text = fs::read_to_string("target/lm-of-tests/answers.jsonl").expect("written");
        assert_eq!(text.lines().count(), 2, "{text}");
        let missing = worker
            .call(&context, ToolCall::new("1", "shop::replay", "{}"))
            .await;
        assert_eq!(code(&missing), "NO_RECORDING");
    });
}
