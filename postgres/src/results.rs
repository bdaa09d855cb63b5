//! Results that are read page by page.

use crate::error::PostgresError;
use crate::store::PostgresStore;
use std::time::{Duration, SystemTime};
use toolc_runtime::{KeptResult, MOST_BYTES, MOST_RESULTS, ResultStore, StoreError};

const FORGET_OVER: &str = "DELETE FROM $schema.results WHERE until <= clock_timestamp()";

const INSERT: &str = "
    INSERT INTO $schema.results (id, worker, tool, session, principal, until, output)
    VALUES ($1, $2, $3, $4, $5, clock_timestamp() + make_interval(secs => $6), $7)
    ON CONFLICT (id) DO NOTHING";

/// Forgets the oldest results of a worker beyond the limits.
const SHRINK: &str = "
    DELETE FROM $schema.results WHERE worker = $1 AND place IN (
        SELECT place FROM (
            SELECT place, row_number() OVER newest AS number, sum(octet_length(output)) OVER newest AS bytes
            FROM $schema.results WHERE worker = $1 WINDOW newest AS (ORDER BY place DESC)
        ) AS counted WHERE number > $2 OR bytes > $3
    )";

const FIND: &str = "
    SELECT id, worker, tool, session, principal, output,
        extract(epoch FROM until - clock_timestamp())::float8 AS left
    FROM $schema.results WHERE id = $1 AND until > clock_timestamp()";

/// The longest time for which a result is kept: a hundred years.
const LONGEST: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);

impl ResultStore for PostgresStore {
    async fn keep(&self, result: &KeptResult) -> Result<(), StoreError> {
        let [forget, insert, shrink] = [FORGET_OVER, INSERT, SHRINK].map(|sql| self.sql(sql));
        let (forget, insert, shrink) = (&forget, &insert, &shrink);
        // How long it is kept is counted by the clock of the database, whatever that of this machine shows.
        let within = result.until.duration_since(SystemTime::now());
        let within = within.unwrap_or_default().min(LONGEST).as_secs_f64();
        let (most, bytes) = (MOST_RESULTS as i64, MOST_BYTES as i64);
        self.attempt(|mut connection, _| async move {
            let change = connection.transaction().await?;
            change.execute(forget.as_str(), &[]).await?;
            let statement = change.prepare_cached(insert).await?;
            let values: [&(dyn tokio_postgres::types::ToSql + Sync); 7] = [
                &result.id,
                &result.worker,
                &result.tool,
                &result.session,
                &result.principal,
                &within,
                &&*result.output,
            ];
            change.execute(&statement, &values).await?;
            let statement = change.prepare_cached(shrink).await?;
            change
                .execute(&statement, &[&result.worker, &most, &bytes])
                .await?;
            change.commit().await?;
            connection.give_back();
            Ok(())
        })
        .await
    }

    async fn find(&self, id: &str) -> Result<Option<KeptResult>, StoreError> {
        let sql = self.sql(FIND);
        let sql = &sql;
        self.attempt(|connection, _| async move {
            let statement = connection.prepare_cached(sql).await?;
            let found = connection.query_opt(&statement, &[&id]).await?;
            connection.give_back();
            found.as_ref().map(read).transpose()
        })
        .await
    }
}

fn read(row: &tokio_postgres::Row) -> Result<KeptResult, PostgresError> {
    let left = Duration::try_from_secs_f64(row.try_get("left")?).unwrap_or_default();
    let kept = KeptResult::new(
        row.try_get("id")?,
        row.try_get("worker")?,
        row.try_get("tool")?,
        SystemTime::now() + left,
        row.try_get("output")?,
    );
    Ok(kept.of(row.try_get("session")?, row.try_get("principal")?))
}
