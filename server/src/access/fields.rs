//! Reads the keys of a map in an access file, and tells what is not as it must be.

use toolc_base::diagnostic::quote::quote_names;
use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Map, Node, Value};
use toolc_base::source::Span;

/// A text with its place.
pub(super) type Placed<'n> = (&'n str, Span);

/// The keys of a map.
pub(super) struct Fields<'n, 'd> {
    map: &'n Map,
    span: Span,
    /// What the map is, for messages: `an issuer`.
    what: &'static str,
    pub found: &'d mut Diagnostics,
}

impl<'n, 'd> Fields<'n, 'd> {
    /// The keys of a node, which must be a map with no others than these.
    pub fn read(
        node: &'n Node,
        what: &'static str,
        known: &[&str],
        found: &'d mut Diagnostics,
    ) -> Option<Self> {
        let Some(map) = node.as_map() else {
            let message = format!("{what} must be a map");
            let help = format!("write its keys: {}", quote_names(known));
            found.push(Diagnostic::new(Code::INVALID_ACCESS_FILE, node.span, message).help(help));
            return None;
        };
        for entry in map.iter() {
            if known.contains(&entry.key.as_str()) {
                continue;
            }
            let message = format!("{what} has no key `{}`", entry.key);
            let help = did_you_mean(&entry.key, known.iter().copied());
            let help = help.map_or_else(
                || format!("the keys are {}", quote_names(known)),
                |h| h.text,
            );
            found.push(
                Diagnostic::new(Code::INVALID_ACCESS_FILE, entry.key_span, message).help(help),
            );
        }
        Some(Fields {
            map,
            span: node.span,
            what,
            found,
        })
    }

    /// The node of a key.
    pub fn get(&self, key: &str) -> Option<&'n Node> {
        self.map.get(key)
    }

    /// A text that must be there.
    pub fn required_text(&mut self, key: &str) -> Option<Placed<'n>> {
        if self.map.contains(key) {
            return self.text(key);
        }
        let message = format!("{} lacks `{key}`", self.what);
        self.found.push(Diagnostic::new(
            Code::INVALID_ACCESS_FILE,
            self.span,
            message,
        ));
        None
    }

    /// A text that is not blank, if the key is there.
    pub fn text(&mut self, key: &str) -> Option<Placed<'n>> {
        let node = self.map.get(key)?;
        let text = read_text(node);
        if text.is_none() {
            self.refuse(node.span, format!("`{key}` must be a text"), "");
        }
        text
    }

    /// A list of texts, or one text alone; empty without the key.
    pub fn texts(&mut self, key: &str) -> Vec<Placed<'n>> {
        match self.map.get(key) {
            Some(node) => self.read_texts(node, key),
            None => Vec::new(),
        }
    }

    /// The texts of a node that the name is for.
    pub fn read_texts(&mut self, node: &'n Node, name: &str) -> Vec<Placed<'n>> {
        let items = match &node.value {
            Value::List(items) => items.as_slice(),
            Value::String(_) => std::slice::from_ref(node),
            _ => {
                self.refuse(node.span, format!("`{name}` must be a list of texts"), "");
                return Vec::new();
            }
        };
        let mut texts = Vec::new();
        for item in items {
            match read_text(item) {
                Some(text) => texts.push(text),
                None => self.refuse(item.span, format!("each of `{name}` must be a text"), ""),
            }
        }
        texts
    }

    /// The items of a list; none without the key.
    pub fn items(&mut self, key: &str) -> &'n [Node] {
        let Some(node) = self.map.get(key) else {
            return &[];
        };
        if let Value::List(items) = &node.value {
            return items;
        }
        self.refuse(
            node.span,
            format!("`{key}` must be a list"),
            "write `- ` before each of its entries",
        );
        &[]
    }

    /// The keys of a map, each with its texts; none without the key.
    pub fn lists_by_name(&mut self, key: &str) -> Vec<(&'n str, Vec<Placed<'n>>)> {
        let Some(node) = self.map.get(key) else {
            return Vec::new();
        };
        let Some(map) = node.as_map() else {
            self.refuse(node.span, format!("`{key}` must be a map"), "");
            return Vec::new();
        };
        let mut lists = Vec::new();
        for entry in map.iter() {
            let texts = self.read_texts(&entry.value, &entry.key);
            lists.push((entry.key.as_str(), texts));
        }
        lists
    }

    /// Tells that something is not as it must be.
    pub fn refuse(&mut self, span: Span, message: String, help: &str) {
        let finding = Diagnostic::new(Code::INVALID_ACCESS_FILE, span, message);
        self.found.push(match help {
            "" => finding,
            help => finding.help(help.to_owned()),
        });
    }
}

fn read_text(node: &Node) -> Option<Placed<'_>> {
    match &node.value {
        Value::String(text) if !text.trim().is_empty() => Some((text, node.span)),
        _ => None,
    }
}
