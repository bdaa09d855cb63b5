//! A worker that is built at run time equals the worker of generated code: the same definitions, tables,
//! verdicts and requests. Whatever needs a program is left out and reported.

#[cfg(unix)]
#[path = "serve/answers.rs"]
mod answers;
#[cfg(unix)]
#[path = "serve/approved.rs"]
mod approved;
#[expect(dead_code, reason = "a part of it serves other tests")]
#[path = "support/arguments.rs"]
mod arguments;
#[cfg(unix)]
#[path = "serve/bare.rs"]
mod bare;
#[cfg(unix)]
#[path = "support/mcp_client.rs"]
mod client;
#[cfg(unix)]
#[path = "serve/command.rs"]
mod command;
#[path = "serve/corpus.rs"]
mod corpus;
#[path = "serve/doors.rs"]
mod doors;
#[cfg(unix)]
#[path = "serve/environment.rs"]
mod environment;
#[cfg(unix)]
#[path = "serve/explained.rs"]
mod explained;
#[path = "serve/filled.rs"]
mod filled;
#[cfg(unix)]
#[path = "serve/github.rs"]
mod github;
#[cfg(unix)]
#[path = "serve/operated.rs"]
mod operated;
#[cfg(unix)]
#[path = "serve/paged.rs"]
mod paged;
#[cfg(unix)]
#[path = "prism/server.rs"]
mod prism;
#[path = "support/random.rs"]
#[allow(dead_code, reason = "a part of it serves other tests")]
mod random;
#[cfg(unix)]
#[path = "serve/refused.rs"]
mod refused;
#[cfg(all(unix, feature = "watch"))]
#[path = "serve/reload.rs"]
mod reload;
#[path = "serve/repaired.rs"]
mod repaired;
#[path = "serve/requests.rs"]
mod requests;
#[cfg(unix)]
#[path = "serve/reread.rs"]
mod reread;
#[cfg(unix)]
#[path = "serve/simulated.rs"]
mod simulated;
#[path = "support/size.rs"]
mod size;
#[path = "support/skip.rs"]
#[allow(dead_code, reason = "a part of it serves other tests")]
mod skip;
#[path = "support/spelling.rs"]
mod spelling;
#[cfg(unix)]
#[path = "serve/stored.rs"]
mod stored;
#[rustfmt::skip]
#[path = "golden/serve/tools.rs"]
#[allow(dead_code, missing_docs, reason = "a part of it is not called")]
mod tools;
#[cfg(unix)]
#[path = "serve/traced.rs"]
mod traced;
#[cfg(unix)]
#[path = "serve/variables.rs"]
mod variables;

use arguments::Generator;
use random::Random;
use serde_json::Value;
use std::fmt::{self, Write};
use std::path::PathBuf;
use toolc::compile::{Options, compile};
use toolc::diagnostic::render::{RenderOptions, render_human};
use toolc::diagnostic::{Diagnostic, Diagnostics};
use toolc::load::load_sources;
use toolc::source::Sources;
use toolc_cli::serve::{Served, serve_worker};
use toolc_resolve::check::Checked;
use toolc_runtime::engines::{Engine, Engines};
use toolc_runtime::testing::block_on;
use toolc_runtime::v1::http::Endpoint;
use toolc_runtime::v1::mcp::RemoteTool;
use toolc_runtime::{ApproveAll, Context, Target, ToolCall, ToolEntry, Verdict, Worker};

/// Compiles the specs of a folder.
fn compiled(path: &str) -> (Sources, Checked) {
    let mut diagnostics = Diagnostics::default();
    let loaded = load_sources(&mut diagnostics, &[PathBuf::from(path)]);
    let outcome = compile(diagnostics, &loaded, &Options::default());
    let checked = outcome.checked.unwrap_or_else(|| {
        panic!(
            "{}",
            render_human(
                &loaded.sources,
                &outcome.diagnostics,
                RenderOptions::default()
            )
        )
    });
    (loaded.sources, checked)
}

fn serve(name: &str) -> (Sources, Result<Served, Vec<Diagnostic>>) {
    let (sources, checked) = compiled("tests/serve/specs");
    let worker = checked.workers.iter().find(|worker| worker.name == name);
    let served = serve_worker(&sources, &checked, worker.expect("a worker"));
    (sources, served)
}

fn desk() -> Worker<Engines> {
    serve("desk").1.expect("engines run all of it").worker
}

/// The beginning of a value's debug output: tables of recursive schemas would be printed endlessly.
struct Beginning(String);

impl Write for Beginning {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.push_str(text);
        match self.0.len() > 15_000 {
            true => Err(fmt::Error),
            false => Ok(()),
        }
    }
}

fn beginning(value: &impl fmt::Debug) -> String {
    let mut out = Beginning(String::new());
    // the error only means that there is enough text
    let _ = write!(out, "{value:?}");
    without_addresses(&out.0)
}

