//! Approval under 2026-07-28, and attacks that try to run a call without approval.

use crate::kit::{ask, builder, can_ask, meta, mocks, post, request, run, send};
use crate::tools::{self, Delete, LogIn, Ping, Rebuilt};
use serde_json::{Value, json};
use std::time::Duration;
use toolc_runtime::mcp_server::{Caller, Challenge, HttpService, Server, Tools};
use toolc_runtime::testing::Mocks;
use toolc_runtime::{Json, MemoryStore, SealKey};

const SECRET: &[u8] = b"8f14e45fceea167a5a36dedd4bea2543";

pub fn key() -> SealKey {
    SealKey::new("k1", SECRET).unwrap()
}

fn call(name: &str, arguments: &Value) -> Value {
    request(
        "tools/call",
        json!({ "name": name, "arguments": arguments }),
    )
}

pub fn delete() -> Value {
    call("files__delete", &json!({ "path": "/a" }))
}

pub fn approve() -> Value {
    json!({ "approval": { "action": "accept", "content": { "decision": "approve" } } })
}

/// Returns the same call with the client's answers.
pub fn again(mut call: Value, state: &str, answers: Value) -> Value {
    call["id"] = json!(2);
    call["params"]["requestState"] = json!(state);
    call["params"]["inputResponses"] = answers;
    call
}

pub fn state(question: &Value) -> String {
    assert_eq!(
        question["result"]["resultType"], "input_required",
        "{question}"
    );
    question["result"]["requestState"]
        .as_str()
        .unwrap()
        .to_owned()
}

/// A server of the usual tools whose callers identify themselves in a header.
fn service(mocks: &Mocks) -> HttpService {
    let builder = builder(mocks).authenticate(|parts| {
        let name = parts
            .headers
            .get("x-user")
            .and_then(|name| name.to_str().ok());
        let caller = name.map(Caller::new).ok_or(Challenge::unauthenticated());
        std::future::ready(caller)
    });
    builder.build().unwrap().http_service()
}

async fn ask_as(service: &HttpService, user: &str, message: &Value) -> Value {
    let response = send(service, post(message).header("x-user", user), message).await;
    crate::kit::messages(response).await.pop().unwrap()
}

#[test]
fn an_approved_call_runs_once() {
    run(async {
        let mocks = mocks();
        let service = service(&mocks);
        let question = ask_as(&service, "ann", &delete()).await;
        let form = &question["result"]["inputRequests"]["approval"];
        assert_eq!(form["method"], "elicitation/create");
        assert_eq!(form["params"]["mode"], "form");
        let schema = &form["params"]["requestedSchema"];
        assert_eq!(schema["required"], json!(["decision"]));
        assert_eq!(
            schema["properties"]["decision"]["enum"],
            json!(["approve", "deny"])
        );
        assert_eq!(mocks.calls().len(), 0);
        let retry = again(delete(), &state(&question), approve());
        let done = ask_as(&service, "ann", &retry).await;
        assert_eq!(done["result"]["isError"], false, "{done}");
        assert_eq!(mocks.count::<Delete>(), 1);
        for _ in 0..3 {
            let replayed = ask_as(&service, "ann", &retry).await;
            assert_eq!(replayed["error"]["code"], -32602, "{replayed}");
        }
        assert_eq!(mocks.count::<Delete>(), 1);
    });
}

#[test]
fn a_denied_call_says_so_to_the_model_and_stays_denied() {
    run(async {
        let mocks = mocks();
        let service = service(&mocks);
        let state = state(&ask_as(&service, "ann", &delete()).await);
        let no = json!({ "approval": { "action": "accept",
            "content": { "decision": "deny", "note": "not today" } } });
        let denied = ask_as(&service, "ann", &again(delete(), &state, no)).await;
        assert_eq!(denied["result"]["isError"], true);
        assert!(
            denied["result"]["content"][0]["text"]
                .to_string()
                .contains("not today")
        );
        let changed = ask_as(&service, "ann", &again(delete(), &state, approve())).await;
        assert_eq!(changed["error"]["code"], -32602, "{changed}");
        assert!(mocks.calls().is_empty());
    });
}

/// Replaces a part of a text, which must be there.
fn swap(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "{text}");
    text.replacen(from, to, 1)
}

