//! Type-erased workers and stores.

use crate::approve::{ApprovalStore, PendingCall, ResumeError, Ruling, StoredCall};
use crate::context::Context;
use crate::definition::Shown;
use crate::entry::ToolEntry;
use crate::incoming::ToolCall;
use crate::result::ToolResult;
use crate::store_error::StoreError;
use crate::tool_runtime::Calling;
use crate::worker::{Begun, Worker};
use std::sync::Arc;
use std::time::SystemTime;

/// A tool that a model can call.
pub(super) struct Listed<'w> {
    /// How it is shown.
    pub shown: Shown<'w>,
    pub entry: &'static ToolEntry,
    /// Whether it may return content blocks of MCP.
    pub returns_blocks: bool,
}

/// A worker with any type of handlers.
pub(super) trait AnyWorker: Send + Sync {
    fn name(&self) -> &'static str;

    /// The tools that a model can call, and how each of them is shown to it.
    fn listed(&self) -> Vec<Listed<'_>>;

    fn call<'a>(&'a self, context: &'a Context, call: ToolCall) -> Calling<'a>;

    fn begin<'a>(&'a self, context: &'a Context, call: ToolCall) -> Calling<'a, Begun>;

    fn resume<'a>(
        &'a self,
        context: &'a Context,
        pending: &'a PendingCall,
        ruling: &'a Ruling,
        store: &'a Store,
    ) -> Calling<'a, Result<ToolResult, ResumeError>>;
}

impl<H: Send + Sync + 'static> AnyWorker for Worker<H> {
    fn name(&self) -> &'static str {
        self.name()
    }

    fn listed(&self) -> Vec<Listed<'_>> {
        let listed = self.shown().zip(self.tools());
        let listed = listed.map(|(shown, entry)| Listed {
            shown,
            entry,
            returns_blocks: self.returns_blocks(entry),
        });
        listed.collect()
    }

    fn call<'a>(&'a self, context: &'a Context, call: ToolCall) -> Calling<'a> {
        Box::pin(self.call(context, call))
    }

    fn begin<'a>(&'a self, context: &'a Context, call: ToolCall) -> Calling<'a, Begun> {
        Box::pin(self.begin(context, call))
    }

    fn resume<'a>(
        &'a self,
        context: &'a Context,
        pending: &'a PendingCall,
        ruling: &'a Ruling,
        store: &'a Store,
    ) -> Calling<'a, Result<ToolResult, ResumeError>> {
        Box::pin(self.resume(context, pending, ruling, store))
    }
}

/// A store of any type.
#[derive(Clone)]
pub(super) struct Store(Arc<dyn AnyStore>);

trait AnyStore: Send + Sync {
    fn insert<'a>(&'a self, call: &'a StoredCall) -> Calling<'a, Result<bool, StoreError>>;
    fn get<'a>(&'a self, id: &'a str) -> Calling<'a, Result<Option<StoredCall>, StoreError>>;
    fn replace<'a>(
        &'a self,
        revision: u32,
        call: &'a StoredCall,
    ) -> Calling<'a, Result<bool, StoreError>>;
    fn open(&self) -> Calling<'_, Result<Vec<StoredCall>, StoreError>>;
    fn list(&self) -> Calling<'_, Result<Vec<StoredCall>, StoreError>>;
    fn now(&self) -> Calling<'_, Result<SystemTime, StoreError>>;
}

impl<S: ApprovalStore> AnyStore for S {
    fn insert<'a>(&'a self, call: &'a StoredCall) -> Calling<'a, Result<bool, StoreError>> {
        Box::pin(self.insert(call))
    }

    fn get<'a>(&'a self, id: &'a str) -> Calling<'a, Result<Option<StoredCall>, StoreError>> {
        Box::pin(self.get(id))
    }

    fn replace<'a>(
        &'a self,
        revision: u32,
        call: &'a StoredCall,
    ) -> Calling<'a, Result<bool, StoreError>> {
        Box::pin(self.replace(revision, call))
    }

    fn open(&self) -> Calling<'_, Result<Vec<StoredCall>, StoreError>> {
        Box::pin(self.open())
    }

    fn list(&self) -> Calling<'_, Result<Vec<StoredCall>, StoreError>> {
        Box::pin(self.list())
    }

    fn now(&self) -> Calling<'_, Result<SystemTime, StoreError>> {
        Box::pin(self.now())
    }
}

impl Store {
    pub fn new(store: impl ApprovalStore + 'static) -> Self {
        Store(Arc::new(store))
    }
}

impl ApprovalStore for Store {
    async fn insert(&self, call: &StoredCall) -> Result<bool, StoreError> {
        AnyStore::insert(&*self.0, call).await
    }

    async fn get(&self, id: &str) -> Result<Option<StoredCall>, StoreError> {
        AnyStore::get(&*self.0, id).await
    }

    async fn replace(&self, revision: u32, call: &StoredCall) -> Result<bool, StoreError> {
        AnyStore::replace(&*self.0, revision, call).await
    }

    async fn open(&self) -> Result<Vec<StoredCall>, StoreError> {
        AnyStore::open(&*self.0).await
    }

    async fn list(&self) -> Result<Vec<StoredCall>, StoreError> {
        AnyStore::list(&*self.0).await
    }

    async fn now(&self) -> Result<SystemTime, StoreError> {
        AnyStore::now(&*self.0).await
    }
}
