//! What the tools operate on: a table of transfers.

use crate::tools::payments::{Balance, Transfer};
use std::error::Error;
use std::time::Duration;
use toolc_postgres::Pool;
use toolc_runtime::{Call, Handle, Json, ToolFailure};

/// The balance before the first transfer.
const START: i64 = 1_000_000;

/// Replicas that start together make the table one after the other, for `IF NOT EXISTS` alone does not keep two of them from
/// making the same one.
const TABLE: &str = "
    SELECT pg_advisory_xact_lock(hashtext('transfers'));
    CREATE TABLE IF NOT EXISTS transfers (recipient text NOT NULL, cents bigint NOT NULL);";

pub async fn make_table(pool: &Pool) -> Result<(), Box<dyn Error + Send + Sync>> {
    Ok(pool.get().await?.batch_execute(TABLE).await?)
}

/// The account of the company.
pub struct Ledger {
    pub pool: Pool,
    /// How long a transfer takes: long enough to kill the process that makes it.
    pub takes: Duration,
}

impl Ledger {
    async fn paid(&self) -> Result<i64, ToolFailure> {
        let sql = "SELECT coalesce(sum(cents), 0)::bigint FROM transfers";
        Ok(self.pool.get().await?.query_one(sql, &[]).await?.get(0))
    }
}

impl Handle<Transfer> for Ledger {
    async fn handle(&self, call: Call<'_, Transfer>) -> Result<Json, ToolFailure> {
        let (to, cents) = (&call.args.to, call.args.cents);
        if START - self.paid().await? < cents {
            return Err(ToolFailure::user("TOO_LITTLE", "there is not so much left"));
        }
        let sql = "INSERT INTO transfers (recipient, cents) VALUES ($1, $2)";
        self.pool.get().await?.execute(sql, &[to, &cents]).await?;
        tokio::time::sleep(self.takes).await;
        Ok(Json::encode("transferred")?)
    }
}

impl Handle<Balance> for Ledger {
    async fn handle(&self, _: Call<'_, Balance>) -> Result<Json, ToolFailure> {
        Ok(Json::encode(&(START - self.paid().await?))?)
    }
}
