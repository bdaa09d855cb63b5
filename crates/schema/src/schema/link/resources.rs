//! The documents, the resources in them (every schema with `$id` is one), and their addresses.

use super::scope::{ResourceId, ScopeId, Scopes};
use crate::schema::document::{DocumentKind, DraftDocument};
use crate::schema::position::Position;
use crate::schema::uri;
use std::collections::{BTreeMap, HashMap};
use toolc_base::diagnostic::suggest::Guesses;
use toolc_base::node::{Map, Node, Value};
use toolc_base::order::sort_by_key;
use toolc_base::source::next_number;

/// The context of a schema: the resource that `#` refers to, and the resources through which the
/// schema was reached.
#[derive(Debug, Clone, Copy)]
pub struct Root<'n> {
    /// The root of the resource.
    pub node: &'n Node,
    /// The resource.
    pub resource: ResourceId,
    /// The dynamic scope, as far as it matters.
    pub scope: ScopeId,
}

/// A schema that can be referred to by its own address.
#[derive(Debug)]
struct Resource<'n> {
    node: &'n Node,
    /// The base address for references in it.
    base: String,
    document: ResourceId,
    /// Whether schemas can be anywhere in the document.
    anywhere: bool,
}

/// A schema with a name within its resource.
#[derive(Debug, Clone, Copy)]
pub struct Anchor<'n> {
    /// The schema.
    pub node: &'n Node,
    /// Whether the name comes from `$dynamicAnchor`.
    pub dynamic: bool,
}

/// Everything that references can lead to. Resources are only searched when a reference requires
/// it.
#[derive(Debug, Default)]
pub struct Resources<'n> {
    resources: Vec<Resource<'n>>,
    known: HashMap<*const Node, ResourceId>,
    /// The documents that every schema may refer to, by address.
    addresses: BTreeMap<String, ResourceId>,
    shared: Vec<ResourceId>,
    /// The resources within these documents, indexed on first use.
    inner: Option<HashMap<String, ResourceId>>,
    /// The documents whose embedded resources and anchors are indexed.
    indexed: HashMap<ResourceId, HashMap<String, ResourceId>>,
    anchors: HashMap<(ResourceId, &'n str), Anchor<'n>>,
    /// The names under which parts of a resource can be overridden; the empty name stands for
    /// `$recursiveAnchor`.
    dynamic: HashMap<ResourceId, Vec<(&'n str, &'n Node)>>,
    scopes: Scopes<'n>,
    /// Whether any reference depends on the dynamic scope.
    is_dynamic: bool,
    /// The remaining budget for guessing which name was meant.
    pub guesses: Guesses,
}

impl<'n> Resources<'n> {
    /// Creates it with the documents that every schema may refer to.
    pub fn new(documents: &'n [DraftDocument], is_dynamic: bool) -> Self {
        let mut resources = Resources {
            is_dynamic,
            ..Resources::default()
        };
        for document in documents {
            let [base, ..] = document.addresses.as_slice() else {
                continue;
            };
            let id = resources.document(&document.node, document.kind, base);
            resources.shared.push(id);
            let own = resources.at(id).base.clone();
            for address in document.addresses.iter().chain([&own]) {
                resources.addresses.entry(address.clone()).or_insert(id);
            }
        }
        resources
    }

