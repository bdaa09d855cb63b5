//! The shared definitions of both sides, and which of them cannot be treated as the same.

use crate::lock::{REFERENCE, each_reference, find_unlike, is_prose, is_same, is_written_alike};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;
use toolc_base::node::{Entry, Map, Node, Value};
use toolc_base::source::{SourceId, Span};
use toolc_schema::schema::document::DraftSchema;
use toolc_schema::schema::position::Position;

/// The definitions of both sides.
#[derive(Debug)]
pub(super) struct Definitions<'l> {
    old: &'l BTreeMap<String, Node>,
    new: &'l BTreeMap<String, Node>,
    /// The targets of references in the schemas of each side.
    roots: [Arc<Node>; 2],
    /// Keys of definitions that differ or refer, directly or not, to one that does.
    unlike: HashSet<&'l str>,
}

impl<'l> Definitions<'l> {
    pub(super) fn new(old: &'l BTreeMap<String, Node>, new: &'l BTreeMap<String, Node>) -> Self {
        Definitions {
            old,
            new,
            roots: [root_of(old), root_of(new)],
            unlike: find_unlike(old, new),
        }
    }

    /// A schema of the lock, ready to be compiled.
    pub(super) fn draft_old(&self, schema: &Node) -> DraftSchema {
        DraftSchema::within(&self.roots[0], schema.clone())
    }

    /// A current schema, ready to be compiled.
    pub(super) fn draft_new(&self, schema: &Node) -> DraftSchema {
        DraftSchema::within(&self.roots[1], schema.clone())
    }

    /// Whether two schemas, or definitions they refer to, are written differently.
    pub(super) fn differ(&self, old: &Node, new: &Node) -> bool {
        let mut unlike = !is_written_alike(old, new);
        each_reference(new, &mut |reference| {
            unlike |= reference
                .strip_prefix(REFERENCE)
                .is_some_and(|key| self.unlike.contains(key));
        });
        unlike
    }

    /// Whether two schemas may differ in meaning: their values differ, or they refer to definitions
    /// that are written differently.
    pub(super) fn may_mean_other(&self, old: &Node, new: &Node) -> bool {
        let mut refers = false;
        each_reference(new, &mut |_| refers = true);
        match refers {
            true => self.differ(old, new),
            false => !is_same(old, new),
        }
    }

    /// Whether two schemas are written alike and refer to definitions with the same names that are
    /// alike as well. Their keys may differ, since a lock can hold two definitions of one name.
    pub(super) fn are_alike(&self, old: &Node, new: &Node) -> bool {
        let mut pairs = Pairs::default();
        let mut alike = pairs.compare(old, new);
        while let (true, Some((old, new))) = (alike, pairs.waiting.pop()) {
            alike = match (self.old.get(&old), self.new.get(&new)) {
                (Some(old), Some(new)) => pairs.compare(old, new),
                (None, None) => old == new,
                _ => false,
            };
        }
        alike
    }

    /// Whether two schemas reach definitions with the same names.
    pub(super) fn are_named_alike(&self, old: &Node, new: &Node) -> bool {
        names_reached(self.old, old) == names_reached(self.new, new)
    }

    /// The target of a `$ref` in the lock.
    pub(super) fn find_old(&self, reference: &Node) -> Option<&'l Node> {
        self.old.get(reference.as_str()?.strip_prefix(REFERENCE)?)
    }

    /// The target of a current `$ref`.
    pub(super) fn find_new(&self, reference: &Node) -> Option<&'l Node> {
        self.new.get(reference.as_str()?.strip_prefix(REFERENCE)?)
    }

    pub(super) fn follow_old<'n>(&'n self, node: &'n Node) -> &'n Node {
        follow(self.old, node)
    }

    pub(super) fn follow_new<'n>(&'n self, node: &'n Node) -> &'n Node {
        follow(self.new, node)
    }
}

