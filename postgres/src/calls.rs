//! Pending calls, and the journals of programs: one row each.

use crate::attempt::Attempt;
use crate::connection::Lent;
use crate::error::PostgresError;
use crate::store::PostgresStore;
use std::time::SystemTime;
use tokio_postgres::Row;
use toolc_runtime::{ApprovalStore, Outline, State, StoreError, StoredCall};

pub(crate) const COLUMNS: &str =
    "id, revision, state, claimed_by, lease_until, question, ruling, result";

/// When a question expires is counted from when it was stored, by the clock of the database.
const INSERT: &str = "
    INSERT INTO $schema.calls (
        id, revision, state, claimed_by, lease_until, question, ruling, result, decision, decided_by, decided_at,
        worker, tool, principal, session, expires_at, finished_at
    ) VALUES (
        $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11,
        $12, $13, $14, $15, clock_timestamp() + make_interval(secs => $16),
        CASE WHEN $3 = 'finished' THEN clock_timestamp() END
    ) ON CONFLICT (id) DO NOTHING";

/// Of two that change a row at the same time, the second one waits, and then finds another revision.
const REPLACE: &str = "
    WITH changed AS (
        UPDATE $schema.calls SET
            revision = $2, state = $3, claimed_by = $4, lease_until = $5, question = $6, ruling = $7, result = $8,
            decision = $9, decided_by = $10, decided_at = $11,
            finished_at = CASE WHEN $3 = 'finished' THEN clock_timestamp() END
        WHERE id = $1 AND revision = $12
        RETURNING id, state
    )
    SELECT CASE WHEN state IN ('decided', 'finished') THEN pg_notify($13, left(id, 1000))::text END FROM changed";

