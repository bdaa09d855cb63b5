//! An approval store in the memory of this process.

use super::store::{ApprovalStore, State, StoredCall};
use crate::store_error::StoreError;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Keeps pending calls in memory, for as long as this process lives. Clones share them. Meant for tests, and
/// for programs in which one process asks, decides and resumes.
///
/// Finished calls are kept, so that none is resumed twice, until [`MemoryStore::forget_finished`] is called.
#[derive(Clone, Default)]
pub struct MemoryStore(Arc<Mutex<Vec<StoredCall>>>);

impl MemoryStore {
    /// Creates an empty store.
    pub fn new() -> Self {
        MemoryStore::default()
    }

    /// Forgets the finished calls. A forgotten call cannot be resumed, because it is no longer stored.
    pub fn forget_finished(&self) {
        self.calls().retain(is_open);
    }

    fn calls(&self) -> MutexGuard<'_, Vec<StoredCall>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn is_open(call: &StoredCall) -> bool {
    !matches!(call.state, State::Finished { .. })
}

impl ApprovalStore for MemoryStore {
    async fn insert(&self, call: &StoredCall) -> Result<bool, StoreError> {
        let mut calls = self.calls();
        let is_new = calls.iter().all(|known| known.id != call.id);
        if is_new {
            calls.push(call.clone());
        }
        Ok(is_new)
    }

    async fn get(&self, id: &str) -> Result<Option<StoredCall>, StoreError> {
        Ok(self.calls().iter().find(|call| call.id == id).cloned())
    }

    async fn replace(&self, revision: u32, call: &StoredCall) -> Result<bool, StoreError> {
        let mut calls = self.calls();
        let is_same = |known: &&mut StoredCall| known.id == call.id && known.revision == revision;
        let found = calls.iter_mut().find(is_same);
        let is_found = found.is_some();
        if let Some(known) = found {
            *known = call.clone();
        }
        Ok(is_found)
    }

    async fn open(&self) -> Result<Vec<StoredCall>, StoreError> {
        Ok(self
            .calls()
            .iter()
            .filter(|call| is_open(call))
            .cloned()
            .collect())
    }

    async fn list(&self) -> Result<Vec<StoredCall>, StoreError> {
        Ok(self.calls().clone())
    }
}

impl fmt::Debug for MemoryStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemoryStore")
            .field("calls", &self.calls().len())
            .finish()
    }
}
