//! Noun: sources as trees, after the overlays of their registry entries. What loading has to understand, because it may refer
//! to further files, is not parsed again by those who read it, nor when the same files are loaded again.

use crate::read::apply_overlay;
use std::collections::HashMap;
use std::sync::Arc;
use toolc_base::diagnostic::{Diagnostics, Recorded};
use toolc_base::node::Node;
use toolc_base::parse::parse_source;
use toolc_base::source::{Role, Source, SourceId, Sources};
use toolc_model::config::Config;

/// Parses a source and applies its overlays; `None` if it cannot be read at all.
pub fn parse_tree(
    diagnostics: &mut Diagnostics,
    sources: &Sources,
    config: &Config,
    id: SourceId,
) -> Option<Node> {
    let mut node = parse_source(diagnostics, sources, id)?;
    for overlay in overlays_of(sources, config, id) {
        if let Some(overlay) = parse_source(diagnostics, sources, *overlay) {
            apply_overlay(diagnostics, &mut node, &overlay);
        }
    }
    Some(node)
}

/// The overlays that change a source.
fn overlays_of<'c>(sources: &Sources, config: &'c Config, id: SourceId) -> &'c [SourceId] {
    match sources.get(id).role {
        Role::Listed(entry) => config.entry(entry).map_or(&[], |entry| &entry.overlays),
        _ => &[],
    }
}

/// The texts that a tree is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Texts {
    own: Source,
    overlays: Vec<(SourceId, Source)>,
}

impl Texts {
    /// The texts of a source as they are now.
    pub fn of(sources: &Sources, config: &Config, id: SourceId) -> Self {
        let overlays = overlays_of(sources, config, id).iter();
        Texts {
            own: sources.get(id).clone(),
            overlays: overlays.map(|id| (*id, sources.get(*id).clone())).collect(),
        }
    }
}

/// A parsed source.
#[derive(Debug, Clone)]
pub struct Tree {
    /// The tree; `None` if nothing of the text could be parsed.
    pub node: Option<Arc<Node>>,
    /// What was found in the text.
    pub found: Recorded,
    texts: Texts,
}

impl Tree {
    /// Parses a source.
    pub fn parse(sources: &Sources, config: &Config, id: SourceId) -> Self {
        let mut found = Diagnostics::default();
        let node = parse_tree(&mut found, sources, config, id);
        Tree {
            node: node.map(Arc::new),
            found: found.into_recorded(),
            texts: Texts::of(sources, config, id),
        }
    }

    /// Whether parsing the source now would give the same.
    fn is_of(&self, texts: &Texts) -> bool {
        let (own, now) = (&self.texts.own, &texts.own);
        // a role says where the data of a text ends, and how much a fault of it weighs
        let is_alike = own.role == now.role
            || self.found.is_empty() && own.front_matter() == now.front_matter();
        is_alike
            && own.path == now.path
            && own.text == now.text
            && self.texts.overlays == texts.overlays
    }
}

/// Trees by source.
#[derive(Debug, Clone, Default)]
pub struct Trees {
    known: HashMap<SourceId, Tree>,
}

impl Trees {
    /// How many trees there are.
    pub fn count(&self) -> usize {
        self.known.len()
    }

    /// Whether there was a reason to understand this source while files were loaded.
    pub fn has(&self, id: SourceId) -> bool {
        self.known.contains_key(&id)
    }

    /// The tree of a source, if it is here and the source is still as it was.
    pub fn find(&self, sources: &Sources, config: &Config, id: SourceId) -> Option<&Tree> {
        let tree = self.known.get(&id)?;
        tree.is_of(&Texts::of(sources, config, id)).then_some(tree)
    }

    /// The tree of a source, which stays here. It is parsed unless an earlier one is of the same text.
    pub(super) fn parse(
        &mut self,
        earlier: &Trees,
        sources: &Sources,
        config: &Config,
        id: SourceId,
    ) -> Option<Arc<Node>> {
        let tree = self.known.entry(id).or_insert_with(|| {
            let known = earlier.find(sources, config, id).cloned();
            known.unwrap_or_else(|| Tree::parse(sources, config, id))
        });
        tree.node.clone()
    }
}
