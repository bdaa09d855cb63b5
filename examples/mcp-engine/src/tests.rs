//! Tests the engine against a server that behaves as well or as badly as a test wants.

mod credentials;
mod faults;
mod streams;

use crate::mcp_server::{self, MODE, NOTES};
use crate::tools;
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};
use toolc_runtime::mcp::{Client, Notice};
use toolc_runtime::testing::ScriptedApprover;
use toolc_runtime::{
    Cancellation, Context, Decision, ErrorKind, Event, Moment, OutputPolicy, ToolCall, ToolError,
    ToolResult, Worker,
};

/// Not a test: runs this program as a server.
#[test]
fn serve() {
    mcp_server::serve();
}

/// A worker over a server, and a record of what both did.
struct Desk {
    worker: Worker<()>,
    notes: Notes,
    /// What the listener received, and the details that observers see.
    heard: Arc<Mutex<Vec<String>>>,
}

/// The file with a server's notes, which is removed at the end of the test.
struct Notes(PathBuf);

impl Drop for Notes {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn command(mode: &str, notes: &std::path::Path) -> Vec<String> {
    let given = [
        "env".to_owned(),
        format!("{MODE}={mode}"),
        format!("{NOTES}={}", notes.display()),
    ];
    [given.to_vec(), mcp_server::command("tests::serve")].concat()
}

fn desk(mode: &str) -> Desk {
    let name = format!(
        "mcp-engine-{}-{mode}-{:?}",
        std::process::id(),
        thread::current().id()
    );
    let notes = std::env::temp_dir().join(name);
    let _ = fs::remove_file(&notes);
    let servers = Client::builder()
        .command("hr", command(mode, &notes))
        .command("lax", command(mode, &notes));
    with_servers(servers, notes)
}

fn with_servers(servers: toolc_runtime::mcp::ClientBuilder, notes: PathBuf) -> Desk {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let (noticed, observed) = (Arc::clone(&heard), Arc::clone(&heard));
    let servers = servers.listener(move |engine, notice| {
        let line = match notice {
            Notice::Said(line) => format!("{engine} said {line}"),
            Notice::Changed(tool) => format!("{engine} changed {tool}"),
            Notice::Lost(why) => format!("{engine} lost: {why}"),
            _ => format!("{engine} {notice:?}"),
        };
        noticed.lock().expect("heard").push(line);
    });
    let observer = move |event: &Event<'_>| {
        if let Moment::Failure { detail, .. } = event.moment {
            let detail = detail.unwrap_or_default().to_owned();
            observed.lock().expect("heard").push(detail);
        }
    };
    let worker = tools::desk::worker(())
        .servers(servers.build())
        .observer(Seen(observer));
    Desk {
        worker,
        notes: Notes(notes),
        heard,
    }
}

struct Seen<F>(F);

