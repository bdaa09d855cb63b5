//! A process that may die at each of its steps: before and after each change of the store and each effect.

use std::future::pending;
use std::io::{Write, stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use toolc_runtime::{ApprovalStore, StoreError, StoredCall};

#[derive(Clone, Default)]
pub struct Steps(Arc<Counter>);

#[derive(Default)]
struct Counter {
    done: AtomicUsize,
    kill_at: AtomicUsize,
    is_dead: AtomicBool,
    is_real: AtomicBool,
}

/// What a real process says when it has come to the step at which somebody kills it.
pub const HERE: &str = "kill me";

impl Steps {
    pub fn kill_at(&self, step: usize) {
        self.0.kill_at.store(step, Ordering::Relaxed);
    }

    /// Steps of a process that really dies: it says when it is time, and goes no further.
    pub fn real() -> Self {
        let steps = Steps::default();
        steps.0.is_real.store(true, Ordering::Relaxed);
        steps
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
            if self.0.is_real.load(Ordering::Relaxed) {
                let line = format!("\n{HERE}\n");
                stdout().write_all(line.as_bytes()).unwrap();
                loop {
                    thread::park();
                }
            }
            self.0.is_dead.store(true, Ordering::Relaxed);
        }
        if self.is_dead() {
            pending::<()>().await;
        }
    }
}

/// A store whose process may die at each step.
pub struct MortalStore<S> {
    pub store: S,
    pub steps: Steps,
}

impl<S: ApprovalStore> ApprovalStore for MortalStore<S> {
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
