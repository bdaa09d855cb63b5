//! The database of `postgres/test/run`, in which each test has a schema of its own.

use serde_json::json;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use tokio_postgres::{Client, NoTls};
use toolc_postgres::{PostgresStore, Settings};
use toolc_runtime::dynamic::{Closures, DynamicTool, Registry};
use toolc_runtime::{
    Approval, ApprovalStore, Begun, Context, Effect, PendingCall, ResumeError, SealKey, ToolCall,
    ToolResult, Worker,
};

pub fn url() -> String {
    std::env::var("TOOLC_POSTGRES").expect("postgres/test/run starts a database")
}

/// A schema that is empty.
pub async fn fresh(name: &str) -> Settings {
    let sql = format!("DROP SCHEMA IF EXISTS \"{name}\" CASCADE");
    client().await.batch_execute(&sql).await.expect("a schema");
    Settings::default().schema(name)
}

/// A store in a schema that is empty.
pub async fn fresh_store(name: &str) -> PostgresStore {
    let settings = fresh(name).await;
    PostgresStore::connect_with(&url(), settings)
        .await
        .expect("a store")
}

/// A connection beside the store.
pub async fn client() -> Client {
    let (client, connection) = tokio_postgres::connect(&url(), NoTls)
        .await
        .expect("a database");
    tokio::spawn(connection);
    client
}

/// Starts, stops, kills, pauses or resumes the database.
#[allow(dead_code, reason = "not every test takes the database away")]
pub fn control(what: &str) {
    let control = std::env::var("TOOLC_POSTGRES_CONTROL").expect("postgres/test/run has it");
    let ended = Command::new(control).arg(what).status().expect(what);
    assert!(ended.success(), "{what}");
}

pub fn key() -> SealKey {
    SealKey::new("k1", b"8f14e45fceea167a5a36dedd4bea2543").expect("a key")
}

pub fn context() -> Context {
    Context::new("s").with_principal("ada")
}

/// A folder for the effects of a test.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// What was paid: a line for each time.
pub fn effects(folder: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(folder.join("effects")).unwrap_or_default();
    let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
    lines.sort();
    lines
}

/// A worker whose one tool takes some time to write a line.
pub fn worker(folder: &Path, takes: Duration) -> Worker<Closures> {
    let tool = DynamicTool::new("desk::pay", json!({ "type": "object" }))
        .description("Pays a bill")
        .effect(Effect::Write)
        .approval(Approval::Ask)
        .unchecked();
    let path = folder.join("effects");
    let run = move |arguments: String, _| {
        let path = path.clone();
        async move {
            let file = OpenOptions::new().create(true).append(true).open(path);
            let line = format!("{arguments}\n");
            file.and_then(|mut file| file.write_all(line.as_bytes()))
                .expect("an effect");
            tokio::time::sleep(takes).await;
            Ok(arguments)
        }
    };
    let mut registry = Registry::new("desk");
    registry.register_fn(tool, run).expect("a tool");
    registry.into_worker()
}

pub async fn ask(worker: &Worker<Closures>, store: &PostgresStore, bill: usize) -> PendingCall {
    let arguments = format!(r#"{{"bill":{bill}}}"#);
    let call = ToolCall::new("c1", "desk::pay", arguments);
    let Begun::Pending(pending) = worker.begin(&context(), call).await else {
        panic!("it is asked about");
    };
    store.put(&pending, &key()).await.expect("it is stored");
    pending
}

pub async fn resume(
    worker: &Worker<Closures>,
    store: &PostgresStore,
    id: &str,
) -> Result<ToolResult, ResumeError> {
    worker.resume_stored(&context(), id, &key(), store).await
}

pub fn code<T>(ended: &Result<T, ResumeError>) -> &'static str {
    match ended {
        Ok(_) => "ran",
        Err(error) => error.code(),
    }
}
