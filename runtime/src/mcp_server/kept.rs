//! What the server keeps of questions until they expire, charged to whoever asked.

use super::limits::Usage;
use super::meter::{Full, Meter, Taken, Who};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// A question counts once for each started part of its text of this many bytes.
const PART: u64 = 64 * 1024;

/// Questions of one kind, by their ids.
pub(super) struct Kept {
    meter: Arc<Meter>,
    questions: Mutex<HashMap<String, (Taken, Instant)>>,
}

impl Kept {
    pub fn new(meter: Arc<Meter>) -> Self {
        Kept {
            meter,
            questions: Mutex::default(),
        }
    }

    pub fn usage(&self) -> Usage {
        self.drop_expired();
        self.meter.usage()
    }

    fn questions(&self) -> MutexGuard<'_, HashMap<String, (Taken, Instant)>> {
        self.questions
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Charges a caller for a question with a text of so many bytes.
    pub fn take(&self, who: &Who, bytes: usize) -> Result<Taken, Full> {
        self.drop_expired();
        self.meter.take(who, parts(bytes))
    }

    /// Keeps what a caller was charged until the question is over or expires.
    pub fn keep(&self, id: &str, taken: Taken, within: Duration) {
        let until = Instant::now() + within;
        self.questions().insert(id.to_owned(), (taken, until));
    }

    /// Charges a caller for a question that is kept already.
    pub fn recall(&self, id: &str, who: &Who, bytes: usize, within: Duration) {
        let taken = self.meter.force(who, parts(bytes));
        self.keep(id, taken, within);
    }

    /// The question is over.
    pub fn end(&self, id: &str) {
        self.questions().remove(id);
    }

    fn drop_expired(&self) {
        let now = Instant::now();
        self.questions().retain(|_, (_, until)| now < *until);
    }
}

fn parts(bytes: usize) -> u64 {
    (bytes as u64).div_ceil(PART).max(1)
}
