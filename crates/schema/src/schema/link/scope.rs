//! The dynamic scope, resolved at compile time: the schema that each dynamic anchor is bound to,
//! given the resources through which a schema is reached (JSON Schema core, section 7.1).

use std::collections::HashMap;
use toolc_base::node::Node;
use toolc_base::order::sort_by_key;
use toolc_base::source::next_number;

/// The index of a resource. That of its root resource also identifies a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ResourceId(pub(super) u32);

/// The index of a scope; equal scopes have the same index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ScopeId(u32);

impl ScopeId {
    /// The scope without dynamic anchors.
    pub const EMPTY: ScopeId = ScopeId(0);
    /// Replaces any additional scope once there are too many.
    pub const OVERFULL: ScopeId = ScopeId(u32::MAX);
}

/// How many schemas may be read again for other dynamic scopes.
pub const MAX_SCOPED: usize = 20_000;

/// How many names all scopes together may bind.
const MAX_BOUND: usize = 500_000;

/// A name, and the outermost schema with this name.
type Bound<'n> = (&'n str, &'n Node, ResourceId);

/// All scopes.
#[derive(Debug, Default)]
pub struct Scopes<'n> {
    /// All scopes except the empty one, each sorted by name.
    scopes: Vec<Vec<Bound<'n>>>,
    known: HashMap<Vec<(&'n str, *const Node)>, ScopeId>,
    extended: HashMap<(ScopeId, ResourceId), ScopeId>,
    /// How many names all scopes together bind.
    bound: usize,
}

impl<'n> Scopes<'n> {
    fn at(&self, scope: ScopeId) -> &[Bound<'n>] {
        let index = scope.0.checked_sub(1);
        let bound = index.and_then(|index| self.scopes.get(index as usize));
        bound.map_or(&[], Vec::as_slice)
    }

    /// The schema that a name is bound to.
    pub fn find(&self, name: &str, scope: ScopeId) -> Option<(&'n Node, ResourceId)> {
        let bound = self.at(scope);
        let found = bound.binary_search_by(|(known, _, _)| (*known).cmp(name));
        let (_, node, resource) = bound[found.ok()?];
        Some((node, resource))
    }

    /// The scope after entering a resource with these names, which must be sorted. Existing
    /// bindings are kept.
    pub fn extend_scope(
        &mut self,
        scope: ScopeId,
        resource: ResourceId,
        names: &[(&'n str, &'n Node)],
    ) -> ScopeId {
        if scope == ScopeId::OVERFULL {
            return scope;
        }
        if let Some(extended) = self.extended.get(&(scope, resource)) {
            return *extended;
        }
        let known = self.at(scope);
        let is_new = |name: &str| {
            known
                .binary_search_by(|(known, _, _)| (*known).cmp(name))
                .is_err()
        };
        let new = names.iter().filter(|(name, _)| is_new(name));
        let new: Vec<Bound<'n>> = new.map(|(name, node)| (*name, *node, resource)).collect();
        let extended = match new.is_empty() {
            true => scope,
            false => self.intern([known, &new].concat()),
        };
        if extended != ScopeId::OVERFULL {
            self.extended.insert((scope, resource), extended);
        }
        extended
    }

    fn intern(&mut self, mut bound: Vec<Bound<'n>>) -> ScopeId {
        sort_by_key(&mut bound, &mut |(name, _, _)| *name);
        let key = bound
            .iter()
            .map(|(name, node, _)| (*name, std::ptr::from_ref(*node)));
        let key: Vec<_> = key.collect();
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        self.bound += bound.len();
        if self.bound > MAX_BOUND {
            return ScopeId::OVERFULL;
        }
        self.scopes.push(bound);
        let id = ScopeId(next_number(self.scopes.len()));
        self.known.insert(key, id);
        id
    }
}
