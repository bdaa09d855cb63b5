//! The toolset `shell` in generated code. What its runtime refuses is tested in `runtime/tests/shell.rs`.
#![cfg(unix)]

use commands::tools;
use toolc_runtime::testing::{ScriptedApprover, block_on};
use toolc_runtime::{Context, Decision, ErrorKind, Target, ToolCall, ToolResult, Worker};

fn call(worker: &Worker<()>, arguments: &str) -> ToolResult {
    let call = ToolCall::new("1", "shell::run", arguments);
    block_on(worker.call(&Context::new("s"), call))
}

/// The output of a call, or the kind and the message of its error.
fn answer(result: &ToolResult) -> String {
    match (&result.output, &result.error) {
        (Some(output), _) => output.as_text().to_owned(),
        (None, Some(error)) => format!("{}: {}", error.kind, error.message),
        (None, None) => String::new(),
    }
}

#[test]
fn rules_decide_about_each_call() {
    let approver = ScriptedApprover::new([Decision::deny("not today")]);
    let developer = tools::developer::worker(()).approver(approver.clone());
    let rows = [
        (
            r#"{"command":"echo 'a  b'"}"#,
            r#"{"exit_code":0,"stdout":"a  b\n","stderr":"","truncated":false}"#,
        ),
        (
            r#"{"command":["echo","it's"]}"#,
            r#"{"exit_code":0,"stdout":"it's\n","stderr":"","truncated":false}"#,
        ),
        (
            r#"{"command":"./check.sh"}"#,
            r#"{"exit_code":127,"stdout":"","stderr":"Command not found: ./check.sh","truncated":false}"#,
        ),
        (
            r#"{"command":"git push"}"#,
            "Blocked: Command blocked by rule: git push (releases are made by people)",
        ),
        (
            r#"{"command":"git log --output=x"}"#,
            "Blocked: Command blocked: `--output=x` can make `git` run or change other things, and no \
             rule names it",
        ),
        (
            r#"{"command":"ls"}"#,
            "Blocked: Command not in whitelist (no matching rule and no default): ls",
        ),
        (
            r#"{"command":"git commit"}"#,
            "Denied: Tool execution denied: not today",
        ),
        (
            r#"{"command":""}"#,
            "InvalidArguments: invalid arguments: /command: must have at least 1 character",
        ),
    ];
    for (arguments, expected) in rows {
        let found = answer(&call(&developer, arguments));
        assert!(found.starts_with(expected), "{arguments}: {found}");
    }
    let asked = approver.requests();
    assert_eq!(asked.len(), 1);
    assert_eq!(asked[0].arguments, r#"{"command":"git commit"}"#);
}

#[test]
fn commands_see_the_variables_that_are_named() {
    let developer = tools::developer::worker(());
    let context = Context::new("s").with_workspace(env!("CARGO_MANIFEST_DIR"));
    let call = ToolCall::new(
        "1",
        "shell__run",
        r#"{"command":"git status --short specs"}"#,
    );
    let result = block_on(developer.call(&context, call));
    assert!(result.success, "{result:?}");
}

#[test]
fn what_no_rule_covers_has_the_default() {
    let approver = ScriptedApprover::new([Decision::approve()]);
    let guest = tools::guest::worker(()).approver(approver);
    assert!(call(&guest, r#"{"command":"echo x"}"#).success);
    let error = call(&guest, r#"{"command":"echo y"}"#)
        .error
        .expect("a denial");
    assert_eq!(error.kind, ErrorKind::Denied);
}

#[test]
fn the_approval_of_the_tool_tightens_its_rules() {
    let watched = tools::watched::worker(());
    let error = call(&watched, r#"{"command":"echo x"}"#)
        .error
        .expect("a denial");
    assert_eq!(error.kind, ErrorKind::Denied);
    let error = call(&watched, r#"{"command":"ls"}"#)
        .error
        .expect("a refusal");
    assert_eq!(error.kind, ErrorKind::Blocked);
}

#[test]
fn models_are_shown_the_tool_as_what_it_is() {
    let shown = tools::developer::definitions(Target::Mcp);
    for part in [
        r#""name":"shell__run""#,
        r#""destructiveHint":true"#,
        r#""exit_code""#,
    ] {
        assert!(shown.as_text().contains(part), "{part}: {shown}");
    }
}
