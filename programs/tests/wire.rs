//! Conversations between sandboxes and the broker, as data: `>` is what a sandbox writes, `<` what it is answered, `=` how the run
//! ended. `TOOLC_BLESS=1` writes what was answered.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use serde_json::json;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};
use tokio::io::{AsyncReadExt, AsyncWriteExt, BufReader, split};
use toolc_programs::{Ended, Journal, Limits, PendingProgram, ProgramError, Programs};
use toolc_runtime::dynamic::{Closures, DynamicTool, Registry, parse_json_object, required_string};
use toolc_runtime::{Approval, Context, Effect, Json, MemoryStore, SealKey, ToolFailure, Worker};

fn key() -> SealKey {
    SealKey::new("k1", b"8f14e45fceea167a5a36dedd4bea2543").unwrap()
}

fn worker() -> Worker<Closures> {
    let mut registry = Registry::new("desk");
    let schema = json!({
        "type": "object", "properties": { "to": { "type": "string" } }, "required": ["to"],
    });
    for (name, approval) in [("note", Approval::PreApproved), ("pay", Approval::Ask)] {
        let tool = DynamicTool::new(format!("desk::{name}"), schema.clone())
            .effect(Effect::Write)
            .approval(approval);
        let run = |text: &str, _: &Context| {
            let arguments = parse_json_object(text)?;
            let to = required_string(&arguments, "to")?;
            match to {
                "nobody" => Err(ToolFailure::user("NO_SUCH_PERSON", "there is nobody")),
                _ => Ok(Json::from(json!({ "done": to }))),
            }
        };
        registry.register_sync_fn(tool, run).unwrap();
    }
    registry.into_worker()
}

/// What the sandbox is told when it says this, and how the run ended.
async fn converse(said: &[u8], store: &MemoryStore) -> (String, Result<Ended, ProgramError>) {
    let (worker, key) = (worker(), key());
    let mut limits = Limits::default();
    limits.calls = 6;
    limits.line = 300;
    let journal = Journal::of(store, &key, "program-1", "code").limits(limits);
    let context = Context::new("s");
    let run = worker.program(&context, journal).await.unwrap();
    let (ours, theirs) = tokio::io::duplex(1 << 16);
    let (mut answers, mut requests) = split(theirs);
    requests.write_all(said).await.unwrap();
    requests.shutdown().await.unwrap();
    let (reader, writer) = split(ours);
    let ended = run.serve(BufReader::new(reader), writer).await;
    drop(run);
    let mut told = vec![0; 1 << 16];
    let length = answers.read(&mut told).await.unwrap();
    told.truncate(length);
    (String::from_utf8(told).unwrap(), ended)
}

async fn approve(store: &MemoryStore) {
    let key = key();
    let pending = PendingProgram::load(store, &key, "program-1")
        .await
        .unwrap();
    let rulings: Vec<_> = pending
        .questions()
        .iter()
        .map(|call| call.approve())
        .collect();
    pending.decide(&rulings, store, &key).await.unwrap();
}

fn describe(ended: &Result<Ended, ProgramError>) -> String {
    match ended {
        Ok(Ended::Done { value, .. }) => format!("done {value}"),
        Ok(Ended::Failed { message, .. }) => format!("failed {message}"),
        Ok(Ended::Pending(pending)) => {
            let tools: Vec<&str> = pending.questions().iter().map(|call| call.tool()).collect();
            format!("pending {}", tools.join(", "))
        }
        Ok(_) => "unknown".to_owned(),
        Err(error) => format!("{}: {error}", error.code()),
    }
}

/// The answers to `now` and `random`, which have ids that say so, without their digits; and calls without the end of their ids.
fn mask(line: &str) -> String {
    const CALL: &str = r#""call_id":"program-1:"#;
    if let Some((before, id)) = line.split_once(CALL) {
        return format!("{before}{CALL}…{}", &id[32..]);
    }
    let is_source = line.contains(r#""id":"now""#) || line.contains(r#""id":"random""#);
    let letters = line
        .chars()
        .filter(|letter| !is_source || !letter.is_ascii_digit());
    letters.collect()
}

/// A file has the runs of a program, with `---` between them; before each next one, what was asked is approved.
async fn hold(text: &str) -> String {
    let store = MemoryStore::new();
    let mut out = String::new();
    for (number, run) in text.split("---\n").enumerate() {
        if number > 0 {
            out.push_str("---\n");
            approve(&store).await;
        }
        let mut said = Vec::new();
        for line in run.lines() {
            if let Some(line) = line.strip_prefix("> ") {
                writeln!(out, "> {line}").unwrap();
                let line = line.replace("LONG", &"x".repeat(400));
                said.extend(
                    line.replace("BYTE", "\u{1}")
                        .bytes()
                        .map(|byte| match byte {
                            1 => 0xff,
                            byte => byte,
                        }),
                );
                said.push(b'\n');
            } else if line.starts_with('#') {
                writeln!(out, "{line}").unwrap();
            }
        }
        let (told, ended) = converse(&said, &store).await;
        for line in told.lines() {
            writeln!(out, "< {}", mask(line)).unwrap();
        }
        writeln!(out, "= {}", describe(&ended)).unwrap();
    }
    out
}

#[test]
fn sandboxes_are_answered_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wire");
    let mut held = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let expected = fs::read_to_string(&path).unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .start_paused(true)
            .build()
            .unwrap();
        let found = runtime.block_on(hold(&expected));
        if env::var_os("TOOLC_BLESS").is_some() {
            fs::write(&path, &found).unwrap();
        } else {
            assert_eq!(found, expected, "{}", path.display());
        }
        held += 1;
    }
    assert!(held >= 8);
}

/// Whatever a sandbox writes, it is answered, and nothing panics.
#[test]
fn no_line_breaks_the_broker() {
    let whole = r#"{"jsonrpc":"2.0","id":1,"method":"call","params":{"tool":"desk::note","arguments":{"to":"a"}}}"#;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .unwrap();
    for cut in 0..whole.len() {
        for byte in [0, b'\n', b'"', b'{', b'}', b'\\', 0xff, b'9'] {
            let mut said = whole.as_bytes().to_vec();
            said[cut] = byte;
            let (told, ended) = runtime.block_on(converse(&said, &MemoryStore::new()));
            let code = ended.unwrap_err().code();
            assert!(!told.is_empty(), "{cut} {byte}");
            assert_eq!(code, "vanished");
        }
        let part = &whole.as_bytes()[..cut];
        let (told, _) = runtime.block_on(converse(part, &MemoryStore::new()));
        assert_eq!(told.is_empty(), cut == 0);
    }
}
