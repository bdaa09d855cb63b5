//! Pending calls in a file, and processes that are killed at every step: nothing is lost, and nothing runs
//! twice.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

#[path = "support/tools.rs"]
mod tools;

#[path = "restart/versions.rs"]
mod versions;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Barrier;
use std::time::{Duration, Instant, SystemTime};
use toolc_runtime::testing::{Mocks, block_on};
use toolc_runtime::{
    ApprovalStore, Begun, Context, PendingCall, Ruling, SealKey, SqliteStore, State, ToolCall,
    Worker,
};
use tools::Delete;

/// The environment variables that tell a child what to do, and where.
const STEP: &str = "TOOLC_TEST_STEP";
const FOLDER: &str = "TOOLC_TEST_FOLDER";

/// How long a resumed call counts as running here.
const LEASE: Duration = Duration::from_millis(150);

fn key() -> SealKey {
    SealKey::new("k1", b"8f14e45fceea167a5a36dedd4bea2543").unwrap()
}

fn context() -> Context {
    Context::new("s").with_principal("ada")
}

fn store(folder: &Path) -> SqliteStore {
    SqliteStore::open_file(folder.join("calls.sqlite")).unwrap()
}

/// Tells the parent how far a child has come.
fn tell(word: &str) {
    let mut out = std::io::stdout().lock();
    out.write_all(format!("\n@{word}\n").as_bytes()).unwrap();
    out.flush().unwrap();
}

fn wait_to_be_killed(word: &str) -> ! {
    tell(word);
    loop {
        std::thread::sleep(Duration::from_secs(60));
    }
}

/// The side effect of the handler: a line in a file.
fn effect(folder: &Path, path: &str) {
    let mut file = fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(folder.join("effects"))
        .unwrap();
    file.write_all(format!("{path}\n").as_bytes()).unwrap();
}

