//! A process that may die at each of its steps: before and after each change of the store and each effect.

use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use toolc_runtime::{ApprovalStore, MemoryStore, StoreError, StoredCall};

#[derive(Clone, Default)]
pub struct Steps(Arc<Counter>);

#[derive(Default)]
struct Counter {
    done: AtomicUsize,
    kill_at: AtomicUsize,
    is_dead: AtomicBool,
}

impl Steps {
    pub fn kill_at(&self, step: usize) {
        self.0.kill_at.store(step, Ordering::Relaxed);
    }

    pub fn count(&self) -> usize {
        self.0.done.load(Ordering::Relaxed)
    }

    pub fn is_dead(&self) -> bool {
        self.0.is_dead.load(Ordering::Relaxed)
    }

    /// Another process takes over.
    pub fn revive(&self) {
        self.0.is_dead.store(false, Ordering::Relaxed);
    }

    /// Takes a step, or dies: then nothing of the process goes on.
    pub async fn take(&self) {
        let step = self.0.done.fetch_add(1, Ordering::Relaxed) + 1;
        if step == self.0.kill_at.load(Ordering::Relaxed) {
            self.0.is_dead.store(true, Ordering::Relaxed);
        }
        if self.is_dead() {
            pending::<()>().await;
        }
    }
}

/// A store whose process may die at each step.
pub struct MortalStore {
    pub store: MemoryStore,
    pub steps: Steps,
}

impl ApprovalStore for MortalStore {
    async fn insert(&self, call: &StoredCall) -> Result<bool, StoreError> {
        self.steps.take().await;
        let inserted = self.store.insert(call).await;
        self.steps.take().await;
        inserted
    }

    async fn get(&self, id: &str) -> Result<Option<StoredCall>, StoreError> {
        self.store.get(id).await
    }

    async fn replace(&self, revision: u32, call: &StoredCall) -> Result<bool, StoreError> {
        self.steps.take().await;
        let replaced = self.store.replace(revision, call).await;
        self.steps.take().await;
        replaced
    }

    async fn open(&self) -> Result<Vec<StoredCall>, StoreError> {
        ApprovalStore::open(&self.store).await
    }
}
