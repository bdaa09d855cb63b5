//! A worker with a pending call, and everything needed to decide and to resume it.

use super::tools::{self, AddNumbered, AddText, Delete, GetWeather, LogIn, Ping, Rebuilt};
use std::time::{Duration, SystemTime};
use toolc_runtime::testing::{Mocks, block_on};
use toolc_runtime::{
    ApprovalStore, Begun, Context, MemoryStore, PendingCall, ResumeError, Ruling, SealKey,
    ToolCall, ToolResult, Worker,
};

pub const ARGUMENTS: &str = r#"{ "path": "/a", "n": 1, "who": "Ada" }"#;

pub struct Desk {
    pub mocks: Mocks,
    pub worker: Worker<Mocks>,
    pub context: Context,
    pub store: MemoryStore,
    pub key: SealKey,
    pub pending: PendingCall,
    pub text: String,
}

pub fn mocks() -> Mocks {
    Mocks::new()
        .on::<AddText>(|call| Ok(call.args.text.clone()))
        .on::<AddNumbered>(|call| Ok(call.args.text.clone()))
        .on::<Ping>(|call| Ok(call.text().to_owned()))
        .on::<LogIn>(|call| Ok(toolc_runtime::Json::encode(&call.args.user)?))
        .returns::<GetWeather>(serde_json::json!("fine").into())
        .returns::<Delete>(())
        .returns::<Rebuilt>(())
}

pub fn key() -> SealKey {
    SealKey::new("k1", b"8f14e45fceea167a5a36dedd4bea2543").expect("a key")
}

pub fn context() -> Context {
    Context::new("s").with_principal("ada")
}

pub fn begin(worker: &Worker<Mocks>, context: &Context, id: &str, arguments: &str) -> PendingCall {
    begin_tool(
        worker,
        context,
        ToolCall::new(id, "files::delete", arguments),
    )
}

pub fn begin_tool(worker: &Worker<Mocks>, context: &Context, call: ToolCall) -> PendingCall {
    match block_on(worker.begin(context, call)) {
        Begun::Pending(pending) => pending,
        other => panic!("it was to wait: {other:?}"),
    }
}

impl Desk {
    pub fn new() -> Self {
        Desk::with(mocks())
    }

    pub fn with(mocks: Mocks) -> Self {
        Desk::of(tools::worker(mocks.clone()), mocks)
    }

    pub fn of(worker: Worker<Mocks>, mocks: Mocks) -> Self {
        let context = context();
        let pending = begin(&worker, &context, "c1", ARGUMENTS);
        let (key, store) = (key(), MemoryStore::new());
        block_on(store.put(&pending, &key)).expect("a new call");
        Desk {
            text: pending.seal(&key),
            mocks,
            worker,
            context,
            store,
            key,
            pending,
        }
    }

    pub fn open(&self, text: &str) -> Result<PendingCall, ResumeError> {
        PendingCall::open(text, &self.key, SystemTime::now())
    }

    pub fn decide(&self, ruling: &Ruling) -> Result<(), ResumeError> {
        block_on(self.store.decide(ruling, &self.key))
    }

    /// Decides and resumes the call.
    pub fn settle(&self, ruling: &Ruling) -> Result<ToolResult, ResumeError> {
        self.decide(ruling)?;
        self.resume(ruling)
    }

    pub fn resume(&self, ruling: &Ruling) -> Result<ToolResult, ResumeError> {
        self.resume_by(&self.worker, &self.context, ruling)
    }

    pub fn resume_by(
        &self,
        worker: &Worker<Mocks>,
        context: &Context,
        ruling: &Ruling,
    ) -> Result<ToolResult, ResumeError> {
        block_on(worker.resume(context, &self.pending, ruling, &self.store))
    }

    pub fn later(&self, by: Duration) -> SystemTime {
        SystemTime::now() + by
    }
}

/// Returns how a call ended, in one word: the code of an error, the kind of a failed result, or `ran`.
pub fn outcome(result: Result<ToolResult, ResumeError>) -> String {
    match result {
        Err(error) => error.code().to_owned(),
        Ok(result) => match result.error {
            Some(error) => error.kind.name().to_owned(),
            None => "ran".to_owned(),
        },
    }
}
