//! Gives every tool its options: those of its registry entry, and below them those at the top of
//! `toolc.yaml`.

use crate::draft::Config;
use crate::model::Tool;
use crate::model::rust_options::RustOptions;
use crate::source::{Role, Sources, Span};

/// The tools with what `rust:` says of them.
pub fn with_options(mut tools: Vec<Tool>, sources: &Sources, config: &Config) -> Vec<Tool> {
    for tool in &mut tools {
        let entry = match &sources.get(tool.span.source).role {
            Role::Listed(listing) => find(config, |span| span == listing.span),
            Role::Config => find(config, |span| encloses(span, tool.span)),
            Role::Found | Role::Worker | Role::Schema(_) => None,
        };
        tool.rust = entry.cloned().unwrap_or_default().over(&config.rust);
    }
    tools
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
