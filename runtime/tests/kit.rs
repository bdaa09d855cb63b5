//! The test kit: generated values, faults by plan, mocks.

#[path = "support/tools.rs"]
mod support;

use support::{AddText, GetWeather};
use toolc_generated as tools;
use toolc_runtime::testing::{Generator, Mocks, block_on};
use toolc_runtime::{
    Call, Context, ErrorKind, Handle, Json, Tool, ToolCall, ToolFailure, ToolResult, Worker,
    validate,
};

#[test]
fn every_tool_has_arguments_that_it_accepts() {
    for entry in tools::all() {
        for seed in 0..20 {
            let arguments = Generator::new(seed).arguments(entry);
            let arguments = arguments.unwrap_or_else(|| panic!("no call of {}", entry.wire_name));
            assert_eq!(entry.validate(&arguments), Ok(()), "{arguments}");
        }
        if let Some(schema) = entry.output {
            let output = Generator::new(1).output(entry).expect(entry.wire_name);
            assert_eq!(validate(schema, &output), Ok(()), "{output}");
        }
    }
}

#[test]
fn wrong_arguments_break_one_rule_each() {
    let mut keywords = std::collections::BTreeSet::new();
    for entry in tools::all() {
        let wrong = Generator::new(3).wrong_arguments(entry);
        assert!(!wrong.is_empty(), "{}", entry.wire_name);
        for wrong in &wrong {
            let violations = entry.validate(&wrong.arguments).expect_err("refused");
            let all: Vec<_> = violations.iter().collect();
            assert_eq!(all.len(), 1, "{}: {}", entry.wire_name, wrong.arguments);
            assert_eq!(all[0].keyword, wrong.keyword);
            assert_eq!(all[0].pointer, wrong.pointer);
            keywords.insert(wrong.keyword);
        }
    }
    for keyword in [
        "type",
        "required",
        "additionalProperties",
        "enum",
        "minimum",
        "maxLength",
    ] {
        assert!(keywords.contains(keyword), "{keyword}: {keywords:?}");
    }
}

#[test]
fn the_same_seed_makes_the_same_values() {
    for entry in tools::all() {
        let make = |seed| Generator::new(seed).arguments(entry);
        assert_eq!(make(9), make(9));
        let one = Generator::new(9).wrong_arguments(entry);
        assert_eq!(one, Generator::new(9).wrong_arguments(entry));
    }
}

/// What stands for the real handlers.
struct Real;

impl<T: Tool> Handle<T> for Real {
    async fn handle(&self, _: Call<'_, T>) -> Result<T::Output, ToolFailure> {
        Err(ToolFailure::user("REAL", T::NAME))
    }
}

fn call<H: Send + Sync>(worker: &Worker<H>, name: &str, arguments: &str) -> ToolResult {
    block_on(worker.call(&Context::new("s"), ToolCall::new("c1", name, arguments)))
}

fn code(result: &ToolResult) -> &str {
    let error = result.error.as_ref();
    error
        .and_then(|error| error.code.as_deref())
        .unwrap_or("none")
}

#[test]
fn mocks_replace_what_a_test_is_about() {
    let mocks = Mocks::new()
        .on::<GetWeather>(|_| Ok(Json::null()))
        .otherwise(Real);
    let worker = support::worker(mocks);
    assert!(call(&worker, "weather::get", r#"{"location":"Oslo"}"#).success);
    assert_eq!(
        code(&call(&worker, "notes__add_1", r#"{"text":"t"}"#)),
        "REAL"
    );
}

#[test]
fn a_mock_follows_its_script() {
    let mocks = Mocks::new()
        .in_turn::<GetWeather>([
            Err(ToolFailure::user("BUSY", "try again").retryable()),
            Ok(Json::null()),
        ])
        .fails::<AddText>(|| ToolFailure::user("DOWN", "no answer"));
    let worker = support::worker(mocks.clone());
    let get = || call(&worker, "weather::get", r#"{"location":"Oslo"}"#);
    assert_eq!(code(&get()), "BUSY");
    assert!(get().success);
    let spent = get().error.expect("no more answers");
    assert_eq!(spent.kind, ErrorKind::Execution);
    assert_eq!(
        code(&call(&worker, "notes__add_1", r#"{"text":"t"}"#)),
        "DOWN"
    );
    assert_eq!(
        (mocks.count::<GetWeather>(), mocks.count::<AddText>()),
        (3, 1)
    );
    let panics = support::worker(Mocks::new().panics::<AddText>("oh"));
    let error = call(&panics, "notes__add_1", r#"{"text":"t"}"#)
        .error
        .expect("a failure");
    assert_eq!(error.kind, ErrorKind::Execution);
    assert!(!error.message.contains("oh"));
}
