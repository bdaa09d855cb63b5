//! Descriptions in several files. Before anything is read, all files of a description are combined
//! into one tree, each under a separate key, and references are redirected there. So the rest of
//! the reader only deals with one document, while every finding still points into the right file.

use super::object_map::{self, Kind};
use std::borrow::Borrow;
use std::collections::{HashMap, HashSet};
use toolc_base::node::{Map, Node, Value};
use toolc_base::source::{Role, Source, SourceId, Sources, Span};
use toolc_model::config::Config;
use toolc_schema::schema::position::PARTS;
use toolc_schema::schema::uri;

/// A file that a reference leads into.
pub struct Wanted<'w> {
    /// Its address.
    pub address: &'w str,
    /// Whether it may be a file with nothing but schemas.
    pub is_schema: bool,
    /// The reference.
    pub span: Span,
}

/// A file of a description.
struct File<N> {
    address: String,
    node: N,
    /// What references in it lead to.
    places: Vec<(Kind, String)>,
    /// The texts of its references, and their targets: a file, and the pointer as written.
    references: HashMap<String, (usize, String)>,
}

/// Follows all references from the description at this address into other files, which `fetch`
/// provides.
pub fn follow_reference<N: Borrow<Node> + Clone>(
    entry: N,
    address: &str,
    fetch: &mut dyn FnMut(&Wanted<'_>) -> Option<N>,
) {
    files(entry, address, fetch);
}

fn files<N: Borrow<Node> + Clone>(
    entry: N,
    address: &str,
    fetch: &mut dyn FnMut(&Wanted<'_>) -> Option<N>,
) -> Vec<File<N>> {
    let mut numbers = HashMap::from([(address.to_owned(), Some(0))]);
    numbers.extend(own_address(entry.borrow(), address).map(|own| (own, Some(0))));
    let mut files = vec![File::new(address, entry)];
    let mut known = HashSet::new();
    let mut waiting = vec![(0, Kind::Document, String::new())];
    while let Some((number, kind, pointer)) = waiting.pop() {
        if !known.insert((number, kind, pointer.clone())) {
            continue;
        }
        let node = files[number].node.clone();
        let Some(place) = node.borrow().pointer(&pointer) else {
            continue;
        };
        files[number].places.push((kind, pointer));
        let base = files[number].address.clone();
        let mut found = Vec::new();
        object_map::each_reference(kind, place, &mut |kind, node| {
            found.extend(node.get("$ref").map(|to| (kind, to)));
        });
        for (kind, reference) in found {
            let text = reference.as_str().unwrap_or("");
            let Some((address, fragment)) = target(&base, text) else {
                continue;
            };
            let wanted = Wanted {
                address: &address,
                is_schema: kind == Kind::Schema,
                span: reference.span,
            };
            let target = *numbers.entry(address.clone()).or_insert_with(|| {
                let node = fetch(&wanted)?;
                files.push(File::new(&address, node));
                Some(files.len() - 1)
            });
            let Some(target) = target else { continue };
            let pointer = object_map::decode_pointer(fragment);
            if files[target].node.borrow().pointer(&pointer).is_none() {
                continue;
            }
            let written = (target, fragment.to_owned());
            files[number].references.insert(text.to_owned(), written);
            let is_known = target == 0 && object_map::leads_to(Kind::Document, &pointer).is_some();
            if !is_known {
                waiting.push((target, kind, pointer));
            }
        }
    }
    files
}

impl<N> File<N> {
    fn new(address: &str, node: N) -> Self {
        File {
            address: address.to_owned(),
            node,
            places: Vec::new(),
            references: HashMap::new(),
        }
    }
}

/// The address that a description declares for itself (3.2). Relative references are still resolved
/// against the actual location of the file.
fn own_address(node: &Node, address: &str) -> Option<String> {
    let own = node.get_str("$self")?;
    Some(uri::resolve_reference(address, uri::split_fragment(own).0))
}

/// The file and pointer of a reference, if its target may be one of the files.
fn target<'t>(base: &str, text: &'t str) -> Option<(String, &'t str)> {
    let (address, fragment) = uri::split_fragment(text);
    let is_pointer = fragment.is_empty() || fragment.starts_with('/');
    if !is_pointer {
        return None;
    }
    if address.is_empty() {
        return Some((base.to_owned(), fragment));
    }
    let is_address =
        uri::is_absolute(address) && !address.to_ascii_lowercase().starts_with("file:");
    let may_lead = is_address || uri::is_within(base, address);
    may_lead.then(|| (uri::resolve_reference(base, address), fragment))
}

/// Whether a source may be a description with references into other files, in its own text or in an
/// overlay.
pub fn may_refer_out(sources: &Sources, config: &Config, source: &Source) -> bool {
    if !matches!(source.role, Role::Found | Role::Listed(_)) {
        return false;
    }
    let entry = config.entry_of(&source.role);
    let overlays = entry.map_or(&[][..], |entry| &entry.overlays);
    let overlays = overlays.iter().map(|id| sources.get(*id));
    std::iter::once(source)
        .chain(overlays)
        .any(|source| refers_out(&source.text))
}

/// Whether a text contains references that lead out of it. Scans the raw text, because most
/// descriptions have none, and many are large.
fn refers_out(text: &str) -> bool {
    text.match_indices('$').any(|(at, _)| {
        let rest = text[at..].strip_prefix("$ref");
        let rest = rest.map(|rest| rest.trim_start_matches(['"', '\'']).trim_start());
        let value = rest.and_then(|rest| rest.strip_prefix(':'));
        let value = value.map(|value| value.trim_start().trim_start_matches(['"', '\'']));
        // a path may end in `/$ref`; its value is a mapping
        value.is_some_and(|value| !value.starts_with(['#', '{', '[']))
    })
}

/// Combines every description that refers to other files into one tree.
pub fn join_files<N: Borrow<Node> + From<Node>>(
    sources: &Sources,
    config: &Config,
    parsed: &mut [(SourceId, N)],
) {
    let mut numbers: HashMap<String, usize> = HashMap::new();
    for (number, (id, node)) in parsed.iter().enumerate() {
        let (source, node) = (sources.get(*id), node.borrow());
        if matches!(
            source.role,
            Role::Found | Role::Beside(_) | Role::Listed(_) | Role::Part
        ) {
            let address = uri::of_path(&source.path);
            let own = own_address(node, &address);
            for address in own.into_iter().chain([address]) {
                numbers.entry(address).or_insert(number);
            }
        }
    }
    let mut joined = Vec::new();
    for (number, (id, node)) in parsed.iter().enumerate() {
        let (source, node) = (sources.get(*id), node.borrow());
        let is_entry =
            super::recognise_openapi(node, None) && may_refer_out(sources, config, source);
        if !is_entry {
            continue;
        }
        let address = uri::of_path(&source.path);
        let files = files(node, &address, &mut |wanted| {
            let number = numbers.get(wanted.address)?;
            Some(parsed[*number].1.borrow())
        });
        let is_named = || {
            files[0]
                .references
                .keys()
                .any(|text| !text.starts_with('#'))
        };
        if files.len() > 1 || is_named() {
            joined.push((number, Join::of(&files).tree(&files)));
        }
    }
    for (number, node) in joined {
        parsed[number].1 = node.into();
    }
}

/// The keys of the files in the combined tree.
struct Join {
    keys: Vec<String>,
}

impl Join {
    fn of(files: &[File<&Node>]) -> Self {
        let mut keys: Vec<String> = Vec::new();
        for file in files {
            let name = file.address.rsplit('/').next().unwrap_or("");
            let stem = name.split('.').next().unwrap_or(name);
            let stem = uri::decode_percent(stem).unwrap_or_default();
            // it is used unescaped in pointers
            let is_plain = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_');
            let stem = stem.replace(|letter| !is_plain(letter), "_");
            let mut key = stem.clone();
            let mut number = 1;
            // the first file is the description itself, which needs no key
            while key.is_empty() || keys.iter().skip(1).any(|known| *known == key) {
                number += 1;
                key = format!("{stem}_{number}");
            }
            keys.push(key);
        }
        Join { keys }
    }

    /// The combined tree of all files.
    fn tree(&self, files: &[File<&Node>]) -> Node {
        let mut root = self.rewritten(files, 0);
        let mut parts = Map::default();
        for (number, file) in files.iter().enumerate().skip(1) {
            parts.insert(
                &self.keys[number],
                file.node.span,
                self.rewritten(files, number),
            );
        }
        let span = root.span;
        if let Some(map) = root.as_map_mut().filter(|_| !parts.is_empty()) {
            map.insert(PARTS, span, Node::map(parts, span));
        }
        root
    }

    /// A file with its references redirected into the combined tree.
    fn rewritten(&self, files: &[File<&Node>], number: usize) -> Node {
        let file = &files[number];
        let mut node = file.node.clone();
        for (kind, pointer) in object_map::outermost_parts(file.places.clone()) {
            let Some(place) = node.pointer_mut(&pointer) else {
                continue;
            };
            object_map::each_reference_mut(kind, place, &mut |_, node| {
                let reference = node.as_map_mut().and_then(|map| map.get_mut("$ref"));
                if let Some(Value::String(text)) = reference.map(|node| &mut node.value)
                    && let Some(new) = self.reference(files, number, text)
                {
                    *text = new;
                }
            });
        }
        node
    }

    /// A reference within the combined tree; `None` if it stays unchanged.
    fn reference(&self, files: &[File<&Node>], number: usize, text: &str) -> Option<String> {
        let file = &files[number];
        let place = |number: usize, pointer: &str| match number {
            0 => format!("#{pointer}"),
            _ => format!("#/{PARTS}/{}{pointer}", self.keys[number]),
        };
        if let Some((target, pointer)) = file.references.get(text) {
            return Some(place(*target, pointer));
        }
        let (address, fragment) = uri::split_fragment(text);
        let is_ambiguous = || {
            files[0]
                .node
                .pointer(&object_map::decode_pointer(fragment))
                .is_some()
        };
        match address {
            _ if number == 0 => None,
            // it is dangling, and must not resolve to something in the description
            "" => is_ambiguous().then(|| place(number, fragment)),
            _ if uri::is_absolute(address) => None,
            _ => Some(format!(
                "{}#{fragment}",
                uri::resolve_reference(&file.address, address)
            )),
        }
    }
}
