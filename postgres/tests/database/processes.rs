//! Several processes, of which some are killed and some have a wrong clock.

use super::database::{ask, code, context, effects, folder, fresh_store, key, resume, url, worker};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, SystemTime};
use toolc_postgres::{PostgresStore, Settings};
use toolc_runtime::{ApprovalStore, Begun, PendingCall, Ruling, ToolCall};

/// The environment variables that tell a child what to do, and where.
const STEP: &str = "TOOLC_TEST_STEP";
const SCHEMA: &str = "TOOLC_TEST_SCHEMA";
const FOLDER: &str = "TOOLC_TEST_FOLDER";

/// How long a resumed call counts as running here.
const LEASE: Duration = Duration::from_millis(1500);

/// What a child process runs; other tests start it.
#[tokio::test]
#[ignore = "is started by other tests"]
async fn child() {
    let (Ok(step), Ok(schema)) = (std::env::var(STEP), std::env::var(SCHEMA)) else {
        return;
    };
    let folder = PathBuf::from(std::env::var(FOLDER).expect("a folder"));
    let store = PostgresStore::connect_with(&url(), Settings::default().schema(schema))
        .await
        .expect("a store");
    match step.as_str() {
        "resume all" => resume_all(&store, &folder).await,
        "resume and wait" => {
            let open = store.open().await.expect("a list");
            let worker = worker(&folder, Duration::from_secs(60)).resume_within(LEASE);
            let ended = resume(&worker, &store, &open[0].id).await;
            panic!("it ended: {ended:?}");
        }
        "try all" => {
            let (key, own) = (key(), SystemTime::now());
            let now = store.now().await.expect("a time");
            let apart = own.duration_since(now).or_else(|_| now.duration_since(own));
            assert!(
                apart.expect("a duration") > Duration::from_secs(3600),
                "its clock is wrong"
            );
            let day = Duration::from_secs(900);
            store.forget_expired(&key, day).await.expect("forgotten");
            for call in store.open().await.expect("a list") {
                let worker = worker(&folder, Duration::ZERO);
                tell(code(&resume(&worker, &store, &call.id).await));
            }
        }
        other => panic!("{other}"),
    }
}

/// Resumes each open call, as soon as the parent says so.
async fn resume_all(store: &PostgresStore, folder: &Path) {
    let worker = worker(folder, Duration::ZERO).resume_within(LEASE);
    let open = store.open().await.expect("a list");
    tell("ready");
    std::io::stdin()
        .read_line(&mut String::new())
        .expect("a line");
    for call in open {
        tell(code(&resume(&worker, store, &call.id).await));
    }
}

/// Tells the parent something.
fn tell(word: &str) {
    let mut out = std::io::stdout().lock();
    out.write_all(format!("\n@{word}\n").as_bytes())
        .expect("a pipe");
    out.flush().expect("a pipe");
}

struct Started {
    process: Child,
    said: std::io::Lines<BufReader<ChildStdout>>,
}

