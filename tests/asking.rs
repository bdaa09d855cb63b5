//! `toolc enrich` asks a model at an endpoint that behaves well or badly: nothing is half-written, and nothing that was
//! answered is asked again.

#[path = "support/command.rs"]
#[allow(dead_code, reason = "its tests use a part of it")]
mod command;
#[path = "asking/faults.rs"]
mod faults;
#[path = "support/model_endpoint.rs"]
mod model_endpoint;
#[path = "asking/proposals.rs"]
mod proposals;

use command::{Folder, stderr};
use model_endpoint::{Act, Endpoint, vector};
use serde_json::Value;
use std::fs;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long toolc may take in any of these tests.
const PATIENCE: Duration = Duration::from_secs(60);

const KEY: &str = "t0p-secret-key-of-the-test";

const TOOLS: &str = "shop:
  - name: find_item
    description: Find an item by its title.
    parameters:
      type: object
      properties: { title: { type: string, description: The title. } }
      additionalProperties: false
    output_parameters:
      type: object
      properties: { item_id: { type: string }, price: { type: number } }
  - name: order_item
    description: Order an item.
    parameters:
      type: object
      properties: { item_id: { type: string }, count: { type: integer } }
      additionalProperties: false
  - name: find_book
    description: Find a book by its title.
    parameters:
      type: object
      properties: { title: { type: string, description: The title. } }
      additionalProperties: false
";

/// The texts about these tools: three tools, and the parameters `title`, `item_id`, `price` and `count`.
const TEXTS: usize = 7;

fn put(folder: &Folder, enrichments: &str) {
    folder.put("specs/shop.yaml", TOOLS);
    let config = format!(
        "tools:\n  registry: [{{ type: file, path: shop.yaml }}]\n  enrichments: {enrichments}\nworkers: []\n"
    );
    folder.put("specs/toolc.yaml", &config);
}

/// An entry of type `embeddings`.
fn embeddings(endpoint: &Endpoint, more: &str) -> String {
    let url = &endpoint.url;
    format!("{{ type: embeddings, base_url: '{url}', model: tiny{more} }}")
}

fn read(folder: &Folder, path: &str) -> String {
    fs::read_to_string(folder.0.join(path)).unwrap_or_default()
}

fn exists(folder: &Folder, path: &str) -> bool {
    folder.0.join(path).exists()
}

