//! The dynamic scope, decided while compiling: which schema each dynamic anchor stands for, given
//! the resources by whose way a schema is reached (JSON Schema core, section 7.1).

use super::resources::ResourceId;
use crate::node::Node;
use std::collections::HashMap;

/// The number of a scope; equal scopes have equal numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ScopeId(u32);

impl ScopeId {
    /// The scope without dynamic anchors.
    pub const EMPTY: ScopeId = ScopeId(0);
}

/// A name, and the outermost schema of this name.
type Bound<'n> = (&'n str, &'n Node, ResourceId);

/// All scopes.
#[derive(Debug, Default)]
pub struct Scopes<'n> {
    /// The scopes but the empty one, each sorted by name.
    scopes: Vec<Vec<Bound<'n>>>,
    known: HashMap<Vec<(&'n str, *const Node)>, ScopeId>,
    extended: HashMap<(ScopeId, ResourceId), ScopeId>,
}

impl<'n> Scopes<'n> {
    fn at(&self, scope: ScopeId) -> &[Bound<'n>] {
        match scope.0.checked_sub(1) {
            Some(index) => &self.scopes[index as usize],
            None => &[],
        }
    }

    /// The schema that a name stands for.
    pub fn find(&self, name: &str, scope: ScopeId) -> Option<(&'n Node, ResourceId)> {
        let mut bound = self.at(scope).iter();
        let (_, node, resource) = bound.find(|(known, _, _)| *known == name)?;
        Some((node, *resource))
    }

    /// A scope after a resource with these names was entered: what is bound stays bound.
    pub fn extend(
        &mut self,
        scope: ScopeId,
        resource: ResourceId,
        names: &[(&'n str, &'n Node)],
    ) -> ScopeId {
        if let Some(extended) = self.extended.get(&(scope, resource)) {
            return *extended;
        }
        let mut bound = self.at(scope).to_vec();
        for (name, node) in names {
            if !bound.iter().any(|(known, _, _)| known == name) {
                bound.push((name, node, resource));
            }
        }
        bound.sort_by_key(|(name, _, _)| *name);
        let extended = self.intern(bound);
        self.extended.insert((scope, resource), extended);
        extended
    }

    fn intern(&mut self, bound: Vec<Bound<'n>>) -> ScopeId {
        let key = bound
            .iter()
            .map(|(name, node, _)| (*name, std::ptr::from_ref(*node)));
        let next = ScopeId(u32::try_from(self.scopes.len() + 1).unwrap_or(u32::MAX));
        let id = *self.known.entry(key.collect()).or_insert(next);
        if id == next {
            self.scopes.push(bound);
        }
        id
    }
}
