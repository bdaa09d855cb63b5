//! What is kept of calls that are over, once their arguments are forgotten.

use super::SqliteStore;
use crate::approve::pending::PendingCall;
use crate::approve::record::unix_millis;
use crate::approve::resume::ResumeError;
use crate::approve::seal::SealKey;
use crate::approve::store::{ApprovalStore, State, StoredCall};
use crate::json::Json;
use crate::store_error::StoreError;
use rusqlite::params;
use std::time::{Duration, SystemTime};

impl SqliteStore {
    /// Forgets the finished calls. A forgotten call cannot be resumed, because it is no longer stored. No record of them
    /// remains; [`SqliteStore::forget_expired`] keeps who decided what.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub async fn forget_finished(&self) -> Result<(), StoreError> {
        let sql = "DELETE FROM toolc_pending_calls WHERE state LIKE 'finished:%'";
        self.run(move |file| file.execute(sql, []).map(drop)).await
    }

    /// Forgets the finished calls, and those that were asked about longer than `within` ago and did not run: their
    /// answers count no more. What [`StoredCall::describe`] says of each is kept, sealed, until
    /// [`SqliteStore::forget_decisions`]. Calls that may be running, and calls that were sealed with another key, stay.
    ///
    /// # Errors
    /// Fails if the file cannot be read or written.
    pub async fn forget_expired(&self, key: &SealKey, within: Duration) -> Result<(), StoreError> {
        let now = SystemTime::now();
        for call in self.list().await? {
            if let Some(kept) = make_record(&call, key, within, now) {
                self.forget(call, kept, now).await?;
            }
        }
        Ok(())
    }

    /// What was kept of the calls that [`SqliteStore::forget_expired`] forgot, in that order: each as
    /// [`StoredCall::describe`] described it.
    ///
    /// # Errors
    /// Fails if the file cannot be read. A record that was changed, or sealed with another key, is an error in its place.
    pub async fn decisions(
        &self,
        key: &SealKey,
    ) -> Result<Vec<Result<Json, ResumeError>>, StoreError> {
        let sql = "SELECT record FROM toolc_decisions ORDER BY place";
        let records = self.run(move |file| {
            let mut found = file.prepare(sql)?;
            let records = found.query_map([], |row| row.get(0))?;
            records.collect::<rusqlite::Result<Vec<String>>>()
        });
        let mut decisions = Vec::new();
        for record in records.await? {
            decisions.push(StoredCall::open_account(&record, key));
        }
        Ok(decisions)
    }

    /// Forgets what was kept of calls that were forgotten longer than `age` ago; returns how many.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub async fn forget_decisions(&self, age: Duration) -> Result<usize, StoreError> {
        let Some(before) = SystemTime::now().checked_sub(age) else {
            return Ok(0);
        };
        let before = millis(before);
        let sql = "DELETE FROM toolc_decisions WHERE kept_at < ?1";
        self.run(move |file| file.execute(sql, [before])).await
    }

    /// Puts the record of a call in its place, unless the call has changed meanwhile.
    async fn forget(
        &self,
        call: StoredCall,
        kept: Kept,
        now: SystemTime,
    ) -> Result<(), StoreError> {
        let job = move |file: &rusqlite::Connection| {
            let change = file.unchecked_transaction()?;
            let sql = "DELETE FROM toolc_pending_calls WHERE id = ?1 AND revision = ?2";
            let deleted = change.execute(sql, params![call.id, call.revision])?;
            if let (1, Kept::Record(record)) = (deleted, kept) {
                let sql = "INSERT INTO toolc_decisions (id, kept_at, record) VALUES (?1, ?2, ?3)";
                change.execute(sql, params![call.id, millis(now), record])?;
            }
            change.commit()
        };
        self.run(job).await
    }
}

/// What is kept of a call that is over.
enum Kept {
    /// Nothing: it is not a pending call, but the journal of a program.
    Nothing,
    /// The sealed record.
    Record(String),
}

/// What is kept of a call; `None` if the call stays.
fn make_record(
    call: &StoredCall,
    key: &SealKey,
    within: Duration,
    now: SystemTime,
) -> Option<Kept> {
    let is_finished = matches!(call.state, State::Finished { .. });
    if call.outline().is_none() {
        return is_finished.then_some(Kept::Nothing);
    }
    let pending = PendingCall::read(&call.question, key).ok()?;
    let is_over = match &call.state {
        State::Finished { .. } => true,
        State::Asked | State::Decided => is_too_old(&pending, within, now),
        State::Claimed { .. } => false,
    };
    if !is_over {
        return None;
    }
    // A call that is forgotten cannot run, even if its own limit is later.
    let account = call.seal_account(key, pending.until().max(now));
    account.ok().map(Kept::Record)
}

fn is_too_old(pending: &PendingCall, within: Duration, now: SystemTime) -> bool {
    let end = pending.asked_at().checked_add(within);
    pending.until() <= now || end.is_some_and(|end| end <= now)
}

fn millis(time: SystemTime) -> i64 {
    i64::try_from(unix_millis(time)).unwrap_or(i64::MAX)
}
