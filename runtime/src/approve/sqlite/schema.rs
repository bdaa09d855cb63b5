//! The tables of a store and their version, which is in a table of its own: a program may keep other tables in the same
//! file, and use SQLite's `user_version` for them.

use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior};
use std::error::Error;
use std::fmt;

/// The version that is written and read here.
pub(super) const VERSION: u32 = 2;

/// What makes each version out of the one before it. The first had no table with a version.
const STEPS: [&str; VERSION as usize] = [
    "CREATE TABLE toolc_pending_calls (
        id TEXT PRIMARY KEY,
        revision INTEGER NOT NULL,
        state TEXT NOT NULL,
        question TEXT NOT NULL,
        ruling TEXT
    ) STRICT;",
    "CREATE TABLE toolc_store (version INTEGER NOT NULL) STRICT;
    INSERT INTO toolc_store (version) VALUES (2);
    CREATE TABLE toolc_decisions (
        place INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL,
        kept_at INTEGER NOT NULL,
        record TEXT NOT NULL
    ) STRICT;",
];

/// A store of another version than [`VERSION`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct OtherVersion(pub u32);

/// The version of the store in a file; `None` if the file has no store. Another process may create all tables at once in the
/// meantime, so the first of them is looked for before the one with the version.
pub(super) fn find_version(file: &Connection) -> rusqlite::Result<Option<u32>> {
    if !has_table(file, "toolc_pending_calls")? {
        return Ok(None);
    }
    if !has_table(file, "toolc_store")? {
        return Ok(Some(1));
    }
    let sql = "SELECT coalesce(max(version), 0) FROM toolc_store";
    file.query_row(sql, [], |row| row.get(0)).map(Some)
}

pub(super) fn has_table(file: &Connection, name: &str) -> rusqlite::Result<bool> {
    let sql = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?1";
    let found = file.query_row(sql, [name], |_| Ok(())).optional()?;
    Ok(found.is_some())
}

/// Makes the tables, unless there is a store; returns its version.
pub(super) fn create_tables(file: &Connection) -> rusqlite::Result<u32> {
    let change = Transaction::new_unchecked(file, TransactionBehavior::Immediate)?;
    // Another process may have made them meanwhile.
    if let Some(version) = find_version(&change)? {
        return Ok(version);
    }
    for step in STEPS {
        change.execute_batch(step)?;
    }
    change.commit()?;
    Ok(VERSION)
}

/// Upgrades the tables, all of it or nothing; returns the version before. A newer one stays as it is, and so does a file
/// without a store.
pub(super) fn upgrade_tables(file: &Connection) -> rusqlite::Result<Option<u32>> {
    let change = Transaction::new_unchecked(file, TransactionBehavior::Immediate)?;
    let Some(version) = find_version(&change)? else {
        // Committing would make an empty file a database.
        return Ok(None);
    };
    for step in STEPS.iter().skip(version as usize) {
        change.execute_batch(step)?;
    }
    change.commit()?;
    Ok(Some(version))
}

impl fmt::Display for OtherVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let OtherVersion(found) = *self;
        write!(
            f,
            "the store has version {found}, and version {VERSION} is read here: "
        )?;
        match found < VERSION {
            true => f.write_str(
                "`toolc store migrate`, or `SqliteStore::migrate_file` in a program, upgrades it",
            ),
            false => f.write_str("it needs the newer toolc that wrote it"),
        }
    }
}

impl Error for OtherVersion {}
