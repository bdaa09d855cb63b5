//! What `toolc.yaml` says of tools: the engine of their namespace, and their options, which are those
//! of the registry entry, and below them those at the top.

use crate::draft::{Config, DraftRoute};
use crate::model::Tool;
use crate::model::rust_options::RustOptions;
use crate::source::{Role, Sources, Span};

/// The tools with what `toolc.yaml` says of them.
pub fn configured(mut tools: Vec<Tool>, sources: &Sources, config: &Config) -> Vec<Tool> {
    for tool in &mut tools {
        let entry = match &sources.get(tool.span.source).role {
            Role::Listed(listing) => find(config, |span| span == listing.span),
            Role::Config => find(config, |span| encloses(span, tool.span)),
            Role::Found | Role::Worker | Role::Schema(_) => None,
        };
        tool.engine = engine_of(config, &tool.namespace);
        tool.rust = entry.cloned().unwrap_or_default().over(&config.rust);
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

fn find(config: &Config, is_entry: impl Fn(Span) -> bool) -> Option<&RustOptions> {
    let mut entries = config.entries.iter();
    entries
        .find(|(span, _)| is_entry(*span))
        .map(|(_, options)| options)
}

fn encloses(outer: Span, inner: Span) -> bool {
    outer.source == inner.source && outer.start <= inner.start && inner.end <= outer.end
}
