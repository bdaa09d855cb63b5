//! All tools of a program, as a list that can be asked: by name, by namespace, by fingerprint.

use crate::entry::ToolEntry;
use crate::json::{Json, object_keys, write_string};
use crate::lookup::Lookup;
use std::collections::BTreeSet;
use std::fmt;

/// Every tool that some worker grants. Generated code has one: `tools::REGISTRY`.
///
/// The names that it takes and returns are qualified (`namespace::tool`) or those of tools within a namespace;
/// `tools::find` also finds tools by their wire names and by their old names.
#[derive(Debug)]
pub struct ToolRegistry {
    /// Overloads of a name are adjacent.
    entries: &'static [ToolEntry],
    lookup: &'static Lookup,
}

/// There is no such tool.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotRegistered {
    /// No tool has this name.
    Name {
        /// The qualified name.
        name: String,
    },
    /// Tools have this name, but none of them this fingerprint.
    Fingerprint {
        /// The qualified name.
        name: String,
        /// The fingerprint.
        fingerprint: String,
    },
}

impl fmt::Display for NotRegistered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotRegistered::Name { name } => write!(f, "No tool registered under '{name}'."),
            NotRegistered::Fingerprint { name, fingerprint } => write!(
                f,
                "No overload of '{name}' matches fingerprint '{fingerprint}'."
            ),
        }
    }
}

impl std::error::Error for NotRegistered {}

impl ToolRegistry {
    /// Creates a registry of tools of which overloads are adjacent. It can be in a `static`.
    pub const fn new(entries: &'static [ToolEntry], lookup: &'static Lookup) -> Self {
        ToolRegistry { entries, lookup }
    }

    /// All tools. Overloads count separately, and stand next to each other.
    pub const fn all(&self) -> &'static [ToolEntry] {
        self.entries
    }

    /// The number of tools. Overloads count separately.
    pub const fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are no tools.
    pub const fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The tools, in the order of [`ToolRegistry::all`].
    pub fn iter(&self) -> std::slice::Iter<'static, ToolEntry> {
        self.entries.iter()
    }

    /// The tools of this qualified name: none, one, or all overloads.
    pub fn get(&self, qualified: &str) -> &'static [ToolEntry] {
        let found = self.lookup.find_in(self.entries, qualified);
        // neither a wire name nor an old one is a qualified name
        match found.first().is_some_and(|entry| entry.name == qualified) {
            true => found,
            false => &[],
        }
    }

    /// The tools of this name in a namespace: none, one, or all overloads.
    pub fn get_by_name(&self, name: &str, namespace: &str) -> &'static [ToolEntry] {
        self.get(&format!("{namespace}::{name}"))
    }

    /// The tool of this qualified name whose [`ToolEntry::raw_fingerprint`] is this one. A name that has only one
    /// tool is not an exception: the fingerprint says which schema is meant.
    ///
    /// # Errors
    /// If no tool has the name, or none of those that have it has the fingerprint.
    pub fn get_by_fingerprint(
        &self,
        qualified: &str,
        fingerprint: &str,
    ) -> Result<&'static ToolEntry, NotRegistered> {
        let overloads = self.get(qualified);
        let name = || qualified.to_owned();
        if overloads.is_empty() {
            return Err(NotRegistered::Name { name: name() });
        }
        let mut overloads = overloads.iter();
        let found = overloads.find(|entry| entry.raw_fingerprint == fingerprint);
        found.ok_or_else(|| NotRegistered::Fingerprint {
            name: name(),
            fingerprint: fingerprint.to_owned(),
        })
    }

    /// The overload that a call means, if it is in one of these namespaces; `None` stands for all of them. If the
    /// name has one tool, that is the one, and the arguments are not looked at. Of several, those whose schemas
    /// accept the arguments come first, then the one that knows the most of their keys, then the first.
    pub fn find_match(
        &self,
        qualified: &str,
        arguments: &str,
        namespaces: Option<&[&str]>,
    ) -> Option<&'static ToolEntry> {
        let is_within = |entry: &ToolEntry| {
            namespaces.is_none_or(|namespaces| namespaces.contains(&entry.namespace()))
        };
        let overloads = self.get(qualified);
        if let [] | [_] = overloads {
            return overloads.iter().find(|entry| is_within(entry));
        }
        let keys = object_keys(arguments);
        let mut best: Option<((bool, usize), &ToolEntry)> = None;
        for entry in overloads.iter().filter(|entry| is_within(entry)) {
            let accepts = entry.validate(arguments).is_ok();
            let known = keys.iter().filter(|key| entry.knows_argument(key)).count();
            if best.is_none_or(|(most, _)| (accepts, known) > most) {
                best = Some(((accepts, known), entry));
            }
        }
        best.map(|(_, entry)| entry)
    }

    /// Whether there is a tool of this qualified name.
    pub fn contains(&self, qualified: &str) -> bool {
        !self.get(qualified).is_empty()
    }

    /// The namespaces of all tools, sorted.
    pub fn namespaces(&self) -> Vec<&'static str> {
        let namespaces: BTreeSet<&str> = self.iter().map(ToolEntry::namespace).collect();
        namespaces.into_iter().collect()
    }

    /// The names of tools within their namespaces, sorted, each once: of one namespace, of several, or of all if both
    /// are `None`. The list takes precedence, and an empty one means none.
    pub fn tool_names(
        &self,
        namespace: Option<&str>,
        namespaces: Option<&[&str]>,
    ) -> Vec<&'static str> {
        let one = namespace.as_slice();
        let wanted = namespaces.or((!one.is_empty()).then_some(one));
        let entries = self.iter().filter(|entry| {
            wanted.is_none_or(|namespaces| namespaces.contains(&entry.namespace()))
        });
        let names: BTreeSet<&str> = entries.map(ToolEntry::short_name).collect();
        names.into_iter().collect()
    }

    /// All tools as a JSON array of objects with `name`, `namespace`, `description` and `parameters`; and with
    /// `output_parameters` and `metadata`, if the tool has them. `name` is the qualified name, or the name within
    /// the namespace.
    pub fn to_json(&self, qualified: bool) -> Json {
        let mut out = String::from("[");
        for (index, entry) in self.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            write_record(entry, qualified, &mut out);
        }
        out.push(']');
        Json::trusted(out)
    }
}

impl IntoIterator for &ToolRegistry {
    type Item = &'static ToolEntry;
    type IntoIter = std::slice::Iter<'static, ToolEntry>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

fn write_record(entry: &ToolEntry, qualified: bool, out: &mut String) {
    let name = match qualified {
        true => entry.name,
        false => entry.short_name(),
    };
    let texts = [
        ("{\"name\":", name),
        (",\"namespace\":", entry.namespace()),
        (",\"description\":", entry.description),
    ];
    for (key, text) in texts {
        out.push_str(key);
        write_string(text, out);
    }
    out.push_str(",\"parameters\":");
    out.push_str(&entry.schema());
    if let Some(schema) = entry.output_schema() {
        out.push_str(",\"output_parameters\":");
        out.push_str(&schema);
    }
    if let Some(metadata) = entry.metadata() {
        out.push_str(",\"metadata\":");
        out.push_str(metadata);
    }
    out.push('}');
}
