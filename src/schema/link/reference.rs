//! Resolves `$ref`, `$dynamicRef` and `$recursiveRef`.

use super::resources::{At, Resources, Root, is_recursive, read_identifier};
use super::scope::ResourceId;
use crate::diagnostic::suggest::ask_whether;
use crate::diagnostic::{Code, Diagnostic};
use crate::node::{Entry, Map, Node, Value, unescape_pointer};
use crate::schema::position::PARTS;
use crate::schema::uri;

/// The target of a reference: a schema and its context.
#[derive(Debug, Clone, Copy)]
pub struct Target<'n> {
    /// The schema.
    pub node: &'n Node,
    /// The context of the schema.
    pub root: Root<'n>,
}

/// Why a reference cannot be resolved.
#[derive(Debug)]
pub enum Missing {
    /// No document has this address.
    Document(String),
    /// The document exists, but the place in it does not.
    Place,
}

/// The location of a schema, before its context is entered.
struct Place<'n> {
    node: &'n Node,
    resource: ResourceId,
    /// The name, if it is a `$dynamicAnchor`.
    dynamic: Option<String>,
}

impl<'n> Resources<'n> {
    /// Follows a reference keyword.
    pub fn follow_reference(
        &mut self,
        keyword: &str,
        text: &str,
        from: Root<'n>,
    ) -> Result<Target<'n>, Missing> {
        let place = self.place(text, from.resource)?;
        let name = match keyword {
            "$dynamicRef" => place.dynamic,
            "$recursiveRef" => {
                let is_recursive = place.node.as_map().is_some_and(is_recursive);
                is_recursive.then(String::new)
            }
            _ => None,
        };
        let bound = name.and_then(|name| self.find_bound(&name, from.scope));
        let (node, resource) = bound.unwrap_or((place.node, place.resource));
        // only the resource that contains the target is entered, not those that the pointer passes
        // through
        let root = self.enter_resource(resource, from.scope);
        Ok(Target { node, root })
    }

    /// The schema that a reference identifies before the dynamic scope is considered.
    fn place(&mut self, text: &str, from: ResourceId) -> Result<Place<'n>, Missing> {
        let (address, fragment) = uri::split_fragment(text);
        let mut resource = from;
        if !address.is_empty() {
            let address = uri::resolve_reference(self.base_address(from), address);
            let found = self.find(&address, from);
            resource = found.ok_or(Missing::Document(address))?;
        }
        let fragment = uri::decode_percent(fragment).ok_or(Missing::Place)?;
        let place = if fragment.is_empty() || fragment.starts_with('/') {
            self.pointed(&fragment, resource)
        } else {
            self.find_anchor(&fragment, resource).map(|anchor| Place {
                node: anchor.node,
                resource,
                dynamic: anchor.dynamic.then_some(fragment),
            })
        };
        place.ok_or(Missing::Place)
    }

    /// What a dangling reference was probably meant to refer to.
    pub fn find_near(&mut self, missing: &Missing, text: &str, from: Root<'n>) -> Option<String> {
        if let Missing::Document(address) = missing {
            let near = self.guesses.nearest(address, self.addresses())?;
            let base = self.base_address(from.resource);
            let folder = base.rfind('/').map_or("", |end| &base[..=end]);
            return Some(near.strip_prefix(folder).unwrap_or(near).to_owned());
        }
        let (address, fragment) = uri::split_fragment(text);
        let mut resource = from.resource;
        if !address.is_empty() {
            resource = self.find(
                &uri::resolve_reference(self.base_address(resource), address),
                resource,
            )?;
        }
        let Some((parent, name)) = fragment.rsplit_once('/') else {
            let names = self.list_anchors(resource);
            let near = self.guesses.nearest(fragment, names)?;
            return Some(format!("{address}#{near}"));
        };
        let place = self.pointed(&uri::decode_percent(parent)?, resource)?;
        let map = place.node.as_map()?;
        let keys = map.iter().map(|entry| entry.key.as_str());
        let near = self.guesses.nearest(name, keys)?;
        Some(format!("{address}#{parent}/{near}"))
    }

    /// Follows a JSON Pointer (RFC 6901), including into embedded resources.
    fn pointed(&mut self, pointer: &str, from: ResourceId) -> Option<Place<'n>> {
        let anywhere = self.is_anywhere(from);
        let (mut node, mut resource, mut at) = (self.node(from), from, At::Schema);
        let mut segments = pointer.split('/').skip(1).peekable();
        while let Some(segment) = segments.next() {
            let key = unescape_pointer(segment);
            node = match &node.value {
                Value::Map(map) if at == At::Schema => child(map, &key, segments.peek())?,
                Value::Map(map) => map.get(&key)?,
                Value::List(list) => list.get(key.parse::<usize>().ok()?)?,
                _ => return None,
            };
            at = at.below(&key, anywhere);
            let is_resource = node.as_map().and_then(read_identifier).is_some();
            if at == At::Schema && is_resource {
                resource = self.inner_resource(node, resource);
            }
        }
        Some(Place {
            node,
            resource,
            dynamic: None,
        })
    }
}

/// The value of a keyword, which may be given by its name in older drafts.
fn child<'n>(map: &'n Map, key: &str, next: Option<&&str>) -> Option<&'n Node> {
    let is_index = next.is_some_and(|next| next.parse::<usize>().is_ok());
    let tuple = map.get("prefixItems").filter(|_| is_index);
    match key {
        "items" => tuple.or_else(|| map.get(key)),
        "additionalItems" => map.get(key).or_else(|| map.get("items")),
        "dependencies" => map.get(key).or_else(|| map.get("dependentSchemas")),
        _ => map.get(key),
    }
}

/// The finding on a dangling reference; `near` is what was probably meant.
pub fn dangling_reference(entry: &Entry, missing: &Missing, near: Option<String>) -> Diagnostic {
    let text = entry.value.as_str().unwrap_or("");
    let message = format!("`{}` leads nowhere: `{text}`", entry.key);
    let (label, remedy) = match missing {
        Missing::Place if text.starts_with('#') => (
            "this document has nothing there",
            "define the schema under this pointer, or correct the reference",
        ),
        Missing::Place => (
            "the document has nothing there",
            "define the schema in that document, or correct the reference",
        ),
        Missing::Document(_) => (
            "no document of this address was read",
            "list the document's folder under `schemas` in `toolc.yaml`, or put the schema under \
             `$defs`: references are never followed over the network",
        ),
    };
    let help = near.map_or_else(|| remedy.to_owned(), ask_whether);
    Diagnostic::new(Code::DANGLING_REFERENCE, entry.value.span, message)
        .label(label)
        .help(help)
}

/// The name that a reference gives to its target: the key under `$defs` and the like, or the name
/// of the document.
pub fn definition_name(reference: &str) -> Option<String> {
    let (address, fragment) = uri::split_fragment(reference);
    if fragment.is_empty() && !address.is_empty() {
        let file = address.trim_end_matches('/').rsplit(['/', ':']).next()?;
        let stem = file.split('.').next().filter(|stem| !stem.is_empty());
        return uri::decode_percent(stem?);
    }
    let (parent, name) = fragment.rsplit_once('/')?;
    let (above, folder) = parent.rsplit_once('/').unwrap_or(("", parent));
    let known = matches!(
        folder,
        "$defs" | "definitions" | "schemas" | "requestBodies" | "parameters" | "responses" | PARTS
    ) || above.ends_with(PARTS);
    let name = uri::decode_percent(name).filter(|name| known && !name.is_empty())?;
    Some(unescape_pointer(&name).into_owned())
}
