//! Approvals that outlive a process: `ask` stores a question in PostgreSQL and exits, `decide` answers it,
//! and `resume` runs what was approved. `run.sh` does all of this, each step in its own process. `serve` is
//! an MCP server that keeps its questions in the same place: `scale.sh` runs three of them behind a load
//! balancer.
#![expect(
    clippy::print_stdout,
    reason = "the results are what the program is for"
)]

mod ledger;

toolc_runtime::include_tools!();

use ledger::Ledger;
use std::error::Error;
use std::process::ExitCode;
use std::time::Duration;
use tokio_postgres::NoTls;
use toolc_postgres::{Pool, PostgresStore, Settings};
use toolc_runtime::mcp_server::Server;
use toolc_runtime::{ApprovalStore, Begun, Context, PendingCall, SealKey, ToolCall, Worker};

const USAGE: &str = "usage: approvals ask TOOL ARGUMENTS | open | decide ID yes|no|edit [ARGUMENTS] \
                     | resume ID | again ID | serve ADDRESS";

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

fn main() -> ExitCode {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = runtime
        .map_err(Into::into)
        .and_then(|runtime| runtime.block_on(run(&words)));
    match done {
        Ok(said) => {
            println!("{said}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(words: &[&str]) -> Result<String> {
    let desk = Desk::new().await?;
    match *words {
        ["ask", tool, arguments] => desk.ask(tool, arguments).await,
        ["open"] => desk.open().await,
        ["decide", id, answer] => desk.decide(id, answer, "").await,
        ["decide", id, answer, arguments] => desk.decide(id, answer, arguments).await,
        ["resume", id] => desk.resume(id).await,
        ["serve", address] => desk.serve(address).await,
        ["again", id] => {
            desk.store.run_again(id).await?;
            Ok("it may run again".to_owned())
        }
        _ => Err(USAGE.into()),
    }
}

/// What each of the processes has.
struct Desk {
    worker: Worker<Ledger>,
    store: PostgresStore,
    key: SealKey,
    context: Context,
}

impl Desk {
    async fn new() -> Result<Self> {
        let variable = |name: &str| std::env::var(name).map_err(|_| format!("{name} is not set"));
        let database = variable("DATABASE_URL")?;
        // One pool for the pending calls and for the program's own table.
        let manager = deadpool_postgres::Manager::new(database.parse()?, NoTls);
        let pool = Pool::builder(manager).max_size(8).build()?;
        let store = PostgresStore::with_pool(pool.clone(), Settings::default()).await?;
        ledger::make_table(&pool).await?;
        let takes = match std::env::var("TRANSFER_SECONDS") {
            Ok(seconds) => Duration::try_from_secs_f64(seconds.parse()?)?,
            Err(_) => Duration::ZERO,
        };
        let ledger = Ledger { pool, takes };
        Ok(Desk {
            worker: tools::clerk::worker(ledger).resume_within(Duration::from_secs(1)),
            store,
            key: SealKey::new("example", variable("APPROVALS_KEY")?.as_bytes())?,
            // The service that these processes belong to knows who is signed in.
            context: Context::new("bills of May").with_principal("ada"),
        })
    }

    /// The model's side: ends with a result, or stores a question.
    async fn ask(&self, tool: &str, arguments: &str) -> Result<String> {
        let call = ToolCall::new("call_1", tool, arguments);
        match self.worker.begin(&self.context, call).await {
            Begun::Ended(result) => Ok(result.to_llm_message()),
            Begun::Pending(pending) => {
                self.store.put(&pending, &self.key).await?;
                Ok(pending.id().to_owned())
            }
            other => Err(format!("{other:?}").into()),
        }
    }

    /// What a page for the person who decides would show; it contains no secrets.
    async fn open(&self) -> Result<String> {
        let mut lines = Vec::new();
        let now = self.store.now().await?;
        for call in self.store.open().await? {
            let pending = PendingCall::open(&call.question, &self.key, now)?;
            let interrupted = call.is_interrupted(now);
            let word = if interrupted { "interrupted" } else { "open" };
            lines.push(format!("{word} {}", pending.shown()));
        }
        Ok(lines.join("\n"))
    }

    async fn decide(&self, id: &str, answer: &str, arguments: &str) -> Result<String> {
        let call = self.store.get(id).await?.ok_or("there is no such call")?;
        let pending = PendingCall::open(&call.question, &self.key, self.store.now().await?)?;
        let ruling = match answer {
            "yes" => pending.approve(),
            "no" => pending.deny("this bill is paid already"),
            "edit" => pending.edit(arguments),
            _ => return Err(USAGE.into()),
        };
        self.store.decide(&ruling.by("grace"), &self.key).await?;
        Ok(format!("{answer} to {}", pending.shown_arguments()))
    }

    /// The model's side, once there is an answer.
    async fn resume(&self, id: &str) -> Result<String> {
        let resumed = self
            .worker
            .resume_stored(&self.context, id, &self.key, &self.store);
        match resumed.await {
            Ok(result) => Ok(result.to_llm_message()),
            Err(error) => Err(format!("{}: {error}", error.code()).into()),
        }
    }

    /// The same worker as an MCP server, whose client returns a person's answer. It runs until it is killed.
    async fn serve(self, address: &str) -> Result<String> {
        let server = Server::builder(self.worker)
            .context(self.context)
            .seal_key(self.key)
            .approval_store(self.store)
            .build()?;
        let listener = tokio::net::TcpListener::bind(address).await?;
        println!("{}", listener.local_addr()?);
        server.serve_http(listener, std::future::pending()).await?;
        Ok("ended".to_owned())
    }
}