#[test]
fn what_is_not_the_state_that_went_out_runs_nothing() {
    run(async {
        let mocks = mocks();
        let service = service(&mocks);
        let good = state(&ask_as(&service, "ann", &delete()).await);
        let other_tool = ask_as(&service, "ann", &call("net__ping", &json!({}))).await;
        let other_place = call("files__delete", &json!({ "path": "/b" }));
        let other_place = ask_as(&service, "ann", &other_place).await;
        let foreign = toolc_states(SECRET).await;
        let (half, seal) = (good.len() / 2, good.rfind("\"seal\"").unwrap());
        let body = |text: &str| text[..text.rfind("\"seal\"").unwrap()].to_owned();
        let states: Vec<(&str, String)> = vec![
            ("empty", String::new()),
            ("not JSON", "approve".to_owned()),
            ("an empty object", "{}".to_owned()),
            ("truncated", good[..half].to_owned()),
            ("without its seal", format!("{}\"x\":1}}", &good[..seal])),
            ("with something behind it", format!("{good} {good}")),
            ("other arguments", swap(&good, r#"\"/a\""#, r#"\"/b\""#)),
            ("another tool", swap(&good, "files__delete", "net__ping")),
            ("another principal", swap(&good, "\"ann\"", "\"bob\"")),
            ("no principal", swap(&good, "\"principal\":\"ann\",", "")),
            ("another worker", swap(&good, "\"support\"", "\"admin\"")),
            (
                "an older definition",
                swap(&good, "digest of f4", "digest of f9"),
            ),
            ("a later end", swap(&good, "\"until\":", "\"until\":9")),
            ("another id", swap(&good, "\"id\":\"", "\"id\":\"0")),
            ("another form", swap(&good, "pending/1", "ruling/1")),
            (
                "another key's name",
                swap(&good, "\"key\":\"process\"", "\"key\":\"k1\""),
            ),
            ("the body of one with the seal of another", {
                let other = state(&other_place);
                body(&good) + &other[other.rfind("\"seal\"").unwrap()..]
            }),
            (
                "upper-case seal",
                good[..seal].to_owned() + &good[seal..].to_uppercase().replace("SEAL", "seal"),
            ),
            ("a key twice", swap(&good, "{", "{\"toolc\":\"pending/1\",")),
            ("sealed by somebody else", foreign),
            ("of another tool", state(&other_tool)),
            ("of other arguments", state(&other_place)),
        ];
        for (what, text) in states {
            let answer = ask_as(&service, "ann", &again(delete(), &text, approve())).await;
            assert_eq!(answer["error"]["code"], -32602, "{what}: {answer}");
            assert!(mocks.calls().is_empty(), "{what}");
        }
        let done = ask_as(&service, "ann", &again(delete(), &good, approve())).await;
        assert_eq!(done["result"]["isError"], false, "{done}");
    });
}

/// Returns the state of the same question, sealed with a key that the attacker knows.
async fn toolc_states(secret: &[u8]) -> String {
    let server = builder(&mocks())
        .seal_key(SealKey::new("process", secret).unwrap())
        .approval_store(MemoryStore::new())
        .authenticate(|_| std::future::ready(Ok(Caller::new("ann"))));
    let service = server.build().unwrap().http_service();
    state(&ask(&service, &delete()).await)
}

#[test]
fn a_good_state_counts_for_its_call_and_its_principal_alone() {
    run(async {
        let mocks = mocks();
        let service = service(&mocks);
        let good = state(&ask_as(&service, "ann", &delete()).await);
        let tries = [
            ("another principal", "bob", delete()),
            (
                "another path",
                "ann",
                call("files__delete", &json!({ "path": "/b" })),
            ),
            (
                "more arguments",
                "ann",
                call("files__delete", &json!({ "path": "/a", "all": true })),
            ),
            (
                "no arguments",
                "ann",
                request("tools/call", json!({ "name": "files__delete" })),
            ),
            (
                "another tool",
                "ann",
                call("net__ping", &json!({ "path": "/a" })),
            ),
        ];
        for (what, user, other) in tries {
            let answer = ask_as(&service, user, &again(other, &good, approve())).await;
            assert_eq!(answer["error"]["code"], -32602, "{what}: {answer}");
        }
        let unknown = call("files::delete", &json!({ "path": "/a" }));
        let answer = ask_as(&service, "ann", &again(unknown, &good, approve())).await;
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
        let message = again(delete(), &good, approve());
        let nobody = send(&service, post(&message), &message).await;
        assert_eq!(nobody.status(), 401);
        assert!(mocks.calls().is_empty());
    });
}

#[test]
fn an_answer_that_is_none_is_asked_for_again() {
    run(async {
        let mocks = mocks();
        let service = service(&mocks);
        // an answer that nobody asked for
        let mut unasked = delete();
        unasked["params"]["inputResponses"] = approve();
        let question = ask_as(&service, "ann", &unasked).await;
        let good = state(&question);
        let answers = [
            json!({}),
            json!({ "other": approve()["approval"] }),
            json!({ "approval": true }),
            json!({ "approval": {} }),
            json!({ "approval": { "action": "accept" } }),
            json!({ "approval": { "action": "accept", "content": {} } }),
            json!({ "approval": { "action": "accept", "content": { "decision": "yes" } } }),
            json!({ "approval": { "action": "accept", "content": { "decision": true } } }),
            json!({ "approval": { "action": "accept", "content": ["approve"] } }),
            json!({ "approval": { "action": "ACCEPT", "content": { "decision": "approve" } } }),
        ];
        for answer in answers {
            let asked = ask_as(&service, "ann", &again(delete(), &good, answer.clone())).await;
            assert_eq!(state(&asked), good, "{answer}");
        }
        assert!(mocks.calls().is_empty());
    });
}

#[test]
fn an_answer_counts_for_a_time() {
    run(async {
        let mocks = mocks();
        let server = builder(&mocks).answer_within(Duration::ZERO);
        let service = server.build().unwrap().http_service();
        let late = state(&ask(&service, &delete()).await);
        let answer = ask(&service, &again(delete(), &late, approve())).await;
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
        assert!(mocks.calls().is_empty());
    });
}

/// A server with one tool, with a key and a store that other servers share.
fn shared<T: toolc_runtime::v1::Tool<Key = ()>>(
    name: &'static str,
    mocks: &Mocks,
    store: &MemoryStore,
) -> HttpService {
    let server = Server::builder(tools::small_worker::<T>(name, mocks.clone()))
        .seal_key(key())
        .approval_store(store.clone());
    server.build().unwrap().http_service()
}

#[test]
fn any_process_with_the_key_and_the_store_takes_the_answer_and_one_of_them_once() {
    run(async {
        let (mocks, store) = (mocks(), MemoryStore::new());
        let all = [(); 3].map(|()| shared::<Delete>("one", &mocks, &store));
        let retry = again(delete(), &state(&ask(&all[0], &delete()).await), approve());
        let done = ask(&all[1], &retry).await;
        assert_eq!(done["result"]["isError"], false, "{done}");
        for service in &all {
            assert_eq!(ask(service, &retry).await["error"]["code"], -32602);
        }
        assert_eq!(mocks.count::<Delete>(), 1);
    });
}

#[test]
fn a_state_of_another_worker_definition_or_store_is_refused() {
    run(async {
        let mocks = mocks().returns::<Rebuilt>(());
        let store = MemoryStore::new();
        let asked = shared::<Delete>("one", &mocks, &store);
        let retry = again(delete(), &state(&ask(&asked, &delete()).await), approve());
        let others = [
            ("another worker", shared::<Delete>("two", &mocks, &store)),
            (
                "another definition",
                shared::<Rebuilt>("one", &mocks, &store),
            ),
            (
                "another store",
                shared::<Delete>("one", &mocks, &MemoryStore::new()),
            ),
            ("a tool less", shared::<Ping>("one", &mocks, &store)),
        ];
        for (what, other) in &others {
            let answer = ask(other, &retry).await;
            assert_eq!(answer["error"]["code"], -32602, "{what}: {answer}");
        }
        assert!(mocks.calls().is_empty());
    });
}

#[test]
fn what_does_not_fit_together_makes_no_server() {
    let alone = builder(&mocks()).seal_key(key()).build().unwrap_err();
    assert!(alone.to_string().contains("approval store"), "{alone}");
    let alone = builder(&mocks()).approval_store(MemoryStore::new());
    let alone = alone.build().unwrap_err();
    assert!(alone.to_string().contains("seal key"), "{alone}");
    let scopes = builder(&mocks()).scopes("files__delete", ["files"]);
    assert!(scopes.build().is_err());
    let unknown = builder(&mocks()).scopes("files__delte", ["files"]);
    let unknown = unknown.authenticate(|_| std::future::ready(Ok(Caller::new("ann"))));
    let unknown = unknown.build().unwrap_err().to_string();
    assert!(unknown.contains("files__delte"), "{unknown}");
}

#[test]
fn the_question_shows_no_secrets() {
    run(async {
        let mocks = mocks().returns::<LogIn>(Json::parse("1").unwrap());
        let tools = Tools::of(tools::small_worker::<LogIn>("one", mocks));
        let service = Server::of(tools).build().unwrap().http_service();
        let log_in = json!({ "user": "ann", "password": "hunter2" });
        let question = ask(&service, &call("accounts__log_in", &log_in)).await;
        let form = question["result"]["inputRequests"].to_string();
        assert!(
            form.contains("[redacted]") && form.contains("ann"),
            "{form}"
        );
        assert!(!form.contains("hunter2"), "{form}");
    });
}

#[test]
fn who_cannot_ask_under_2026_07_28_is_denied_and_gets_no_state() {
    run(async {
        let mocks = mocks();
        let service = service(&mocks);
        let mut asked = delete();
        asked["params"]["_meta"] = meta(&json!({}));
        let denied = ask_as(&service, "ann", &asked).await;
        assert_eq!(denied["result"]["isError"], true, "{denied}");
        assert!(denied["result"].get("requestState").is_none());
        asked["params"]["_meta"] = meta(&can_ask());
        state(&ask_as(&service, "ann", &asked).await);
        assert!(mocks.calls().is_empty());
    });
}
