//! What changed in a schema, in words: the keywords that differ, and where. Which values are accepted now and were not
//! before, or the other way round, is decided by proof alone (`witness.rs`).

mod bounds;
mod keywords;
mod limits;
mod objects;
mod paths;
mod secrets;
mod unions;

use super::definitions::Definitions;
use super::effects::{Effects, Known};
use super::report::{join_some, shorten_pair};
use crate::lock::{is_prose, is_read, is_same};
use std::collections::{BTreeSet, HashSet};
use toolc_base::node::{Map, Node, Value, escape_pointer};

/// Nothing deeper than this is compared.
const MAX_DEPTH: u32 = 128;

/// All differences between two schemas.
#[derive(Debug, Default)]
pub(super) struct Difference {
    /// Changes that may affect validity.
    pub changes: Vec<String>,
    /// Places where only the prose differs.
    pub prose: Vec<String>,
    /// Places where only the spelling differs.
    pub spelling: Vec<String>,
    /// Changes of which files values may name.
    pub paths: Vec<String>,
    /// Places whose values are shown now, or hidden now.
    pub secrets: Vec<String>,
}

impl Difference {
    /// Completes the sentence `was tightened: …`.
    pub(super) fn describe(&self, effects: Effects) -> String {
        let verb = match (effects.lost, effects.gained) {
            (Known::Yes, Known::No) => "was tightened",
            (Known::No, Known::Yes) => "was loosened",
            (Known::Yes, Known::Yes) => "was tightened and loosened",
            (Known::No, Known::No) => "accepts the same, written differently",
            (Known::Yes, Known::Unknown) => "was tightened, and perhaps loosened",
            (Known::Unknown, Known::Yes) => "was loosened, and perhaps tightened",
            (Known::No, Known::Unknown) => "was perhaps loosened",
            (Known::Unknown, Known::No) => "was perhaps tightened",
            (Known::Unknown, Known::Unknown) => "changed",
        };
        let texts = self.changes.iter().chain(&self.spelling);
        let texts: Vec<String> = texts.cloned().collect();
        if texts.is_empty() && effects == Effects::NONE {
            verb.to_owned()
        } else if texts.is_empty() {
            format!("{verb} in a way that toolc cannot name")
        } else {
            format!("{verb}: {}", join_some(&texts, "; "))
        }
    }

    /// Describes the difference if it neither affects validity nor has a place.
    pub(super) fn name_rest(&mut self, definitions: &Definitions<'_>, old: &Node, new: &Node) {
        let named = [&self.prose, &self.spelling, &self.secrets];
        let is_named = named.iter().any(|texts| !texts.is_empty());
        if is_named || definitions.are_alike(old, new) {
            return;
        }
        // models read the names of definitions
        if definitions.are_named_alike(old, new) {
            self.spelling
                .push("other keywords with the same meaning".to_owned());
        } else {
            self.prose.push("the names of definitions".to_owned());
        }
    }
}

/// Compares what two schemas accept.
pub(super) fn compare_schemas(definitions: &Definitions<'_>, old: &Node, new: &Node) -> Difference {
    let mut walk = Walk {
        definitions,
        seen: HashSet::new(),
        difference: Difference::default(),
        depth: 0,
        is_entangled: false,
        at: None,
    };
    walk.compare("", old, new);
    walk.difference
}

/// A simultaneous walk over two schemas.
struct Walk<'w> {
    definitions: &'w Definitions<'w>,
    /// The pairs compared so far, by address; terminates recursion through references.
    seen: HashSet<(usize, usize, bool)>,
    difference: Difference,
    depth: u32,
    /// Whether `unevaluatedProperties` or `unevaluatedItems` may apply, which tell a part that accepts everything from
    /// an absent one.
    is_entangled: bool,
    /// The place that is compared; `None` before the first.
    at: Option<String>,
}

