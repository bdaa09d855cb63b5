//! Noun: results that are kept in memory, where nobody says something else.

use super::store::{KeptResult, MOST_BYTES, MOST_RESULTS, ResultStore};
use crate::store_error::StoreError;
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

/// The results of one worker, the oldest first.
#[derive(Default)]
pub(super) struct MemoryResults(Mutex<VecDeque<KeptResult>>);

impl MemoryResults {
    /// Those that are not over.
    fn current(&self) -> MutexGuard<'_, VecDeque<KeptResult>> {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = SystemTime::now();
        held.retain(|kept| kept.until > now);
        held
    }
}

impl ResultStore for MemoryResults {
    async fn keep(&self, result: &KeptResult) -> Result<(), StoreError> {
        let mut held = self.current();
        let mut bytes: usize = held.iter().map(|kept| kept.output.len()).sum();
        while held.len() >= MOST_RESULTS || bytes + result.output.len() > MOST_BYTES {
            match held.pop_front() {
                Some(oldest) => bytes -= oldest.output.len(),
                None => break,
            }
        }
        held.push_back(result.clone());
        Ok(())
    }

    async fn find(&self, id: &str) -> Result<Option<KeptResult>, StoreError> {
        Ok(self.current().iter().find(|kept| kept.id == id).cloned())
    }
}

#[cfg(all(test, feature = "approvals", feature = "testing"))]
mod tests {
    use super::*;
    use crate::testing::{block_on, check_result_store};
    use std::sync::Arc;

    /// The same results for each handle.
    #[derive(Clone, Default)]
    struct Shared(Arc<MemoryResults>);

    impl ResultStore for Shared {
        async fn keep(&self, result: &KeptResult) -> Result<(), StoreError> {
            ResultStore::keep(&*self.0, result).await
        }

        async fn find(&self, id: &str) -> Result<Option<KeptResult>, StoreError> {
            ResultStore::find(&*self.0, id).await
        }
    }

    #[test]
    fn results_in_memory_pass_the_check_of_stores() {
        let store = Shared::default();
        let report = block_on(check_result_store(|| async { Ok(store.clone()) }));
        // There is one of these for each worker, and this one is asked for several.
        assert_eq!(
            report.failed().collect::<Vec<_>>(),
            ["the_oldest_results_make_room"]
        );
    }
}
