//! What a server says of its own accord, in the order in which it came.

use rmcp::model::{ProgressNotificationParam, ProgressToken};
use serde_json::value::RawValue;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// How many messages of progress are kept for calls, and for how many calls.
const KEPT: usize = 64;

#[derive(Default)]
pub(super) struct Heard {
    /// How often it said that its list changed.
    changes: AtomicU64,
    progress: Mutex<HashMap<ProgressToken, Vec<ProgressNotificationParam>>>,
    more: Notify,
}

impl Heard {
    fn lock(&self) -> MutexGuard<'_, HashMap<ProgressToken, Vec<ProgressNotificationParam>>> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a notification, if it is one that matters.
    pub fn note(&self, method: &str, params: Option<&RawValue>) {
        match method {
            "notifications/tools/list_changed" => {
                self.changes.fetch_add(1, Ordering::AcqRel);
            }
            "notifications/progress" => {
                let said = params.and_then(|params| serde_json::from_str(params.get()).ok());
                said.into_iter().for_each(|said| self.note_progress(said));
            }
            _ => {}
        }
    }

    fn note_progress(&self, said: ProgressNotificationParam) {
        let mut progress = self.lock();
        if progress.len() < KEPT || progress.contains_key(&said.progress_token) {
            let kept = progress.entry(said.progress_token.clone()).or_default();
            if kept.len() < KEPT {
                kept.push(said);
            }
        }
    }

    /// How often the server said that its list changed.
    pub fn changes(&self) -> u64 {
        self.changes.load(Ordering::Acquire)
    }

    /// Lets those who wait look for progress.
    pub fn wake(&self) {
        self.more.notify_waiters();
    }

    /// Waits until something is heard that could be progress.
    pub async fn more(&self) {
        self.more.notified().await;
    }

    /// What was heard of a call since somebody asked this.
    pub fn take_progress(&self, token: &ProgressToken) -> Vec<ProgressNotificationParam> {
        self.lock().remove(token).unwrap_or_default()
    }
}