impl Walk<'_> {
    /// Compares two schemas for the values at a JSON Pointer; `*` stands for any element.
    fn compare(&mut self, pointer: &str, old: &Node, new: &Node) {
        if self.depth == MAX_DEPTH {
            self.change(format!("{} below a depth that is compared", show(pointer)));
            return;
        }
        let above = self.at.replace(pointer.to_owned());
        if above.as_deref() != Some(pointer) {
            secrets::compare_secrecy(self, pointer, old, new);
        }
        self.compare_place(pointer, old, new);
        self.at = above;
    }

    fn compare_place(&mut self, pointer: &str, old: &Node, new: &Node) {
        self.compare_prose(pointer, old, new);
        let definitions = self.definitions;
        let (target, new_target) = (definitions.follow_old(old), definitions.follow_new(new));
        let pair = (address(target), address(new_target), self.is_entangled);
        if !self.seen.insert(pair) {
            return;
        }
        if !std::ptr::eq(target, old) || !std::ptr::eq(new_target, new) {
            self.compare_prose(pointer, target, new_target);
        }
        self.depth += 1;
        self.compare_values(pointer, target, new_target);
        self.depth -= 1;
    }

    fn compare_values(&mut self, pointer: &str, old: &Node, new: &Node) {
        let place = show(pointer);
        match (accepts(old), accepts(new)) {
            (Accepts::Nothing, Accepts::Nothing) | (Accepts::Everything, Accepts::Everything) => {}
            (Accepts::Everything, Accepts::Nothing) | (Accepts::Some, Accepts::Nothing) => {
                self.change(format!("{place} is no longer accepted"));
            }
            (Accepts::Nothing, _) => self.change(format!("{place} is now accepted")),
            _ if unions::compare_wrapped(self, pointer, old, new) => {}
            _ => {
                let above = self.is_entangled;
                self.is_entangled |= [old, new].into_iter().any(has_unevaluated);
                self.compare_keywords(pointer, old, new);
                self.is_entangled = above;
            }
        }
    }

    /// Compares each keyword separately; keywords that belong together are handled by one of them.
    fn compare_keywords(&mut self, pointer: &str, old_schema: &Node, new_schema: &Node) {
        let empty = Map::default();
        let [old, new] = [old_schema, new_schema].map(|node| node.as_map().unwrap_or(&empty));
        let names: BTreeSet<&str> = old
            .iter()
            .chain(new.iter())
            .map(|entry| entry.key.as_str())
            .collect();
        objects::compare_properties(self, pointer, old, new);
        keywords::compare_choices(self, pointer, old_schema, new_schema);
        keywords::compare_types(self, pointer, old_schema, new_schema);
        for name in names.into_iter().filter(|name| !is_prose(name)) {
            let (old, new) = (old.get(name), new.get(name));
            match keywords::find_rule(name) {
                Some(compare) => compare(self, pointer, name, old, new),
                None => self.compare_unknown(pointer, name, old, new),
            }
        }
    }

    /// Compares a keyword of which there are no further words.
    fn compare_unknown(
        &mut self,
        pointer: &str,
        name: &str,
        old: Option<&Node>,
        new: Option<&Node>,
    ) {
        let differs = match (old, new) {
            (Some(old), Some(new)) => self.definitions.may_mean_other(old, new),
            (old, new) => old.is_some() != new.is_some(),
        };
        if differs {
            self.change(format!("`{name}` of {} changed", show(pointer)));
        }
    }

    fn compare_prose(&mut self, pointer: &str, old: &Node, new: &Node) {
        let (Some(old), Some(new)) = (old.as_map(), new.as_map()) else {
            return;
        };
        for name in prose_of(old, new) {
            self.compare_word(pointer, name, old.get(name), new.get(name));
        }
        if !is_in_order(old, new) {
            let text = format!("the order of the properties of {}", show(pointer));
            push_new(&mut self.difference.spelling, text);
        }
    }

    /// Compares a keyword that only informs readers.
    fn compare_word(&mut self, pointer: &str, name: &str, old: Option<&Node>, new: Option<&Node>) {
        let same = match (old, new) {
            (Some(old), Some(new)) => is_same(old, new),
            (old, new) => old.is_none() && new.is_none(),
        };
        if !same {
            let mut text = format!("`{name}` of {}", show(pointer));
            let words = [old, new].map(|node| node.map(show_text).unwrap_or_default());
            if words[0] != words[1] {
                let (was, is) = shorten_pair(&words[0], &words[1]);
                text.push_str(&format!(" from {was} to {is}"));
            }
            push_new(&mut self.difference.prose, text);
        }
    }

    fn change(&mut self, text: String) {
        push_new(&mut self.difference.changes, text);
    }
}

/// A text as it is, anything else as JSON.
fn show_text(node: &Node) -> String {
    node.as_str().map_or_else(|| node.to_json(), str::to_owned)
}

fn push_new(texts: &mut Vec<String>, text: String) {
    if !texts.contains(&text) {
        texts.push(text);
    }
}

/// The keywords on either side that are prose or extensions.
fn prose_of<'m>(old: &'m Map, new: &'m Map) -> BTreeSet<&'m str> {
    let keys = old.iter().chain(new.iter()).map(|entry| entry.key.as_str());
    keys.filter(|key| is_read(key)).collect()
}

/// Whether the properties that both sides have in common are in the same order; models write them
/// in that order.
fn is_in_order(old: &Map, new: &Map) -> bool {
    let properties = |schema: &'_ Map| schema.get("properties").and_then(Node::as_map).cloned();
    let (Some(old), Some(new)) = (properties(old), properties(new)) else {
        return true;
    };
    let kept = old.iter().filter(|entry| new.contains(&entry.key));
    let still = new.iter().filter(|entry| old.contains(&entry.key));
    kept.map(|entry| &entry.key)
        .eq(still.map(|entry| &entry.key))
}

fn has_unevaluated(schema: &Node) -> bool {
    let mut entries = schema.as_map().into_iter().flat_map(Map::iter);
    entries.any(|entry| entry.key.starts_with("unevaluated"))
}

fn address(node: &Node) -> usize {
    std::ptr::from_ref(node).addr()
}

/// A place as shown to a reader.
fn show(pointer: &str) -> String {
    if pointer.is_empty() {
        "the top level".to_owned()
    } else {
        format!("`{pointer}`")
    }
}

fn append(pointer: &str, segment: &str) -> String {
    format!("{pointer}/{}", escape_pointer(segment))
}

/// What a schema accepts, judging by its top level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Accepts {
    Everything,
    Nothing,
    Some,
}

fn accepts(schema: &Node) -> Accepts {
    match &schema.value {
        Value::Bool(false) => Accepts::Nothing,
        Value::Bool(true) => Accepts::Everything,
        Value::Map(map) if map.iter().all(|entry| is_prose(&entry.key)) => Accepts::Everything,
        _ => Accepts::Some,
    }
}
