//! Results that are read page by page: everything can be read that is shown, and nothing by anybody else.

use super::{mocks, orders, tools};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Duration;
use std::time::SystemTime;
use toolc_runtime::testing::{Mocks, block_on};
use toolc_runtime::{
    Context, KeptResult, ResultStore, SqliteStore, StoreError, Target, ToolCall, ToolResult, Worker,
};

const TOOL: &str = "results__read_more";

fn context() -> Context {
    Context::new("s").with_principal("p")
}

fn call(worker: &Worker<Mocks>, context: &Context, name: &str, arguments: &str) -> ToolResult {
    block_on(worker.call(context, ToolCall::new("c", name, arguments)))
}

/// Where results are kept.
#[derive(Debug, Clone, Copy)]
enum Place {
    Memory,
    File,
}

const PLACES: [Place; 2] = [Place::Memory, Place::File];

/// A folder with a SQLite file, which is removed at the end of the process.
fn open_file(name: &str) -> (SqliteStore, PathBuf) {
    static NUMBER: Mutex<u32> = Mutex::new(0);
    let mut number = NUMBER.lock().expect("a number");
    *number += 1;
    let folder = std::env::temp_dir().join(format!("toolc-pages-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(format!("{name}-{number}.sqlite"));
    let _ = std::fs::remove_file(&path);
    (SqliteStore::open_file(&path).expect("a store"), path)
}

fn keep_in(place: Place, worker: Worker<Mocks>) -> Worker<Mocks> {
    match place {
        Place::Memory => worker,
        Place::File => worker.keep_results_in(open_file("results").0),
    }
}

/// A worker, and the handle of a result that it cut.
fn cut(place: Place, count: u32) -> (Worker<Mocks>, String) {
    let worker = keep_in(place, tools::pager::worker(mocks(&orders(count))));
    let handle = handle_of(&call(&worker, &context(), "shop__list_orders", "{}"));
    (worker, handle)
}

fn handle_of(result: &ToolResult) -> String {
    let shown = result.metadata.shown.as_ref().expect("a part");
    shown.handle.clone().expect("a handle")
}

fn read(worker: &Worker<Mocks>, arguments: &Value) -> Value {
    let result = call(worker, &context(), TOOL, &arguments.to_string());
    assert!(result.success, "{result:?}");
    result.output.expect("a page").value()
}

#[test]
fn a_model_is_told_how_to_read_on_and_reads_everything_that_is_shown() {
    let worker = tools::pager::worker(mocks(&orders(23)));
    let first = call(&worker, &context(), "shop__list_orders", "{}");
    let handle = handle_of(&first);
    let text = first.to_llm_message();
    let advice = format!(
        "To read on, call `results__read_more` with {{\"handle\":\"{handle}\",\"at\":\"/orders\",\"from\":5}}, or narrow the query.\n"
    );
    assert!(text.contains(&advice), "{text}");
    let sent = Target::OpenAiNamespaces.messages(std::slice::from_ref(&first));
    let advice = advice.replace(
        "`results__read_more`",
        "`read_more` of the namespace `results`",
    );
    let output = sent[0]["output"].as_str().expect("a text");
    assert!(output.contains(&advice), "{output}");
    let log = serde_json::to_string(&first).expect("JSON");
    assert!(!log.contains(&handle), "the handle is for the model alone");

    let shown: Value = serde_json::from_str(first.shown_output().expect("text")).expect("JSON");
    let mut items = shown["orders"].as_array().expect("a list").clone();
    let mut next = json!({ "handle": handle, "at": "/orders", "from": items.len() });
    loop {
        let page = read(&worker, &next);
        items.extend(page["value"].as_array().expect("a list").iter().cloned());
        let Some(left) = page["left"].as_array().and_then(|left| left.first()) else {
            break;
        };
        assert!(page.to_string().len() < 2400, "{page}");
        next = json!({ "handle": handle, "at": left["at"], "from": left["from"] });
    }
    let mut whole = orders(23)["orders"].take();
    for order in whole.as_array_mut().expect("a list") {
        order.as_object_mut().expect("an order").remove("secret");
    }
    assert_eq!(Value::Array(items), whole);
}

#[test]
fn texts_are_read_on_from_a_character() {
    let text = "é\"\\\n😀".repeat(2_000);
    let worker = tools::pager::worker(mocks(&Value::String(text.clone())));
    let first = call(&worker, &context(), "shop__export", "{}");
    let handle = handle_of(&first);
    let shown: Value = serde_json::from_str(first.shown_output().expect("text")).expect("JSON");
    let mut read_so_far = take_text(shown.as_str().expect("a text"));
    while read_so_far.chars().count() < text.chars().count() {
        let from = read_so_far.chars().count();
        let page = read(&worker, &json!({ "handle": handle, "from": from }));
        read_so_far.push_str(&take_text(page["value"].as_str().expect("a text")));
    }
    assert_eq!(read_so_far, text);
}

/// A text without the mark at its end, which says how many characters come before what follows.
fn take_text(text: &str) -> String {
    let Some((start, mark)) = text.rsplit_once("… [") else {
        return text.to_owned();
    };
    assert!(mark.contains(" more characters are cut, from "), "{mark}");
    start.to_owned()
}

#[test]
fn only_a_worker_in_which_something_is_paged_lists_the_tool() {
    let names = |worker: Worker<Mocks>| {
        let names = worker.tools().map(|tool| tool.wire_name);
        names.collect::<Vec<_>>()
    };
    let empty = || mocks(&json!({}));
    assert!(names(tools::pager::worker(empty())).contains(&TOOL));
    assert!(!names(tools::reader::worker(empty())).contains(&TOOL));
    assert!(!names(tools::whole::worker(empty())).contains(&TOOL));
}

#[test]
fn nobody_else_reads_anything() {
    PLACES.into_iter().for_each(attack);
}

/// Tries to read what somebody else was shown, or was not shown at all.
fn attack(place: Place) {
    let (worker, handle) = cut(place, 40);
    let (other, others) = cut(place, 40);
    let right = json!({ "handle": handle, "at": "/orders", "from": 5 });
    let mut attacks: Vec<(&str, Context, Value)> = Vec::new();
    for (name, context) in [
        ("another session", Context::new("t").with_principal("p")),
        ("another principal", Context::new("s").with_principal("q")),
        ("no principal", Context::new("s")),
        ("no session", Context::default().with_principal("p")),
        ("neither", Context::default()),
        ("both exchanged", Context::new("p").with_principal("s")),
        ("an empty session", Context::new("").with_principal("p")),
        ("an empty principal", Context::new("s").with_principal("")),
        (
            "the session in capitals",
            Context::new("S").with_principal("p"),
        ),
        (
            "a session with a space",
            Context::new("s ").with_principal("p"),
        ),
        ("a longer session", Context::new("s\0").with_principal("p")),
        ("a longer principal", Context::new("s").with_principal("pp")),
    ] {
        attacks.push((name, context, right.clone()));
    }
    let turned: String = handle.chars().rev().collect();
    let flipped = handle.replace(['0', '1'], "2");
    for (name, guess) in [
        ("a handle of another worker", others.clone()),
        ("an empty handle", String::new()),
        ("all zeros", "0".repeat(handle.len())),
        ("a shorter handle", handle[..handle.len() - 1].to_owned()),
        ("the first half", handle[..handle.len() / 2].to_owned()),
        ("the second half", handle[handle.len() / 2..].to_owned()),
        ("a longer handle", format!("{handle}0")),
        ("a space before it", format!(" {handle}")),
        ("a space after it", format!("{handle} ")),
        ("capitals", handle.to_uppercase()),
        ("turned round", turned),
        ("a few digits replaced", flipped),
        ("twice", format!("{handle}{handle}")),
        ("a pattern", "*".to_owned()),
        ("a path", format!("../{handle}")),
        (
            "of two workers",
            format!("{}{}", &handle[..32], &others[32..]),
        ),
        ("another digit at the end", another_end(&handle)),
    ] {
        attacks.push((
            name,
            context(),
            json!({ "handle": guess, "at": "/orders", "from": 5 }),
        ));
    }
    for (name, at, from) in [
        ("a dropped part", "/orders/6/secret", 0_u64),
        ("beyond the list", "/orders", 41),
        ("a huge offset", "/orders", u64::MAX),
        ("beyond the result", "/orders/40", 0),
        ("a negative index", "/orders/-1", 0),
        ("an index with a zero", "/orders/06", 0),
        ("no pointer", "orders", 0),
        ("upwards", "/orders/../secret", 0),
    ] {
        attacks.push((
            name,
            context(),
            json!({ "handle": handle, "at": at, "from": from }),
        ));
    }
    assert!(attacks.len() >= 30);
    for (name, context, arguments) in &attacks {
        let result = call(&worker, context, TOOL, &arguments.to_string());
        assert!(!result.success, "{place:?}, {name}: {result:?}");
        let text = result.to_llm_message();
        assert!(
            !text.contains("o-6") && !text.contains("o-5"),
            "{name}: {text}"
        );
    }
    for arguments in [
        "{}",
        r#"{"handle":7}"#,
        r#"{"handle":null}"#,
        r#"{"handle":"x","from":-1}"#,
        r#"{"handle":"x","all":true}"#,
    ] {
        assert!(
            !call(&worker, &context(), TOOL, arguments).success,
            "{arguments}"
        );
    }
    // whoever was shown the result still reads on, in the worker that it is of
    assert!(read(&worker, &right)["value"][0]["id"] == "o-5");
    let theirs = json!({ "handle": others, "at": "/orders", "from": 5 });
    assert!(read(&other, &theirs)["value"][0]["id"] == "o-5");
}

fn another_end(handle: &str) -> String {
    let end = if handle.ends_with('a') { 'b' } else { 'a' };
    format!("{}{end}", &handle[..handle.len() - 1])
}

#[test]
fn results_expire_and_the_oldest_make_room() {
    PLACES.into_iter().for_each(fill);
}

/// Keeps as many results as there is room for, and one more.
fn fill(place: Place) {
    let worker = tools::pager::worker(mocks(&orders(40))).keep_results_for(Duration::ZERO);
    let worker = keep_in(place, worker);
    let handle = handle_of(&call(&worker, &context(), "shop__list_orders", "{}"));
    let expired = call(
        &worker,
        &context(),
        TOOL,
        &json!({ "handle": handle }).to_string(),
    );
    let error = expired.error.expect("it is gone");
    assert_eq!(error.code.as_deref(), Some("RESULT_GONE"));

    let (worker, first) = cut(place, 40);
    for _ in 0..63 {
        call(&worker, &context(), "shop__list_orders", "{}");
    }
    let asked = json!({ "handle": first }).to_string();
    assert!(call(&worker, &context(), TOOL, &asked).success);
    call(&worker, &context(), "shop__list_orders", "{}");
    assert!(!call(&worker, &context(), TOOL, &asked).success);
}

#[test]
fn a_nearer_entry_cuts() {
    let found = json!({ "kind": "order", "id": "o-1", "url": "u".repeat(9_000) });
    let worker = tools::pager::worker(mocks(&found));
    let result = call(&worker, &context(), "shop__find_order", "{}");
    let shown = result.metadata.shown.as_ref().expect("a part");
    assert!(shown.is_cut() && shown.handle.is_none());
    assert!(
        result
            .to_llm_message()
            .contains("To see what is missing, narrow the query.")
    );
}

#[test]
fn a_model_reads_on_after_a_restart_and_is_shown_no_more() {
    let (store, path) = open_file("restart");
    let worker = tools::pager::worker(mocks(&orders(40))).keep_results_in(store);
    let handle = handle_of(&call(&worker, &context(), "shop__list_orders", "{}"));
    drop(worker);
    let file = std::fs::read(&path).expect("a file");
    let wal = std::fs::read(path.with_extension("sqlite-wal")).unwrap_or_default();
    let is_there = |bytes: &[u8], text: &str| {
        let mut windows = bytes.windows(text.len());
        windows.any(|window| window == text.as_bytes())
    };
    assert!(is_there(&file, "o-39") || is_there(&wal, "o-39"));
    // whoever reads the file cannot read on in the model's place
    assert!(!is_there(&file, &handle) && !is_there(&wal, &handle));

    let store = SqliteStore::open_file(&path).expect("the same file");
    let worker = tools::pager::worker(mocks(&orders(0))).keep_results_in(store);
    let arguments = json!({ "handle": handle, "at": "/orders", "from": 5 });
    let page = read(&worker, &arguments);
    assert_eq!(page["value"][0]["id"], "o-5");
    assert_eq!(page["value"][0].get("secret"), None, "it is dropped");
}

/// A store that answers every question with one result.
struct Same(KeptResult);

impl ResultStore for Same {
    async fn keep(&self, _: &KeptResult) -> Result<(), StoreError> {
        Ok(())
    }

    async fn find(&self, _: &str) -> Result<Option<KeptResult>, StoreError> {
        Ok(Some(self.0.clone()))
    }
}

/// A store that does not work.
struct Broken;

impl ResultStore for Broken {
    async fn keep(&self, _: &KeptResult) -> Result<(), StoreError> {
        Err(StoreError::new("the disk is full"))
    }

    async fn find(&self, _: &str) -> Result<Option<KeptResult>, StoreError> {
        Err(StoreError::new("the disk is gone"))
    }
}

#[test]
fn a_store_is_not_trusted_with_whom_a_result_is_for() {
    let handle = "0".repeat(64);
    // `printf '%064d' 0 | sha256sum`
    let id = "60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55";
    let later = SystemTime::now() + Duration::from_secs(60);
    let results = |id: &str, worker: &str, tool: &str, until| {
        let text = orders(40).to_string();
        let kept = KeptResult::new(id.into(), worker.into(), tool.into(), until, &text);
        kept.of(Some("s".into()), Some("p".into()))
    };
    let right = results(id, "pager", "shop__list_orders", later);
    let wrong = [
        results(&"1".repeat(64), "pager", "shop__list_orders", later),
        results(id, "reader", "shop__list_orders", later),
        results(id, "pager", "shop__close_order", later),
        results(id, "pager", "shop__list_orders", SystemTime::UNIX_EPOCH),
        right.clone().of(Some("t".into()), Some("p".into())),
        right.clone().of(None, None),
    ];
    let arguments = json!({ "handle": handle, "at": "/orders", "from": 5 }).to_string();
    let read_in = |kept: KeptResult| {
        let worker = tools::pager::worker(mocks(&orders(0))).keep_results_in(Same(kept));
        call(&worker, &context(), TOOL, &arguments).success
    };
    assert!(read_in(right));
    for kept in wrong {
        assert!(!read_in(kept.clone()), "{kept:?}");
    }
}

#[test]
fn a_store_that_fails_cuts_results_and_says_so() {
    let worker = tools::pager::worker(mocks(&orders(40))).keep_results_in(Broken);
    let result = call(&worker, &context(), "shop__list_orders", "{}");
    let shown = result.metadata.shown.as_ref().expect("a part");
    assert!(result.success && shown.is_cut() && shown.handle.is_none());
    let arguments = json!({ "handle": "0".repeat(64) }).to_string();
    assert!(!call(&worker, &context(), TOOL, &arguments).success);
}