/// A document that contains some definitions.
pub(super) fn root_of(definitions: &BTreeMap<String, Node>) -> Arc<Node> {
    let nowhere = Span::file(SourceId(0));
    let map = |entries| Node::new(Value::Map(Map::new(entries)), nowhere);
    let entry = |key: &str, value: Node| Entry {
        key: key.to_owned(),
        key_span: value.span,
        value,
    };
    let definitions = definitions.iter();
    let definitions = definitions.map(|(key, node)| entry(key, node.clone()));
    Arc::new(map(vec![entry("$defs", map(definitions.collect()))]))
}

/// The name of a definition, which models read, without the suffix by which a lock distinguishes
/// two with the same name.
fn name_of(key: &str) -> &str {
    match key.rsplit_once('@') {
        Some((name, hash))
            if hash.len() == 8 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()) =>
        {
            name
        }
        _ => key,
    }
}

/// The names of the definitions that a schema reaches.
fn names_reached(definitions: &BTreeMap<String, Node>, schema: &Node) -> BTreeSet<String> {
    let mut reached = BTreeSet::new();
    let mut open = vec![schema];
    while let Some(node) = open.pop() {
        each_reference(node, &mut |reference| {
            let key = reference.strip_prefix(REFERENCE).unwrap_or_default();
            if reached.insert(key.to_owned()) {
                open.extend(definitions.get(key));
            }
        });
    }
    reached.iter().map(|key| name_of(key).to_owned()).collect()
}

/// The keys of definitions that have to be alike.
#[derive(Default)]
struct Pairs {
    known: HashSet<(String, String)>,
    waiting: Vec<(String, String)>,
}

impl Pairs {
    /// Whether two values are alike, provided that all pairs are.
    fn compare(&mut self, old: &Node, new: &Node) -> bool {
        match (&old.value, &new.value) {
            (Value::List(old), Value::List(new)) => {
                let mut both = old.iter().zip(new);
                old.len() == new.len() && both.all(|(old, new)| self.compare(old, new))
            }
            (Value::Map(old), Value::Map(new)) => {
                let mut both = old.iter().zip(new.iter());
                old.len() == new.len()
                    && both.all(|(a, b)| {
                        a.key == b.key && self.compare_entry(&a.key, &a.value, &b.value)
                    })
            }
            _ => old.value == new.value,
        }
    }

    /// Compares maps from names to schemas, whose keys are not keywords.
    fn compare_named(&mut self, old: &Node, new: &Node) -> bool {
        let (Some(old), Some(new)) = (old.as_map(), new.as_map()) else {
            return self.compare(old, new);
        };
        let mut both = old.iter().zip(new.iter());
        old.len() == new.len()
            && both.all(|(a, b)| a.key == b.key && self.compare(&a.value, &b.value))
    }

    fn compare_entry(&mut self, key: &str, old: &Node, new: &Node) -> bool {
        let definition = |node: &Node| {
            let key = node.as_str()?.strip_prefix(REFERENCE)?;
            Some(key.to_owned())
        };
        match (Position::of(key), definition(old).zip(definition(new))) {
            (_, Some(pair)) if key == "$ref" => {
                let is_named_alike = name_of(&pair.0) == name_of(&pair.1);
                if self.known.insert(pair.clone()) {
                    self.waiting.push(pair);
                }
                is_named_alike
            }
            (Position::Data, _) => is_written_alike(old, new),
            (Position::Map, _) => self.compare_named(old, new),
            _ => self.compare(old, new),
        }
    }
}

/// The definition that a bare reference stands for.
fn follow<'n>(definitions: &'n BTreeMap<String, Node>, mut node: &'n Node) -> &'n Node {
    // a chain of references is finite, but may be cyclic
    for _ in 0..64 {
        let Some(target) = find_target(definitions, node) else {
            break;
        };
        node = target;
    }
    node
}

fn find_target<'n>(definitions: &'n BTreeMap<String, Node>, node: &Node) -> Option<&'n Node> {
    let map = node.as_map()?;
    let lone = map
        .iter()
        .all(|entry| entry.key == "$ref" || is_prose(&entry.key));
    let key = map.get("$ref")?.as_str()?.strip_prefix(REFERENCE)?;
    if lone { definitions.get(key) } else { None }
}
