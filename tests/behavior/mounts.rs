//! Toolsets that a program mounts: their configuration, what happens if one is unavailable, the cleanup, and
//! the events that their handlers emit.

use serde_json::json;
use std::io;
use std::sync::{Arc, Mutex};
use toolc_generated::diarist::{Mounts, mount};
use toolc_generated::journal::{Config, EntryWritten, WriteEntry, WriteEntryOutput};
use toolc_generated::mirror::PushEntries;
use toolc_generated::{journal, mirror};
use toolc_runtime::testing::{EventRecorder, Mocks, block_on};
use toolc_runtime::{
    Call, Context, Environment, ErrorKind, Event, Handle, Integer, Moment, Mount, MountError,
    MountFailure, MountReason, Mounted, NoConfig, Observer, Target, ToolCall, ToolFailure,
    ToolResult, Toolset, Worker,
};

/// What happened, in order.
type Log = Arc<Mutex<Vec<String>>>;

fn note(log: &Log, text: impl Into<String>) {
    log.lock().expect("a log").push(text.into());
}

fn noted(log: &Log) -> Vec<String> {
    log.lock().expect("a log").clone()
}

struct Files {
    log: Log,
}

struct Journal {
    config: Config,
}

impl Mount<journal::Toolset> for Files {
    type Handlers = Journal;

    async fn mount(
        &self,
        config: Config,
        context: &Context,
    ) -> Result<Mounted<Journal>, MountFailure> {
        assert_eq!(context.session(), Some("s"));
        note(&self.log, format!("{config:?}"));
        let log = Arc::clone(&self.log);
        let mounted = Mounted::new(Journal { config });
        Ok(mounted.on_close(async move || note(&log, "journal closed")))
    }
}

impl Handle<WriteEntry> for Journal {
    async fn handle(&self, call: Call<'_, WriteEntry>) -> Result<WriteEntryOutput, ToolFailure> {
        let size = match call.args.text.as_str() {
            "less than nothing" => -1,
            text => text.len() as i64,
        };
        call.emit(EntryWritten {
            size: Integer::from(size),
            key: Some("s3cr3t".to_owned()),
        })?;
        let Config {
            folder,
            max_size,
            remote,
        } = &self.config;
        let size = max_size.as_ref().map_or(String::new(), ToString::to_string);
        let token = remote.as_ref().and_then(|remote| remote.token.as_deref());
        Ok(json!(format!("{folder}, {size}, {}", token.unwrap_or("none"))).into())
    }
}

/// How the remote machine responds.
#[derive(Clone, Copy, PartialEq)]
enum Remote {
    Fine,
    Away,
    Broken,
    Panics,
}

struct Rsync {
    log: Log,
    remote: Remote,
}

impl Mount<mirror::Toolset> for Rsync {
    type Handlers = Mocks;

    async fn mount(&self, NoConfig: NoConfig, _: &Context) -> Result<Mounted<Mocks>, MountFailure> {
        note(&self.log, "mirror mounted");
        let log = Arc::clone(&self.log);
        match self.remote {
            Remote::Fine => {
                let mocks = Mocks::new().returns::<PushEntries>(json!("pushed").into());
                Ok(Mounted::new(mocks).on_close(async move || note(&log, "mirror closed")))
            }
            Remote::Away => Err(MountFailure::unavailable(
                "nobody answers at mirror.example",
            )),
            Remote::Broken => Err(io::Error::other("the key is not readable"))?,
            Remote::Panics => panic!("no such machine"),
        }
    }
}

const VARIABLES: [(&str, &str); 3] = [
    ("JOURNAL_HOME", "/data/ada"),
    ("JOURNAL_MAX_SIZE", "4096"),
    ("JOURNAL_TOKEN", "t0ken"),
];

fn context(variables: &[(&str, &str)]) -> Context {
    Context::new("s").with_extension(Environment::of(variables.iter().copied()))
}

fn start(
    log: &Log,
    remote: Remote,
    variables: &[(&str, &str)],
) -> Result<Worker<impl Send + Sync + 'static + use<>>, MountError> {
    let mounts = Mounts {
        journal: Files {
            log: Arc::clone(log),
        },
        mirror: Rsync {
            log: Arc::clone(log),
            remote,
        },
        handlers: Mocks::new(),
    };
    block_on(mount(mounts, &context(variables)))
}

/// Returns why the worker does not start.
fn failure(log: &Log, remote: Remote, variables: &[(&str, &str)]) -> MountError {
    start(log, remote, variables).expect_err("no worker")
}

fn call<H>(worker: &Worker<H>, name: &str, arguments: &str) -> ToolResult {
    block_on(worker.call(&Context::new("s"), ToolCall::new("c1", name, arguments)))
}

const WRITE: &str = "journal::write_entry";
const PUSH: &str = "mirror::push_entries";

