//! Checks which engine runs each namespace.

use std::collections::BTreeMap;
use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::source::Spanned;
use toolc_model::config::{Config, Entry};
use toolc_model::model::Tool;
use toolc_model::model::engine::EngineKind;

/// Reports engines that are not defined, entries that name an engine but no namespace, and
/// namespaces with two engines.
pub fn check_engines(diagnostics: &mut Diagnostics, config: &Config) {
    let mut assigned: BTreeMap<&str, &Spanned<String>> = BTreeMap::new();
    for (entry, engine) in config.routes() {
        let mut defined = config.engines.iter();
        if !defined.any(|defined| defined.name == engine.value) {
            diagnostics.push(unknown_engine(config, engine));
        }
        let Some(namespace) = &entry.namespace else {
            diagnostics.push(missing_namespace(entry, engine));
            continue;
        };
        match assigned.get(namespace.value.as_str()) {
            Some(other) if other.value != engine.value => {
                diagnostics.push(several_engines(&namespace.value, engine, other));
            }
            Some(_) => {}
            None => {
                assigned.insert(&namespace.value, engine);
            }
        }
    }
}

/// Reports entries that name an engine although their namespace contains nothing that it could run.
pub fn check_routes(diagnostics: &mut Diagnostics, config: &Config, tools: &[Tool]) {
    if diagnostics.has_errors() {
        // another error may be the reason
        return;
    }
    for (entry, named) in config.routes() {
        let Some(namespace) = &entry.namespace else {
            continue;
        };
        let mut engines = config.engines.iter();
        let Some(engine) = engines.find(|engine| engine.name == named.value) else {
            continue;
        };
        let runs = |tool: &Tool| match engine.kind {
            EngineKind::Http(_) => tool.http.is_some(),
            EngineKind::Mcp(_) => tool.remote.is_some(),
        };
        let mut routed = tools
            .iter()
            .filter(|tool| tool.namespace == namespace.value)
            .peekable();
        if routed.peek().is_some() && !routed.any(runs) {
            diagnostics.push(idle_route(&namespace.value, named, &engine.kind));
        }
    }
}

fn idle_route(namespace: &str, engine: &Spanned<String>, kind: &EngineKind) -> Diagnostic {
    let they = match kind {
        EngineKind::Http(_) => "they are not operations of an API",
        EngineKind::Mcp(_) => "they do not come from the snapshot of an MCP server",
    };
    let message = format!(
        "the engine `{}` runs none of the tools of `{namespace}`: {they}",
        engine.value
    );
    Diagnostic::new(Code::IDLE_SETTING, engine.span, message)
        .label("no effect")
        .help("remove `engine`, and write a handler for each granted tool")
}

fn unknown_engine(config: &Config, engine: &Spanned<String>) -> Diagnostic {
    let name = &engine.value;
    let defined: Vec<&str> = config
        .engines
        .iter()
        .map(|engine| engine.name.as_str())
        .collect();
    // the wording is part of the contract
    let message = format!(
        "a `tools.registry` entry references engine `{name}` which is not defined in `tools.engines`"
    );
    let help = match did_you_mean(name, defined.iter().copied()) {
        Some(help) => help,
        None if defined.is_empty() => format!("define `{name}` under `tools.engines`").into(),
        None => format!("defined engines: `{}`", defined.join("`, `")).into(),
    };
    Diagnostic::new(Code::UNKNOWN_ENGINE, engine.span, message)
        .label("not defined")
        .help(help)
}

fn missing_namespace(entry: &Entry, engine: &Spanned<String>) -> Diagnostic {
    let message = format!(
        "a `tools.registry` entry with engine `{}` must specify a namespace",
        engine.value
    );
    Diagnostic::new(Code::ENGINE_WITHOUT_NAMESPACE, entry.span, message)
        .label("this entry has no `namespace`")
        .also(engine.span, "the engine")
        .help("add `namespace: …`: calls are routed to engines by namespace")
}

fn several_engines(
    namespace: &str,
    second: &Spanned<String>,
    first: &Spanned<String>,
) -> Diagnostic {
    let message = format!("namespace `{namespace}` is assigned to more than one engine");
    Diagnostic::new(Code::SEVERAL_ENGINES, second.span, message)
        .label(format!("here to `{}`", second.value))
        .also(first.span, format!("here to `{}`", first.value))
        .help("each namespace must route to exactly one engine: split the namespace or name one engine")
}

#[cfg(test)]
mod tests;
