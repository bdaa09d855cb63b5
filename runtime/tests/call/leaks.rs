//! Secrets that are planted where a call fails reach no text that a model reads, for every kind of error. A
//! kind without a way to fail here makes the test fail.

#[path = "leaks/log_ins.rs"]
mod log_ins;
#[path = "leaks/spans.rs"]
mod spans;

use crate::tools::{self, AddText, Delete, GetWeather};
use log_ins::{desk, log_ins};
use std::collections::BTreeSet;
use std::time::Instant;
use toolc_runtime::testing::{EventRecorder, Mocks, block_on};
use toolc_runtime::v1::{MountTable, Mounting, Names};
use toolc_runtime::{
    Approval, ApprovalRequest, Approver, Cancellation, Context, Decision, ErrorKind, Json, Mount,
    MountFailure, Mounted, NoConfig, OutputPolicy, Tool, ToolCall, ToolFailure, ToolResult,
    Toolset, Worker,
};

const SECRET: &str = "S3CRET-t0ken";

const PATH: &str = "/srv/ada/.ssh/id_rsa";

fn planted() -> String {
    format!("{SECRET} in {PATH}")
}

fn io_error() -> std::io::Error {
    std::io::Error::other(planted())
}

/// An approver that panics.
struct Broken;

impl Approver for Broken {
    async fn decide(&self, _: &ApprovalRequest) -> Decision {
        panic!("{}", planted())
    }
}

type Set = fn(Worker<Mocks>) -> Worker<Mocks>;

/// A way to fail: the kind of error, the handlers, the call, and further settings.
struct Way {
    kind: ErrorKind,
    mocks: Mocks,
    name: &'static str,
    arguments: String,
    context: Context,
    set: Set,
}

fn way(kind: ErrorKind, mocks: Mocks, name: &'static str, arguments: String) -> Way {
    Way {
        kind,
        mocks,
        name,
        arguments,
        context: Context::new("s"),
        set: |worker| worker,
    }
}

fn ways() -> Vec<Way> {
    use ErrorKind::*;
    let quoted = format!("\"{SECRET} {PATH}\"");
    let place = format!("{{\"location\": {quoted}}}");
    let path = format!("{{\"path\": {quoted}}}");
    let weather = |mocks: Mocks, kind| way(kind, mocks, "weather__get", place.clone());
    let cancelled = Cancellation::new();
    cancelled.cancel();
    let internal = || Mocks::new().fails::<GetWeather>(|| io_error().into());
    let blocked = Mocks::new().needs::<GetWeather>(Approval::Blocked);
    let returns = Mocks::new().on::<GetWeather>(|_| Ok(Json::from(serde_json::json!([planted()]))));
    vec![
        way(NotFound, Mocks::new(), "weather__got", place.clone()),
        way(
            InvalidArguments,
            Mocks::new(),
            "weather__get",
            quoted.clone(),
        ),
        way(
            InvalidArguments,
            Mocks::new(),
            "weather__get",
            format!("{{\"location\": [{quoted}]}}"),
        ),
        way(
            InvalidArguments,
            Mocks::new(),
            "weather__get",
            format!("{{\"location\": {quoted}"),
        ),
        way(
            InvalidArguments,
            Mocks::new(),
            "notes::add",
            format!("{{\"text\": {{\"a\": {quoted}}}}}"),
        ),
        weather(internal(), Execution),
        weather(Mocks::new().panics::<GetWeather>(PANIC), Execution),
        weather(
            Mocks::new().fails::<GetWeather>(|| ToolFailure::internal(planted())),
            Execution,
        ),
        weather(
            Mocks::new().fails::<GetWeather>(|| {
                ToolFailure::user("FULL", "the disk is full").with_detail(planted())
            }),
            Execution,
        ),
        weather(
            Mocks::new().fails::<GetWeather>(|| {
                ToolFailure::unauthorized("no right").with_detail(planted())
            }),
            Unauthorized,
        ),
        Way {
            context: Context::new("s").with_deadline(Instant::now()),
            ..weather(Mocks::new().hangs::<GetWeather>(), Timeout)
        },
        weather(blocked, Blocked),
        way(Denied, Mocks::new(), "files__delete", path.clone()),
        Way {
            set: |worker| worker.approver(Broken),
            ..way(
                Denied,
                Mocks::new().returns::<Delete>(()),
                "files__delete",
                path,
            )
        },
        Way {
            context: Context::new("s").with_cancellation(cancelled),
            ..weather(Mocks::new().hangs::<GetWeather>(), Cancelled)
        },
        Way {
            set: |worker| worker.output_policy(OutputPolicy::Enforce),
            ..weather(returns, InvalidOutput)
        },
        Way {
            set: |worker| take_away::<GetWeather>(worker, planted()),
            ..weather(Mocks::new(), Unavailable)
        },
        weather(
            Mocks::new()
                .fails::<GetWeather>(|| ToolFailure::other("not today").with_detail(planted())),
            Other,
        ),
    ]
}

const PANIC: &str = "S3CRET-t0ken in /srv/ada/.ssh/id_rsa";

/// Returns everything that a model or a caller may read of a result.
fn texts(result: &ToolResult) -> Vec<String> {
    let error = result.error.as_ref().expect("a failure");
    vec![
        result.to_llm_message(),
        error.to_string(),
        format!("{error:?}"),
        serde_json::to_string(result).expect("JSON"),
        result.to_mcp().to_string(),
    ]
}

