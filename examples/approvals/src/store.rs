//! An approval store in PostgreSQL: one table and four statements.

use std::sync::Arc;
use tokio_postgres::{Client, Error, Row};
use toolc_runtime::{ApprovalStore, StoreError, StoredCall};

/// The tables of this example. Replicas that start together create them one after the other, for `IF NOT EXISTS`
/// alone does not keep two of them from creating the same one.
const TABLES: &str = "
    SELECT pg_advisory_xact_lock(hashtext('pending_calls'));
    CREATE TABLE IF NOT EXISTS pending_calls (
        id text PRIMARY KEY,
        revision bigint NOT NULL,
        state text NOT NULL,
        question text NOT NULL,
        ruling text
    );
    CREATE TABLE IF NOT EXISTS transfers (recipient text NOT NULL, cents bigint NOT NULL);";

const COLUMNS: &str = "id, revision, state, question, ruling";

/// Keeps pending calls in the table `pending_calls`.
pub struct PostgresStore(Arc<Client>);

impl PostgresStore {
    /// Creates the tables if they do not exist.
    pub async fn new(client: Arc<Client>) -> Result<Self, Error> {
        client.batch_execute(TABLES).await?;
        Ok(PostgresStore(client))
    }
}

impl ApprovalStore for PostgresStore {
    async fn insert(&self, call: &StoredCall) -> Result<bool, StoreError> {
        let sql = format!(
            "INSERT INTO pending_calls ({COLUMNS}) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING"
        );
        let (revision, state) = (i64::from(call.revision), call.state.to_string());
        let inserted = self
            .0
            .execute(
                &sql,
                &[&call.id, &revision, &state, &call.question, &call.ruling],
            )
            .await;
        Ok(inserted.map_err(StoreError::new)? == 1)
    }

    async fn get(&self, id: &str) -> Result<Option<StoredCall>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM pending_calls WHERE id = $1");
        let found = self.0.query_opt(&sql, &[&id]).await;
        found
            .map_err(StoreError::new)?
            .as_ref()
            .map(read)
            .transpose()
    }

    async fn replace(&self, revision: u32, call: &StoredCall) -> Result<bool, StoreError> {
        // If two processes update the same row, the second one waits and then finds another revision.
        let sql = "UPDATE pending_calls SET revision = $3, state = $4, question = $5, ruling = $6
                   WHERE id = $1 AND revision = $2";
        let (before, after) = (i64::from(revision), i64::from(call.revision));
        let state = call.state.to_string();
        let updated = self
            .0
            .execute(
                sql,
                &[
                    &call.id,
                    &before,
                    &after,
                    &state,
                    &call.question,
                    &call.ruling,
                ],
            )
            .await;
        Ok(updated.map_err(StoreError::new)? == 1)
    }

    async fn open(&self) -> Result<Vec<StoredCall>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM pending_calls WHERE state NOT LIKE 'finished:%'");
        let found = self.0.query(&sql, &[]).await.map_err(StoreError::new)?;
        found.iter().map(read).collect()
    }
}

fn read(row: &Row) -> Result<StoredCall, StoreError> {
    let state: &str = row.get("state");
    let revision: i64 = row.get("revision");
    Ok(StoredCall {
        id: row.get("id"),
        revision: u32::try_from(revision).map_err(StoreError::new)?,
        state: state.parse()?,
        question: row.get("question"),
        ruling: row.get("ruling"),
    })
}
