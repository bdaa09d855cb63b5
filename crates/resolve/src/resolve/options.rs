//! The settings of `toolc.yaml` for tools: the engine of their namespace, and their options, which
//! come from the registry entry or else from the top level.

use super::names::Named;
use toolc_base::source::{EntryId, Role, Sources, Span, Spanned};
use toolc_base::toolsets::Toolset;
use toolc_model::config::{Config, Entry};
use toolc_model::draft::DraftTool;
use toolc_model::model::Target;
use toolc_model::model::effect::{Hints, ToolEffect};
use toolc_model::model::engine::{Engine, EngineKind};
use toolc_model::model::http::Statuses;
use toolc_model::model::rust_options::RustOptions;
use toolc_schema::schema::formats::Formats;

/// The settings of one tool.
pub struct ToolSettings {
    /// The engine that runs it; `None` if a handler does.
    pub engine: Option<String>,
    /// The built-in toolset that it belongs to.
    pub shipped: Option<&'static Toolset>,
    pub formats: Formats,
    pub rust: RustOptions,
    pub shows_output: bool,
    /// Whether a model must treat results as words of others, and whether this is stated.
    pub untrusted: bool,
    pub trust_stated: bool,
}

/// What `toolc.yaml` says about a tool.
pub fn settings_of(
    config: &Config,
    sources: &Sources,
    tool: &Named,
    effect: &ToolEffect,
) -> ToolSettings {
    let draft = &tool.draft;
    let shipped = match sources.get(draft.span.source).role {
        Role::Shipped(toolset) => Some(toolset),
        _ => None,
    };
    // what a built-in toolset confines, no engine runs
    let engine = engine_of(config, tool).filter(|_| shipped.is_none());
    let is_served = engine.is_some_and(|engine| is_served_by(engine, draft));
    let (untrusted, trust_stated) = decide_trust(config, draft, effect, is_served);
    ToolSettings {
        engine: engine.map(|engine| engine.name.clone()),
        shipped,
        formats: formats_of(config, draft.entry),
        rust: rust(config, draft.entry),
        shows_output: shows_output(config, draft),
        untrusted,
        trust_stated,
    }
}

/// Whether models and clients of MCP are shown what the tools of an entry return. The descriptions of APIs and of
/// the tools of other people's servers are often wrong and always long, so they are shown on request.
pub fn shows_output(config: &Config, draft: &DraftTool) -> bool {
    let stated = entry(config, draft.entry).and_then(|entry| entry.shows_output);
    stated.unwrap_or(draft.http.is_none() && draft.remote.is_none())
}

/// Whether a model must treat results as words of others, and whether that is stated. It must if an engine or a server
/// provides them, or if the spec states that calls reach the open world; unless the entry is trusted.
fn decide_trust(
    config: &Config,
    draft: &DraftTool,
    effect: &ToolEffect,
    is_served: bool,
) -> (bool, bool) {
    if let Some(own) = &draft.untrusted {
        return (own.value, true);
    }
    let is_trusted = entry(config, draft.entry).is_some_and(|entry| entry.trusted);
    let hinted = Hints::of(draft.annotations()).open_world == Some(true);
    let says_open = effect.stated.open_world.is_some() || hinted;
    let is_of_others = draft.served || is_served || says_open;
    (is_of_others && !is_trusted, is_of_others && is_trusted)
}

/// Whether results come from somebody else's service. What simulates a tool does not change how the tool looks to a model.
fn is_served_by(engine: &Engine, draft: &DraftTool) -> bool {
    !engine.kind.simulates() || draft.http.is_some() || draft.remote.is_some()
}

/// The engine that the tool itself names, else the one that an entry with the tool's namespace names, or else the one named like the
/// namespace. An HTTP engine runs API operations, an MCP engine the tools of snapshots; other tools
/// in the namespace have handlers. One that simulates runs them all.
fn engine_of<'c>(config: &'c Config, tool: &Named) -> Option<&'c Engine> {
    let engine = engine_for(config, tool)?;
    let (is_operation, is_remote) = (tool.draft.http.is_some(), tool.draft.remote.is_some());
    engine
        .kind
        .can_run(is_operation, is_remote)
        .then_some(engine)
}

/// The statuses for which models may read the error responses to an operation.
pub fn exposed_statuses<'c>(config: &'c Config, tool: &Named) -> &'c [Spanned<Statuses>] {
    match engine_for(config, tool).map(|engine| &engine.kind) {
        Some(EngineKind::Http(settings)) => &settings.expose,
        Some(EngineKind::Mcp(_) | EngineKind::Mock(_) | EngineKind::Lm(_)) | None => &[],
    }
}

fn engine_for<'c>(config: &'c Config, tool: &Named) -> Option<&'c Engine> {
    let is_routed = |entry: &Entry| {
        let routed = entry.namespace.as_ref();
        routed.is_some_and(|routed| routed.value == tool.namespace)
    };
    let mut routes = config.routes();
    let named = tool.draft.engine.as_ref().or_else(|| {
        let found = routes.find(|(entry, _)| is_routed(entry));
        found.map(|(_, engine)| engine)
    });
    let name = named.map_or(&tool.namespace, |engine| &engine.value);
    config.engines.iter().find(|engine| engine.name == *name)
}

/// How `format` is treated in the schemas of a tool in this entry.
pub fn formats_of(config: &Config, id: Option<EntryId>) -> Formats {
    let own = entry(config, id).and_then(|entry| entry.formats);
    own.or(config.formats).unwrap_or_default()
}

/// Where it is said that calls of the tools of an entry are filled with defaults.
pub fn fills(config: &Config, id: Option<EntryId>) -> Option<Span> {
    entry(config, id)?.fills
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
