//! Workers that call workers.

use toolc_generated as tools;
use toolc_runtime::testing::{Mocks, ScriptedApprover, block_on};
use toolc_runtime::{Call, Context, Decision, Handle, HandlerFailure, Tool, ToolCall, ToolFailure};

/// Runs the worker `support` on behalf of the worker `lead`, as a program with a model in between would.
struct Lead(ScriptedApprover);

impl<T: Tool> Handle<T> for Lead {
    async fn handle(&self, call: Call<'_, T>) -> Result<T::Output, T::Failure> {
        let lead = tools::lead::worker(Mocks::new()).approver(self.0.clone());
        let support = tools::support::worker(Mocks::new()).approvals_of(&lead);
        let context = call
            .context
            .clone()
            .delegated_by("lead")
            .with_value("account", "1");
        let context = context.with_value("account", "c-7");
        let asked = ToolCall::new(
            "2",
            "weather_api::get_forecast",
            r#"{"location":"Lyon","days":7}"#,
        );
        let result = support.call(&context, asked).await;
        let kind = result.error.map(|error| error.kind.name());
        let failure = ToolFailure::user(kind.unwrap_or("none"), "what became of it");
        Err(T::Failure::of(failure))
    }
}

#[test]
fn a_worker_calls_a_worker_and_the_same_approver_sees_the_path() {
    let approver = ScriptedApprover::new([Decision::deny("not today")]);
    let lead = tools::lead::worker(Lead(approver.clone()));
    let call = ToolCall::new(
        "1",
        "workers::support",
        r#"{"input":"Will it rain in Lyon?"}"#,
    );
    let result = block_on(lead.call(&Context::new("tests"), call));
    let code = result.error.and_then(|error| error.code);
    assert_eq!(code.as_deref(), Some("Denied"));
    let asked = approver.requests();
    assert_eq!(asked.len(), 1);
    assert_eq!(
        (asked[0].worker, asked[0].delegation.as_slice()),
        ("support", &["lead".to_owned()][..])
    );
}

#[test]
fn a_task_that_comes_back_or_goes_too_far_is_refused() {
    let worker = tools::support::worker(Mocks::new());
    let call = |path: &[&str]| {
        let context = path.iter().fold(Context::new("tests"), |context, name| {
            context.delegated_by(*name)
        });
        let call = ToolCall::new("1", "weather_api::get_weather", r#"{"location":"Lyon"}"#);
        block_on(worker.call(&context, call))
            .error
            .expect("no mock answers")
            .message
    };
    assert_eq!(
        call(&["support", "lead"]),
        "Circular delegation detected: support -> lead -> support"
    );
    assert_eq!(
        call(&["a", "b", "c", "d", "e", "f"]),
        "Maximum delegation depth (5) exceeded. Current path: a -> b -> c -> d -> e -> f -> support"
    );
    assert!(call(&["a", "b", "c", "d", "e"]).contains("failed"));
}
