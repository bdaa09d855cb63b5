//! Cleaning up, and what is kept of the calls that are over.

use crate::calls::{COLUMNS, read};
use crate::store::PostgresStore;
use std::time::Duration;
use toolc_runtime::{ApprovalStore, Json, ResumeError, SealKey, State, StoreError, StoredCall};

/// Calls that are over: finished, or asked about too long ago. Those that may be running are not among them.
const OVER: &str = "
    FROM $schema.calls WHERE id > $2 AND (
        state = 'finished' OR state IN ('asked', 'decided') AND (
            expires_at <= clock_timestamp() OR asked_at + make_interval(secs => $1) <= clock_timestamp()
        )
    ) ORDER BY id LIMIT 200";

const FORGET: &str = "
    WITH forgotten AS (DELETE FROM $schema.calls WHERE id = $1 AND revision = $2 RETURNING id)
    INSERT INTO $schema.decisions (id, record) SELECT id, $3::text FROM forgotten WHERE $3::text IS NOT NULL";

impl PostgresStore {
    /// Forgets the finished calls, and those that were asked about longer than `within` ago and did not run: their answers
    /// count no more. What [`StoredCall::describe`] says of each is kept, sealed, until
    /// [`PostgresStore::forget_decisions`]. Calls that may be running, and calls that were sealed with another key, stay.
    ///
    /// # Errors
    /// Fails if the database does.
    pub async fn forget_expired(&self, key: &SealKey, within: Duration) -> Result<(), StoreError> {
        let now = self.now().await?;
        let mut after = String::new();
        loop {
            let over = self.find_over(within, &after).await?;
            let Some(last) = over.last() else {
                return Ok(());
            };
            after.clone_from(&last.id);
            for call in &over {
                match call.outline() {
                    // The journal of a program leaves nothing to be kept.
                    None if matches!(call.state, State::Finished { .. }) => {
                        self.forget(call, None).await?;
                    }
                    None => {}
                    Some(outline) => {
                        // A call that is forgotten cannot run, even if its own limit is later.
                        let record = call.seal_account(key, outline.until.max(now));
                        if let Ok(record) = record {
                            self.forget(call, Some(record)).await?;
                        }
                    }
                }
            }
        }
    }

    /// What was kept of the calls that [`PostgresStore::forget_expired`] forgot, in that order: each as
    /// [`StoredCall::describe`] described it.
    ///
    /// # Errors
    /// Fails if the database does. A record that was changed, or sealed with another key, is an error in its place.
    pub async fn decisions(
        &self,
        key: &SealKey,
    ) -> Result<Vec<Result<Json, ResumeError>>, StoreError> {
        let sql = self.sql("SELECT record FROM $schema.decisions ORDER BY place");
        let sql = &sql;
        let records: Vec<String> = self
            .attempt(|connection, _| async move {
                let found = connection.query(sql.as_str(), &[]).await?;
                connection.give_back();
                let mut records = Vec::new();
                for row in found {
                    records.push(row.try_get(0)?);
                }
                Ok(records)
            })
            .await?;
        let opened = records
            .iter()
            .map(|record| StoredCall::open_account(record, key));
        Ok(opened.collect())
    }

    /// How many records [`PostgresStore::decisions`] has, for which no key is needed.
    ///
    /// # Errors
    /// Fails if the database does.
    pub async fn count_decisions(&self) -> Result<u64, StoreError> {
        let sql = self.sql("SELECT count(*) FROM $schema.decisions");
        let sql = &sql;
        self.attempt(|connection, _| async move {
            let count: i64 = connection.query_one(sql.as_str(), &[]).await?.try_get(0)?;
            connection.give_back();
            Ok(count.unsigned_abs())
        })
        .await
    }

    /// Forgets what was kept of calls that were forgotten longer than `age` ago; returns how many.
    ///
    /// # Errors
    /// Fails if the database does.
    pub async fn forget_decisions(&self, age: Duration) -> Result<u64, StoreError> {
        let sql = self.sql(
            "DELETE FROM $schema.decisions WHERE kept_at < clock_timestamp() - make_interval(secs => $1)",
        );
        let (sql, age) = (&sql, seconds(age));
        self.attempt(|connection, _| async move {
            let forgotten = connection.execute(sql.as_str(), &[&age]).await?;
            connection.give_back();
            Ok(forgotten)
        })
        .await
    }

    async fn find_over(
        &self,
        within: Duration,
        after: &str,
    ) -> Result<Vec<StoredCall>, StoreError> {
        let sql = self.sql(&format!("SELECT {COLUMNS} {OVER}"));
        let (sql, within) = (&sql, seconds(within));
        self.attempt(|connection, _| async move {
            let statement = connection.prepare_cached(sql).await?;
            let found = connection.query(&statement, &[&within, &after]).await?;
            connection.give_back();
            found.iter().map(read).collect()
        })
        .await
    }

    /// Puts the record of a call in its place, unless the call has changed meanwhile.
    async fn forget(&self, call: &StoredCall, record: Option<String>) -> Result<(), StoreError> {
        let sql = self.sql(FORGET);
        let (sql, record, revision) = (&sql, &record, i64::from(call.revision));
        self.attempt(|connection, _| async move {
            let statement = connection.prepare_cached(sql).await?;
            connection
                .execute(&statement, &[&call.id, &revision, record])
                .await?;
            connection.give_back();
            Ok(())
        })
        .await
    }
}

/// A duration as an interval has it; a database counts no further than some hundred thousand years.
fn seconds(duration: Duration) -> f64 {
    duration.as_secs_f64().min(1e11)
}