/// Removes addresses: functions are printed by address, and the compiler may have emitted one of them twice.
fn without_addresses(text: &str) -> String {
    let mut parts = text.split("0x");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str("0x");
        out.push_str(part.trim_start_matches(|letter: char| letter.is_ascii_hexdigit()));
    }
    out
}

fn same_entry(one: &ToolEntry, other: &ToolEntry) {
    let tool = one.wire_name;
    assert_eq!(beginning(one.input), beginning(other.input), "{tool}");
    assert_eq!(beginning(&one.output), beginning(&other.output), "{tool}");
    assert_eq!(one.schema(), other.schema(), "{tool}");
    assert_eq!(one.output_schema(), other.output_schema(), "{tool}");
    // the remaining fields; those compared above are made equal
    let rest = ToolEntry {
        input: other.input,
        output: other.output,
        input_text: other.input_text,
        output_text: other.output_text,
        ..*one
    };
    let all = |entry: &ToolEntry| {
        let mut bare = *entry;
        bare.input = &toolc_runtime::schema::Schema::Any;
        bare.output = None;
        beginning(&bare)
    };
    assert_eq!(all(&rest), all(other), "{tool}");
}

#[test]
fn entries_and_definitions_are_those_of_generated_code() {
    let served = desk();
    let generated = tools::desk::worker(());
    assert_eq!(served.name(), generated.name());
    let pairs: Vec<_> = served.tools().zip(generated.tools()).collect();
    assert_eq!(pairs.len(), 10);
    for (one, other) in pairs {
        same_entry(one, other);
    }
    for (name, target) in Target::ALL {
        assert_eq!(
            served.definitions(*target),
            generated.definitions(*target),
            "{name}"
        );
    }
}

#[test]
fn engines_are_those_of_generated_code() {
    fn request<T: Endpoint>(engines: &Engines) {
        let Some(Engine::Request(operation)) = engines.get(T::ENTRY.wire_name) else {
            panic!("{} is a request", T::ENTRY.name);
        };
        assert_eq!(
            beginning(operation),
            beginning(T::OPERATION),
            "{}",
            T::ENTRY.name
        );
    }
    fn remote<T: RemoteTool>(engines: &Engines) {
        let Some(Engine::Remote(call)) = engines.get(T::ENTRY.wire_name) else {
            panic!("{} is a call of a server", T::ENTRY.name);
        };
        assert_eq!(beginning(call), beginning(T::CALL), "{}", T::ENTRY.name);
    }
    use tools::{hr, shop};
    let served = desk();
    let engines = served.handlers();
    request::<shop::ListOrders>(engines);
    request::<shop::FindOrder>(engines);
    request::<shop::ReplaceOrder>(engines);
    request::<shop::NoteOrder>(engines);
    request::<shop::ScanOrder>(engines);
    remote::<hr::FindEmployee>(engines);
    remote::<hr::SendLetter>(engines);
}

/// Asserts that the worker and the generated one would decide the same about a call.
fn same_verdict(served: &Worker<Engines>, generated: &Worker<()>, name: &str, arguments: &str) {
    let context = Context::new("tests");
    let call = ToolCall::new("1", name, arguments);
    let one = block_on(served.dry_run(&context, &call));
    let other = block_on(generated.dry_run(&context, &call));
    assert_eq!(
        format!("{one:?}"),
        format!("{other:?}"),
        "{name} {arguments}"
    );
}

