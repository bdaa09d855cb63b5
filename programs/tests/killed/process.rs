//! The same programs in real processes, with their journal in a SQLite file and what happened in another file. Each is killed with
//! SIGKILL, from outside, and another process goes on with what is there.

use super::desk::Log;
use super::drive::{Case, Order, Plant, Target, Went};
use super::programs;
use super::script::Script;
use super::steps::{HERE, Steps};
use serde_json::{Value, json};
use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use toolc_programs::{Ended, ProgramError};
use toolc_runtime::testing::block_on;
use toolc_runtime::{ApprovalStore, SqliteStore, StoreError, StoredCall};

/// The test that is the process, and what it is told in the environment.
const TEST: &str = "process::a_process_that_is_killed";
const SCRIPT: &str = "TOOLC_PROGRAMS_SCRIPT";
const FOLDER: &str = "TOOLC_PROGRAMS_FOLDER";
const TASK: &str = "TOOLC_PROGRAMS_TASK";

/// With this variable a process is killed at every step, and every divergence is planted.
const ALL: &str = "TOOLC_KILLS";

/// Otherwise at one in so many steps and calls, others for each program.
const KILLED: usize = 8;
const PLANTED: usize = 3;

const SIGKILL: i32 = 9;

/// The file with what a run asked for.
const ASKED: &str = "asked.json";

/// Whether this step of a program has its turn.
fn is_chosen(program: usize, step: usize, one_in: usize) -> bool {
    env::var_os(ALL).is_some() || (program + step).is_multiple_of(one_in)
}

/// The files of a program: its journal, and what its tools did.
struct World(PathBuf);

impl World {
    fn new() -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("toolc-programs-{}-{number}", std::process::id());
        // a process dies here, not the machine: there is no disk to wait for
        let memory = Path::new("/dev/shm");
        let around = match memory.is_dir() {
            true => memory.to_owned(),
            false => env::temp_dir(),
        };
        let folder = around.join(name);
        fs::create_dir_all(&folder).unwrap();
        World(folder)
    }

    /// Begins a process with a task.
    fn start(&self, script: &str, task: &Value) -> Child {
        Command::new(env::current_exe().unwrap())
            .args(["--ignored", "--exact", TEST, "--nocapture"])
            .env(SCRIPT, script)
            .env(FOLDER, &self.0)
            .env(TASK, task.to_string())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap()
    }

    /// Begins a process, and kills it at its step. Returns how it ended: by itself, if it has no such step.
    fn kill_at(&self, script: &str, step: usize) -> ExitStatus {
        let mut child = self.start(script, &json!(["end", step]));
        for line in BufReader::new(child.stdout.take().unwrap()).lines() {
            if line.unwrap() == HERE {
                child.kill().unwrap();
            }
        }
        child.wait().unwrap()
    }

    /// What the last run asked for.
    fn read_asked(&self) -> Vec<Target> {
        let text = fs::read_to_string(self.0.join(ASKED)).unwrap();
        let asked: Vec<Value> = serde_json::from_str(&text).unwrap();
        asked.iter().map(read_target).collect()
    }

    /// Lets a process do its task.
    fn run(&self, script: &str, task: &Value) {
        let ended = self.start(script, task).wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&ended.stdout).into_owned();
        assert!(ended.status.success(), "{script}: {task}\n{said}");
    }
}

impl Drop for World {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Does something with each program, on as many threads as there are processors.
fn with_each_program(work: impl Fn(usize, &str, &Script) -> usize + Sync) -> usize {
    let programs = programs();
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((name, script)) = programs.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    let number = programs.iter().position(|(other, _)| other == name);
                    let count = work(number.unwrap(), name, script);
                    done.fetch_add(count, Ordering::Relaxed);
                }
            });
        }
    });
    done.into_inner()
}

#[test]
fn each_effect_happens_once_whichever_process_is_killed() {
    let kills = with_each_program(|number, name, script| {
        let calm = Case::new(script);
        calm.run_to_the_end(None);
        let mut kills = 0;
        for step in (1..=calm.steps()).filter(|step| is_chosen(number, *step, KILLED)) {
            let world = World::new();
            let ended = world.kill_at(name, step);
            // by chance, a program may do less than it did before: then it ended by itself
            assert!(
                ended.success() || ended.signal() == Some(SIGKILL),
                "{name}, step {step}"
            );
            kills += usize::from(!ended.success());
            world.run(name, &json!(["end", 0]));
        }
        kills
    });
    eprintln!("{kills} processes were killed");
    assert!(kills > 300, "{kills}");
}

