//! What `toolc.yaml` says of tools: the engine of their namespace, and their options, which are those
//! of the registry entry, and below them those at the top.

use crate::draft::{Config, DraftRoute, DraftTool, EntryOptions, Formats};
use crate::model::effect::Hints;
use crate::model::engine::EngineKind;
use crate::model::rust_options::RustOptions;
use crate::model::{Target, Tool};
use crate::source::{Role, Sources, Span};

/// The tools with what `toolc.yaml` says of them.
pub fn configured(mut tools: Vec<Tool>, sources: &Sources, config: &Config) -> Vec<Tool> {
    for tool in &mut tools {
        tool.engine = engine_of(config, tool).map(|engine| engine.to_owned());
        tool.shipped = match sources.get(tool.span.source).role {
            Role::Shipped(toolset) => Some(toolset),
            _ => None,
        };
        tool.formats = formats(sources, config, tool.span);
        tool.rust = rust(sources, config, tool.span);
        let is_trusted = entry(sources, config, tool.span).is_some_and(|entry| entry.trusted);
        decide_trust(tool, is_trusted);
    }
    tools
}

/// Whether a model reads results as what they may be: words of others. It does where an engine or a
/// server gives them, or the spec says that a call reaches the open world.
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

/// The engine that an entry of the tool's namespace names, else the one that bears the namespace's
/// name. One for HTTP runs operations of APIs; what else stands in the namespace has handlers.
fn engine_of<'c>(config: &'c Config, tool: &Tool) -> Option<&'c str> {
    let of_namespace = |route: &&DraftRoute| {
        let routed = route.namespace.as_ref();
        routed.is_some_and(|routed| routed.value == tool.namespace)
    };
    let named = config.routes.iter().find(of_namespace);
    let name = named.map_or(&tool.namespace, |route| &route.engine.value);
    let engine = config.engines.iter().find(|engine| engine.name == *name)?;
    let runs = match engine.kind {
        EngineKind::Http(_) => tool.http.is_some(),
        EngineKind::Mcp => false,
    };
    runs.then_some(&engine.name)
}

/// What becomes of `format` in the schemas of the tool at this place.
pub fn formats(sources: &Sources, config: &Config, span: Span) -> Formats {
    let own = entry(sources, config, span).and_then(|entry| entry.formats);
    own.or(config.formats).unwrap_or_default()
}

/// Whether the schemas of a tool may name types of the user's.
pub fn names_types(sources: &Sources, config: &Config, draft: &DraftTool) -> bool {
    !draft.foreign || rust(sources, config, draft.span).trusts_types()
}

/// What the Rust of the tool at this place looks like.
fn rust(sources: &Sources, config: &Config, span: Span) -> RustOptions {
    let own = entry(sources, config, span).map(|entry| entry.rust.clone());
    own.unwrap_or_default().over(&config.rust)
}

/// The registry entry of the tool at this place.
fn entry<'c>(sources: &Sources, config: &'c Config, span: Span) -> Option<&'c EntryOptions> {
    let mut entries = config.entries.iter();
    match &sources.get(span.source).role {
        Role::Listed(listing) | Role::Overlay(listing) => config.entry(listing.span),
        Role::Config => entries.find(|entry| encloses(entry.span, span)),
        Role::Found
        | Role::Beside(_)
        | Role::Worker
        | Role::Schema(_)
        | Role::Part
        | Role::Shipped(_) => None,
    }
}

fn encloses(outer: Span, inner: Span) -> bool {
    outer.source == inner.source && outer.start <= inner.start && inner.end <= outer.end
}

/// The providers where every exported definition must be legal.
pub fn targets(config: &Config) -> Vec<Target> {
    let named = |name: &str| {
        Target::ALL
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, target)| *target)
    };
    config
        .targets
        .iter()
        .filter_map(|target| named(&target.value))
        .collect()
}
