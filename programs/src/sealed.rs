//! A store whose results are sealed: what a program was told decides what it does next, so nobody may change it.

use crate::fields::{Fields, ObjectText};
use std::time::SystemTime;
use toolc_runtime::{
    ApprovalStore, Claim, Json, SealKey, State, StoreError, StoredCall, ToolResult,
};

/// The form of sealed results.
const FORM: &str = "program-result/1";

/// A store of pending calls and of the entries of journals, with sealed results. Everything else is as in the store below.
pub(crate) struct SealedStore<'s, S> {
    pub store: &'s S,
    pub key: &'s SealKey,
}

impl<S> SealedStore<'_, S> {
    fn seal(&self, call: &StoredCall) -> StoredCall {
        let mut call = call.clone();
        if let State::Finished { result: Some(text) } = &call.state {
            let object = ObjectText::new().text("id", &call.id).text("result", text);
            let object = Json::parse(object.end()).unwrap_or_default();
            let result = Some(self.key.seal_json(FORM, &object));
            call.state = State::Finished { result };
        }
        call
    }

    fn unseal(&self, mut call: StoredCall) -> Result<StoredCall, StoreError> {
        if let State::Finished { result: Some(text) } = &call.state {
            let object = self.key.open_json(FORM, text).map_err(StoreError::new)?;
            let mut fields = Fields::read(object.as_text()).ok_or_else(malformed)?;
            if fields.text("id").as_ref() != Some(&call.id) {
                return Err(StoreError::new("a result belongs to another call"));
            }
            let result = Some(fields.text("result").ok_or_else(malformed)?);
            call.state = State::Finished { result };
        }
        Ok(call)
    }
}

fn malformed() -> StoreError {
    StoreError::new("a result is not a sealed one")
}

impl<S: ApprovalStore> ApprovalStore for SealedStore<'_, S> {
    async fn insert(&self, call: &StoredCall) -> Result<bool, StoreError> {
        self.store.insert(&self.seal(call)).await
    }

    async fn get(&self, id: &str) -> Result<Option<StoredCall>, StoreError> {
        let call = self.store.get(id).await?;
        call.map(|call| self.unseal(call)).transpose()
    }

    async fn replace(&self, revision: u32, call: &StoredCall) -> Result<bool, StoreError> {
        self.store.replace(revision, &self.seal(call)).await
    }

    async fn open(&self) -> Result<Vec<StoredCall>, StoreError> {
        self.store.open().await
    }

    async fn now(&self) -> Result<SystemTime, StoreError> {
        self.store.now().await
    }

    /// Keeps what models are shown of a result, since that is what a program gets.
    async fn finish(&self, claim: &Claim, result: &ToolResult) -> Result<(), StoreError> {
        let plain = Plain(self);
        plain.finish(claim, &narrow_result(result)).await
    }
}

/// The result with what models are shown in place of its output.
pub(crate) fn narrow_result(result: &ToolResult) -> ToolResult {
    let mut narrowed = result.clone();
    if let Some(shown) = &result.metadata.shown {
        narrowed.output = Json::parse(shown.text.as_str()).ok();
        // a text in place of a list is not what the schema says
        narrowed.metadata.differs |= shown.is_text;
    }
    narrowed
}

/// The same store, with the steps as the trait has them.
struct Plain<'s, 'k, S>(&'s SealedStore<'k, S>);

impl<S: ApprovalStore> ApprovalStore for Plain<'_, '_, S> {
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
        ApprovalStore::open(self.0).await
    }

    async fn now(&self) -> Result<SystemTime, StoreError> {
        self.0.now().await
    }
}