impl ApprovalStore for PostgresStore {
    async fn insert(&self, call: &StoredCall) -> Result<bool, StoreError> {
        let sql = self.sql(INSERT);
        let written = Written::of(call);
        let asker = written.outline.as_ref();
        let within = asker.and_then(|asker| asker.until.duration_since(asker.asked_at).ok());
        let within = within.map(|within| within.as_secs_f64());
        let (sql, written) = (&sql, &written);
        self.attempt(|connection, attempt| async move {
            let statement = connection.prepare_cached(sql).await?;
            let columns = written.columns();
            let mut values = columns.values().to_vec();
            let worker = asker.map(|asker| &asker.worker);
            let tool = asker.map(|asker| &asker.tool);
            let principal = asker.and_then(|asker| asker.principal.as_ref());
            let session = asker.and_then(|asker| asker.session.as_ref());
            values.extend([&worker as Value<'_>, &tool, &principal, &session, &within]);
            let is_new = connection.execute(&statement, &values).await? == 1;
            self.ended(connection, (call, attempt), is_new).await
        })
        .await
    }

    async fn get(&self, id: &str) -> Result<Option<StoredCall>, StoreError> {
        self.attempt(|connection, _| async move {
            let found = self.find(&connection, id).await?;
            connection.give_back();
            Ok(found)
        })
        .await
    }

    async fn replace(&self, revision: u32, call: &StoredCall) -> Result<bool, StoreError> {
        let (sql, channel) = (self.sql(REPLACE), self.channel());
        let written = Written::of(call);
        let (sql, channel, written) = (&sql, &channel, &written);
        let revision = i64::from(revision);
        self.attempt(|connection, attempt| async move {
            let statement = connection.prepare_cached(sql).await?;
            let columns = written.columns();
            let mut values = columns.values().to_vec();
            values.extend([&revision as Value<'_>, channel]);
            let changed = connection.query(&statement, &values).await?;
            self.ended(connection, (call, attempt), !changed.is_empty())
                .await
        })
        .await
    }

    async fn open(&self) -> Result<Vec<StoredCall>, StoreError> {
        self.select("WHERE state <> 'finished' ORDER BY asked_at")
            .await
    }

    async fn list(&self) -> Result<Vec<StoredCall>, StoreError> {
        self.select("ORDER BY asked_at").await
    }

    async fn now(&self) -> Result<SystemTime, StoreError> {
        self.attempt(|connection, _| async move {
            let statement = connection
                .prepare_cached("SELECT clock_timestamp()")
                .await?;
            let now = connection.query_one(&statement, &[]).await?.try_get(0)?;
            connection.give_back();
            Ok(now)
        })
        .await
    }
}

impl PostgresStore {
    /// Whether a change was made. If it was not, but may have been made by an attempt whose answer was lost, the row says
    /// so: no two claims have the same owner, and no two changes the same revision.
    async fn ended(
        &self,
        connection: Lent,
        (call, attempt): (&StoredCall, Attempt),
        is_made: bool,
    ) -> Result<bool, PostgresError> {
        let is_made = is_made
            || attempt == Attempt::Repeated
                && self
                    .find(&connection, &call.id)
                    .await?
                    .is_some_and(|found| is_same(&found, call));
        connection.give_back();
        Ok(is_made)
    }

    async fn find(&self, connection: &Lent, id: &str) -> Result<Option<StoredCall>, PostgresError> {
        let sql = self.sql(&format!(
            "SELECT {COLUMNS} FROM $schema.calls WHERE id = $1"
        ));
        let statement = connection.prepare_cached(&sql).await?;
        let found = connection.query_opt(&statement, &[&id]).await?;
        found.as_ref().map(read).transpose()
    }

    async fn select(&self, which: &str) -> Result<Vec<StoredCall>, StoreError> {
        let sql = self.sql(&format!("SELECT {COLUMNS} FROM $schema.calls {which}"));
        let sql = &sql;
        self.attempt(|connection, _| async move {
            let statement = connection.prepare_cached(sql).await?;
            let found = connection.query(&statement, &[]).await?;
            connection.give_back();
            found.iter().map(read).collect()
        })
        .await
    }
}

/// Times are kept as exactly as their texts are.
fn is_same(one: &StoredCall, other: &StoredCall) -> bool {
    one.revision == other.revision
        && one.state.to_string() == other.state.to_string()
        && one.question == other.question
        && one.ruling == other.ruling
}

type Value<'v> = &'v (dyn tokio_postgres::types::ToSql + Sync);

/// A call on its way to its row.
struct Written<'c> {
    call: &'c StoredCall,
    revision: i64,
    /// What it says of itself; nothing if it is the journal of a program.
    outline: Option<Outline>,
}

/// The columns that are written with every change.
struct Columns<'w> {
    call: &'w StoredCall,
    revision: &'w i64,
    state: &'static str,
    claimed_by: Option<&'w str>,
    lease_until: Option<SystemTime>,
    result: Option<&'w str>,
    decision: Option<&'static str>,
    decided_by: Option<&'w str>,
    decided_at: Option<SystemTime>,
}

impl<'c> Written<'c> {
    fn of(call: &'c StoredCall) -> Self {
        Written {
            call,
            revision: i64::from(call.revision),
            outline: call.outline(),
        }
    }

    fn columns(&self) -> Columns<'_> {
        let outline = self.outline.as_ref();
        let (state, claimed_by, lease_until, result) = match &self.call.state {
            State::Asked => ("asked", None, None, None),
            State::Decided => ("decided", None, None, None),
            State::Claimed { owner, until } => {
                ("claimed", Some(owner.as_str()), Some(*until), None)
            }
            State::Finished { result } => ("finished", None, None, result.as_deref()),
        };
        Columns {
            call: self.call,
            revision: &self.revision,
            state,
            claimed_by,
            lease_until,
            result,
            decision: outline.and_then(|outline| Some(outline.decision?.code())),
            decided_by: outline.and_then(|outline| outline.decided_by.as_deref()),
            decided_at: outline.and_then(|outline| outline.decided_at),
        }
    }
}

impl Columns<'_> {
    /// In the order of `$1` to `$11`.
    fn values(&self) -> [Value<'_>; 11] {
        [
            &self.call.id,
            self.revision,
            &self.state,
            &self.claimed_by,
            &self.lease_until,
            &self.call.question,
            &self.call.ruling,
            &self.result,
            &self.decision,
            &self.decided_by,
            &self.decided_at,
        ]
    }
}

pub(crate) fn read(row: &Row) -> Result<StoredCall, PostgresError> {
    let id: String = row.try_get("id")?;
    let revision: i64 = row.try_get("revision")?;
    let malformed = |what: &str| PostgresError::Malformed(format!("the row `{id}` has {what}"));
    let state = match row.try_get("state")? {
        "asked" => State::Asked,
        "decided" => State::Decided,
        "claimed" => State::Claimed {
            owner: row.try_get("claimed_by")?,
            until: row.try_get("lease_until")?,
        },
        "finished" => State::Finished {
            result: row.try_get("result")?,
        },
        _ => return Err(malformed("an unknown state")),
    };
    let revision = u32::try_from(revision).map_err(|_| malformed("an unknown revision"))?;
    Ok(StoredCall {
        revision,
        state,
        question: row.try_get("question")?,
        ruling: row.try_get("ruling")?,
        id,
    })
}
