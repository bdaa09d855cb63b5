//! A source as a tree, after the overlays of its registry entry.

use crate::read::apply_overlay;
use toolc_base::diagnostic::Diagnostics;
use toolc_base::node::Node;
use toolc_base::parse::parse_source;
use toolc_base::source::{Role, SourceId, Sources};
use toolc_model::config::Config;

/// Parses a source and applies its overlays; `None` if it cannot be read at all.
pub fn parse_tree(
    diagnostics: &mut Diagnostics,
    sources: &Sources,
    config: &Config,
    id: SourceId,
) -> Option<Node> {
    let mut node = parse_source(diagnostics, sources, id)?;
    let entry = match sources.get(id).role {
        Role::Listed(entry) => config.entry(entry),
        _ => None,
    };
    for overlay in entry.iter().flat_map(|entry| &entry.overlays) {
        if let Some(overlay) = parse_source(diagnostics, sources, *overlay) {
            apply_overlay(diagnostics, &mut node, &overlay);
        }
    }
    Some(node)
}
