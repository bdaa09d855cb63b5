//! Engines that ask a model, at an endpoint that behaves well or badly: results are held to their schemas, what was answered
//! is not asked again, and recordings replay without a network. `docs/simulate.md` says what is right.

#[path = "support/command.rs"]
#[allow(dead_code, reason = "a part of it serves other tests")]
mod command;
#[path = "lm/faults.rs"]
mod faults;
#[path = "support/model_endpoint.rs"]
#[allow(dead_code, reason = "a part of it serves other tests")]
mod model_endpoint;
#[path = "lm/recordings.rs"]
mod recordings;
#[path = "lm/served.rs"]
mod served;
#[path = "lm/sessions.rs"]
mod sessions;
#[rustfmt::skip]
#[path = "golden/lm/tools.rs"]
#[allow(dead_code, missing_docs, reason = "a part of it is not called")]
mod tools;

use command::Folder;
use model_endpoint::{Act, Endpoint, say};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use toolc::compile::{Options, compile};
use toolc::diagnostic::Diagnostics;
use toolc::load::load_sources;
use toolc_cli::serve::serve_worker;
use toolc_runtime::engines::Engines;
use toolc_runtime::http::{Client, CredentialRequest, Credentials, Secret};
use toolc_runtime::{Context, Event, Moment, Observer, ToolCall, ToolResult, Worker};

/// How long any of these tests may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// The key of the endpoint, which nobody may see.
const KEY: &str = "t0p-secret-key-of-the-test";

/// Runs a test within its time limit.
fn run<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.expect("a runtime").block_on(async {
        let work = tokio::time::timeout(PATIENCE, work);
        work.await.expect("it ends in time")
    })
}

/// An endpoint that says these texts, one after the other.
fn speak(texts: &[&str]) -> Endpoint {
    Endpoint::start(texts.iter().map(|text| Act::Say(say(text).to_string())))
}

/// What every observer is told, in words.
#[derive(Clone, Default)]
struct Told(Arc<Mutex<Vec<String>>>);

impl Told {
    fn take(&self) -> String {
        self.0
            .lock()
            .expect("told")
            .drain(..)
            .collect::<Vec<_>>()
            .join("\n")
    }
}

impl Observer for Told {
    fn observe(&self, event: &Event<'_>) {
        let mut told = self.0.lock().expect("told");
        told.push(format!("{event:?}"));
        if let Moment::Failure { error, detail, .. } = &event.moment {
            told.push(format!("{error:?} {}", detail.unwrap_or_default()));
        }
    }
}

/// A client for all engines at one endpoint.
fn client(endpoint: &Endpoint) -> Client {
    let mut client = Client::builder().credentials(Key);
    for engine in ["model", "many", "recorder", "faulty"] {
        client = client.base_url(engine, &*endpoint.url);
    }
    client.build()
}

/// The credentials that every engine has.
struct Key;

impl Credentials for Key {
    async fn find(&self, _: &CredentialRequest<'_>) -> Result<Secret, String> {
        Ok(Secret::Token(KEY.to_owned()))
    }
}

/// The worker of generated code. No tool has a handler.
fn clerk(endpoint: &Endpoint) -> Worker<()> {
    tools::clerk::worker(()).client(client(endpoint))
}

/// A worker that is made while the test runs, of an engine with these settings.
fn make(folder: &Folder, settings: &str) -> Worker<Engines> {
    put_specs(folder, settings);
    let mut diagnostics = Diagnostics::default();
    let loaded = load_sources(&mut diagnostics, &[folder.0.join("specs")]);
    let outcome = compile(diagnostics, &loaded, &Options::default());
    let checked = outcome
        .checked
        .unwrap_or_else(|| panic!("{:?}", outcome.diagnostics));
    let served = serve_worker(&loaded.sources, &checked, &checked.workers[0]);
    served.expect("engines run all of it").worker
}

fn put_specs(folder: &Folder, settings: &str) {
    folder.put(
        "specs/toolc.yaml",
        &format!(
            "tools:\n  registry:\n    - type: inline\n      namespace: shop\n      tools:\n        - name: find\n          \
             description: Finds an item.\n          parameters: {{ type: object, properties: {{ query: {{ type: string }} }}, \
             required: [query] }}\n          output_schema: {{ type: object, properties: {{ id: {{ type: integer }}, name: \
             {{ type: string }} }}, required: [id] }}\n  engines:\n    shop: {{ type: lm, model: tiny, private: true, \
             {settings} }}\nworkers: [clerk.yaml]\n"
        ),
    );
    folder.put(
        "specs/clerk.yaml",
        "name: clerk\noutput_policy: enforce\ntoolsets:\n  shop: { tools: all, approval: { default: preApproved } }\n",
    );
}

async fn ask<H: 'static>(
    worker: &Worker<H>,
    context: &Context,
    name: &str,
    arguments: Value,
) -> ToolResult {
    let call = ToolCall::new("1", name, arguments.to_string());
    worker.call(context, call).await
}

