//! Results that are kept in the SQLite file of pending calls, in a table of their own.

use super::store::{KeptResult, MOST_BYTES, MOST_RESULTS, ResultStore};
use crate::approve::{SqliteStore, time_of, unix_millis};
use crate::store_error::StoreError;
use rusqlite::{Connection, OptionalExtension, Row, params};
use std::time::SystemTime;

/// The table; later versions add columns.
const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS toolc_kept_results (
        place INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        worker TEXT NOT NULL,
        tool TEXT NOT NULL,
        session TEXT,
        principal TEXT,
        until INTEGER NOT NULL,
        output TEXT NOT NULL
    ) STRICT;";

const COLUMNS: &str = "id, worker, tool, session, principal, until, output";

/// Forgets the oldest results of a worker beyond the limits.
const SHRINK: &str = "
    DELETE FROM toolc_kept_results WHERE worker = ?1 AND place NOT IN (
        SELECT place FROM (
            SELECT place, row_number() OVER newest AS number, sum(octet_length(output)) OVER newest AS bytes
            FROM toolc_kept_results WHERE worker = ?1 WINDOW newest AS (ORDER BY place DESC)
        ) WHERE number <= ?2 AND bytes <= ?3
    )";

impl ResultStore for SqliteStore {
    async fn keep(&self, result: &KeptResult) -> Result<(), StoreError> {
        let kept = result.clone();
        self.run(move |file| insert(file, &kept)).await
    }

    async fn find(&self, id: &str) -> Result<Option<KeptResult>, StoreError> {
        let id = id.to_owned();
        self.run(move |file| {
            file.execute_batch(SCHEMA)?;
            let sql =
                format!("SELECT {COLUMNS} FROM toolc_kept_results WHERE id = ?1 AND until > ?2");
            file.query_row(&sql, params![id, now()], read).optional()
        })
        .await
    }
}

fn insert(file: &Connection, kept: &KeptResult) -> rusqlite::Result<()> {
    file.execute_batch(SCHEMA)?;
    let change = file.unchecked_transaction()?;
    change.execute("DELETE FROM toolc_kept_results WHERE until <= ?1", [now()])?;
    let sql =
        format!("INSERT INTO toolc_kept_results ({COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)");
    let values = params![
        kept.id,
        kept.worker,
        kept.tool,
        kept.session,
        kept.principal,
        millis(kept.until),
        &*kept.output
    ];
    change.execute(&sql, values)?;
    change.execute(
        SHRINK,
        params![kept.worker, MOST_RESULTS as i64, MOST_BYTES as i64],
    )?;
    change.commit()
}

fn read(row: &Row<'_>) -> rusqlite::Result<KeptResult> {
    let (until, output): (i64, String) = (row.get("until")?, row.get("output")?);
    Ok(KeptResult {
        id: row.get("id")?,
        worker: row.get("worker")?,
        tool: row.get("tool")?,
        session: row.get("session")?,
        principal: row.get("principal")?,
        until: time_of(until.unsigned_abs()),
        output: output.into(),
    })
}

fn now() -> i64 {
    millis(SystemTime::now())
}

fn millis(time: SystemTime) -> i64 {
    i64::try_from(unix_millis(time)).unwrap_or(i64::MAX)
}
