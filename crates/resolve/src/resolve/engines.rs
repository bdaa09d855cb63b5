//! Checks which engine runs each namespace.

use super::names::Named;
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
            let who = "a `tools.registry` entry";
            diagnostics.push(unknown_engine(config, who, engine));
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

/// Reports tools that name an engine that is not defined, or that cannot run them.
pub fn check_own_engines(diagnostics: &mut Diagnostics, config: &Config, tools: &[Named]) {
    for tool in tools {
        let Some(own) = &tool.draft.engine else {
            continue;
        };
        let name = format!("{}::{}", tool.namespace, tool.draft.name.value);
        let mut engines = config.engines.iter();
        let Some(engine) = engines.find(|engine| engine.name == own.value) else {
            let who = format!("the tool `{name}`");
            diagnostics.push(unknown_engine(config, &who, own));
            continue;
        };
        let (is_operation, is_remote) = (tool.draft.http.is_some(), tool.draft.remote.is_some());
        if !engine.kind.can_run(is_operation, is_remote) {
            diagnostics.push(unfit_engine(&name, own, &engine.kind));
        }
    }
}

fn unfit_engine(tool: &str, own: &Spanned<String>, kind: &EngineKind) -> Diagnostic {
    let why = match kind {
        EngineKind::Http(_) => "it is not an operation of an API",
        EngineKind::Mcp(_) => "it does not come from the snapshot of an MCP server",
        EngineKind::Mock(_) | EngineKind::Lm(_) => "it belongs to a built-in toolset",
    };
    let message = format!(
        "the engine `{}` of type `{}` cannot run `{tool}`: {why}",
        own.value,
        kind.type_name()
    );
    Diagnostic::new(Code::UNFIT_ENGINE, own.span, message)
        .label("cannot run this tool")
        .help("remove `engine`, and write a handler for the tool, or name an engine of type `mock`")
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
        let runs = |tool: &Tool| {
            let kind = &engine.kind;
            kind.can_run(tool.http.is_some(), tool.remote.is_some()) && tool.shipped.is_none()
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
        EngineKind::Mock(_) | EngineKind::Lm(_) => "they belong to a built-in toolset",
    };
    let message = format!(
        "the engine `{}` runs none of the tools of `{namespace}`: {they}",
        engine.value
    );
    Diagnostic::new(Code::IDLE_SETTING, engine.span, message)
        .label("no effect")
        .help("remove `engine`, and write a handler for each granted tool")
}

fn unknown_engine(config: &Config, who: &str, engine: &Spanned<String>) -> Diagnostic {
    let name = &engine.value;
    let defined: Vec<&str> = config
        .engines
        .iter()
        .map(|engine| engine.name.as_str())
        .collect();
    // the wording is part of the contract
    let message =
        format!("{who} references engine `{name}` which is not defined in `tools.engines`");
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
        .help("each namespace must route to exactly one engine: name one here, and others in single tools (`engine`)")
}

#[cfg(test)]
mod tests;