#[test]
fn what_is_planted_reaches_no_text_for_the_model() {
    let mut kinds = BTreeSet::new();
    for (number, way) in ways().into_iter().enumerate() {
        let recorder = EventRecorder::new();
        let mocks = way.mocks.on::<AddText>(|_| Ok(String::new()));
        let worker = (way.set)(tools::worker(mocks).observer(recorder.clone()));
        let call = ToolCall::new("c1", way.name, way.arguments);
        let result = block_on(worker.call(&way.context, call));
        let kind = result.error.as_ref().expect("a failure").kind;
        assert_eq!(kind, way.kind, "way {number}");
        kinds.insert(kind.name());
        for text in texts(&result) {
            assert!(
                !text.contains(SECRET) && !text.contains("id_rsa"),
                "way {number}: {text}"
            );
        }
        assert_eq!(recorder.named("tool:error").len(), 1, "way {number}");
    }
    assert_eq!(kinds, all_kinds(), "a kind without a way to it");
}

/// Makes every call of [`log_ins`] through a worker, and returns the kinds of errors.
fn make_calls(watched: impl Fn(Worker<Mocks>) -> Worker<Mocks>) -> BTreeSet<&'static str> {
    let mut kinds = BTreeSet::new();
    for (number, way) in log_ins().into_iter().enumerate() {
        let (kind, mocks, name, arguments, context, asked) = way;
        let call = ToolCall::new("c1", name, arguments);
        let result = block_on(watched(desk(mocks, asked)).call(&context, call));
        let found = result.error.as_ref().expect("a failure").kind;
        assert_eq!(found, kind, "way {number}");
        kinds.insert(kind.name());
        for text in texts(&result) {
            assert!(!text.contains("hunter2"), "way {number}: {text}");
        }
    }
    kinds
}

fn all_kinds() -> BTreeSet<&'static str> {
    ErrorKind::all().map(ErrorKind::name).collect()
}

/// Returns the worker without the toolset of a tool, which is unavailable for this reason.
fn take_away<T: Tool>(worker: Worker<Mocks>, reason: String) -> Worker<Mocks> {
    let table: &'static MountTable = Box::leak(Box::new(MountTable {
        toolset: Vault::NAME,
        optional: true,
        config: "{}",
        places: &[],
        tools: Vec::leak(vec![T::ENTRY]),
    }));
    let context = Context::new("s");
    block_on(async {
        let mut mounting = Mounting::new("desk", &context);
        mounting.mount::<Vault, _>(&Absent(reason), table).await;
        let worker = mounting.finish(worker).await;
        worker.expect("a worker without an optional toolset")
    })
}

struct Vault;

impl Toolset for Vault {
    const NAME: &'static str = "vault";
    const EVENTS: Names = &[];
    type Config<'a> = NoConfig;
}

/// A toolset that is unavailable, with the reason.
struct Absent(String);

impl Mount<Vault> for Absent {
    type Handlers = Mocks;

    async fn mount(&self, _: NoConfig, _: &Context) -> Result<Mounted<Mocks>, MountFailure> {
        Err(MountFailure::unavailable(self.0.clone()))
    }
}

/// Runs in a process of its own, whose standard error is captured.
#[test]
fn standard_error_has_details_and_no_secret() {
    const CHILD: &str = "TOOLC_TEST_LEAKS";
    if std::env::var_os(CHILD).is_some() {
        std::panic::set_hook(Box::new(|_| {}));
        assert_eq!(make_calls(|worker| worker), all_kinds());
        return;
    }
    let test = "leaks::standard_error_has_details_and_no_secret";
    let child = std::process::Command::new(std::env::current_exe().expect("this test"))
        .args(["--exact", test, "--nocapture"])
        .env(CHILD, "1")
        .output()
        .expect("the child");
    let said = String::from_utf8_lossy(&child.stderr);
    assert!(child.status.success(), "{said}");
    let lines: Vec<&str> = said
        .lines()
        .filter(|line| line.starts_with("toolc: "))
        .collect();
    assert!(!said.contains("hunter2"), "{said}");
    assert!(
        said.contains("no right for [redacted] and \"[redacted]\""),
        "{said}"
    );
    assert!(said.contains("the handler panicked: [redacted]"), "{said}");
    assert!(said.contains("goes on without a policy"), "{said}");
    assert!(lines.len() > 10, "{said}");
}

#[test]
fn the_catalogue_has_a_row_for_each_kind() {
    let all: Vec<ErrorKind> = ErrorKind::all().collect();
    let codes: BTreeSet<&str> = all.iter().map(|kind| kind.code()).collect();
    assert_eq!((all.len(), codes.len()), (11, 11));
    assert_eq!(ErrorKind::NotFound.code(), "UNKNOWN_TOOL");
    for kind in all {
        assert_eq!(format!("{kind:?}"), kind.name());
        assert!(kind.guidance().ends_with('.'), "{kind}");
        assert_eq!(kind.is_retryable(), kind == ErrorKind::Timeout, "{kind}");
        let is_fixable = ["NotFound", "InvalidArguments", "Unauthorized"].contains(&kind.name());
        assert_eq!(kind.is_user_fixable(), is_fixable, "{kind}");
    }
}