    fn at(&self, id: ResourceId) -> &Resource<'n> {
        &self.resources[id.0 as usize]
    }

    /// Adds a document with this address, which its `$id` may change.
    fn document(&mut self, node: &'n Node, kind: DocumentKind, address: &str) -> ResourceId {
        if let Some(id) = self.known.get(&std::ptr::from_ref(node)) {
            return *id;
        }
        self.add(node, address, None, kind == DocumentKind::Description)
    }

    fn add(
        &mut self,
        node: &'n Node,
        outer: &str,
        document: Option<ResourceId>,
        anywhere: bool,
    ) -> ResourceId {
        let id = ResourceId(next_number(self.resources.len()));
        let own = node.as_map().and_then(read_identifier);
        self.resources.push(Resource {
            node,
            base: own.map_or_else(
                || outer.to_owned(),
                |own| uri::resolve_reference(outer, own),
            ),
            document: document.unwrap_or(id),
            anywhere,
        });
        self.known.insert(std::ptr::from_ref(node), id);
        id
    }

    /// The context in which reading a document starts.
    pub fn enter_root(&mut self, node: &'n Node, kind: DocumentKind, address: &str) -> Root<'n> {
        let resource = self.document(node, kind, address);
        self.enter_resource(resource, ScopeId::EMPTY)
    }

    /// Enters a resource from a dynamic scope.
    pub fn enter_resource(&mut self, resource: ResourceId, scope: ScopeId) -> Root<'n> {
        Root {
            node: self.at(resource).node,
            resource,
            scope: self.extended(scope, resource),
        }
    }

    /// The context of a schema's keywords: its own resource, if it has an `$id`.
    pub fn enter_schema(&mut self, node: &'n Node, root: Root<'n>) -> Root<'n> {
        let is_own = node.as_map().and_then(read_identifier).is_some();
        if !is_own || std::ptr::eq(node, root.node) {
            return root;
        }
        let resource = self.inner_resource(node, root.resource);
        self.enter_resource(resource, root.scope)
    }

    /// The resource of a schema with an `$id`.
    pub fn inner_resource(&mut self, node: &'n Node, outer: ResourceId) -> ResourceId {
        if let Some(id) = self.known.get(&std::ptr::from_ref(node)) {
            return *id;
        }
        let outer = self.at(outer);
        let (base, document, anywhere) = (outer.base.clone(), outer.document, outer.anywhere);
        self.add(node, &base, Some(document), anywhere)
    }

    /// The dynamic scope, extended by the names of one more resource.
    fn extended(&mut self, scope: ScopeId, resource: ResourceId) -> ScopeId {
        if !self.is_dynamic {
            return scope;
        }
        self.index(self.at(resource).document);
        match self.dynamic.get(&resource) {
            Some(names) => self.scopes.extend_scope(scope, resource, names),
            None => scope,
        }
    }

    /// The schema that a name is bound to in a dynamic scope.
    pub fn find_bound(&self, name: &str, scope: ScopeId) -> Option<(&'n Node, ResourceId)> {
        self.scopes.find(name, scope)
    }

    /// Whether schemas can be anywhere in the document of a resource.
    pub fn is_anywhere(&self, id: ResourceId) -> bool {
        self.at(id).anywhere
    }

    /// Whether a resource is a schema that is only a part of the file whose address it has.
    pub fn is_inline(&self, id: ResourceId) -> bool {
        let is_root = self.at(id).document == id;
        is_root && !self.is_anywhere(id) && !self.shared.contains(&id)
    }

    /// Whether two schemas are in different documents.
    pub fn is_foreign(&self, one: Root<'n>, other: Root<'n>) -> bool {
        self.at(one.resource).document != self.at(other.resource).document
    }

    /// The root of a resource.
    pub fn node(&self, id: ResourceId) -> &'n Node {
        self.at(id).node
    }

    /// The base address for references in a resource.
    pub fn base_address(&self, id: ResourceId) -> &str {
        &self.at(id).base
    }

    /// All known addresses, sorted.
    pub fn addresses(&self) -> impl Iterator<Item = &str> {
        self.addresses.keys().map(String::as_str)
    }

    /// The resource with an address: in the same document, or else in any.
    pub fn find(&mut self, address: &str, from: ResourceId) -> Option<ResourceId> {
        let Resource { base, document, .. } = self.at(from);
        if base == address {
            return Some(from);
        }
        let document = *document;
        let inner = self.index(document).get(address).copied();
        if let Some(found) = inner.or_else(|| self.addresses.get(address).copied()) {
            return Some(found);
        }
        if self.inner.is_none() {
            let mut inner = HashMap::new();
            for document in self.shared.clone() {
                for (address, id) in self.index(document) {
                    inner.entry(address.clone()).or_insert(*id);
                }
            }
            self.inner = Some(inner);
        }
        self.inner.as_ref()?.get(address).copied()
    }

    /// The schema with a name in a resource.
    pub fn find_anchor(&mut self, name: &str, resource: ResourceId) -> Option<Anchor<'n>> {
        self.index(self.at(resource).document);
        let anchors: &HashMap<(ResourceId, &str), Anchor<'n>> = &self.anchors;
        anchors.get(&(resource, name)).copied()
    }

    /// The names of the schemas in a resource, sorted.
    pub fn list_anchors(&mut self, resource: ResourceId) -> Vec<&'n str> {
        self.index(self.at(resource).document);
        let of_resource = self.anchors.keys().filter(|(id, _)| *id == resource);
        let mut names: Vec<&str> = of_resource.map(|(_, name)| *name).collect();
        names.sort();
        names
    }

    /// The resources within a document, indexed by walking it.
    fn index(&mut self, document: ResourceId) -> &HashMap<String, ResourceId> {
        if !self.indexed.contains_key(&document) {
            let root = self.at(document);
            let inner = HashMap::from([(root.base.clone(), document)]);
            self.indexed.insert(document, inner);
            let anywhere = self.is_anywhere(document);
            let node = self.at(document).node;
            self.collect(node, document, At::Schema, anywhere);
            for names in self.dynamic.values_mut() {
                sort_by_key(names, &mut |(name, _)| *name);
                names.dedup_by_key(|(name, _)| *name);
            }
        }
        &self.indexed[&document]
    }

    fn collect(&mut self, node: &'n Node, outer: ResourceId, at: At, anywhere: bool) {
        match &node.value {
            Value::List(list) => {
                for node in list {
                    self.collect(node, outer, at.below("", anywhere), anywhere);
                }
            }
            Value::Map(map) => {
                let resource = match at {
                    At::Schema => self.note(node, map, outer),
                    _ => outer,
                };
                for entry in map.iter() {
                    let at = at.below(&entry.key, anywhere);
                    if at != At::Elsewhere {
                        self.collect(&entry.value, resource, at, anywhere);
                    }
                }
            }
            _ => {}
        }
    }

    /// Records the address and the names of a schema.
    fn note(&mut self, node: &'n Node, map: &'n Map, outer: ResourceId) -> ResourceId {
        let mut resource = outer;
        if read_identifier(map).is_some() && !std::ptr::eq(node, self.at(outer).node) {
            resource = self.inner_resource(node, outer);
            let Resource { base, document, .. } = self.at(resource);
            let (base, document) = (base.clone(), *document);
            let known = self.indexed.entry(document).or_default();
            known.entry(base).or_insert(resource);
        }
        let text = |key: &str| map.get(key).and_then(Node::as_str);
        if let Some(name) = text("$dynamicAnchor") {
            let anchor = Anchor {
                node,
                dynamic: true,
            };
            self.anchors.entry((resource, name)).or_insert(anchor);
            self.dynamic.entry(resource).or_default().push((name, node));
        }
        if let Some(name) = text("$anchor") {
            let anchor = Anchor {
                node,
                dynamic: false,
            };
            self.anchors.entry((resource, name)).or_insert(anchor);
        }
        if is_recursive(map) && std::ptr::eq(node, self.at(resource).node) {
            self.dynamic.entry(resource).or_default().push(("", node));
        }
        resource
    }
}

/// What a walk over a document is at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum At {
    /// A schema.
    Schema,
    /// A map or list of schemas.
    Schemas,
    /// Something that contains no schemas.
    Elsewhere,
}

impl At {
    /// What is under a key, or in a list.
    pub fn below(self, key: &str, anywhere: bool) -> Self {
        match (self, Position::of(key)) {
            (At::Schemas, _) => At::Schema,
            (At::Elsewhere, _) | (At::Schema, Position::Data) => At::Elsewhere,
            (At::Schema, Position::One) => At::Schema,
            (At::Schema, Position::List | Position::Map) => At::Schemas,
            (At::Schema, Position::Other) if anywhere => At::Schema,
            (At::Schema, Position::Other) => At::Elsewhere,
        }
    }
}

/// The `$id` of a schema without its fragment; `None` if it is just a fragment.
pub fn read_identifier(map: &Map) -> Option<&str> {
    let (own, _) = uri::split_fragment(map.get("$id")?.as_str()?);
    (!own.is_empty()).then_some(own)
}

/// Whether a schema has `$recursiveAnchor: true`.
pub fn is_recursive(map: &Map) -> bool {
    map.get("$recursiveAnchor").and_then(Node::as_bool) == Some(true)
}