#[test]
fn verdicts_are_those_of_generated_code() {
    let served = desk();
    let generated = tools::desk::worker(());
    let mut random = Random::new(7);
    for entry in served.tools() {
        let schema: Value = serde_json::from_str(&entry.schema()).expect("a schema");
        for _ in 0..40 {
            let mut generator = Generator::new(&schema, &mut random);
            let valid = generator.valid();
            same_verdict(&served, &generated, entry.wire_name, &valid.to_string());
            if let Some(broken) = break_one(&valid, &mut random) {
                same_verdict(&served, &generated, entry.name, &broken.to_string());
            }
        }
    }
    let deep = |depth: usize| {
        let part = |inner: String| format!(r#"{{"sku":"s","parts":[{inner}]}}"#);
        let lines = (0..depth).fold(r#"{"sku":1}"#.to_owned(), |inner, _| part(inner));
        format!(r#"{{"id":"s-1","body":{{"total":3,"lines":[{lines}]}}}}"#)
    };
    for depth in [0, 1, 30, 60, 61, 62, 63, 64, 90] {
        same_verdict(&served, &generated, "shop__replaceOrder", &deep(depth));
    }
    let others = [
        ("hr__send_letter", r#"{"to":"Ada"}"#),
        ("hr__send_letter", r#"{"to":"Ada","about":"notice"}"#),
        ("shop__dropOrder", r#"{"id":"7"}"#),
        ("shop__placeOrder", "{}"),
        ("clock__now", "{}"),
        ("shop__replaceOrder", "["),
        (
            "shop__replaceOrder",
            r#"{"id":"s-7","body":{"total":9,"lines":[]}}"#,
        ),
        (
            "shop__replaceOrder",
            r#"{"id":"x-7","body":{"total":9,"lines":[]}}"#,
        ),
        (
            "shop__replaceOrder",
            r#"{"id":"x-7","body":{"total":5000.01,"lines":[]}}"#,
        ),
        ("shell__run", r#"{"command":"echo hello"}"#),
        ("shell__run", r#"{"command":"git push"}"#),
        ("shell__run", r#"{"command":"ls"}"#),
        ("filesystem__read_file", r#"{"path":"../x"}"#),
        ("filesystem__delete_file", r#"{"path":"x"}"#),
    ];
    for (name, arguments) in others {
        same_verdict(&served, &generated, name, arguments);
    }
}

/// Returns the same arguments with one place changed.
fn break_one(value: &Value, random: &mut Random) -> Option<Value> {
    let mut broken = value.clone();
    let members = broken.as_object_mut()?;
    let count = members.len();
    if count == 0 {
        members.insert("unknown".to_owned(), Value::Null);
        return Some(broken);
    }
    let (name, _) = members.iter().nth(random.below(count))?;
    let name = name.clone();
    match random.below(3) {
        0 => drop(members.remove(&name)),
        1 => drop(members.insert(name, Value::from(vec![1]))),
        _ => drop(members.insert("unknown".to_owned(), Value::from(true))),
    }
    Some(broken)
}

#[test]
fn constants_of_tools_of_a_server_are_added_to_calls_and_written_by_no_model() {
    let served = desk().approver(ApproveAll::for_tests_only());
    let context = Context::new("tests");
    let try_call = |arguments: &str| {
        let call = ToolCall::new("1", "hr__send_letter", arguments);
        block_on(served.dry_run(&context, &call)).verdict
    };
    let Verdict::Asks(request) = try_call(r#"{"to":"Ada"}"#) else {
        panic!("somebody is asked");
    };
    assert_eq!(request.arguments, r#"{"about":"notice","to":"Ada"}"#);
    let Verdict::Refused(error) = try_call(r#"{"to":"Ada","about":"notice"}"#) else {
        panic!("no model sets it");
    };
    assert!(error.to_string().contains("`about`"), "{error}");
    for (_, target) in Target::ALL {
        let listed = served.definitions(*target);
        assert!(!listed.as_text().contains("about"), "{listed:?}");
    }
}

#[test]
fn toolsets_work_in_their_folder() {
    let served = desk();
    let ask = |name: &str, arguments: &str| {
        let call = ToolCall::new("1", name, arguments);
        block_on(served.call(&Context::new("tests"), call)).to_llm_message()
    };
    let read = ask(
        "filesystem__read_file",
        r#"{"path":"tests/serve/specs/workers/own.yaml"}"#,
    );
    assert!(read.contains("runs without a program"), "{read}");
    let outside = ask("filesystem__read_file", r#"{"path":"../x.yaml"}"#);
    assert!(
        outside.contains("denied") || outside.contains("path"),
        "{outside}"
    );
    let wrong = ask("filesystem__read_file", r#"{"path":"Cargo.toml"}"#);
    assert!(
        wrong.contains("suffix") || wrong.contains(".json"),
        "{wrong}"
    );
    let said = ask("shell__run", r#"{"command":"echo hello"}"#);
    assert!(said.contains(r#""stdout":"hello\n""#), "{said}");
}

#[test]
fn what_needs_a_program_is_left_out_and_told() {
    let (sources, served) = serve("mixed");
    let served = served.expect("one tool is left");
    let names: Vec<&str> = served.worker.tools().map(|entry| entry.name).collect();
    assert_eq!(names, ["shop::findOrder"]);
    let found: Vec<String> = served
        .left_out
        .iter()
        .map(|found| format!("{} {}", found.code, found.message))
        .collect();
    assert_eq!(
        found,
        [
            "T0720 `clock::now` is not served: it needs a handler, and only a program of your own has handlers",
            "T0721 `shop::placeOrder` is not served: each call needs the value `account`, which only a program \
             of your own gives",
            "T0723 `filesystem::read_file` is not served: the toolset `filesystem` has no `root`, and only a \
             program of your own gives a folder",
        ]
    );
    let shown = render_human(&sources, &served.left_out, RenderOptions::default());
    assert!(
        shown.contains("tests/serve/specs/toolc.yaml:") && shown.contains("= help:"),
        "{shown}"
    );
}

#[test]
fn a_worker_without_such_tools_is_an_error() {
    let (_, served) = serve("own");
    let found = served.expect_err("nothing is left");
    let codes: Vec<String> = found.iter().map(|found| found.code.to_string()).collect();
    assert_eq!(codes, ["T0720", "T0722"]);
}
