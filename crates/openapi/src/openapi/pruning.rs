//! What a document keeps if only some operations are chosen: these, and what they refer to. The
//! rest is dropped before any processing, so that it costs nothing.

use super::methods::METHODS;
use super::object_map::decode_pointer;
use super::select::Chosen;
use std::collections::HashSet;
use toolc_base::node::{Entry, Map, Node, Value, unescape_pointer};

/// The sections that contain components in Swagger 2.0.
const SECTIONS: &[&str] = &["definitions", "parameters", "responses"];

/// Removes what the chosen operations do not reach. Returns whether components may now be missing
/// that another document could refer to.
pub(super) fn prune_document(root: &mut Node, chosen: &Chosen) -> bool {
    let mut pruning = Pruning {
        root,
        kept: HashSet::new(),
        waiting: Vec::new(),
        is_whole: false,
    };
    pruning.start(chosen);
    let Pruning { kept, is_whole, .. } = pruning;
    drop_operations(root, chosen, &kept);
    if !is_whole {
        drop_components(root, &kept);
    }
    !is_whole
}

/// A walk along references, starting from the chosen operations.
struct Pruning<'n> {
    root: &'n Node,
    /// The paths of what is referred to: `components/schemas/Pet`, `paths//pets/get`.
    kept: HashSet<Vec<String>>,
    waiting: Vec<&'n Node>,
    /// Whether a reference may lead to any component, so that all must be kept.
    is_whole: bool,
}

impl<'n> Pruning<'n> {
    fn start(&mut self, chosen: &Chosen) {
        for entry in self.root.entries("paths") {
            if !chosen.has_path(&entry.key) {
                continue;
            }
            match entry.value.as_map() {
                Some(item) => {
                    let read = item.iter().filter(|below| {
                        !is_method(&below.key) || chosen.is_chosen(&entry.key, &below.key)
                    });
                    for below in read {
                        self.entry(below);
                    }
                }
                None => self.waiting.push(&entry.value),
            }
        }
        while let Some(node) = self.waiting.pop() {
            match &node.value {
                Value::List(list) => self.waiting.extend(list),
                Value::Map(map) => map.iter().for_each(|entry| self.entry(entry)),
                _ => {}
            }
        }
    }

    fn entry(&mut self, entry: &'n Entry) {
        let Some(text) = entry.value.as_str() else {
            if entry.key == "discriminator" {
                self.mapping(&entry.value);
            }
            return self.waiting.push(&entry.value);
        };
        // any string that looks like a reference may be one, for example in a discriminator or link
        if text.starts_with("#/") {
            self.follow(&decode_pointer(&text[1..]));
        } else if ["$ref", "$dynamicRef", "$recursiveRef"].contains(&entry.key.as_str()) {
            self.is_whole = true;
        }
    }

    /// A discriminator may refer to a schema by its bare name.
    fn mapping(&mut self, discriminator: &Node) {
        let names = discriminator.entries("mapping");
        for name in names.filter_map(|entry| entry.value.as_str()) {
            if !name.contains('/') {
                self.follow(&format!("/components/schemas/{name}"));
            }
        }
    }

    fn follow(&mut self, pointer: &str) {
        let depth = match pointer.split('/').nth(1) {
            Some("components" | "paths") => 3,
            Some(section) if SECTIONS.contains(&section) => 2,
            _ => usize::MAX,
        };
        let end = pointer.match_indices('/').nth(depth);
        let pointer = end.map_or(pointer, |(end, _)| &pointer[..end]);
        let segments = pointer.split('/').skip(1);
        let place = segments.map(|segment| unescape_pointer(segment).into_owned());
        if self.kept.insert(place.collect()) {
            self.waiting.extend(self.root.pointer(pointer));
        }
    }
}

fn is_method(key: &str) -> bool {
    METHODS.contains(&key)
}

fn drop_operations(root: &mut Node, chosen: &Chosen, kept: &HashSet<Vec<String>>) {
    let is_kept = |place: &[&str]| {
        kept.contains(
            &place
                .iter()
                .map(|part| (*part).to_owned())
                .collect::<Vec<_>>(),
        )
    };
    retain(
        root.as_map_mut().and_then(|root| root.get_mut("paths")),
        |entry| {
            let path = entry.key.as_str();
            if is_kept(&["paths"]) || is_kept(&["paths", path]) {
                return true;
            }
            let mut is_empty = true;
            retain(Some(&mut entry.value), |below| {
                let stays =
                    chosen.is_chosen(path, &below.key) || is_kept(&["paths", path, &below.key]);
                is_empty &= !stays;
                stays || !is_method(&below.key)
            });
            !is_empty || chosen.has_path(path)
        },
    );
}

fn drop_components(root: &mut Node, kept: &HashSet<Vec<String>>) {
    let Some(root) = root.as_map_mut() else {
        return;
    };
    let components = root.get_map_mut("components");
    for (section, node) in components.into_iter().flat_map(Map::values_mut) {
        // these are referred to by name
        if section != "securitySchemes" {
            drop_section(
                vec!["components".to_owned(), section.to_owned()],
                node,
                kept,
            );
        }
    }
    for section in SECTIONS {
        if let Some(node) = root.get_mut(section) {
            drop_section(vec![(*section).to_owned()], node, kept);
        }
    }
}

/// Keeps the entries of a section that are referred to, or all of them if the section as a whole
/// is.
fn drop_section(mut place: Vec<String>, node: &mut Node, kept: &HashSet<Vec<String>>) {
    if (1..=place.len()).any(|end| kept.contains(&place[..end])) {
        return;
    }
    place.push(String::new());
    retain(Some(node), |entry| {
        if let Some(last) = place.last_mut() {
            last.clone_from(&entry.key);
        }
        kept.contains(&place)
    });
}

/// Keeps some of the entries in a mapping.
fn retain(node: Option<&mut Node>, mut keep: impl FnMut(&mut Entry) -> bool) {
    let Some(map) = node.and_then(Node::as_map_mut) else {
        return;
    };
    let mut entries = std::mem::take(map).into_entries();
    entries.retain_mut(|entry| keep(entry));
    *map = Map::new(entries);
}
