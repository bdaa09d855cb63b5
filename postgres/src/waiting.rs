//! Waits until somebody has decided.

use crate::listener::Heard;
use crate::store::PostgresStore;
use std::time::Duration;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, sleep, timeout};
use toolc_runtime::{ApprovalStore, State, StoreError, StoredCall};

/// How often whoever waits looks without having heard anything.
const LOOK_EVERY: Duration = Duration::from_secs(10);

/// The same where nothing is heard.
const ASK_EVERY: Duration = Duration::from_secs(1);

impl PostgresStore {
    /// Waits until the call with this id is decided or given up, wherever that happens, and returns it; `None` if that does
    /// not happen in time, or there is no such call. The database notifies the store, which asks it each
    /// second with [`PostgresStore::with_pool`].
    ///
    /// # Errors
    /// Fails if the database cannot be reached for longer than a step is patient.
    pub async fn wait_for_decision(
        &self,
        id: &str,
        within: Duration,
    ) -> Result<Option<StoredCall>, StoreError> {
        let end = Instant::now() + within;
        // What is decided from here on is heard, so nothing is missed between looking and waiting.
        let mut heard = match self.listener() {
            Some(listener) => Some(listener.hear().await),
            None => None,
        };
        loop {
            match self.get(id).await? {
                None => return Ok(None),
                Some(call) if call.state != State::Asked => return Ok(Some(call)),
                Some(_) => {}
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(None);
            }
            match &mut heard {
                // Whether it heard something or the time is over, it looks.
                Some(heard) => drop(timeout(left.min(LOOK_EVERY), hear_of(heard, id)).await),
                None => sleep(left.min(ASK_EVERY)).await,
            }
        }
    }
}

/// Completes when something may have happened to the call.
async fn hear_of(heard: &mut Receiver<Heard>, id: &str) {
    loop {
        match heard.recv().await {
            Ok(Heard::Call(told)) if !is_told(&told, id) => {}
            Ok(_) | Err(RecvError::Lagged(_)) => return,
            // The listener lives as long as the store.
            Err(RecvError::Closed) => std::future::pending().await,
        }
    }
}

/// Long ids are told by their first thousand characters.
fn is_told(told: &str, id: &str) -> bool {
    told == id || told.chars().count() == 1000 && id.starts_with(told)
}
