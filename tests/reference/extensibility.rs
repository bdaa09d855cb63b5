//! Custom tools, and which of them require approval.

use crate::tools;
use crate::tools::calculator::{CalculateFactorial, CalculateFibonacci, CalculateFibonacciArgs};
use crate::{call, kind};
use serde_json::json;
use toolc_runtime::dynamic::{DynamicTool, Registry, parse_json_object};
use toolc_runtime::testing::{Mocks, ScriptedApprover};
use toolc_runtime::{
    Approval, Call, Context, Decision, ErrorKind, Handle, Target, Tool, ToolFailure,
};

/// Calculate the nth Fibonacci number
fn calculate_fibonacci(n: i64) -> i64 {
    if n <= 1 {
        return n;
    }
    let (mut a, mut b) = (0, 1);
    for _ in 2..=n {
        (a, b) = (b, a + b);
    }
    b
}

struct Calculator {
    needs: Option<Approval>,
}

impl Handle<CalculateFibonacci> for Calculator {
    async fn handle(&self, call: Call<'_, CalculateFibonacci>) -> Result<i64, ToolFailure> {
        Ok(calculate_fibonacci(call.args.n))
    }

    async fn needs_approval(&self, _: &CalculateFibonacciArgs, _: &Context) -> Option<Approval> {
        self.needs
    }
}

impl Handle<CalculateFactorial> for Calculator {
    async fn handle(&self, call: Call<'_, CalculateFactorial>) -> Result<i64, ToolFailure> {
        Ok((1..=call.args.n).product())
    }
}

#[test]
fn a_tool_has_a_schema_an_approval_and_its_work() {
    let entry = CalculateFibonacci::ENTRY;
    assert_eq!(entry.description, "Calculate the nth Fibonacci number");
    assert!(
        entry.schema().contains("\"minimum\":0"),
        "{}",
        entry.schema()
    );
    let asks = Calculator {
        needs: Some(Approval::Ask),
    };
    let approver = ScriptedApprover::new([Decision::approve()]);
    let worker = tools::sums::worker(asks).approver(approver.clone());
    let result = call(&worker, "calculator::calculateFibonacci", r#"{"n":10}"#);
    assert_eq!(result.to_llm_message(), "55");
    assert_eq!(approver.requests().len(), 1);
}

#[test]
fn what_says_nothing_of_approval_is_asked_about() {
    let worker = tools::sums::worker(Calculator { needs: None });
    let free = call(&worker, "calculator::calculateFibonacci", r#"{"n":1}"#);
    assert!(free.success, "an override for a single tool: {free:?}");
    let asked = call(&worker, "calculator::calculateFactorial", r#"{"n":1}"#);
    assert_eq!(kind(&asked), Some(ErrorKind::Denied), "the default");
    let strict = tools::sums::worker(Calculator {
        needs: Some(Approval::Blocked),
    });
    let own = call(&strict, "calculator::calculateFibonacci", r#"{"n":1}"#);
    assert_eq!(kind(&own), Some(ErrorKind::Blocked), "the tool's own");
    let mut registry = Registry::new("plugins");
    let tool = DynamicTool::new("plugins::noted", json!({ "type": "object" })).unchecked();
    registry
        .register_sync_fn(tool, |_, _| Ok("done".to_owned()))
        .expect("registered");
    let silent = call(&registry.into_worker(), "plugins::noted", "{}");
    assert_eq!(kind(&silent), Some(ErrorKind::Denied), "the secure default");
}

#[test]
fn calculate_fibonacci_is_a_function() {
    let worker = tools::sums::worker(Calculator { needs: None });
    for (n, number) in [
        (0, "0"),
        (1, "1"),
        (2, "1"),
        (10, "55"),
        (50, "12586269025"),
    ] {
        let arguments = format!(r#"{{"n":{n}}}"#);
        let result = call(&worker, "calculator::calculateFibonacci", &arguments);
        assert_eq!(result.to_llm_message(), number);
    }
    for wrong in [r#"{"n":-1}"#, r#"{"n":1.5}"#, r#"{"n":"1"}"#, "{}"] {
        let refused = call(&worker, "calculator::calculateFibonacci", wrong);
        assert_eq!(kind(&refused), Some(ErrorKind::InvalidArguments), "{wrong}");
    }
}

#[test]
fn calculate_fibonacci_is_a_tool_of_its_own() {
    let schema = json!({
        "type": "object",
        "properties": { "n": { "type": "integer", "minimum": 0, "description": "Position in sequence" } },
        "required": ["n"],
    });
    let tool = DynamicTool::new("custom::calculateFibonacci", schema)
        .description("Calculate the nth Fibonacci number")
        .approval(Approval::PreApproved)
        .unchecked();
    let mut registry = Registry::new("calculator");
    registry
        .register_sync_fn(tool, |arguments, _| {
            let n = parse_json_object(arguments)?
                .get("n")
                .and_then(|n| n.as_i64());
            let n = n.ok_or_else(|| ToolFailure::user("NO_NUMBER", "`n` must be a number"))?;
            Ok(calculate_fibonacci(n).to_string())
        })
        .expect("registered");
    let worker = registry.into_worker();
    let shown = worker.definitions(Target::Mcp).to_string();
    assert!(shown.contains("Position in sequence"), "{shown}");
    let result = call(&worker, "custom::calculateFibonacci", r#"{"n":10}"#);
    assert_eq!(result.to_llm_message(), r#""55""#);
}

#[test]
fn tools_are_loaded_by_their_names() {
    let worker = tools::sums::worker(Mocks::new().returns::<CalculateFibonacci>(1));
    let names: Vec<&str> = worker.tools().map(|tool| tool.name).collect();
    assert_eq!(
        names,
        [
            "calculator::calculateFibonacci",
            "calculator::calculateFactorial"
        ]
    );
    let missing = call(&worker, "calculator::calculateSum", "{}");
    assert_eq!(kind(&missing), Some(ErrorKind::NotFound));
}
