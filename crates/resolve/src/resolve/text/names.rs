//! The names of definitions, by the document of the texts that contain them.

use std::collections::{HashMap, HashSet};
use toolc_base::node::Node;
use toolc_schema::schema::link::reference::definition_name;

/// The taken names.
#[derive(Default)]
pub(super) struct Names {
    own: HashMap<*const Node, HashSet<String>>,
    /// Names that texts of several documents may need.
    shared: HashSet<String>,
    /// The last number appended to a name, by the document of the texts.
    numbers: HashMap<(*const Node, String), u32>,
}

impl Names {
    /// Whether the texts of a document can have another definition with this name.
    fn is_free(&self, name: &str, document: *const Node, shared: bool) -> bool {
        let has = |names: &HashSet<String>| names.contains(name);
        let is_taken = if shared {
            self.own.values().any(has)
        } else {
            self.own.get(&document).is_some_and(has)
        };
        !is_taken && !has(&self.shared)
    }

    fn take(&mut self, name: String, document: *const Node, shared: bool) {
        if shared {
            self.shared.insert(name)
        } else {
            self.own.entry(document).or_default().insert(name)
        };
    }

    /// A name that no other definition in a text has. It appears unescaped in the fragment of a
    /// reference, so it lacks the characters that RFC 6901, section 3, and RFC 3986, section 3.5,
    /// escape.
    pub fn assign_name(&mut self, document: &Node, reference: &str, shared: bool) -> String {
        let last = reference
            .rsplit(['/', '#'])
            .next()
            .filter(|name| !name.is_empty());
        let wish = definition_name(reference)
            .or(last.map(str::to_owned))
            .unwrap_or_else(|| "schema".to_owned())
            .replace(|char: char| !is_plain(char), "_");
        let document = std::ptr::from_ref(document);
        let key = (document, wish.clone());
        let mut number = self.numbers.get(&key).copied().unwrap_or(0);
        let name = loop {
            number += 1;
            let name = match number {
                1 => wish.clone(),
                _ => format!("{wish}_{number}"),
            };
            if self.is_free(&name, document, shared) {
                break name;
            }
        };
        self.numbers.insert(key, number);
        self.take(name.clone(), document, shared);
        name
    }
}

/// Whether a character needs no escape in a fragment or in a token of a pointer.
fn is_plain(char: char) -> bool {
    char.is_ascii_alphanumeric() || "-._!$&'()*+,;=:@".contains(char)
}
