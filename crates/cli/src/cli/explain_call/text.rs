//! An explanation for people: a line for each fact, and the verdict at the end.

use super::super::origins::{effect_line, write_approval, write_limits, write_results};
use super::explain::{Action, Explanation};
use std::fmt::Write;
use toolc_base::diagnostic::render::{Places, escape_text};
use toolc_model::model::Catalog;
use toolc_model::model::callers::Caller;
use toolc_model::model::scope::Need;
use toolc_runtime::http::RequestPreview;
use toolc_runtime::remote::{Reach, RemoteCall};
use toolc_runtime::simulated::{Model, Recording};
use toolc_runtime::{Repair, RepairKind, Verdict};

/// How many characters of a body are shown.
const MAX_BODY: usize = 2_000;

/// Writes an explanation.
pub(super) fn write_text(
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
    let mut out = format!("`{}` calls `{}`\n", worker.name, tool.qualified());
    let mut fact = |name: &str, text: &str| {
        let _ = writeln!(
            out,
            "  {name:<12}{}",
            text.trim_end().replace('\n', "\n              ")
        );
    };
    match caller {
        Caller::Direct => fact("called by", "the model itself"),
        Caller::Programmatic => fact("called by", "a program that the model wrote"),
        Caller::Unknown => {}
    }
    if let Some(arguments) = arguments {
        fact("arguments", &escape_text(arguments));
    }
    for repair in outcome.metadata.repaired.iter().flatten() {
        fact("repaired", &write_repair(repair));
    }
    if !outcome.filled.is_empty() {
        let places = outcome.filled.iter().map(|place| escape_text(place));
        let places: Vec<String> = places.collect();
        fact(
            "filled in",
            &format!(
                "{}: the call leaves it out, so it has its default",
                places.join(", ")
            ),
        );
    }
    if let Some(overload) = outcome.metadata.overload {
        fact("overload", overload);
    }
    fact("effect", &effect_line(places, tool));
    match policy {
        Some(policy) => fact("approval", &write_approval(places, policy)),
        None => fact("approval", "none: the worker does not have this tool"),
    }
    if let Some(rule) = outcome.metadata.rule {
        fact("rule", &format!("{rule} decides"));
    }
    let limits = policy.as_ref();
    let limits = limits.and_then(|policy| write_limits(catalog, places, tool, policy));
    if let Some(limits) = limits {
        fact("limits", &limits);
    }
    let results = policy.as_ref();
    if let Some(results) = results.and_then(|policy| write_results(catalog, places, policy)) {
        fact("results", &results);
    }
    for injected in &tool.inject {
        let name = &injected.value;
        fact(
            "injected",
            &format!("`{name}`: the program gives it; here, `--value {name}=VALUE` does"),
        );
    }
    match action {
        Action::Request(Ok(request)) => fact("request", &write_request(request)),
        Action::Request(Err(why)) => fact("request", &format!("cannot be built: {why}")),
        Action::Remote(call) => fact("server", &write_remote(call)),
        Action::Simulated(engine) => {
            fact(
                "runs",
                &format!("the engine `{engine}` makes its result up"),
            );
        }
        Action::Asked(model) => fact("runs", &write_model(model)),
        Action::Toolset => fact("runs", &format!("the toolset `{}` runs it", tool.namespace)),
        Action::Handler => fact(
            "runs",
            "a handler of your program runs it, which may ask for approval as well",
        ),
        Action::Nothing => {}
    }
    if !matches!(action, Action::Nothing) {
        for ((owner, scheme), need) in &needs.credentials {
            fact("credentials", &write_need(owner, scheme, need));
        }
    }
    let _ = writeln!(out, "\n{}", write_verdict(explanation));
    out
}

/// `/limit, by numbers: the number in a string`
fn write_repair(repair: &Repair) -> String {
    let place = match repair.pointer.as_str() {
        "" => "the arguments".to_owned(),
        pointer => escape_text(pointer),
    };
    let read = match repair.kind {
        RepairKind::Text => "the JSON in a string is read",
        RepairKind::Numbers => "the number in a string is read",
        RepairKind::Lists => "a single value is read as an array of it",
        RepairKind::Case => "a constant in another case is read",
        _ => "it is read in another form",
    };
    format!("{place}, by `{}`: {read}", repair.kind.name())
}

fn write_request(request: &RequestPreview) -> String {
    let mut text = format!("{} {}", request.method, escape_text(&request.url));
    for (name, value) in &request.headers {
        let _ = write!(text, "\n{name}: {}", escape_text(value));
    }
    if let Some(body) = &request.body {
        let body = String::from_utf8_lossy(body);
        let shown: String = body.chars().take(MAX_BODY).collect();
        let _ = write!(text, "\n{}", escape_text(&shown));
        if shown.len() < body.len() {
            let _ = write!(text, "… ({} bytes)", body.len());
        }
    }
    text
}

fn write_model(model: &Model) -> String {
    let (engine, name) = (model.simulator.engine, escape_text(model.name));
    let url = escape_text(model.operation.api.base_url.unwrap_or_default());
    match model.recording {
        Recording::Off => {
            format!("the engine `{engine}` asks the model `{name}` at {url} for its result")
        }
        Recording::Record(path) => format!(
            "the engine `{engine}` takes its result from `{path}`, or asks the model `{name}` at {url} and records what it says"
        ),
        Recording::Replay(path) => format!("the engine `{engine}` takes its result from `{path}`"),
    }
}

fn write_remote(call: &RemoteCall) -> String {
    let reach = match call.server.reach {
        Reach::Command(words) => format!("the program `{}`", words.join(" ")),
        Reach::Url(url) => url.to_owned(),
    };
    format!(
        "`tools/call` of `{}` at {}",
        escape_text(call.name),
        escape_text(&reach)
    )
}

/// `shop oauth: $SHOP_TOKEN (not set), scopes read, write`
fn write_need(owner: &str, scheme: &str, need: &Need) -> String {
    let mut text = owner.to_owned();
    if !scheme.is_empty() {
        let _ = write!(text, " {scheme}");
    }
    let variables = need.variables.iter().map(|name| {
        let value = std::env::var(name).unwrap_or_default();
        match value.trim().is_empty() {
            true => format!("${name} (not set)"),
            false => format!("${name}"),
        }
    });
    let variables: Vec<String> = variables.collect();
    let _ = write!(text, ": {}", variables.join(", "));
    if !need.scopes.is_empty() {
        let scopes: Vec<&str> = need.scopes.keys().map(String::as_str).collect();
        let _ = write!(text, ", scopes {}", scopes.join(", "));
    }
    text
}

fn write_verdict(explanation: &Explanation<'_>) -> String {
    let outcome = &explanation.outcome;
    match &outcome.verdict {
        Verdict::Runs => "it runs at once".to_owned(),
        Verdict::Asks(request) => {
            let mut text = "somebody is asked first".to_owned();
            if let Some(reason) = &request.reason {
                let _ = write!(text, ": {reason}");
            }
            text
        }
        Verdict::Refused(error) => {
            let mut text = format!("it is refused: {}", error.message);
            for violation in error.violations.iter() {
                let violation = violation.to_string();
                if !error.message.contains(&violation) {
                    let _ = write!(text, "\n  {violation}");
                }
            }
            if let Some(detail) = &outcome.detail {
                let _ = write!(text, "\n  in the logs: {}", escape_text(detail));
            }
            text
        }
        _ => "it is neither run nor refused".to_owned(),
    }
}
