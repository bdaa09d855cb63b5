//! Stores that forget too much or too little, find what nobody stored, or stay broken.

use std::sync::{Arc, Mutex};
use std::time::SystemTime;
use toolc_runtime::{
    ApprovalStore, MemoryStore, PendingCall, ResumeError, Ruling, SealKey, State, StoreError,
    StoredCall,
};

/// What is forgotten.
#[derive(Debug, Clone, Copy)]
pub enum Forgets {
    Rightly,
    Nothing,
    Finished,
    Open,
    Claimed,
}

#[derive(Clone, Default)]
pub struct Forgetful(Arc<Mutex<Vec<StoredCall>>>);

impl Forgetful {
    pub fn forget(&self, what: Forgets, key: &SealKey) -> Result<(), StoreError> {
        let now = SystemTime::now();
        let mut calls = self
            .0
            .lock()
            .map_err(|error| error.to_string())
            .map_err(StoreError::new)?;
        calls.retain(|call| {
            let is_finished = matches!(call.state, State::Finished { .. });
            let is_claimed = matches!(call.state, State::Claimed { .. });
            let opened = PendingCall::open(&call.question, key, now);
            let is_over = !is_claimed && matches!(opened, Err(ResumeError::Expired));
            let is_forgotten = match what {
                Forgets::Rightly => is_finished || is_over,
                Forgets::Nothing => false,
                Forgets::Finished => is_finished,
                Forgets::Open => !is_claimed,
                Forgets::Claimed => is_finished || is_over || is_claimed,
            };
            !is_forgotten
        });
        Ok(())
    }

    fn with<T>(&self, job: impl FnOnce(&mut Vec<StoredCall>) -> T) -> Result<T, StoreError> {
        let mut calls = self
            .0
            .lock()
            .map_err(|error| StoreError::new(error.to_string()))?;
        Ok(job(&mut calls))
    }
}

impl ApprovalStore for Forgetful {
    async fn insert(&self, call: &StoredCall) -> Result<bool, StoreError> {
        self.with(|calls| {
            let is_new = calls.iter().all(|known| known.id != call.id);
            if is_new {
                calls.push(call.clone());
            }
            is_new
        })
    }

    async fn get(&self, id: &str) -> Result<Option<StoredCall>, StoreError> {
        self.with(|calls| calls.iter().find(|call| call.id == id).cloned())
    }

    async fn replace(&self, revision: u32, call: &StoredCall) -> Result<bool, StoreError> {
        self.with(|calls| {
            let known = calls.iter_mut().find(|known| known.id == call.id);
            let known = known.filter(|known| known.revision == revision);
            known.map(|known| *known = call.clone()).is_some()
        })
    }

    async fn open(&self) -> Result<Vec<StoredCall>, StoreError> {
        self.with(|calls| calls.clone())
    }
}

/// A store that has every call.
pub struct FindsAnything;

impl ApprovalStore for FindsAnything {
    async fn insert(&self, _: &StoredCall) -> Result<bool, StoreError> {
        Ok(true)
    }

    async fn get(&self, id: &str) -> Result<Option<StoredCall>, StoreError> {
        Ok(Some(StoredCall {
            id: id.to_owned(),
            revision: 0,
            state: State::Asked,
            question: String::new(),
            ruling: None,
        }))
    }

    async fn replace(&self, _: u32, _: &StoredCall) -> Result<bool, StoreError> {
        Ok(true)
    }

    async fn open(&self) -> Result<Vec<StoredCall>, StoreError> {
        Ok(Vec::new())
    }
}

/// A store that takes a decision that is repeated for another one.
pub struct GivesUpOnSecondDecision(pub MemoryStore);

impl ApprovalStore for GivesUpOnSecondDecision {
    async fn insert(&self, call: &StoredCall) -> Result<bool, StoreError> {
        self.0.insert(call).await
    }

    async fn get(&self, id: &str) -> Result<Option<StoredCall>, StoreError> {
        self.0.get(id).await
    }

    async fn replace(&self, revision: u32, call: &StoredCall) -> Result<bool, StoreError> {
        self.0.replace(revision, call).await
    }

    async fn open(&self) -> Result<Vec<StoredCall>, StoreError> {
        self.0.open().await
    }

    async fn decide(&self, _: &Ruling, _: &SealKey) -> Result<(), ResumeError> {
        Err(ResumeError::DecidedOtherwise)
    }
}
