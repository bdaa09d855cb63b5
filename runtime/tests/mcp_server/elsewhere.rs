//! Questions that somebody else decides in the store, and stores that fail.

use crate::attacks::{again, approve, delete, key, state};
use crate::kit::{ask, builder, mocks, run};
use crate::tools::Delete;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use std::time::SystemTime;
use toolc_runtime::mcp_server::{HttpService, Notice, StoreStep};
use toolc_runtime::testing::Mocks;
use toolc_runtime::{ApprovalStore, MemoryStore, PendingCall, Ruling, StoreError, StoredCall};

fn service(mocks: &Mocks, store: impl ApprovalStore + 'static) -> HttpService {
    let server = builder(mocks).seal_key(key()).approval_store(store);
    server.build().unwrap().http_service()
}

/// Decides as another process does: with the store and the key alone.
async fn decide(store: &MemoryStore, ruling: impl Fn(&PendingCall) -> Ruling) {
    let call = store.open().await.unwrap().remove(0);
    let pending = PendingCall::open(&call.question, &key(), SystemTime::now()).unwrap();
    let ruling = ruling(&pending).by("ann");
    store.decide(&ruling, &key()).await.unwrap();
}

fn deny() -> Value {
    json!({ "approval": { "action": "accept", "content": { "decision": "deny" } } })
}

#[test]
fn a_call_that_was_approved_elsewhere_runs_when_its_client_comes_back() {
    run(async {
        for answers in [json!({}), approve()] {
            let (mocks, store) = (mocks(), MemoryStore::new());
            let service = service(&mocks, store.clone());
            let good = state(&ask(&service, &delete()).await);
            let waits = ask(&service, &again(delete(), &good, json!({}))).await;
            assert_eq!(state(&waits), good);
            decide(&store, PendingCall::approve).await;
            let retry = again(delete(), &good, answers);
            let done = ask(&service, &retry).await;
            assert_eq!(done["result"]["isError"], false, "{done}");
            let twice = ask(&service, &retry).await;
            assert_eq!(twice["error"]["code"], -32602, "{twice}");
            assert_eq!(mocks.count::<Delete>(), 1);
        }
    });
}

#[test]
fn a_call_that_was_denied_elsewhere_does_not_run_whatever_the_client_says() {
    run(async {
        for answers in [json!({}), approve(), deny()] {
            let (mocks, store) = (mocks(), MemoryStore::new());
            let service = service(&mocks, store.clone());
            let good = state(&ask(&service, &delete()).await);
            decide(&store, |pending| pending.deny("not before noon")).await;
            let told = ask(&service, &again(delete(), &good, answers)).await;
            assert_eq!(told["result"]["isError"], true, "{told}");
            assert!(told.to_string().contains("not before noon"), "{told}");
            assert!(mocks.calls().is_empty());
        }
    });
}

#[test]
fn whoever_refuses_a_call_has_not_agreed_to_the_approval_of_others() {
    run(async {
        let (mocks, store) = (mocks(), MemoryStore::new());
        let service = service(&mocks, store.clone());
        let good = state(&ask(&service, &delete()).await);
        decide(&store, PendingCall::approve).await;
        let told = ask(&service, &again(delete(), &good, deny())).await;
        assert_eq!(told["error"]["code"], -32602, "{told}");
        assert!(
            told.to_string().contains("decided in another way"),
            "{told}"
        );
        assert!(mocks.calls().is_empty());
    });
}

/// A store that fails from one of its operations on.
#[derive(Clone)]
struct Failing {
    store: MemoryStore,
    /// Which states are not written any more.
    from: Arc<Mutex<&'static str>>,
}

impl Failing {
    fn check(&self, call: &StoredCall) -> Result<(), StoreError> {
        let from = *self.from.lock().unwrap();
        match call.state.to_string().starts_with(from) {
            true => Err(StoreError::new("database or disk is full")),
            false => Ok(()),
        }
    }
}

impl ApprovalStore for Failing {
    async fn insert(&self, call: &StoredCall) -> Result<bool, StoreError> {
        self.check(call)?;
        self.store.insert(call).await
    }

    async fn get(&self, id: &str) -> Result<Option<StoredCall>, StoreError> {
        self.store.get(id).await
    }

    async fn replace(&self, revision: u32, call: &StoredCall) -> Result<bool, StoreError> {
        self.check(call)?;
        self.store.replace(revision, call).await
    }

    async fn open(&self) -> Result<Vec<StoredCall>, StoreError> {
        self.store.open().await
    }
}

#[test]
fn a_store_that_fails_is_told_to_the_operator_and_is_no_denial() {
    run(async {
        let heard: Arc<Mutex<Vec<(StoreStep, String)>>> = Arc::default();
        let from = Arc::new(Mutex::new("asked"));
        let store = Failing {
            store: MemoryStore::new(),
            from: Arc::clone(&from),
        };
        let (mocks, hears) = (mocks(), Arc::clone(&heard));
        let server = builder(&mocks)
            .seal_key(key())
            .approval_store(store)
            .listener(move |notice| {
                let said = notice.to_string();
                if let Notice::StoreFailed { step, .. } = notice {
                    hears.lock().unwrap().push((step, said));
                }
            });
        let service = server.build().unwrap().http_service();
        let told = ask(&service, &delete()).await;
        assert_eq!(told["error"]["code"], -32603, "{told}");
        let said = "nobody was asked and the call did not run";
        assert!(told.to_string().contains(said), "{told}");

        *from.lock().unwrap() = "none of them";
        let good = state(&ask(&service, &delete()).await);
        for step in ["decided", "claimed"] {
            *from.lock().unwrap() = step;
            let told = ask(&service, &again(delete(), &good, approve())).await;
            assert_eq!(told["error"]["code"], -32603, "{told}");
            assert!(
                told.to_string().contains("send the answer again later"),
                "{told}"
            );
            assert!(mocks.calls().is_empty());
        }
        *from.lock().unwrap() = "finished";
        let done = ask(&service, &again(delete(), &good, approve())).await;
        assert_eq!(
            done["result"]["isError"], false,
            "the client has the result: {done}"
        );
        assert_eq!(mocks.count::<Delete>(), 1);

        let heard = heard.lock().unwrap();
        let steps: Vec<StoreStep> = heard.iter().map(|(step, _)| *step).collect();
        let [question, answer, result] =
            [StoreStep::Question, StoreStep::Answer, StoreStep::Result];
        assert_eq!(steps, [question, answer, answer, result]);
        assert_eq!(
            heard[0].1,
            "the store failed at the question of a call of `files__delete`: database or disk is full"
        );
    });
}
