//! An approval store in a SQLite file.

use super::oneshot::{Sender, open_oneshot};
use super::pending::{PendingCall, unique_id};
use super::resume::ResumeError;
use super::seal::SealKey;
use super::store::{ApprovalStore, State, StoredCall};
use crate::store_error::StoreError;
use rusqlite::types::FromSqlError;
use rusqlite::{Connection, ErrorCode, OptionalExtension, Row, params};
use std::error::Error;
use std::fmt;
#[cfg(unix)]
use std::fs;
#[cfg(unix)]
use std::io;
use std::path::Path;
#[cfg(unix)]
use std::path::PathBuf;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

/// The schema of the file; later versions add tables or columns.
const SCHEMA: &str = "
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    CREATE TABLE IF NOT EXISTS toolc_pending_calls (
        id TEXT PRIMARY KEY,
        revision INTEGER NOT NULL,
        state TEXT NOT NULL,
        question TEXT NOT NULL,
        ruling TEXT
    ) STRICT;";

const COLUMNS: &str = "id, revision, state, question, ruling";

/// How long one process waits for another one that is writing, or opening the file.
const BUSY: Duration = Duration::from_secs(10);

/// The pause between two attempts to open the file.
const PAUSE: Duration = Duration::from_millis(5);

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
    /// Fails if the file cannot be opened, belongs to somebody else and is readable for others, or is not a SQLite database, or if it stays locked for 10 seconds.
    pub fn open_file(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        let connection = open_connection(path.as_ref()).map_err(describe)?;
        let (sender, jobs) = mpsc::channel::<Job>();
        let work = move || jobs.into_iter().for_each(|job| job(&connection));
        let thread = thread::Builder::new().name("toolc-sqlite".to_owned());
        thread.spawn(work).map_err(StoreError::new)?;
        Ok(SqliteStore(sender))
    }

    /// Forgets the finished calls. A forgotten call cannot be resumed, because it is no longer stored.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub async fn forget_finished(&self) -> Result<(), StoreError> {
        let sql = "DELETE FROM toolc_pending_calls WHERE state LIKE 'finished:%'";
        self.run(move |file| file.execute(sql, []).map(drop)).await
    }

    /// Forgets the finished calls, and those that were asked about longer than `within` ago and did not run: their
    /// answers count no more. Calls that may be running, and questions sealed with another key, are kept.
    ///
    /// # Errors
    /// Fails if the file cannot be read or written.
    pub async fn forget_expired(&self, key: &SealKey, within: Duration) -> Result<(), StoreError> {
        self.forget_finished().await?;
        let now = SystemTime::now();
        let is_over = |call: &StoredCall| match PendingCall::open(&call.question, key, now) {
            Ok(asked) => {
                let until = asked.asked_at().checked_add(within);
                until.is_some_and(|until| until <= now)
            }
            Err(error) => matches!(error, ResumeError::Expired),
        };
        for call in self.open().await?.into_iter().filter(is_over) {
            let sql =
                "DELETE FROM toolc_pending_calls WHERE id = ?1 AND state IN ('asked', 'decided')";
            self.run(move |file| file.execute(sql, [call.id]).map(drop))
                .await?;
        }
        Ok(())
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

/// Opens the file, again and again while other processes are opening it too.
fn open_connection(path: &Path) -> rusqlite::Result<Connection> {
    let started = Instant::now();
    loop {
        match try_open(path) {
            Err(error) if is_transient(&error) && started.elapsed() < BUSY => thread::sleep(PAUSE),
            ended => return ended,
        }
    }
}

fn try_open(path: &Path) -> rusqlite::Result<Connection> {
    make_private(path)?;
    let connection = Connection::open(path)?;
    connection.busy_timeout(BUSY)?;
    connection.execute_batch(SCHEMA)?;
    restrict(path)?;
    Ok(connection)
}

/// Makes the file and those beside it readable for their owner only: they hold the exact arguments of calls, and an
/// earlier version may have made them readable for others.
#[cfg(unix)]
fn restrict(path: &Path) -> rusqlite::Result<()> {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;
    for path in [path.to_owned(), beside(path, "-wal"), beside(path, "-shm")] {
        let Ok(known) = fs::metadata(&path) else {
            continue;
        };
        let mode = known.permissions().mode();
        if known.is_file() && mode & 0o077 != 0 {
            let private = Permissions::from_mode(mode & 0o700);
            fs::set_permissions(&path, private).map_err(unusable)?;
        }
    }
    Ok(())
}

/// Makes an empty file for its owner only, if there is none; SQLite gives the files beside it the same permissions. It
/// is made by way of another name, and never opened by its own: closing it would end the locks that this process has
/// on it.
#[cfg(unix)]
fn make_private(path: &Path) -> rusqlite::Result<()> {
    use std::os::unix::fs::OpenOptionsExt;
    if path.exists() {
        return Ok(());
    }
    let other = beside(path, &format!(".{}", unique_id()));
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true).mode(0o600);
    drop(options.open(&other).map_err(unusable)?);
    let linked = fs::hard_link(&other, path);
    fs::remove_file(&other).map_err(unusable)?;
    match linked {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        linked => linked.map_err(unusable),
    }
}

#[cfg(unix)]
fn beside(path: &Path, end: &str) -> PathBuf {
    let mut path = path.as_os_str().to_owned();
    path.push(end);
    PathBuf::from(path)
}

#[cfg(unix)]
fn unusable(error: io::Error) -> rusqlite::Error {
    let code = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CANTOPEN);
    rusqlite::Error::SqliteFailure(code, Some(error.to_string()))
}

#[cfg(not(unix))]
fn restrict(_: &Path) -> rusqlite::Result<()> {
    Ok(())
}

#[cfg(not(unix))]
fn make_private(_: &Path) -> rusqlite::Result<()> {
    Ok(())
}

/// Whether it may succeed in a moment. The first process switches a new file to a write-ahead log, and SQLite does
/// not wait for its lock there, as it does elsewhere; the files beside it come and go meanwhile, which other
/// processes may see as an I/O error.
fn is_transient(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error_code();
    matches!(
        code,
        Some(ErrorCode::DatabaseBusy | ErrorCode::SystemIoFailure)
    )
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
        self.run(|file| {
            let sql = format!(
                "SELECT {COLUMNS} FROM toolc_pending_calls WHERE state NOT LIKE 'finished:%' ORDER BY rowid"
            );
            let mut found = file.prepare(&sql)?;
            let calls = found.query_map([], read)?;
            calls.collect()
        })
        .await
    }
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

/// An error of SQLite, with its number: many share one message.
#[derive(Debug)]
struct SqliteError(rusqlite::Error);

fn describe(error: rusqlite::Error) -> StoreError {
    StoreError::new(SqliteError(error))
}

impl fmt::Display for SqliteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)?;
        match self.0.sqlite_error() {
            Some(error) => write!(f, " (code {} of SQLite)", error.extended_code),
            None => Ok(()),
        }
    }
}

impl Error for SqliteError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.0)
    }
}

impl fmt::Debug for SqliteStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SqliteStore").finish_non_exhaustive()
    }
}
