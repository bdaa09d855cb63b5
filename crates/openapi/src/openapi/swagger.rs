//! Converts Swagger 2.0 to OpenAPI 3.0 before anything else reads the document. Everything that
//! others may refer to stays in place, so that every pointer into the document keeps its meaning.

mod body;
mod parameters;
mod responses;
mod schemas;
mod security;
mod servers;

use super::methods::METHODS;
use super::object_map::{self, Kind};
use servers::Address;
use std::collections::HashMap;
use toolc_base::diagnostic::Diagnostics;
use toolc_base::node::{Map, Node};
use toolc_base::source::{Span, Spanned};

/// Rewrites a whole document.
pub(super) fn upgrade_document(diagnostics: &mut Diagnostics, root: &mut Node) {
    let address = Address::of(root);
    let mut upgrade = Upgrade {
        address: address.as_ref(),
        shared: shared(root),
        consumes: words(root.as_map(), "consumes").unwrap_or_default(),
        produces: words(root.as_map(), "produces").unwrap_or_default(),
        diagnostics,
    };
    object_map::walk_objects(root, &mut |kind, node| upgrade.part(kind, node));
    let Some(map) = root.as_map_mut() else { return };
    let Some(version) = map.get("swagger").map(|version| version.span) else {
        return;
    };
    if let Some(address) = address {
        address.write(map);
    }
    security::upgrade_security(map);
    map.insert("openapi", version, Node::string("3.0.3", version));
}

/// What parts of a document need to know about the rest.
struct Upgrade<'u> {
    diagnostics: &'u mut Diagnostics,
    /// The address of the API.
    address: Option<&'u Address>,
    /// Parameters and responses that are referred to, in their original form, by pointer.
    shared: HashMap<String, Node>,
    consumes: Vec<Spanned<String>>,
    produces: Vec<Spanned<String>>,
}

impl Upgrade<'_> {
    fn part(&mut self, kind: Kind, node: &mut Node) {
        let span = node.span;
        match (kind, node.as_map_mut()) {
            (Kind::Schema, _) => schemas::upgrade_schema(node),
            (Kind::PathItem, Some(map)) => self.path_item(map),
            (Kind::Operation, Some(map)) => self.operation(map),
            (Kind::Parameter, Some(map)) => {
                parameters::upgrade_parameters(self.diagnostics, map, span)
            }
            (Kind::Response, Some(map)) => responses::upgrade_response(map, &self.produces),
            _ => {}
        }
    }

    /// Copies the body parameters of the path to each of its operations.
    fn path_item(&mut self, item: &mut Map) {
        let payload = self.take_payload(item);
        for (_, operation) in item.values_mut().filter(|(key, _)| METHODS.contains(key)) {
            let span = operation.span;
            if let Some(operation) = operation.as_map_mut() {
                self.inherit_payload(&payload, operation, span);
            }
        }
    }

    fn inherit_payload(&self, payload: &[Node], operation: &mut Map, span: Span) {
        if payload.is_empty() {
            return;
        }
        let own = self.take_payload(operation);
        let is_said = |node: &Node| own.iter().any(|own| identity(own) == identity(node));
        let above = payload.iter().filter(|node| !is_said(node)).cloned();
        let mut all: Vec<Node> = above.collect();
        all.extend(own.iter().cloned());
        if !operation.contains("parameters") {
            operation.insert("parameters", span, Node::list(Vec::new(), span));
        }
        if let Some(list) = operation.get_list_mut("parameters") {
            list.extend(all);
        }
    }

    fn operation(&mut self, operation: &mut Map) {
        let payload = self.take_payload(operation);
        if !operation.contains("requestBody") {
            let consumes = words(Some(operation), "consumes");
            let consumes = consumes.as_deref().unwrap_or(&self.consumes);
            if let Some((span, body)) = body::read_swagger_body(self.diagnostics, payload, consumes)
            {
                operation.insert("requestBody", span, body);
            }
        }
        if let Some(produces) = words(Some(operation), "produces") {
            self.respond(operation, &produces);
        }
        if let Some(address) = self.address.filter(|_| operation.contains("schemes")) {
            address.write(operation);
        }
    }

    /// Sets the content of responses whose media types differ from the document's; shared ones are
    /// copied.
    fn respond(&self, operation: &mut Map, produces: &[Spanned<String>]) {
        let responses = operation.get_map_mut("responses");
        for (_, response) in responses.into_iter().flat_map(Map::values_mut) {
            if let Some(shared) =
                object_map::pointer_of(response).and_then(|to| self.shared.get(&to))
            {
                *response = shared.clone();
            }
            if let Some(map) = response.as_map_mut() {
                responses::upgrade_response(map, produces);
            }
        }
    }

    /// Removes the parameters that make up a body, following references to such.
    fn take_payload(&self, owner: &mut Map) -> Vec<Node> {
        let Some(list) = owner.get_list_mut("parameters") else {
            return Vec::new();
        };
        let mut payload = Vec::new();
        list.retain(|node| {
            let shared = object_map::pointer_of(node).and_then(|to| self.shared.get(&to));
            let meant = shared.unwrap_or(node);
            let is_payload = is_payload(meant);
            if is_payload {
                payload.push(meant.clone());
            }
            !is_payload
        });
        payload
    }
}

/// Whether a parameter is the body or a field of it.
fn is_payload(parameter: &Node) -> bool {
    let location = parameter.get_str("in");
    matches!(location, Some("body" | "formData"))
}

/// What identifies a body parameter: there is one body, and one field for each name.
fn identity(parameter: &Node) -> (Option<&str>, Option<&str>) {
    let text = |key| parameter.get_str(key);
    let location = text("in");
    (location, text("name").filter(|_| location != Some("body")))
}

/// How many references to references are followed.
const MAX_HOPS: usize = 32;

/// The bodies, fields and responses that are targets of references.
fn shared(root: &Node) -> HashMap<String, Node> {
    let mut shared = HashMap::new();
    object_map::walk_references(root, &mut |kind, node| {
        if !matches!(kind, Kind::Parameter | Kind::Response) {
            return;
        }
        let Some(pointer) = object_map::pointer_of(node).filter(|to| !shared.contains_key(to))
        else {
            return;
        };
        let mut target = root.pointer(&pointer);
        for _ in 0..MAX_HOPS {
            let next = target.and_then(object_map::pointer_of);
            target = next.map_or(target, |next| root.pointer(&next));
        }
        let needed = |node: &&Node| kind == Kind::Response || is_payload(node);
        if let Some(target) = target.filter(needed) {
            shared.insert(pointer, target.clone());
        }
    });
    shared
}

/// A list of strings: `consumes`, `produces`, `schemes`.
fn words(owner: Option<&Map>, key: &str) -> Option<Vec<Spanned<String>>> {
    let items = owner?.get_list(key)?.iter();
    let words = items.filter_map(|item| Some(Spanned::new(item.as_str()?.to_owned(), item.span)));
    Some(words.collect())
}

/// The mapping of a key, created if it does not exist.
fn mapping_at<'m>(map: &'m mut Map, key: &str, span: Span) -> Option<&'m mut Map> {
    if !map.contains(key) {
        map.insert(key, span, Node::map(Map::default(), span));
    }
    map.get_mut(key)?.as_map_mut()
}

/// Copies an entry from one mapping to another, possibly under another name.
fn copy_entry(from: &Map, key: &str, to: &mut Map, name: &str) {
    if let Some(entry) = from.entry(key) {
        to.insert(name, entry.key_span, entry.value.clone());
    }
}
