//! Upgrades the file of a store, and looks at what is in it.

use super::error::describe;
use super::file::open_existing;
use super::schema::{OtherVersion, VERSION, find_version, has_table, upgrade_tables};
use super::{SqliteStore, select};
use crate::approve::store::StoredCall;
use crate::store_error::StoreError;
use rusqlite::Connection;
use std::path::Path;

/// What is in the file of a store.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct StoreReport {
    /// The version of its tables.
    pub version: u32,
    /// What SQLite finds wrong with the file; nothing, if it is sound.
    pub faults: Vec<String>,
    /// All calls, those that are finished too.
    pub calls: Vec<StoredCall>,
    /// How many records of forgotten calls there are.
    pub decisions: usize,
}

impl SqliteStore {
    /// The version of the tables that [`SqliteStore::open_file`] accepts.
    pub const VERSION: u32 = VERSION;

    /// Upgrades a file that an earlier version wrote, all of it or nothing, and returns the version that it had. A file
    /// of this version stays as it is. Processes of the earlier version may go on using the file.
    ///
    /// # Errors
    /// Fails if the file does not exist or has no store, if a newer version wrote it, or if it cannot be written.
    pub fn migrate_file(path: impl AsRef<Path>) -> Result<u32, StoreError> {
        let file = open_existing(path.as_ref())?;
        match upgrade_tables(&file).map_err(describe)? {
            Some(version) if version > VERSION => Err(StoreError::new(OtherVersion(version))),
            Some(version) => Ok(version),
            None => Err(no_store()),
        }
    }

    /// Opens a file that has a store already: one of another program stays as it is.
    ///
    /// # Errors
    /// Fails if the file does not exist or has no store, if another version wrote it, or if it cannot be opened.
    pub fn open_known_file(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        let path = path.as_ref();
        match find_version(&open_existing(path)?).map_err(describe)? {
            Some(_) => SqliteStore::open_file(path),
            None => Err(no_store()),
        }
    }

    /// Looks at a file of this version or an earlier one, without changing it.
    ///
    /// # Errors
    /// Fails if the file does not exist or has no store, if a newer version wrote it, or if it cannot be read.
    pub fn inspect_file(path: impl AsRef<Path>) -> Result<StoreReport, StoreError> {
        let file = open_existing(path.as_ref())?;
        match find_version(&file).map_err(describe)? {
            Some(version) if version > VERSION => Err(StoreError::new(OtherVersion(version))),
            Some(version) => inspect(&file, version).map_err(describe),
            None => Err(no_store()),
        }
    }
}

fn no_store() -> StoreError {
    StoreError::new("no store of toolc is in this file")
}

fn inspect(file: &Connection, version: u32) -> rusqlite::Result<StoreReport> {
    let mut check = file.prepare("PRAGMA integrity_check")?;
    let lines = check.query_map([], |row| row.get(0))?;
    let mut faults = lines.collect::<rusqlite::Result<Vec<String>>>()?;
    faults.retain(|line| line != "ok");
    let calls = select(file, "")?;
    let decisions = match has_table(file, "toolc_decisions")? {
        true => file.query_row("SELECT count(*) FROM toolc_decisions", [], |row| row.get(0))?,
        false => 0_i64,
    };
    Ok(StoreReport {
        version,
        faults,
        calls,
        decisions: usize::try_from(decisions).unwrap_or_default(),
    })
}