#[test]
fn every_divergence_is_found_by_another_process() {
    let planted = with_each_program(|number, name, script| {
        let whole = Case::new(script);
        whole.run_to_the_end(None);
        let first = Case::new(script);
        let Went::Ended(Ended::Pending(_)) = first.run(Order::Written, None) else {
            return 0;
        };
        let mut planted = 0;
        let plants = [Plant::Other, Plant::Skip, Plant::Tool];
        let chosen = (0..first.traced().len()).filter(|at| is_chosen(number, *at, PLANTED));
        for at in chosen {
            let plant = plants[(number + at) % plants.len()];
            let world = World::new();
            world.run(name, &json!(["once"]));
            let asked = world.read_asked();
            let Some(target) = asked.get(at) else {
                continue;
            };
            let equal = asked
                .iter()
                .filter(|it| (&it.0, &it.1) == (&target.0, &target.1));
            // where several are equal, one more of them would take its place
            if whole.equal(target) > equal.count() {
                continue;
            }
            world.run(name, &json!(["plant", plant.name(), target]));
            world.run(name, &json!(["end", 0]));
            planted += 1;
        }
        planted
    });
    eprintln!("{planted} divergences");
    assert!(planted > 20, "{planted}");
}

#[test]
#[ignore = "a process that the other tests start, and kill"]
fn a_process_that_is_killed() {
    let name = env::var(SCRIPT).unwrap();
    let folder = env::var(FOLDER).unwrap();
    let task: Value = serde_json::from_str(&env::var(TASK).unwrap()).unwrap();
    let programs = programs();
    let (_, script) = programs.iter().find(|(known, _)| *known == name).unwrap();
    let case = open_case(script, Path::new(&folder));
    match task[0].as_str() {
        Some("once") => {
            let went = case.run(Order::Written, None);
            assert!(matches!(went, Went::Ended(Ended::Pending(_))), "{went:?}");
            fs::write(
                Path::new(&folder).join(ASKED),
                json!(case.traced()).to_string(),
            )
            .unwrap();
        }
        Some("plant") => {
            let plant = Plant::of_name(task[1].as_str().unwrap());
            let target = read_target(&task[2]);
            case.approve_all();
            let before = case.effects();
            let went = case.run(Order::Written, Some((plant, target.clone())));
            let Went::Failed(ProgramError::Diverged { missing, .. }) = went else {
                panic!("{name}: {plant:?} of {target:?} was not found: {went:?}");
            };
            assert_eq!(missing, target.0, "{name}");
            case.assert_only_approved_since(&before, &name);
        }
        _ => {
            let step = task[1].as_u64().and_then(|step| usize::try_from(step).ok());
            case.run_to_the_end(step);
            case.assert_each_effect_is_journaled(&name);
        }
    }
}

fn open_case<'s>(script: &'s Script, folder: &Path) -> Case<'s, Aside> {
    let store = SqliteStore::open_file(folder.join("journal.sqlite")).unwrap();
    let log = Log::open(&folder.join("effects.jsonl"));
    Case::on(script, Aside(store), log, Steps::real())
}

fn read_target(target: &Value) -> Target {
    let text = |at: usize| target[at].as_str().unwrap().to_owned();
    let occurrence = target[2].as_u64().unwrap();
    (text(0), text(1), usize::try_from(occurrence).unwrap())
}

/// A store whose work counts as work of Tokio, so that its clock, which goes on by itself when nothing else does, waits for it.
struct Aside(SqliteStore);

async fn aside<T: Send + 'static>(work: impl Future<Output = T> + Send + 'static) -> T {
    match tokio::runtime::Handle::try_current() {
        Ok(tokio) => tokio.spawn_blocking(|| block_on(work)).await.unwrap(),
        Err(_) => work.await,
    }
}

impl ApprovalStore for Aside {
    async fn insert(&self, call: &StoredCall) -> Result<bool, StoreError> {
        let (store, call) = (self.0.clone(), call.clone());
        aside(async move { store.insert(&call).await }).await
    }

    async fn get(&self, id: &str) -> Result<Option<StoredCall>, StoreError> {
        let (store, id) = (self.0.clone(), id.to_owned());
        aside(async move { store.get(&id).await }).await
    }

    async fn replace(&self, revision: u32, call: &StoredCall) -> Result<bool, StoreError> {
        let (store, call) = (self.0.clone(), call.clone());
        aside(async move { store.replace(revision, &call).await }).await
    }

    async fn open(&self) -> Result<Vec<StoredCall>, StoreError> {
        let store = self.0.clone();
        aside(async move { ApprovalStore::open(&store).await }).await
    }
}
