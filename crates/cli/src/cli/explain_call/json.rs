//! An explanation as one JSON document.

use super::super::origins::{write_effect_origin, write_policy};
use super::super::output::pretty_json;
use super::explain::{Action, Explanation};
use serde_json::{Map, Value, json};
use toolc_base::diagnostic::render::Places;
use toolc_model::model::Catalog;
use toolc_runtime::http::RequestPreview;
use toolc_runtime::{Repair, Verdict};

/// Writes an explanation. Effect and policy have the keys that `toolc list --format json` has for them.
pub(super) fn write_json(
    catalog: &Catalog,
    places: &Places<'_>,
    explanation: &Explanation<'_>,
) -> String {
    let Explanation {
        worker,
        caller,
        tool,
        outcome,
        policy,
        arguments,
        action,
        needs,
    } = explanation;
    let mut variables = Vec::new();
    for ((owner, scheme), need) in &needs.credentials {
        variables.push(json!({ "from": owner, "scheme": scheme, "variables": need.variables }));
    }
    let (effect_from, effect_place) = write_effect_origin(places, tool);
    let policy = policy
        .as_ref()
        .map(|policy| write_policy(catalog, places, policy));
    let mut document = json!({
        "version": 1,
        "worker": worker.name,
        "called_by": caller.name(),
        "tool": tool.qualified(),
        "wire_name": tool.wire_name,
        "effect": tool.effect.class.name(),
        "effect_from": read_json(&effect_from),
        "effect_place": read_json(&effect_place),
        "open_world": tool.effect.open_world,
        "policy": policy.as_ref().map(|text| read_json(text)),
        "rule": outcome.metadata.rule,
        "arguments": arguments.as_ref().map(|text| read_json(text)),
        "repaired": write_repairs(outcome.metadata.repaired.as_deref().unwrap_or_default()),
        "filled": outcome.filled,
        "credentials": variables,
        "verdict": Value::Null,
        "reason": Value::Null,
        "error": Value::Null,
        "detail": outcome.detail,
    });
    let (verdict, reason, error) = write_verdict(&outcome.verdict);
    document["verdict"] = verdict.into();
    document["reason"] = reason;
    document["error"] = error;
    let (runs_by, what) = write_action(action);
    document["runs_by"] = runs_by.into();
    document["request"] = what;
    pretty_json(&document)
}

fn write_repairs(repairs: &[Repair]) -> Value {
    let repairs = repairs.iter();
    repairs
        .map(|repair| json!({ "pointer": repair.pointer, "kind": repair.kind.name() }))
        .collect()
}

fn write_verdict(verdict: &Verdict) -> (&'static str, Value, Value) {
    match verdict {
        Verdict::Runs => ("runs", Value::Null, Value::Null),
        Verdict::Asks(request) => ("asks", json!(request.reason), Value::Null),
        Verdict::Refused(error) => {
            let mut violations = Vec::new();
            for violation in error.violations.iter() {
                violations.push(json!({
                    "pointer": violation.pointer,
                    "keyword": violation.keyword,
                    "message": violation.message,
                }));
            }
            let error = json!({
                "kind": error.kind.name(),
                "message": error.message,
                "violations": violations,
            });
            ("refused", Value::Null, error)
        }
        _ => ("unknown", Value::Null, Value::Null),
    }
}

fn write_action(action: &Action) -> (Option<&'static str>, Value) {
    match action {
        Action::Request(Ok(request)) => (Some("http"), write_request(request)),
        Action::Request(Err(why)) => (Some("http"), json!({ "refused": why })),
        Action::Remote(call) => {
            let request = json!({ "engine": call.server.engine, "tool": call.name });
            (Some("mcp"), request)
        }
        Action::Simulated(engine) => (Some("simulated"), json!({ "engine": engine })),
        Action::Asked(model) => {
            let request = json!({
                "engine": model.simulator.engine,
                "model": model.name,
                "base_url": model.operation.api.base_url,
            });
            (Some("simulated"), request)
        }
        Action::Toolset => (Some("toolset"), Value::Null),
        Action::Handler => (Some("handler"), Value::Null),
        Action::Nothing => (None, Value::Null),
    }
}

fn write_request(request: &RequestPreview) -> Value {
    let mut headers = Map::new();
    for (name, value) in &request.headers {
        headers.insert(name.clone(), value.as_str().into());
    }
    let body = request.body.as_ref();
    json!({
        "method": request.method,
        "url": request.url,
        "headers": headers,
        "body": body.map(|bytes| String::from_utf8_lossy(bytes)),
    })
}

/// The value of a text that is JSON.
fn read_json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| text.into())
}