impl Started {
    fn new(step: &str, schema: &str, folder: &Path, clock: Option<&str>) -> Self {
        let mut command = Command::new(std::env::current_exe().expect("a program"));
        command
            .args(["processes::child", "--exact", "--ignored", "--nocapture"])
            .envs([(STEP, step), (SCHEMA, schema)])
            .env(FOLDER, folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        if let Some(clock) = clock {
            let library = std::env::var("TOOLC_FAKETIME").expect("postgres/test/run says it");
            command
                .env("LD_PRELOAD", library)
                .envs([("FAKETIME", clock), ("FAKETIME_DONT_FAKE_MONOTONIC", "1")]);
        }
        let mut process = command.spawn().expect("a process");
        let out = process.stdout.take().expect("a pipe");
        Started {
            process,
            said: BufReader::new(out).lines(),
        }
    }

    /// The next word that it tells; `None` at its end.
    fn hear(&mut self) -> Option<String> {
        let words = self.said.by_ref().map_while(Result::ok);
        words
            .filter_map(|line| line.strip_prefix('@').map(str::to_owned))
            .next()
    }

    fn go(&mut self) {
        let input = self.process.stdin.as_mut().expect("a pipe");
        input.write_all(b"go\n").expect("a pipe");
    }
}

/// A process that a failed test leaves behind ends with it.
impl Drop for Started {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

async fn approved(store: &PostgresStore, folder: &Path, bills: usize) {
    let worker = worker(folder, Duration::ZERO);
    for bill in 0..bills {
        let pending = ask(&worker, store, bill).await;
        store
            .decide(&pending.approve(), &key())
            .await
            .expect("a ruling");
    }
}

#[tokio::test]
#[ignore = "needs a database: postgres/test/run"]
async fn of_three_processes_one_runs_each_call() {
    let (store, folder) = (fresh_store("three").await, folder("three"));
    approved(&store, &folder, 60).await;
    let mut processes: Vec<_> = (0..3)
        .map(|_| Started::new("resume all", "three", &folder, None))
        .collect();
    for process in &mut processes {
        assert_eq!(process.hear().as_deref(), Some("ready"));
    }
    processes.iter_mut().for_each(Started::go);
    let mut ended: Vec<String> = Vec::new();
    for process in &mut processes {
        while let Some(word) = process.hear() {
            ended.push(word);
        }
    }
    let ran = ended.iter().filter(|word| *word == "ran").count();
    assert_eq!((ended.len(), ran), (180, 60));
    let lost = ended.iter().filter(|word| *word != "ran");
    assert!(
        lost.clone()
            .all(|word| word == "in_progress" || word == "already_resumed")
    );
    let mut paid = effects(&folder);
    assert_eq!(paid.len(), 60);
    paid.dedup();
    assert_eq!(paid.len(), 60, "no bill was paid twice");
    assert!(store.open().await.expect("a list").is_empty());
}

#[tokio::test]
#[ignore = "needs a database: postgres/test/run"]
async fn a_call_is_interrupted_only_once_its_process_is_dead() {
    let (store, folder) = (fresh_store("killed").await, folder("killed"));
    approved(&store, &folder, 1).await;
    let id = store.open().await.expect("a list")[0].id.clone();
    let mut process = Started::new("resume and wait", "killed", &folder, None);
    while effects(&folder).is_empty() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    // Its lease is renewed for as long as it lives.
    let worker = worker(&folder, Duration::ZERO);
    tokio::time::sleep(LEASE * 2).await;
    assert_eq!(code(&resume(&worker, &store, &id).await), "in_progress");
    process.process.kill().expect("killed");
    process.process.wait().expect("ended");
    assert_eq!(code(&resume(&worker, &store, &id).await), "in_progress");
    tokio::time::sleep(LEASE).await;
    assert_eq!(code(&resume(&worker, &store, &id).await), "interrupted");
    assert_eq!(effects(&folder).len(), 1);
    store.run_again(&id).await.expect("a person says so");
    assert_eq!(code(&resume(&worker, &store, &id).await), "ran");
}

#[tokio::test]
#[ignore = "needs a database: postgres/test/run"]
async fn a_process_with_a_wrong_clock_takes_nothing_from_the_others() {
    if std::env::var("TOOLC_FAKETIME")
        .unwrap_or_default()
        .is_empty()
    {
        return;
    }
    for (clock, schema) in [("+2d", "ahead"), ("-2d", "behind")] {
        let (store, folder) = (fresh_store(schema).await, folder(schema));
        approved(&store, &folder, 3).await;
        let open = store.open().await.expect("a list");
        let (held, key) = (&open[0], key());
        let now = store.now().await.expect("a time");
        let pending = PendingCall::open(&held.question, &key, now).expect("it is open");
        let ruling = held.ruling.as_deref().expect("a ruling");
        let ruling = Ruling::open(ruling, &key).expect("a ruling");
        let claim = store.take(&pending, &ruling, Duration::from_secs(60));
        claim.await.expect("a claim");
        // It cleans up, and tries to run everything.
        let mut process = Started::new("try all", schema, &folder, Some(clock));
        let mut ended = Vec::new();
        while let Some(word) = process.hear() {
            ended.push(word);
        }
        ended.sort_unstable();
        assert_eq!(ended, ["in_progress", "ran", "ran"], "{clock}");
        assert_eq!(effects(&folder).len(), 2, "{clock}");
    }
}

#[tokio::test]
#[ignore = "needs a database: postgres/test/run"]
async fn questions_expire_by_the_clock_of_the_database() {
    let (store, folder) = (fresh_store("expiry").await, folder("expiry"));
    let brief = Duration::from_millis(300);
    let worker = worker(&folder, Duration::ZERO).answer_within(brief);
    let pending = ask(&worker, &store, 1).await;
    store
        .decide(&pending.approve(), &key())
        .await
        .expect("a ruling");
    tokio::time::sleep(brief * 2).await;
    assert_eq!(
        code(&resume(&worker, &store, pending.id()).await),
        "expired"
    );
    let hour = Duration::from_secs(3600);
    store.forget_expired(&key(), hour).await.expect("forgotten");
    assert!(store.list().await.expect("a list").is_empty());
    // A call that nobody was asked about is not affected by any of this.
    let call = ToolCall::new("c2", "desk::pay", r#"{"bill":2}"#);
    assert!(matches!(
        worker.begin(&context(), call).await,
        Begun::Pending(_)
    ));
}
