//! Two schemas: both are compiled, as one tool each and as overloads, with the same rules on their arguments;
//! locked, compared in both directions, and rewritten for every provider with strict tools. What the searches
//! charge is counted, besides time and memory.

use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use toolc::compile::{Options, Outcome, compile};
use toolc::diagnostic::Diagnostics;
use toolc::load::Loaded;
use toolc::source::{Role, Source};
use toolc_lock::drift::compare_with_lock;
use toolc_lock::lock::take_lock;
use toolc_runtime::strict::{Dialect, Rewritten};
use toolc_schema::schema::prove::one_pass::one_pass_parts;
use toolc_schema::schema::work::take_spent;

/// The units of work of one step. A budget that is spent again and again exceeds it.
const MAX_UNITS: u64 = 250_000_000;

/// The processor time of one step. Only what is optimized can keep to the limit that users have.
const MAX_TIME: Duration = match cfg!(debug_assertions) {
    true => Duration::from_secs(8),
    false => Duration::from_secs(1),
};

/// By how much one step may make the process grow, in KiB.
const MAX_GROWTH: u64 = 256 * 1024;

const DIALECTS: &[Dialect] = &[
    Dialect::OpenAiChat,
    Dialect::OpenAiResponses,
    Dialect::Anthropic,
    Dialect::Bedrock,
    Dialect::GeminiOpenApi,
];

/// Does everything that compares or rewrites schemas with a text that `make_pair` wrote.
pub fn try_pair(text: &str) {
    let Ok(pair) = serde_json::from_str::<Value>(text) else {
        return;
    };
    let [before, now] = ["before", "now"].map(|side| &pair[side]);
    let when = &pair["when"];
    let old = counted("check", || compile_tools(&[before], when));
    let new = counted("check", || compile_tools(&[now], when));
    counted("check of overloads", || compile_tools(&[before, now], when));
    if let (Some(old), Some(new)) = (&old.checked, &new.checked) {
        let [old, new] = [old, new].map(|side| counted("lock", || take_lock(side)));
        counted("diff", || {
            compare_with_lock(&mut Diagnostics::default(), "toolc lock", &old, &new);
        });
        counted("diff back", || {
            compare_with_lock(&mut Diagnostics::default(), "toolc lock", &new, &old);
        });
    }
    if let Some(checked) = &new.checked {
        let catalog = checked.catalog();
        for tool in &catalog.tools {
            counted("parts", || one_pass_parts(&catalog.shapes, tool.input));
        }
    }
    for dialect in DIALECTS {
        counted("strict", || {
            Rewritten::new(&now.to_string(), *dialect).is_ok()
        });
    }
}

/// Set if what each step takes is to be printed, as a replay does.
pub static IS_TOLD: AtomicBool = AtomicBool::new(false);

fn counted<T>(what: &str, work: impl FnOnce() -> T) -> T {
    super::BEGUN.fetch_add(1, Ordering::Relaxed);
    take_spent();
    let (begun, resident) = (super::spent(), super::resident());
    let done = work();
    let units = take_spent();
    let time = super::spent().saturating_sub(begun);
    let growth = super::resident().saturating_sub(resident);
    if IS_TOLD.load(Ordering::Relaxed) {
        eprintln!("{what}: {time:?}, {units} units, {growth} KiB more");
    }
    assert!(units < MAX_UNITS, "{what} charges {units} units");
    assert!(time < MAX_TIME, "{what} takes {time:?}");
    assert!(growth < MAX_GROWTH, "{what} takes {growth} KiB");
    done
}

/// Compiles tools of one name with these schemas, and a worker with rules about their arguments.
fn compile_tools(schemas: &[&Value], when: &Value) -> Outcome {
    let tool = |schema: &&Value| json!({ "name": "probe", "description": "Probes what it is given.", "parameters": schema, "output_schema": schema });
    let tools: Vec<Value> = schemas.iter().map(tool).collect();
    let rule = |when: &Value| json!({ "tool": "probe", "when": when, "approval": "ask" });
    let rules: Vec<Value> = when.as_array().into_iter().flatten().map(rule).collect();
    let approval = json!({ "default": "preApproved", "rules": rules });
    let worker = json!({ "name": "w", "toolsets": { "probes": { "tools": ["probe"], "approval": approval } } });
    let mut loaded = Loaded::default();
    for (path, text) in [
        ("probes.json", Value::Array(tools).to_string()),
        ("w.worker.yaml", worker.to_string()),
    ] {
        loaded.sources.add(Source {
            path: path.to_owned(),
            text: text.into(),
            role: Role::Found,
        });
    }
    compile(Diagnostics::default(), &loaded, &Options::default())
}
