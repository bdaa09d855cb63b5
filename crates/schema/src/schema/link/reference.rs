//! Resolves `$ref`, `$dynamicRef` and `$recursiveRef`.

use super::resources::{At, Resources, Root, is_recursive, read_identifier};
use super::scope::ResourceId;
use crate::schema::position::PARTS;
use crate::schema::uri;
use toolc_base::node::{Map, Node, Value, unescape_pointer};

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
    /// No document has this address, which is that of a file.
    File(String),
    /// The document exists, but the place in it does not.
    Place,
    /// The same, in a schema that is only a part of the file with this address.
    Inline(String),
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
            let base = self.base_address(from);
            let is_file = uri::is_within(base, address) && uri::file_path(base).is_some();
            let address = uri::resolve_reference(base, address);
            resource = self.find(&address, from).ok_or(match is_file {
                true => Missing::File(address),
                false => Missing::Document(address),
            })?;
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
        place.ok_or_else(|| match address.is_empty() && self.is_inline(from) {
            true => Missing::Inline(self.base_address(from).to_owned()),
            false => Missing::Place,
        })
    }

    /// What a dangling reference was probably meant to refer to.
    pub fn find_near(&mut self, missing: &Missing, text: &str, from: Root<'n>) -> Option<String> {
        if let Missing::Document(address) | Missing::File(address) = missing {
            let base = self.base_address(from.resource);
            let folder = base.rfind('/').map_or("", |end| &base[..=end]);
            let relative = |address| str::strip_prefix(address, folder).unwrap_or(address);
            let known = self.addresses().map(relative);
            return Some(self.guesses.nearest(relative(address), known)?.to_owned());
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
