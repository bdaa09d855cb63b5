//! An approval store in a SQLite file.

mod decisions;
mod error;
mod file;
mod schema;
mod upkeep;

pub use upkeep::StoreReport;

use super::oneshot::{Sender, open_oneshot};
use super::store::{ApprovalStore, State, StoredCall};
use crate::store_error::StoreError;
use error::describe;
use file::open_connection;
use rusqlite::types::FromSqlError;
use rusqlite::{Connection, OptionalExtension, Row, params};
use std::fmt;
use std::path::Path;
use std::sync::mpsc;
use std::thread;

const COLUMNS: &str = "id, revision, state, question, ruling";

/// Keeps pending calls in a SQLite file that several processes may share. Every change is on disk before the
/// method returns, so it survives a crash of the process or of the machine.
///
/// The work is done on a dedicated thread, so that no executor is blocked. Finished calls are kept, so that
/// none is resumed twice, until [`SqliteStore::forget_finished`] or [`SqliteStore::forget_expired`] is called.
#[derive(Clone)]
pub struct SqliteStore(mpsc::Sender<Job>);

type Job = Box<dyn FnOnce(&Connection) + Send>;

impl SqliteStore {
    /// Opens the file, creating it if it does not exist. Processes may do so at the same time. On Unix, the file and
    /// those that SQLite keeps beside it are made readable for their owner only.
    ///
    /// # Errors
    /// Fails if the file cannot be opened, belongs to somebody else and is readable for others, is not a SQLite database,
    /// or has the tables of another version ([`SqliteStore::migrate_file`]), or if it stays locked for 10 seconds.
    pub fn open_file(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        let connection = open_connection(path.as_ref())?;
        let (sender, jobs) = mpsc::channel::<Job>();
        let work = move || jobs.into_iter().for_each(|job| job(&connection));
        let thread = thread::Builder::new().name("toolc-sqlite".to_owned());
        thread.spawn(work).map_err(StoreError::new)?;
        Ok(SqliteStore(sender))
    }

    /// Does something with the file, on its thread.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (sender, receiver): (Sender<rusqlite::Result<T>>, _) = open_oneshot();
        let job: Job = Box::new(move |connection| {
            sender.send(job(connection));
        });
        let gone = || StoreError::new("the thread of the store ended");
        self.0.send(job).map_err(|_| gone())?;
        receiver.await.ok_or_else(gone)?.map_err(describe)
    }
}

impl ApprovalStore for SqliteStore {
    async fn insert(&self, call: &StoredCall) -> Result<bool, StoreError> {
        let call = call.clone();
        self.run(move |file| {
            let sql = format!(
                "INSERT INTO toolc_pending_calls ({COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5)
                 ON CONFLICT (id) DO NOTHING"
            );
            let state = call.state.to_string();
            let values = params![call.id, call.revision, state, call.question, call.ruling];
            file.execute(&sql, values).map(|rows| rows == 1)
        })
        .await
    }

    async fn get(&self, id: &str) -> Result<Option<StoredCall>, StoreError> {
        let id = id.to_owned();
        self.run(move |file| {
            let sql = format!("SELECT {COLUMNS} FROM toolc_pending_calls WHERE id = ?1");
            file.query_row(&sql, [id], read).optional()
        })
        .await
    }

    async fn replace(&self, revision: u32, call: &StoredCall) -> Result<bool, StoreError> {
        let call = call.clone();
        self.run(move |file| {
            let sql = "UPDATE toolc_pending_calls
                       SET revision = ?3, state = ?4, question = ?5, ruling = ?6
                       WHERE id = ?1 AND revision = ?2";
            let state = call.state.to_string();
            let values = params![
                call.id,
                revision,
                call.revision,
                state,
                call.question,
                call.ruling
            ];
            file.execute(sql, values).map(|rows| rows == 1)
        })
        .await
    }

    async fn open(&self) -> Result<Vec<StoredCall>, StoreError> {
        self.run(|file| select(file, "WHERE state NOT LIKE 'finished:%'"))
            .await
    }

    async fn list(&self) -> Result<Vec<StoredCall>, StoreError> {
        self.run(|file| select(file, "")).await
    }
}

/// The calls for which a condition holds, in the order in which they were stored.
fn select(file: &Connection, condition: &'static str) -> rusqlite::Result<Vec<StoredCall>> {
    let sql = format!("SELECT {COLUMNS} FROM toolc_pending_calls {condition} ORDER BY rowid");
    let mut found = file.prepare(&sql)?;
    let calls = found.query_map([], read)?;
    calls.collect()
}

fn read(row: &Row<'_>) -> rusqlite::Result<StoredCall> {
    let state: String = row.get("state")?;
    let state = state.parse::<State>();
    Ok(StoredCall {
        id: row.get("id")?,
        revision: row.get("revision")?,
        state: state.map_err(|error| FromSqlError::Other(Box::new(error)))?,
        question: row.get("question")?,
        ruling: row.get("ruling")?,
    })
}

impl fmt::Debug for SqliteStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SqliteStore").finish_non_exhaustive()
    }
}
