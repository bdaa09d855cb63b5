//! Runs a program of a model until it ends, and answers what it asks: `cargo run -p programs -- FILE`.

#![expect(clippy::print_stdout, reason = "that is what it is for")]

mod sandbox;

use sandbox::{Sandbox, TIME};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use toolc_programs::{Ended, Journal, Limits, Programs};
use toolc_runtime::{Call, Context, Handle, Json, MemoryStore, SealKey, ToolFailure, Worker};
use tools::bank::{Invoices, InvoicesOutputItem, Note, Pay};

toolc_runtime::include_tools!();

/// The handlers, with what happened.
#[derive(Default)]
struct Bank {
    ledger: Mutex<Vec<String>>,
}

impl Bank {
    fn record(&self, line: String) -> Result<Json, ToolFailure> {
        let mut ledger = self
            .ledger
            .lock()
            .map_err(|_| ToolFailure::other("it is closed"))?;
        ledger.push(line);
        Ok(Json::null())
    }
}

impl Handle<Invoices> for Bank {
    async fn handle(&self, _: Call<'_, Invoices>) -> Result<Vec<InvoicesOutputItem>, ToolFailure> {
        let invoice = |(from, cents): (&str, i64)| InvoicesOutputItem {
            from: from.to_owned(),
            cents: cents.into(),
        };
        let open = [("baker", 1_200), ("mallory", 9_900), ("roofer", 480_000)];
        Ok(open.into_iter().map(invoice).collect())
    }
}

impl Handle<Note> for Bank {
    async fn handle(&self, call: Call<'_, Note>) -> Result<Json, ToolFailure> {
        self.record(format!("note: {}", call.args.line))
    }
}

impl Handle<Pay> for Bank {
    async fn handle(&self, call: Call<'_, Pay>) -> Result<Json, ToolFailure> {
        self.record(format!("paid: {} {}", call.args.to, call.args.cents))
    }
}

/// One run. The process ends with it, whatever the program does.
async fn run_once(
    worker: &Worker<Bank>,
    journal: Journal<'_, MemoryStore>,
    code: &str,
) -> Result<Ended, Box<dyn Error>> {
    let context = Context::new("session 1").with_principal("ada");
    let mut limits = Limits::default();
    limits.calls = 100;
    limits.time = TIME;
    let run = worker.program(&context, journal.limits(limits)).await?;
    let sandbox = Sandbox::start(code).await?;
    Ok(run.serve(sandbox.reader, sandbox.writer).await?)
}

async fn run(code: &str) -> Result<(), Box<dyn Error>> {
    let worker = tools::clerk::worker(Bank::default());
    let store = MemoryStore::new();
    let key = SealKey::new("2026-11", b"8f14e45fceea167a5a36dedd4bea2543")?;
    loop {
        let journal = Journal::of(&store, &key, "program-1", code);
        let pending = match run_once(&worker, journal, code).await? {
            Ended::Pending(pending) => pending,
            ended => {
                println!("the model is told: {}", ended.to_llm_message());
                break;
            }
        };
        // a person: in another process, on another day
        let mut rulings = Vec::new();
        for question in pending.questions() {
            let arguments = question.arguments();
            println!("asked: {} {}", question.tool(), question.shown_arguments());
            rulings.push(match arguments.contains("mallory") {
                true => question.deny("nobody knows them").by("grace"),
                false => question.approve().by("grace"),
            });
        }
        pending.decide(&rulings, &store, &key).await?;
    }
    let ledger = worker.handlers().ledger.lock();
    for line in ledger.map_err(|_| "it is closed")?.iter() {
        println!("{line}");
    }
    Ok(())
}

fn main() -> ExitCode {
    let usual = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("programs/pay.js");
    let file = std::env::args_os().nth(1).map_or(usual, PathBuf::from);
    match run_file(&file) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run_file(file: &Path) -> Result<(), Box<dyn Error>> {
    let code = std::fs::read_to_string(file)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(run(&code))
}