#[test]
fn handlers_are_made_of_their_configuration_and_cleaned_up_once() {
    let log = Log::default();
    let worker = start(&log, Remote::Fine, &VARIABLES).expect("a worker");
    let written = call(&worker, WRITE, r#"{"text":"hello"}"#);
    assert_eq!(
        written.to_llm_message(),
        r#""/data/ada/entries, 4096, t0ken""#
    );
    assert!(call(&worker, PUSH, "").success);
    assert_eq!(worker.unavailable().count(), 0);
    block_on(worker.close());
    block_on(worker.close());
    let shown = r#"Config { folder: "/data/ada/entries", max_size: Some(Integer(Small(4096))), remote: Some(ConfigRemote { url: "https://journal.example", token: "[redacted]" }) }"#;
    assert_eq!(
        noted(&log),
        [shown, "mirror mounted", "mirror closed", "journal closed"]
    );
    let closed = call(&worker, WRITE, r#"{"text":"hello"}"#);
    assert_eq!(closed.error.expect("an error").kind, ErrorKind::Unavailable);
}

#[test]
fn an_optional_toolset_that_cannot_be_had_is_not_there() {
    let log = Log::default();
    let recorder = EventRecorder::new();
    let worker = start(&log, Remote::Away, &VARIABLES).expect("a worker");
    let worker = worker.observer(recorder.clone());
    let tools: Vec<&str> = worker.tools().map(|tool| tool.name).collect();
    assert_eq!(tools, [WRITE, "notes::add_note", "notes::add_note"]);
    let shown = worker.definitions(Target::Mcp).to_string();
    assert!(!shown.contains("push_entries"), "{shown}");
    let reason = "nobody answers at mirror.example";
    assert_eq!(
        worker.unavailable().collect::<Vec<_>>(),
        [("mirror", reason)]
    );
    let error = call(&worker, PUSH, "").error.expect("an error");
    assert_eq!(error.kind, ErrorKind::Unavailable);
    assert_eq!(error.message, "Tool 'mirror__push_entries' is unavailable");
    assert!(!error.to_llm_message().contains(reason));
    let ends = recorder.named("tool:error");
    assert_eq!(ends[0].detail.as_deref(), Some(reason));
    assert!(call(&worker, WRITE, r#"{"text":"hello"}"#).success);
    block_on(worker.close());
    assert_eq!(
        noted(&log).last().map(String::as_str),
        Some("journal closed")
    );
}

#[test]
fn any_other_failure_cleans_up_what_was_mounted_before() {
    for (remote, text) in [
        (Remote::Broken, "the key is not readable"),
        (Remote::Panics, "no such machine"),
    ] {
        let log = Log::default();
        let error = failure(&log, remote, &VARIABLES);
        assert!(matches!(error.reason, MountReason::Failed(_)));
        assert_eq!(
            error.to_string(),
            format!("the toolset `mirror` of worker `diarist` could not be mounted: {text}")
        );
        let log = noted(&log);
        assert_eq!(&log[1..], ["mirror mounted", "journal closed"]);
    }
}

#[test]
fn what_the_environment_lacks_or_has_wrong_is_named_and_never_shown() {
    let log = Log::default();
    let unset = failure(&log, Remote::Fine, &VARIABLES[1..]);
    assert_eq!(
        unset.to_string(),
        "the toolset `journal` of worker `diarist` could not be mounted: `${JOURNAL_HOME}` for `/folder` is not set"
    );
    for size in ["much", "0", "\"4096\"", "4096.5", ""] {
        let variables = [VARIABLES[0], ("JOURNAL_MAX_SIZE", size), VARIABLES[2]];
        let error = failure(&log, Remote::Fine, &variables);
        let MountReason::Config(faults) = &error.reason else {
            panic!("{error}");
        };
        assert_eq!(faults.len(), 1, "{size}");
        assert_eq!(faults[0].key, "/max_size");
        assert_eq!(faults[0].variables, ["JOURNAL_MAX_SIZE"]);
        assert!(!error.to_string().contains("4096"), "{error}");
    }
    assert!(
        noted(&log).is_empty(),
        "nothing is mounted with a wrong configuration"
    );
}

/// Records the events that tools emit.
struct Heard(Log);

impl Observer for Heard {
    fn observe(&self, event: &Event<'_>) {
        if let Moment::Emitted { name, payload, at } = event.moment {
            assert_eq!(event.name(), name);
            assert!(at.elapsed().is_ok());
            let (tool, call, session) = (event.tool, event.call_id, event.context.session());
            note(
                &self.0,
                format!("{name} {payload} {tool} {call} {session:?}"),
            );
        }
    }
}

#[test]
fn declared_events_reach_the_observers_without_their_secrets() {
    let log = Log::default();
    let worker = start(&Log::default(), Remote::Fine, &VARIABLES).expect("a worker");
    let worker = worker.observer(Heard(Arc::clone(&log)));
    assert!(call(&worker, WRITE, r#"{"text":"hello"}"#).success);
    let told =
        r#"journal::entry_written {"key":"[redacted]","size":5} journal::write_entry c1 Some("s")"#;
    assert_eq!(noted(&log), [told]);
    // an event that violates its schema is a failure of the handler, and no observer receives it
    let broken = call(&worker, WRITE, r#"{"text":"less than nothing"}"#);
    assert_eq!(broken.error.expect("an error").kind, ErrorKind::Execution);
    assert_eq!(noted(&log).len(), 1);
    assert_eq!(journal::Toolset::EVENTS, ["journal::entry_written"]);
    assert_eq!(mirror::Toolset::EVENTS, [""; 0]);
    let event = EntryWritten {
        size: Integer::from(1),
        key: Some("s3cr3t".to_owned()),
    };
    assert!(!format!("{event:?}").contains("s3cr3t"));
}
