//! Notifications from a server, in the order in which they came.

use rmcp::model::{ProgressNotificationParam, ProgressToken};
use serde_json::value::RawValue;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;
use tokio::sync::futures::Notified;

/// How many progress notifications are kept per call, and for how many calls.
const KEPT: usize = 64;

#[derive(Default)]
pub(super) struct Heard {
    /// How many times it announced a change of its list.
    changes: AtomicU64,
    /// Whether the subscription to such changes has ended, so that none is announced.
    is_unsubscribed: AtomicBool,
    progress: Mutex<HashMap<ProgressToken, Vec<ProgressNotificationParam>>>,
    more: Notify,
}

impl Heard {
    fn lock(&self) -> MutexGuard<'_, HashMap<ProgressToken, Vec<ProgressNotificationParam>>> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records a notification, if it is a relevant one.
    pub fn note(&self, method: &str, params: Option<&RawValue>) {
        match method {
            "notifications/tools/list_changed" => self.note_change(),
            "notifications/progress" => {
                let said = params.and_then(|params| serde_json::from_str(params.get()).ok());
                said.into_iter().for_each(|said| self.note_progress(said));
            }
            _ => {}
        }
    }

    /// Records that the list changed, or may have.
    pub fn note_change(&self) {
        self.changes.fetch_add(1, Ordering::AcqRel);
    }

    /// Records whether changes are announced.
    pub fn set_unsubscribed(&self, is_unsubscribed: bool) {
        self.is_unsubscribed
            .store(is_unsubscribed, Ordering::Release);
    }

    /// Whether changes may happen that are not announced.
    pub fn is_unsubscribed(&self) -> bool {
        self.is_unsubscribed.load(Ordering::Acquire)
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

    /// How many times the server announced a change of its list.
    pub fn changes(&self) -> u64 {
        self.changes.load(Ordering::Acquire)
    }

    /// Wakes the tasks that wait for progress.
    pub fn wake(&self) {
        self.more.notify_waiters();
    }

    /// Waits for a notification that may be progress, from the moment of this call on.
    pub fn next_notification(&self) -> Notified<'_> {
        self.more.notified()
    }

    /// Takes the progress of a call since the last time this was called.
    pub fn take_progress(&self, token: &ProgressToken) -> Vec<ProgressNotificationParam> {
        self.lock().remove(token).unwrap_or_default()
    }
}
