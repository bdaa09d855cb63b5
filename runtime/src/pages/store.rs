//! Noun: the whole results that are kept for a while, each under a handle that nobody can guess.

use crate::context::Context;
use crate::results::Results;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use uuid::Uuid;

/// How many results are kept; the oldest make room.
const MOST_RESULTS: usize = 64;

/// How many bytes of JSON are kept in all. A result that is longer is not kept.
const MOST_BYTES: usize = 32_000_000;

/// How long a result is kept, unless the program says something else.
const USUAL_TIME: Duration = Duration::from_secs(15 * 60);

/// The results that a worker keeps.
pub(crate) struct KeptResults {
    held: Mutex<VecDeque<Arc<Kept>>>,
    time: Duration,
}

/// A result that is kept for whoever was shown a part of it.
pub(super) struct Kept {
    handle: String,
    session: Option<String>,
    principal: Option<String>,
    until: Instant,
    /// The whole result as JSON text.
    pub output: String,
    /// What is shown of it.
    pub results: &'static Results,
}

impl Default for KeptResults {
    fn default() -> Self {
        KeptResults {
            held: Mutex::default(),
            time: USUAL_TIME,
        }
    }
}

impl KeptResults {
    /// Sets how long results are kept.
    pub fn set_time(&mut self, time: Duration) {
        self.time = time;
    }

    /// Keeps a result for the session and the principal of a context, and returns its handle; `None` if it is too long.
    pub fn keep_result(
        &self,
        context: &Context,
        output: &str,
        results: &'static Results,
    ) -> Option<String> {
        if output.len() > MOST_BYTES {
            return None;
        }
        let kept = Kept {
            handle: make_handle(),
            session: context.session().map(str::to_owned),
            principal: context.principal().map(str::to_owned),
            until: Instant::now().checked_add(self.time)?,
            output: output.to_owned(),
            results,
        };
        let handle = kept.handle.clone();
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        remove_expired(&mut held);
        let mut bytes: usize = held.iter().map(|kept| kept.output.len()).sum();
        while held.len() >= MOST_RESULTS || bytes + output.len() > MOST_BYTES {
            let oldest = held.pop_front()?;
            bytes -= oldest.output.len();
        }
        held.push_back(Arc::new(kept));
        Some(handle)
    }

    /// The result with a handle, for the session and the principal that it was kept for.
    pub(super) fn find_result(&self, context: &Context, handle: &str) -> Option<Arc<Kept>> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        remove_expired(&mut held);
        let mut held = held.iter();
        let kept = held.find(|kept| is_same(&kept.handle, handle))?;
        let is_theirs = kept.session.as_deref() == context.session()
            && kept.principal.as_deref() == context.principal();
        is_theirs.then(|| Arc::clone(kept))
    }
}

fn remove_expired(held: &mut VecDeque<Arc<Kept>>) {
    let now = Instant::now();
    held.retain(|kept| kept.until > now);
}

/// 244 random bits of the operating system.
fn make_handle() -> String {
    format!("{}{}", Uuid::new_v4().simple(), Uuid::new_v4().simple())
}

/// Whether two handles are the same. How long that takes says nothing about where they differ.
fn is_same(one: &str, other: &str) -> bool {
    let bytes = one.bytes().zip(other.bytes());
    one.len() == other.len() && bytes.fold(0, |all, (one, other)| all | (one ^ other)) == 0
}
