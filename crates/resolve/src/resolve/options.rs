//! The settings of `toolc.yaml` for tools: the engine of their namespace, and their options, which
//! come from the registry entry or else from the top level.

use std::sync::Arc;
use toolc_base::source::{EntryId, Role, Sources, Spanned};
use toolc_model::config::{Config, Entry};
use toolc_model::draft::DraftTool;
use toolc_model::model::effect::Hints;
use toolc_model::model::engine::{Engine, EngineKind, Remote};
use toolc_model::model::http::{Operation, Statuses};
use toolc_model::model::rust_options::RustOptions;
use toolc_model::model::{Target, Tool};
use toolc_schema::schema::formats::Formats;

/// Applies the settings of `toolc.yaml` to tools.
pub fn configure_tools(tools: &mut [Tool], sources: &Sources, config: &Config) {
    for tool in tools {
        tool.engine = engine_of(config, tool).map(|engine| engine.to_owned());
        tool.shipped = match sources.get(tool.span.source).role {
            Role::Shipped(toolset) => Some(toolset),
            _ => None,
        };
        tool.formats = formats_of(config, tool.entry);
        tool.rust = rust(config, tool.entry);
        tool.shows_output =
            shows_output(config, tool.entry, is_of_others(&tool.http, &tool.remote));
        let is_trusted = entry(config, tool.entry).is_some_and(|entry| entry.trusted);
        decide_trust(tool, is_trusted);
    }
}

/// Whether models and clients of MCP are shown what the tools of an entry return. The descriptions of APIs and of
/// the tools of other people's servers are often wrong and always long, so they are shown on request.
fn shows_output(config: &Config, id: Option<EntryId>, is_of_others: bool) -> bool {
    let stated = entry(config, id).and_then(|entry| entry.shows_output);
    stated.unwrap_or(!is_of_others)
}

/// The same before a tool is complete.
pub fn draft_shows_output(config: &Config, draft: &DraftTool) -> bool {
    shows_output(
        config,
        draft.entry,
        is_of_others(&draft.http, &draft.remote),
    )
}

fn is_of_others(http: &Option<Arc<Operation>>, remote: &Option<Arc<Remote>>) -> bool {
    http.is_some() || remote.is_some()
}

/// Whether a model must treat results as words of others. This is so if an engine or a server
/// provides them, or if the spec states that calls reach the open world.
fn decide_trust(tool: &mut Tool, is_trusted: bool) {
    if tool.trust_stated {
        return;
    }
    let hinted = Hints::of(tool.annotations()).open_world == Some(true);
    let says_open = tool.effect.stated.open_world.is_some() || hinted;
    tool.untrusted |= tool.engine.is_some() || says_open;
    tool.trust_stated = is_trusted && tool.untrusted;
    tool.untrusted &= !is_trusted;
}

/// The engine that an entry with the tool's namespace names, or else the one named like the
/// namespace. An HTTP engine runs API operations, an MCP engine the tools of snapshots; other tools
/// in the namespace have handlers.
fn engine_of<'c>(config: &'c Config, tool: &Tool) -> Option<&'c str> {
    let engine = engine_for(config, &tool.namespace)?;
    let runs = match engine.kind {
        EngineKind::Http(_) => tool.http.is_some(),
        EngineKind::Mcp(_) => tool.remote.is_some(),
    };
    runs.then_some(&engine.name)
}

/// The statuses for which models may read the error responses to operations in a namespace.
pub fn exposed_statuses<'c>(config: &'c Config, namespace: &str) -> &'c [Spanned<Statuses>] {
    match engine_for(config, namespace).map(|engine| &engine.kind) {
        Some(EngineKind::Http(settings)) => &settings.expose,
        Some(EngineKind::Mcp(_)) | None => &[],
    }
}

fn engine_for<'c>(config: &'c Config, namespace: &str) -> Option<&'c Engine> {
    let is_routed = |entry: &Entry| {
        let routed = entry.namespace.as_ref();
        routed.is_some_and(|routed| routed.value == namespace)
    };
    let named = config.routes().find(|(entry, _)| is_routed(entry));
    let name = named.map_or(namespace, |(_, engine)| &engine.value);
    config.engines.iter().find(|engine| engine.name == name)
}

/// How `format` is treated in the schemas of a tool in this entry.
pub fn formats_of(config: &Config, id: Option<EntryId>) -> Formats {
    let own = entry(config, id).and_then(|entry| entry.formats);
    own.or(config.formats).unwrap_or_default()
}

/// Whether the schemas of a tool may name user-defined types.
pub fn names_types(config: &Config, draft: &DraftTool) -> bool {
    !draft.foreign || rust(config, draft.entry).trusts_types()
}

/// The Rust options for a tool in this entry.
fn rust(config: &Config, id: Option<EntryId>) -> RustOptions {
    let own = entry(config, id).map(|entry| entry.rust.clone());
    own.unwrap_or_default().over(&config.rust)
}

fn entry(config: &Config, id: Option<EntryId>) -> Option<&Entry> {
    config.entry(id?)
}

/// The targets for which every exported definition must be legal.
pub fn targets_of(config: &Config) -> Vec<&'static Target> {
    let mut targets: Vec<&'static Target> = Vec::new();
    for written in &config.targets {
        let named = Target::named(&written.value);
        targets.extend(named.filter(|target| !targets.contains(target)));
    }
    targets
}
