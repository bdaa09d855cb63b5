//! Opens the file of a store, which is for its owner only.

use super::error::describe;
use super::schema::{OtherVersion, VERSION, create_tables, find_version};
use crate::approve::unique::unique_id;
use crate::store_error::StoreError;
use rusqlite::{Connection, ErrorCode, OpenFlags};
#[cfg(unix)]
use std::fs;
#[cfg(unix)]
use std::io;
use std::path::Path;
#[cfg(unix)]
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

/// How one connection treats the file.
const SETTINGS: &str = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;";

/// How long one process waits for another one that is writing, or opening the file.
const BUSY: Duration = Duration::from_secs(10);

/// The pause between two attempts to open the file.
const PAUSE: Duration = Duration::from_millis(5);

/// Opens the file, with tables of the version that is known here. It is tried again and again while other processes are
/// opening it too.
pub(super) fn open_connection(path: &Path) -> Result<Connection, StoreError> {
    let started = Instant::now();
    loop {
        match try_open(path) {
            Err(error) if is_transient(&error) && started.elapsed() < BUSY => thread::sleep(PAUSE),
            Err(error) => return Err(describe(error)),
            Ok((connection, VERSION)) => return Ok(connection),
            Ok((_, version)) => return Err(StoreError::new(OtherVersion(version))),
        }
    }
}

/// Opens a file that exists, whatever is in it.
pub(super) fn open_existing(path: &Path) -> Result<Connection, StoreError> {
    let how = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let opened = Connection::open_with_flags(path, how).and_then(|connection| {
        connection.busy_timeout(BUSY)?;
        Ok(connection)
    });
    opened.map_err(describe)
}

/// The connection, and the version of what is in the file. One of another version is not written to.
fn try_open(path: &Path) -> rusqlite::Result<(Connection, u32)> {
    make_private(path)?;
    let connection = Connection::open(path)?;
    connection.busy_timeout(BUSY)?;
    let version = match find_version(&connection)? {
        Some(version) if version != VERSION => return Ok((connection, version)),
        found => {
            connection.execute_batch(SETTINGS)?;
            match found {
                Some(version) => version,
                None => create_tables(&connection)?,
            }
        }
    };
    restrict(path)?;
    Ok((connection, version))
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
