//! Remembers which answers were used: the store of a server that was given none.

use crate::approve::{ApprovalStore, State, StoredCall};
use crate::store_error::StoreError;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// The answered calls of this process, kept until their states expire. A question takes no space before it is
/// answered.
pub(super) struct Spent {
    /// By id, with the time of the answer.
    calls: Mutex<HashMap<String, (Instant, StoredCall)>>,
    /// How long a sealed state is valid.
    keep: Duration,
}

impl Spent {
    pub fn new(keep: Duration) -> Self {
        Spent {
            calls: Mutex::default(),
            keep,
        }
    }

    fn calls(&self) -> MutexGuard<'_, HashMap<String, (Instant, StoredCall)>> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ApprovalStore for Spent {
    async fn insert(&self, call: &StoredCall) -> Result<bool, StoreError> {
        let (now, mut calls) = (Instant::now(), self.calls());
        // The times in a sealed text are rounded.
        let keep = self.keep + Duration::from_secs(2);
        if calls.len().is_power_of_two() {
            // A call that still runs then needs no record either: its question cannot be answered again.
            calls.retain(|_, (at, _)| now.duration_since(*at) < keep);
        }
        let is_new = !calls.contains_key(&call.id);
        if is_new {
            calls.insert(call.id.clone(), (now, call.clone()));
        }
        Ok(is_new)
    }

    async fn get(&self, id: &str) -> Result<Option<StoredCall>, StoreError> {
        Ok(self.calls().get(id).map(|(_, call)| call.clone()))
    }

    async fn replace(&self, revision: u32, call: &StoredCall) -> Result<bool, StoreError> {
        let mut calls = self.calls();
        let known = calls.get_mut(&call.id);
        let Some((_, known)) = known.filter(|(_, known)| known.revision == revision) else {
            return Ok(false);
        };
        *known = call.clone();
        if let State::Finished { result } = &mut known.state {
            // From here on, it only matters that the answer was used.
            *result = None;
            known.ruling = None;
            known.question = String::new();
        }
        Ok(true)
    }

    async fn open(&self) -> Result<Vec<StoredCall>, StoreError> {
        let calls = self.calls();
        let open = calls.values().map(|(_, call)| call);
        let open = open.filter(|call| !matches!(call.state, State::Finished { .. }));
        Ok(open.cloned().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEEP: Duration = Duration::from_secs(600);

    fn finished(id: &str) -> StoredCall {
        StoredCall {
            id: id.to_owned(),
            revision: 0,
            state: State::Finished { result: None },
            question: String::new(),
            ruling: None,
        }
    }

    async fn is_new(spent: &Spent, id: &str) -> bool {
        spent.insert(&finished(id)).await.expect("no failure")
    }

    /// Runs a test whose clock only moves when it is told to.
    fn run(test: impl Future<Output = ()>) {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .start_paused(true)
            .build();
        runtime.expect("a runtime").block_on(test);
    }

    #[test]
    fn an_answer_counts_once_as_long_as_its_question_could_be_answered() {
        run(async {
            let spent = Spent::new(KEEP);
            assert!(is_new(&spent, "first").await);
            tokio::time::advance(KEEP).await;
            for number in 0..100 {
                assert!(is_new(&spent, &number.to_string()).await);
            }
            assert!(!is_new(&spent, "first").await);
            assert_eq!(spent.calls().len(), 101);
        });
    }

    #[test]
    fn answers_are_dropped_by_their_age() {
        run(async {
            let spent = Spent::new(KEEP);
            for number in 0..1000 {
                assert!(is_new(&spent, &number.to_string()).await);
                tokio::time::advance(KEEP / 10).await;
                // those of the last ten minutes, and as many again before there is a look at their age
                assert!(spent.calls().len() <= 32, "{}", spent.calls().len());
            }
            assert!(spent.get("0").await.expect("no failure").is_none());
        });
    }
}