async fn find<H: 'static>(worker: &Worker<H>, query: &str) -> ToolResult {
    let arguments = json!({ "query": query });
    ask(worker, &Context::default(), "shop::find", arguments).await
}

/// The code of a failure.
fn code(result: &ToolResult) -> String {
    let error = result.error.as_ref();
    let code = error.and_then(|error| error.code.clone());
    code.map_or_else(|| format!("{:?}", result.output), |code| code.into_owned())
}

/// What the messages of a request say, each with its role.
fn messages(body: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let messages = body["messages"].as_array().expect("messages");
    let messages = messages.iter();
    messages
        .map(|message| (text(&message["role"]), text(&message["content"])))
        .collect()
}

#[test]
fn a_model_is_asked_for_a_result_that_fits() {
    run(async {
        let endpoint = speak(&[r#"{"id":7,"name":"lamp","extra":1}"#]);
        let told = Told::default();
        let worker = clerk(&endpoint).observer(told.clone());
        let arguments = json!({ "query": "lamp", "pin": "p1n-of-the-user" });
        let found = ask(&worker, &Context::default(), "shop::find", arguments).await;
        assert_eq!(
            found.to_llm_message(),
            r#"{"id":7,"name":"lamp"}"#,
            "{found:?}"
        );
        let requests = endpoint.take_requests();
        assert_eq!(requests.len(), 1);
        let request = &requests[0];
        assert_eq!(request.path, "/v1/chat/completions");
        assert_eq!(request.authorization, format!("Bearer {KEY}"));
        let body = &request.body;
        assert_eq!(body["model"], "tiny");
        assert_eq!(body["temperature"], 0.5);
        assert_eq!(body["seed"], 7);
        assert_eq!(
            body["response_format"]["json_schema"]["schema"]["required"][0],
            "id"
        );
        assert_eq!(body.get("n"), None);
        let said = messages(body);
        assert_eq!(said.len(), 2, "{said:?}");
        let asked: Value = serde_json::from_str(&said[1].1).expect("JSON");
        assert_eq!(asked["tool"]["output_schema"]["type"], "object");
        assert_eq!(asked["call"]["name"], "shop::find");
        assert_eq!(
            asked["call"]["arguments"],
            json!({ "query": "lamp", "pin": "[redacted]" })
        );
        let told = told.take();
        assert!(!told.is_empty() && !told.contains(KEY), "{told}");
    });
}

#[test]
fn what_is_no_object_is_wrapped_to_be_asked_for() {
    run(async {
        let endpoint = speak(&[
            r#"{"result":["a","b"]}"#,
            r#"["c"]"#,
            "```json\n{\"result\":[]}\n```",
        ]);
        let worker = clerk(&endpoint);
        for wanted in [r#"["a","b"]"#, r#"["c"]"#, "[]"] {
            let listed = ask(&worker, &Context::default(), "shop::list", json!({})).await;
            assert_eq!(listed.to_llm_message(), wanted);
        }
        let body = &endpoint.take_requests()[0].body;
        let schema = &body["response_format"]["json_schema"]["schema"];
        assert_eq!(schema["required"], json!(["result"]));
        assert_eq!(schema["properties"]["result"]["type"], "array");
    });
}

#[test]
fn faults_happen_before_anybody_is_asked() {
    run(async {
        let endpoint = speak(&[]);
        let failed = ask(
            &clerk(&endpoint),
            &Context::default(),
            "shop::lose",
            json!({}),
        )
        .await;
        assert_eq!(code(&failed), "NETWORK_ERROR");
        assert!(endpoint.take_requests().is_empty());
    });
}

#[test]
fn without_a_key_nobody_is_asked() {
    run(async {
        let endpoint = speak(&[]);
        // the variable is not set
        let client = Client::builder().base_url("model", &*endpoint.url).build();
        let worker = tools::clerk::worker(()).client(client);
        let failed = find(&worker, "lamp").await;
        assert_eq!(code(&failed), "HTTP_CREDENTIALS");
        assert!(endpoint.take_requests().is_empty());
    });
}

#[test]
fn an_endpoint_is_told_the_form_that_it_takes() {
    run(async {
        for (word, wanted) in [
            ("json_schema", json!("json_schema")),
            ("json_object", json!("json_object")),
            ("none", Value::Null),
        ] {
            let folder = Folder::new(&format!("lm_form_{word}"));
            // what is said of the form holds nobody back: the answer is held to the schema
            let endpoint = speak(&[r#"{"id":"x"}"#, r#"{"id":1}"#]);
            let settings = format!("base_url: \"{}\", response_format: {word}", endpoint.url);
            let found = find(&make(&folder, &settings), "a").await;
            assert_eq!(found.to_llm_message(), r#"{"id":1}"#);
            let body = &endpoint.take_requests()[0].body;
            assert_eq!(body["response_format"]["type"], wanted, "{body}");
        }
    });
}
