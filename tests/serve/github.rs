//! The description of GitHub's API with a worker of 30 operations: how long a client waits for the first
//! list, and calls of the served tools against Prism. `tests/prism/run` installs Prism.

use super::client::Program;
use super::prism::Prism;
use crate::skip;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

const DOCUMENT: &str = "openapi/3.0/octokit__api.github.com.json";

/// The maximum time until the first list, in a build with optimizations.
const LONGEST: Duration = Duration::from_secs(1);

fn document() -> Option<PathBuf> {
    skip::find_corpus().map(|corpus| corpus.join(DOCUMENT))
}

fn serve(document: &Path, name: &str, address: &str) -> Program {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).expect("a folder");
    let config = format!(
        "tools:\n  registry: [{{ type: rest, spec: {document:?}, namespace: github, engine: github }}]\n  \
         engines: {{ github: {{ type: http, base_url: \"{address}\", private: true }} }}\n\
         workers: [desk.yaml]\n"
    );
    fs::write(folder.join("toolc.yaml"), config).expect("written");
    fs::copy("tests/serve/github/desk.yaml", folder.join("desk.yaml")).expect("copied");
    let mut command = Command::new(env!("CARGO_BIN_EXE_toolc"));
    Program::start(command.arg("serve").arg(folder).arg("--stdio"))
}

fn list(program: &mut Program) -> Vec<Value> {
    program.shake(&json!({ "elicitation": {} }));
    let list = program.ask(&json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" }));
    let tools = list["result"]["tools"].as_array();
    tools.expect("a list").clone()
}

#[test]
fn the_first_list_of_thirty_operations_is_there_at_once() {
    let Some(document) = document() else { return };
    let started = Instant::now();
    let mut program = serve(&document, "serve-github", "http://127.0.0.1:9");
    let tools = list(&mut program);
    let took = started.elapsed();
    eprintln!("{} tools after {:.3} s", tools.len(), took.as_secs_f64());
    assert_eq!(tools.len(), 29, "what is blocked is not shown");
    // without optimizations, or on a busy machine, the time says nothing
    assert!(cfg!(debug_assertions) || took < LONGEST, "{took:?}");
    assert_eq!(program.finish().0, Some(0));
}

#[test]
fn prism_takes_the_calls_of_served_tools() {
    let Some(document) = document() else { return };
    let Some(prism) = skip::find_variable("TOOLC_PRISM", "npm") else {
        return;
    };
    let prism = Prism::start(Path::new(&prism), &document);
    let mut program = serve(&document, "serve-prism", &prism.url());
    assert_eq!(list(&mut program).len(), 29);
    let repository = json!({ "owner": "octocat", "repo": "hello-world" });
    let with = |more: Value| {
        let mut arguments = repository.clone();
        for (key, value) in more.as_object().into_iter().flatten() {
            arguments[key] = value.clone();
        }
        arguments
    };
    let calls = [
        (
            "issues_list-for-repo",
            with(json!({ "state": "closed", "per_page": 5 })),
        ),
        ("issues_get", with(json!({ "issue_number": 7 }))),
        ("issues_list-comments", with(json!({ "issue_number": 7 }))),
        ("pulls_list", with(json!({ "state": "open" }))),
        ("repos_get", repository.clone()),
        ("repos_list-branches", with(json!({ "protected": true }))),
        ("issues_create", with(json!({ "title": "A title" }))),
        (
            "issues_create-comment",
            with(json!({ "issue_number": 7, "body": "A comment." })),
        ),
    ];
    let count = calls.len();
    for (number, (name, arguments)) in calls.into_iter().enumerate() {
        let answer = call(&mut program, 10 + number as u64, name, &arguments);
        assert!(answer["result"].is_object(), "{name}: {answer}");
    }
    let wrong = call(
        &mut program,
        99,
        "issues_get",
        &with(json!({ "issue_number": "seven" })),
    );
    assert_eq!(wrong["result"]["isError"], true, "{wrong}");
    let judgements = prism.finish();
    let faults: Vec<String> = judgements
        .iter()
        .filter(|judgement| !judgement.faults.is_empty())
        .map(|judgement| format!("{}: {:?}", judgement.request, judgement.faults))
        .collect();
    assert!(faults.is_empty(), "{faults:#?}");
    assert_eq!(judgements.len(), count, "the wrong call is never sent");
}

/// Calls a tool by the end of its wire name, and approves if asked.
fn call(program: &mut Program, id: u64, name: &str, arguments: &Value) -> Value {
    let name = format!("github__{name}");
    let params = json!({ "name": name, "arguments": arguments });
    let asked = json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params });
    let answer = program.ask(&asked);
    if answer["method"] != "elicitation/create" {
        return answer;
    }
    let yes = json!({ "action": "accept", "content": { "decision": "approve" } });
    program.ask(&json!({ "jsonrpc": "2.0", "id": answer["id"], "result": yes }))
}