impl<F: Fn(&Event<'_>) + Send + Sync + 'static> toolc_runtime::Observer for Seen<F> {
    fn observe(&self, event: &Event<'_>) {
        (self.0)(event);
    }
}

impl Desk {
    async fn find(&self, name: &str) -> ToolResult {
        let arguments = format!(r#"{{ "name" : "{name}" }}"#);
        self.call("hr__find_employee", &arguments).await
    }

    async fn call(&self, tool: &str, arguments: &str) -> ToolResult {
        let call = ToolCall::new("1", tool, arguments);
        self.worker.call(&Context::new("desk"), call).await
    }

    async fn fault(&self, name: &str) -> ToolError {
        *self.find(name).await.error.expect("an error")
    }

    fn noted(&self) -> String {
        fs::read_to_string(&self.notes.0).unwrap_or_default()
    }

    fn heard(&self) -> String {
        self.heard.lock().expect("heard").join("\n")
    }

    /// The processes that were started.
    fn processes(&self) -> Vec<String> {
        let noted = self.noted();
        let lines = noted.lines();
        let processes = lines.filter_map(|line| line.strip_prefix("process "));
        processes.map(str::to_owned).collect()
    }
}

/// Waits until a condition is true.
fn wait_for(what: &str, is_so: impl Fn() -> bool) {
    let until = Instant::now() + Duration::from_secs(5);
    while !is_so() {
        assert!(Instant::now() < until, "{what}");
        thread::sleep(Duration::from_millis(5));
    }
}

fn assert_gone(processes: &[String]) {
    let is_there = |process: &String| {
        let status = fs::read_to_string(format!("/proc/{process}/status"));
        status.is_ok_and(|status| !status.contains("State:\tZ"))
    };
    assert!(!processes.is_empty());
    wait_for("a process is left over", || !processes.iter().any(is_there));
}

fn run<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build();
    runtime.expect("a runtime").block_on(work)
}

fn json(result: &ToolResult) -> &str {
    let output = result.output.as_ref();
    output
        .unwrap_or_else(|| panic!("{:?}", result.error))
        .as_text()
}

#[test]
fn calls_go_out_as_they_were_approved_over_one_connection() {
    for mode in ["legacy", "modern", "old", "empty"] {
        let desk = desk(mode);
        run(async {
            for _ in 0..3 {
                let found = desk.find("Ada").await;
                assert_eq!(json(&found), r#"{"id":7,"mail":"a@b.c"}"#, "{mode}");
            }
        });
        let noted = desk.noted();
        assert_eq!(
            noted.matches(r#""arguments":{ "name" : "Ada" }"#).count(),
            3,
            "{noted}"
        );
        // the oldest server exits when it is addressed in the newest way, and is started again
        let started = if ["old", "empty"].contains(&mode) {
            2
        } else {
            1
        };
        assert_eq!(desk.processes().len(), started, "{mode}");
        assert!(desk.heard().contains("hr said the server starts"));
        assert!(!noted.contains("cancelled"));
    }
}

#[test]
fn somebody_is_asked_before_anything_goes_out() {
    let desk = desk("legacy");
    let approver = ScriptedApprover::new([Decision::deny("not today"), Decision::approve()]);
    let worker = desk.worker.approver(approver.clone());
    run(async {
        let letter = || ToolCall::new("1", "hr__send_letter", r#"{"to":"Ada","copies":1.50}"#);
        let context = Context::new("desk");
        let denied = worker.call(&context, letter()).await;
        assert_eq!(denied.error.expect("a denial").kind, ErrorKind::Denied);
        // The server was asked whether it still offers the tool: nobody is asked about what cannot run.
        let noted = fs::read_to_string(&desk.notes.0).expect("notes");
        assert!(!noted.contains("call "), "{noted}");
        let wrong = ToolCall::new("1", "hr__send_letter", r#"{"to":7}"#);
        let wrong = worker.call(&context, wrong).await;
        let own = r#"{"to":"Ada","about":"notice"}"#;
        let own = worker.call(&context, ToolCall::new("1", "hr__send_letter", own));
        let said = own.await.error.expect("an error").to_string();
        assert!(said.contains("unknown key `about`"), "{said}");
        assert_eq!(
            wrong.error.expect("an error").kind,
            ErrorKind::InvalidArguments
        );
        let sent = worker.call(&context, letter()).await;
        assert!(sent.success, "{:?}", sent.error);
    });
    let noted = fs::read_to_string(&desk.notes.0).expect("notes");
    assert!(
        noted.contains(r#""arguments":{"to":"Ada","copies":1.50,"about":"notice"}"#),
        "{noted}"
    );
    let shown = approver.requests().remove(1).shown_arguments;
    assert_eq!(shown, r#"{"about":"notice","copies":1.50,"to":"Ada"}"#);
    let listed = tools::desk::definitions(toolc_runtime::Target::Mcp);
    assert!(!listed.as_text().contains("about"), "{}", listed.as_text());
}

#[test]
fn progress_reaches_whoever_listens() {
    let desk = desk("legacy");
    let heard = Arc::new(Mutex::new(Vec::new()));
    let hears = Arc::clone(&heard);
    let context = Context::new("desk").with_progress(move |event| {
        if let Moment::Progress { progress } = event.moment {
            let line = format!(
                "{} {} {:?}",
                progress.message, progress.done, progress.total
            );
            hears.lock().expect("heard").push(line);
        }
    });
    run(async {
        let call = ToolCall::new("1", "hr__find_employee", r#"{"name":"Ada"}"#);
        assert!(desk.worker.call(&context, call).await.success);
    });
    assert_eq!(*heard.lock().expect("heard"), ["looking 1 Some(2.0)"]);
}

#[test]
fn a_trace_goes_along() {
    let desk = desk("legacy");
    let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    run(async {
        let context = Context::new("desk").with_trace(trace);
        let call = ToolCall::new("1", "hr__find_employee", r#"{"name":"Ada"}"#);
        assert!(desk.worker.call(&context, call).await.success);
    });
    assert!(
        desk.noted()
            .contains(&format!(r#""traceparent":"{trace}""#)),
        "{}",
        desk.noted()
    );
}

#[test]
fn what_the_server_says_is_a_typed_error_and_data() {
    let desk = desk("legacy");
    run(async {
        let failed = desk.fault("fails").await;
        assert_eq!(failed.code.as_deref(), Some("MCP_TOOL_ERROR"));
        assert!(
            failed
                .message
                .contains("it says, as data: \"nobody of that name"),
            "{failed:?}"
        );
        let refused = desk.fault("refused").await;
        assert_eq!(refused.code.as_deref(), Some("MCP_REFUSED"));
        assert_eq!(refused.message, "the server refused the call");
        let asks = desk.fault("asks").await;
        assert_eq!(asks.code.as_deref(), Some("MCP_INPUT_REQUIRED"));
        assert!(
            asks.message
                .contains("it asks, as data: \"elicitation/create Which Ada?"),
            "{asks:?}"
        );
    });
    assert!(
        desk.heard().contains("-32602: Unknown tool"),
        "{}",
        desk.heard()
    );
}

#[test]
fn structured_content_goes_first_and_is_held_to_its_schema() {
    let desk = desk("legacy");
    run(async {
        assert_eq!(json(&desk.find("text").await), r#"{"id":8}"#);
        let strict = desk.worker.output_policy(OutputPolicy::Enforce);
        let call = ToolCall::new("1", "hr__find_employee", r#"{"name":"breaks"}"#);
        let broken = strict.call(&Context::new("desk"), call).await;
        let kind = broken.error.map(|error| error.kind);
        assert_eq!(kind, Some(ErrorKind::InvalidOutput));
    });
    let desk = self::desk("modern");
    let lenient = desk.worker.output_policy(OutputPolicy::Warn);
    run(async {
        let call = ToolCall::new("1", "hr__find_employee", r#"{"name":"breaks"}"#);
        let passed = lenient.call(&Context::new("desk"), call).await;
        assert_eq!(json(&passed), r#"{"id":"seven"}"#);
    });
}

#[test]
fn whoever_gives_up_cancels_the_call() {
    let desk = desk("legacy");
    run(async {
        assert!(desk.find("Ada").await.success);
        let cancellation = Cancellation::new();
        let context = Context::new("desk").with_cancellation(cancellation.clone());
        let call = ToolCall::new("1", "hr__find_employee", r#"{"name":"waits"}"#);
        let cancel = async {
            tokio::time::sleep(Duration::from_millis(50)).await;
            cancellation.cancel();
        };
        let (result, ()) = tokio::join!(desk.worker.call(&context, call), cancel);
        assert_eq!(result.error.expect("an error").kind, ErrorKind::Cancelled);
        wait_for("the server is told", || desk.noted().contains("cancelled"));
        let context = Context::new("desk").with_timeout(Duration::from_millis(50));
        let call = ToolCall::new("2", "hr__find_employee", r#"{"name":"waits"}"#);
        let late = desk
            .worker
            .call(&context, call)
            .await
            .error
            .expect("an error");
        assert_eq!(late.kind, ErrorKind::Timeout);
        wait_for("the server is told", || {
            desk.noted().matches("cancelled").count() == 2
        });
        assert!(
            desk.find("Ada").await.success,
            "the connection is still there"
        );
    });
    assert_eq!(desk.processes().len(), 1);
}
