//! What `toolc.yaml` says of tools: the engine of their namespace, and their options, which are those
//! of the registry entry, and below them those at the top.

use crate::draft::{Config, DraftRoute, DraftTool, EntryOptions, Formats};
use crate::model::Tool;
use crate::model::rust_options::RustOptions;
use crate::source::{Role, Sources, Span};

/// The tools with what `toolc.yaml` says of them.
pub fn configured(mut tools: Vec<Tool>, sources: &Sources, config: &Config) -> Vec<Tool> {
    for tool in &mut tools {
        tool.engine = engine_of(config, &tool.namespace);
        tool.rust = rust(sources, config, tool.span);
    }
    tools
}

fn engine_of(config: &Config, namespace: &str) -> Option<String> {
    let of_namespace = |route: &&DraftRoute| {
        let routed = route.namespace.as_ref();
        routed.is_some_and(|routed| routed.value == namespace)
    };
    let route = config.routes.iter().find(of_namespace)?;
    Some(route.engine.value.clone())
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
        Role::Listed(listing) => entries.find(|entry| entry.span == listing.span),
        Role::Config => entries.find(|entry| encloses(entry.span, span)),
        Role::Found | Role::Worker | Role::Schema(_) => None,
    }
}

fn encloses(outer: Span, inner: Span) -> bool {
    outer.source == inner.source && outer.start <= inner.start && inner.end <= outer.end
}