fn effects(folder: &Path) -> Vec<String> {
    let text = fs::read_to_string(folder.join("effects")).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

fn worker(folder: &Path, step: &str) -> Worker<Mocks> {
    let (folder, step) = (folder.to_owned(), step.to_owned());
    let mocks = Mocks::new().on::<Delete>(move |call| {
        if step == "before the effect" {
            wait_to_be_killed("killed");
        }
        effect(&folder, &call.args.path);
        if step == "after the effect" {
            wait_to_be_killed("killed");
        }
        Ok(())
    });
    tools::worker(mocks).resume_within(LEASE)
}

fn ask(folder: &Path, path: &str) -> PendingCall {
    let call = ToolCall::new("c1", "files::delete", format!(r#"{{"path":"{path}"}}"#));
    let begun = block_on(worker(folder, "").begin(&context(), call));
    let Begun::Pending(pending) = begun else {
        panic!("{begun:?}")
    };
    block_on(store(folder).put(&pending, &key())).unwrap();
    pending
}

/// Returns the calls of the store, as seen by a process that knows nothing else.
fn open(folder: &Path) -> Vec<PendingCall> {
    let open = block_on(store(folder).open()).unwrap();
    let read = |text: &str| PendingCall::open(text, &key(), SystemTime::now()).unwrap();
    open.iter().map(|call| read(&call.question)).collect()
}

fn decide(folder: &Path, ruling: &Ruling) {
    block_on(store(folder).decide(ruling, &key())).unwrap();
}

fn resume(folder: &Path, id: &str, step: &str) -> String {
    let (worker, store) = (worker(folder, step), store(folder));
    match block_on(worker.resume_stored(&context(), id, &key(), &store)) {
        Ok(result) if result.success => "ran".to_owned(),
        Ok(result) => result.to_llm_message(),
        Err(error) => error.code().to_owned(),
    }
}

/// What a child process runs; other tests start it.
#[test]
fn child() {
    let Ok(step) = std::env::var(STEP) else {
        return;
    };
    let folder = PathBuf::from(std::env::var(FOLDER).unwrap());
    let first = || open(&folder).remove(0);
    match step.as_str() {
        "asked" => drop(ask(&folder, "/a")),
        "decided" => decide(&folder, &first().approve()),
        "claimed" => {
            let (pending, ruling) = (first(), ruling_of(&folder));
            block_on(store(&folder).take(&pending, &ruling, LEASE)).unwrap();
        }
        "before the effect" | "after the effect" | "finished" => {
            assert_eq!(resume(&folder, first().id(), &step), "ran");
        }
        "asks on" => (0..100_000).for_each(|number| {
            let pending = ask(&folder, &format!("/{number}"));
            tell(&format!("put {}", pending.id()));
        }),
        "resumes all" => {
            tell("ready");
            let ids: Vec<String> = open(&folder)
                .iter()
                .map(|call| call.id().to_owned())
                .collect();
            for id in ids {
                resume(&folder, &id, "");
            }
            return;
        }
        other => panic!("{other}"),
    }
    wait_to_be_killed("killed");
}

fn ruling_of(folder: &Path) -> Ruling {
    let call = block_on(store(folder).open()).unwrap().remove(0);
    Ruling::open(&call.ruling.unwrap(), &key()).unwrap()
}

fn spawn(step: &str, folder: &Path) -> (Child, BufReader<ChildStdout>) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["child", "--exact", "--nocapture"])
        .envs([(STEP, step), (FOLDER, folder.to_str().unwrap())])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let out = BufReader::new(child.stdout.take().unwrap());
    (child, out)
}

/// Runs a child up to a step and kills it there, as `kill -9` does.
fn kill_at(step: &str, folder: &Path) {
    let (mut child, out) = spawn(step, folder);
    let reached = out
        .lines()
        .map_while(Result::ok)
        .any(|line| line == "@killed");
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(reached, "the child failed before `{step}`");
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("restart_{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn a_process_may_die_after_it_asked_or_decided() {
    let folder = folder("before");
    kill_at("asked", &folder);
    let [pending] = &open(&folder)[..] else {
        panic!("the call is lost")
    };
    assert_eq!(resume(&folder, pending.id(), ""), "not_decided");
    kill_at("decided", &folder);
    assert_eq!(resume(&folder, pending.id(), ""), "ran");
    assert_eq!(effects(&folder), ["/a"]);
    assert!(open(&folder).is_empty());
}

#[test]
fn a_process_that_dies_while_it_resumes_leaves_it_to_a_person() {
    for (step, ran) in [
        ("claimed", 0),
        ("before the effect", 0),
        ("after the effect", 1),
    ] {
        // a store closes its file some time after it is dropped, and then removes the files beside it by name
        let folder = folder(&format!("while {step}"));
        let pending = ask(&folder, "/a");
        decide(&folder, &pending.approve());
        kill_at(step, &folder);
        let soon = resume(&folder, pending.id(), "");
        assert!(
            ["in_progress", "interrupted"].contains(&soon.as_str()),
            "{step}: {soon}"
        );
        std::thread::sleep(LEASE);
        for _ in 0..2 {
            assert_eq!(resume(&folder, pending.id(), ""), "interrupted", "{step}");
        }
        let found = block_on(store(&folder).open()).unwrap();
        assert!(found[0].is_interrupted(SystemTime::now()), "{step}");
        assert_eq!(effects(&folder).len(), ran, "{step}: it runs once at most");
        // A person looks, and decides what to do.
        match ran {
            0 => {
                block_on(store(&folder).run_again(pending.id())).unwrap();
                assert_eq!(resume(&folder, pending.id(), ""), "ran");
            }
            _ => block_on(store(&folder).give_up(pending.id())).unwrap(),
        }
        assert_eq!(
            resume(&folder, pending.id(), ""),
            "already_resumed",
            "{step}"
        );
        assert_eq!(effects(&folder), ["/a"], "{step}");
    }
}

#[test]
fn a_process_may_die_after_the_end() {
    let folder = folder("after");
    let pending = ask(&folder, "/a");
    decide(&folder, &pending.approve());
    kill_at("finished", &folder);
    assert_eq!(resume(&folder, pending.id(), ""), "already_resumed");
    let call = block_on(store(&folder).get(pending.id())).unwrap().unwrap();
    let State::Finished {
        result: Some(result),
    } = call.state
    else {
        panic!("{call:?}")
    };
    assert!(result.contains(r#""success":true"#), "{result}");
    assert_eq!(effects(&folder), ["/a"]);
    block_on(store(&folder).forget_finished()).unwrap();
    assert_eq!(resume(&folder, pending.id(), ""), "not_stored");
}

#[test]
fn what_a_process_was_told_is_kept_is_there_after_it_was_killed() {
    let folder = folder("asks_on");
    let (mut child, out) = spawn("asks on", &folder);
    let ids: Vec<String> = out
        .lines()
        .map_while(Result::ok)
        .filter_map(|line| line.strip_prefix("@put ").map(str::to_owned))
        .take(12)
        .collect();
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(ids.len(), 12);
    let kept: Vec<String> = open(&folder)
        .iter()
        .map(|call| call.id().to_owned())
        .collect();
    assert!(ids.iter().all(|id| kept.contains(id)), "{ids:?} {kept:?}");
}

#[test]
fn replicas_that_start_together_share_a_new_file() {
    for round in 0..20 {
        let folder = folder(&format!("together {round}"));
        let barrier = Barrier::new(4);
        let opened = std::thread::scope(|scope| {
            let open = || {
                barrier.wait();
                SqliteStore::open_file(folder.join("calls.sqlite")).map(drop)
            };
            let replicas: Vec<_> = (0..4).map(|_| scope.spawn(open)).collect();
            let ended = replicas.into_iter().map(|replica| replica.join().unwrap());
            ended.collect::<Result<Vec<()>, _>>()
        });
        opened.unwrap();
    }
}

#[test]
fn questions_that_are_too_old_are_forgotten() {
    let folder = folder("forgotten");
    let (asked, decided, ran) = (ask(&folder, "/a"), ask(&folder, "/b"), ask(&folder, "/c"));
    decide(&folder, &decided.approve());
    decide(&folder, &ran.approve());
    assert_eq!(resume(&folder, ran.id(), ""), "ran");
    let forget = |within| block_on(store(&folder).forget_expired(&key(), within)).unwrap();
    for within in [Duration::from_secs(600), Duration::MAX] {
        forget(within);
        assert_eq!(open(&folder).len(), 2);
    }
    assert_eq!(resume(&folder, ran.id(), ""), "not_stored");
    let foreign = SealKey::new("k1", b"c9f0f895fb98ab9159f51fd0297e236d").unwrap();
    block_on(store(&folder).forget_expired(&foreign, Duration::ZERO)).unwrap();
    assert_eq!(open(&folder).len(), 2);
    forget(Duration::ZERO);
    assert!(open(&folder).is_empty());
    for call in [asked, decided] {
        assert_eq!(resume(&folder, call.id(), ""), "not_stored");
    }
}

#[test]
fn the_same_answer_may_be_given_again() {
    let folder = folder("again");
    let pending = ask(&folder, "/a");
    decide(&folder, &pending.approve().by("ann"));
    std::thread::sleep(Duration::from_millis(5));
    decide(&folder, &pending.approve().by("ann"));
    for other in [pending.approve().by("bob"), pending.deny("no").by("ann")] {
        let refused = block_on(store(&folder).decide(&other, &key())).unwrap_err();
        assert_eq!(refused.code(), "decided_otherwise");
    }
    assert_eq!(resume(&folder, pending.id(), ""), "ran");
}

#[test]
fn a_file_that_cannot_be_a_store_is_refused_at_once() {
    let folder = folder("refused");
    let text = folder.join("notes.txt");
    fs::write(
        &text,
        "these are notes, and no tables of SQLite\n".repeat(100),
    )
    .unwrap();
    let started = Instant::now();
    for (path, expected) in [
        (&text, "file is not a database (code 26 of SQLite)"),
        (&folder.join("none/calls.sqlite"), "(code 14 of SQLite)"),
    ] {
        let error = SqliteStore::open_file(path).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
    assert!(started.elapsed() < Duration::from_secs(5), "no retries");
}

#[test]
fn of_all_processes_that_resume_one_does() {
    let folder = folder("race");
    let calls = 12;
    for number in 0..calls {
        let pending = ask(&folder, &format!("/{number}"));
        decide(&folder, &pending.approve());
    }
    let children: Vec<_> = (0..3).map(|_| spawn("resumes all", &folder)).collect();
    for (mut child, _out) in children {
        assert!(child.wait().unwrap().success());
    }
    let mut effects = effects(&folder);
    effects.sort();
    effects.dedup();
    assert_eq!(effects.len(), calls, "each ran");
    assert_eq!(self::effects(&folder).len(), calls, "and once");
    assert!(open(&folder).is_empty());
}

/// The file holds the exact arguments of calls, so nobody else can read it, nor the files beside it.
#[cfg(unix)]
#[test]
fn the_file_is_private() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder("private");
    let path = folder.join("calls.sqlite");
    let modes = || {
        let entries = fs::read_dir(&folder).unwrap();
        let mut modes: Vec<_> = entries
            .map(|entry| {
                let entry = entry.unwrap();
                let mode = entry.metadata().unwrap().permissions().mode() & 0o777;
                (entry.file_name().into_string().unwrap(), mode)
            })
            .collect();
        modes.sort();
        modes
    };
    let private = ["calls.sqlite", "calls.sqlite-shm", "calls.sqlite-wal"];
    let private: Vec<_> = private.map(|name| (name.to_owned(), 0o600)).to_vec();
    let store = SqliteStore::open_file(&path).unwrap();
    assert_eq!(modes(), private);
    for (name, _) in modes() {
        fs::set_permissions(folder.join(name), fs::Permissions::from_mode(0o644)).unwrap();
    }
    let again = SqliteStore::open_file(&path).unwrap();
    assert_eq!(modes(), private);
    drop((store, again));
}
