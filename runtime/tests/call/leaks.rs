//! What is planted where a call fails reaches no text that a model reads, whatever the kind of failure.

use crate::tools::{self, AddText, Delete, GetWeather};
use std::collections::BTreeSet;
use std::time::Instant;
use toolc_runtime::testing::{EventRecorder, Mocks, block_on};
use toolc_runtime::{
    Approval, ApprovalRequest, Approver, Cancellation, Context, Decision, ErrorKind, Json,
    OutputPolicy, ToolCall, ToolFailure, ToolResult, Worker,
};

const SECRET: &str = "S3CRET-t0ken";
const PATH: &str = "/srv/ada/.ssh/id_rsa";

fn planted() -> String {
    format!("{SECRET} in {PATH}")
}

fn io_error() -> std::io::Error {
    std::io::Error::other(planted())
}

/// An approver that fails.
struct Broken;

impl Approver for Broken {
    async fn decide(&self, _: &ApprovalRequest) -> Decision {
        panic!("{}", planted())
    }
}

type Set = fn(Worker<Mocks>) -> Worker<Mocks>;

/// A way to fail: its kind, what handles the call, the call, and what else is set.
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
    ]
}

const PANIC: &str = "S3CRET-t0ken in /srv/ada/.ssh/id_rsa";

/// All that a model or a caller may read of a result.
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
    let all: BTreeSet<&str> = ErrorKind::all()
        .filter(|kind| *kind != ErrorKind::Other)
        .map(ErrorKind::name)
        .collect();
    assert_eq!(kinds, all, "a kind without a way to it");
}

#[test]
fn the_catalogue_has_a_row_for_each_kind() {
    let all: Vec<ErrorKind> = ErrorKind::all().collect();
    let codes: BTreeSet<&str> = all.iter().map(|kind| kind.code()).collect();
    assert_eq!((all.len(), codes.len()), (10, 10));
    assert_eq!(ErrorKind::NotFound.code(), "UNKNOWN_TOOL");
    for kind in all {
        assert_eq!(format!("{kind:?}"), kind.name());
        assert!(kind.guidance().ends_with('.'), "{kind}");
        assert_eq!(kind.is_retryable(), kind == ErrorKind::Timeout, "{kind}");
        let is_fixable = ["NotFound", "InvalidArguments", "Unauthorized"].contains(&kind.name());
        assert_eq!(kind.is_user_fixable(), is_fixable, "{kind}");
    }
}