/// Runs toolc, which must end in time.
fn toolc(folder: &Folder, arguments: &[&str]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_toolc"))
        .current_dir(&folder.0)
        .args(arguments)
        .env("MODEL_KEY", KEY)
        .env_remove("UNSET_KEY")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("toolc runs");
    let until = Instant::now() + PATIENCE;
    while child.try_wait().expect("a status").is_none() {
        if Instant::now() > until {
            let _ = child.kill();
            panic!("{arguments:?} does not end");
        }
        thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().expect("the output");
    assert!(!stderr(&output).contains(KEY), "{}", stderr(&output));
    output
}

fn enrich(folder: &Folder) -> Output {
    toolc(folder, &["enrich", "specs"])
}

fn assert_ends(output: &Output, code: i32) {
    assert_eq!(output.status.code(), Some(code), "{}", stderr(output));
}

#[test]
fn texts_are_asked_for_in_batches_and_only_once() {
    let folder = Folder::new("asking_embeddings");
    let endpoint = Endpoint::start([]);
    let entry = embeddings(&endpoint, ", batch: 3, auth: { bearer_env: MODEL_KEY }");
    put(&folder, &format!("[{entry}, {{ type: neighbors }}]"));
    let made = enrich(&folder);
    assert_ends(&made, 0);
    assert!(stderr(&made).contains("2 written, 0 unchanged"));
    let requests = endpoint.take_requests();
    let sizes: Vec<usize> = requests
        .iter()
        .map(|request| request.body["input"].as_array().map_or(0, Vec::len))
        .collect();
    assert_eq!(sizes, [3, 3, 1]);
    for request in &requests {
        assert_eq!(request.path, "/v1/embeddings");
        assert_eq!(request.authorization, format!("Bearer {KEY}"));
        assert_eq!(request.body["model"], "tiny");
    }
    let text = read(&folder, "artifacts/embeddings.json");
    assert!(!text.contains(KEY));
    let file: Value = serde_json::from_str(&text).expect("JSON");
    let texts = file["artifact"]["texts"].as_array().expect("texts");
    assert_eq!(texts.len(), TEXTS);
    for pair in texts {
        let text = pair[0].as_str().expect("a text");
        let found: Vec<f64> = serde_json::from_value(pair[1].clone()).expect("numbers");
        assert_eq!(found, vector(text), "{text}");
    }
    // the neighbors of a tool that does nearly the same
    let near: Value =
        serde_json::from_str(&read(&folder, "artifacts/neighbors.json")).expect("JSON");
    let near = near["artifact"]["shop::find_book"]
        .as_object()
        .expect("one");
    let duplicates = &near.values().next().expect("one")["shop"][1];
    assert_eq!(duplicates[0][0], "find_item", "{duplicates}");

    let again = enrich(&folder);
    assert!(stderr(&again).contains("0 written, 2 unchanged"));
    assert_ends(&toolc(&folder, &["enrich", "specs", "--check"]), 0);
    assert_ends(&toolc(&folder, &["check", "specs"]), 0);
    assert_ends(&toolc(&folder, &["build", "specs"]), 0);
    assert!(
        endpoint.take_requests().is_empty(),
        "nothing is asked twice"
    );

    // what changed is asked, and nothing else
    folder.put(
        "specs/shop.yaml",
        &TOOLS.replace("Find a book", "Look for a book"),
    );
    let stale = toolc(&folder, &["check", "specs"]);
    assert_eq!(
        stderr(&stale).matches("error[T0520]").count(),
        2,
        "{}",
        stderr(&stale)
    );
    assert_ends(&enrich(&folder), 0);
    let texts = endpoint.take_texts();
    assert_eq!(texts.len(), 1, "{texts:?}");
    assert!(texts[0].contains("Look for a book"));
    assert_ends(&toolc(&folder, &["enrich", "specs", "--force"]), 0);
    assert_eq!(endpoint.take_texts().len(), TEXTS);
}

#[test]
fn keys_are_names_of_variables() {
    let folder = Folder::new("asking_keys");
    let endpoint = Endpoint::start([]);
    for (auth, code, said) in [
        (
            "{ bearer_env: UNSET_KEY }",
            "T0736",
            "`UNSET_KEY` is not set",
        ),
        (
            "{ bearer_env: sk-proj-abcdefghijklmnop1234567890 }",
            "T0231",
            "not shown here",
        ),
        ("{ bearer: abc }", "T0208", "bearer_env"),
    ] {
        put(
            &folder,
            &format!("[{}]", embeddings(&endpoint, &format!(", auth: {auth}"))),
        );
        let failed = enrich(&folder);
        let text = stderr(&failed);
        assert!(text.contains(code) && text.contains(said), "{auth}: {text}");
        assert!(!text.contains("sk-proj-abcdefghijklmnop"), "{text}");
    }
    // a key would be readable on its way
    let far = "[{ type: embeddings, base_url: 'http://model.example.com/v1', model: tiny, auth: { bearer_env: MODEL_KEY } }]";
    put(&folder, far);
    let failed = enrich(&folder);
    assert!(stderr(&failed).contains("T0736"), "{}", stderr(&failed));
    assert!(stderr(&failed).contains("https"), "{}", stderr(&failed));
    assert!(endpoint.take_requests().is_empty());
    // what the endpoint says has no key in it
    let echo = Endpoint::start([Act::Refuse(
        403,
        "",
        "Bearer t0p-secret-key-of-the-test is no key",
    )]);
    put(
        &folder,
        &format!(
            "[{}]",
            embeddings(&echo, ", auth: { bearer_env: MODEL_KEY }")
        ),
    );
    let refused = enrich(&folder);
    assert!(
        stderr(&refused).contains("is no key"),
        "{}",
        stderr(&refused)
    );
}

#[test]
fn a_run_that_is_killed_leaves_no_file_behind() {
    let folder = Folder::new("asking_killed");
    let endpoint = Endpoint::start([Act::Answer, Act::Slow(Duration::from_secs(5))]);
    put(
        &folder,
        &format!("[{}]", embeddings(&endpoint, ", batch: 3")),
    );
    let mut child = Command::new(env!("CARGO_BIN_EXE_toolc"))
        .current_dir(&folder.0)
        .args(["enrich", "specs"])
        .stderr(Stdio::null())
        .spawn()
        .expect("toolc runs");
    let until = Instant::now() + PATIENCE;
    let mut asked = 0;
    while asked < 2 && Instant::now() < until {
        thread::sleep(Duration::from_millis(10));
        asked += endpoint.take_requests().len();
    }
    child.kill().expect("killed");
    child.wait().expect("gone");
    assert_eq!(asked, 2);
    assert!(!exists(&folder, "artifacts/embeddings.json"));
    assert_ends(&enrich(&folder), 0);
}

#[test]
fn the_lock_has_what_a_model_said() {
    let folder = Folder::new("asking_lock");
    let endpoint = Endpoint::start([]);
    put(&folder, &format!("[{}]", embeddings(&endpoint, "")));
    let lock = ["lock", "specs", "--lock", "toolc.lock"];
    toolc(&folder, &lock);
    let check = ["check", "specs", "--lock", "toolc.lock"];
    assert!(!read(&folder, "toolc.lock").contains("artifacts:"));
    assert_ends(
        &toolc(&folder, &["enrich", "specs", "--lock", "toolc.lock"]),
        0,
    );
    let new = toolc(&folder, &check);
    assert!(
        stderr(&new).contains(
            "error[T0521]: what a model said in the artifact `embeddings` was not accepted yet"
        ),
        "{}",
        stderr(&new)
    );
    assert!(
        stderr(&new).contains("--accept artifact:embeddings"),
        "{}",
        stderr(&new)
    );
    let accepted = toolc(
        &folder,
        &[&lock[..], &["--accept", "artifact:embeddings"]].concat(),
    );
    assert!(
        stderr(&accepted).contains("accepted: "),
        "{}",
        stderr(&accepted)
    );
    assert_ends(&accepted, 0);
    assert!(
        read(&folder, "toolc.lock")
            .contains("\nartifacts:\n  embeddings:\n    model: \"tiny\"\n    sha256: \"")
    );
    assert_ends(&toolc(&folder, &check), 0);
    // one digit, by hand
    let text = read(&folder, "artifacts/embeddings.json");
    let altered = text.replacen("0.5", "0.25", 1);
    assert_ne!(text, altered);
    folder.put("artifacts/embeddings.json", &altered);
    let found = toolc(&folder, &check);
    assert_ends(&found, 1);
    assert!(
        stderr(&found).contains("is not the file that was accepted"),
        "{}",
        stderr(&found)
    );
    folder.put("artifacts/embeddings.json", &text);
    assert_ends(&toolc(&folder, &check), 0);
    // a build does not look at it
    folder.put("artifacts/embeddings.json", &altered);
    assert_ends(&toolc(&folder, &["build", "specs"]), 0);
    // nor is it asked for any more
    put(&folder, "[{ type: index }]");
    fs::remove_file(folder.0.join("artifacts/embeddings.json")).expect("removed");
    toolc(&folder, &["enrich", "specs", "--lock", "toolc.lock"]);
    let gone = toolc(&folder, &check);
    assert!(stderr(&gone).contains("which is gone"), "{}", stderr(&gone));
    assert_ends(
        &toolc(
            &folder,
            &[&lock[..], &["--accept", "artifact:embeddings"]].concat(),
        ),
        0,
    );
    assert!(!read(&folder, "toolc.lock").contains("artifacts:"));
}
