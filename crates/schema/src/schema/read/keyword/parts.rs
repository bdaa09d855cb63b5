//! How each kind of keyword with parts is read.

use super::Keyword;
use super::doubtful::{one_level_off, show_value};
use super::scalar::{compile_pattern, read_count};
use crate::schema::keywords::{Schema, SchemaId, Types};
use crate::schema::pattern::Pattern;
use crate::schema::read::SchemaReader;
use crate::schema::rust_path::RustPath;
use crate::schema::value::canonical_json;
use std::collections::HashSet;
use toolc_base::diagnostic::fix::Replacement;
use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_base::diagnostic::{Code, Diagnostic, Help, Severity};
use toolc_base::node::{Entry, Map, Node, Value};

impl Keyword<'_, '_, '_> {
    pub(super) fn read_schema(&mut self) -> SchemaId {
        let around = self.reader.is_negated;
        self.reader.is_negated |= self.entry.key == "not";
        let id = self.reader.read_schema(&self.entry.value, self.root);
        self.reader.is_negated = around;
        id
    }

    /// Reads the schema of another keyword next to this one.
    pub(super) fn read_schema_beside(&mut self, name: &str) -> Option<SchemaId> {
        let node = self.map.get(name)?;
        Some(self.reader.read_schema(node, self.root))
    }

    /// Reads the count of another keyword next to this one.
    pub(super) fn read_count_beside(&mut self, name: &str) -> Option<u64> {
        let entry = self.map.entry(name)?;
        let count = match &entry.value.value {
            Value::Number(text) => read_count(text),
            _ => None,
        };
        if count.is_none() {
            self.reader
                .note_malformed(self.id, entry, "a non-negative integer");
        }
        count
    }

    pub(super) fn read_schemas(&mut self) -> Option<Vec<SchemaId>> {
        let nodes = self.entry.value.as_list();
        let Some(nodes) = nodes.filter(|nodes| !nodes.is_empty()) else {
            return self.refuse("a list of one schema or more");
        };
        let root = self.root;
        let ids = nodes.iter().map(|node| self.reader.read_schema(node, root));
        Some(ids.collect())
    }

    pub(super) fn read_named(&mut self) -> Option<Vec<(String, SchemaId)>> {
        let Some(map) = self.entry.value.as_map() else {
            let Some(finding) = one_level_off(self.map, self.entry) else {
                return self.refuse("a mapping of schemas");
            };
            self.reader.note_fault(self.id, finding);
            return None;
        };
        let root = self.root;
        let ids = map.iter().map(|entry| {
            let id = self.reader.read_schema(&entry.value, root);
            (entry.key.clone(), id)
        });
        Some(ids.collect())
    }

    pub(super) fn read_patterns(&mut self, set: fn(&mut Schema, Pattern, SchemaId)) {
        let Some(map) = self.entry.value.as_map() else {
            return self
                .reader
                .note_malformed(self.id, self.entry, "a mapping of schemas");
        };
        for entry in map.iter() {
            let child = self.reader.read_schema(&entry.value, self.root);
            let pattern = compile_pattern(self.reader, self.id, &entry.key, &entry.value);
            if let Some(pattern) = pattern {
                set(self.schema(), pattern, child);
            }
        }
    }

    /// A list of names without duplicates.
    pub(super) fn read_names(&mut self) -> Option<Vec<String>> {
        let Some(names) = names_of(&self.entry.value) else {
            return self.refuse("a list of names");
        };
        self.report_repeated_name(&self.entry.value);
        let mut known = HashSet::new();
        let new = names.into_iter().filter(|name| known.insert(*name));
        Some(new.map(str::to_owned).collect())
    }

    pub(super) fn read_names_by_name(&mut self) -> Option<Vec<(String, Vec<String>)>> {
        let names = |entry: &Entry| {
            let names = names_of(&entry.value)?.into_iter().map(str::to_owned);
            Some((entry.key.clone(), names.collect()))
        };
        let map = self.entry.value.as_map();
        let rules = map.and_then(|map| map.iter().map(names).collect());
        for entry in map.into_iter().flat_map(Map::iter) {
            self.report_repeated_name(&entry.value);
        }
        rules.or_else(|| self.refuse("a mapping of lists of names"))
    }

    /// Reports a name that a list has twice. Models are shown it once, since providers refuse the repetition.
    fn report_repeated_name(&mut self, list: &Node) {
        let nodes = list.as_list().unwrap_or_default();
        let mut known = HashSet::new();
        let mut repeated = Vec::new();
        for node in nodes {
            if node.as_str().is_some_and(|name| !known.insert(name)) {
                repeated.push(node);
            }
        }
        if let [first, ..] = repeated[..] {
            let finding = repeated_value(&self.entry.key, nodes, first, repeated.len());
            self.report_repetition(finding);
        }
    }

    /// In what others wrote, a repetition is only noted.
    fn report_repetition(&mut self, finding: Diagnostic) {
        let severity = match self.reader.names_types {
            true => finding.severity,
            false => Severity::Note,
        };
        self.reader.diagnostics.push(Diagnostic {
            severity,
            ..finding
        });
    }

    pub(super) fn read_types(&mut self) -> Option<Types> {
        let nodes = match &self.entry.value.value {
            Value::String(_) => std::slice::from_ref(&self.entry.value),
            Value::List(list) if !list.is_empty() => list.as_slice(),
            _ => return self.refuse("a type or a non-empty list of types"),
        };
        let mut types = Types::NONE;
        self.report_repeated_name(&self.entry.value);
        for node in nodes {
            match node.as_str().and_then(Types::from_name) {
                Some(one) => types = types.or(one),
                None => {
                    unknown_type(self.reader, self.id, node);
                    return None;
                }
            }
        }
        Some(types)
    }

    pub(super) fn read_value(&mut self) -> Option<Vec<String>> {
        match canonical_json(&self.entry.value) {
            Some(value) => Some(vec![value]),
            None => self.refuse("a JSON value"),
        }
    }

    pub(super) fn read_values(&mut self) -> Option<Vec<String>> {
        let Some(nodes) = self.entry.value.as_list() else {
            return self.refuse("a list");
        };
        let mut values: Vec<String> = Vec::with_capacity(nodes.len());
        let mut known = HashSet::new();
        let mut repeated = Vec::new();
        for node in nodes {
            match canonical_json(node) {
                Some(value) if known.insert(value.clone()) => values.push(value),
                Some(_) => repeated.push(node),
                None => return self.refuse("a list of JSON values"),
            }
        }
        if let [first, ..] = repeated[..] {
            let finding = repeated_value("enum", nodes, first, repeated.len());
            self.reader.diagnostics.push(finding);
        }
        Some(values)
    }

    /// The user-defined type. Only the user may choose it: specs by others must not decide what is
    /// compiled into a program.
    pub(super) fn read_rust_type(&mut self) -> Option<RustPath> {
        if !self.reader.names_types {
            let message = "`x-rust-type` does not count in what others wrote";
            let finding = Diagnostic::new(Code::FOREIGN_POLICY, self.entry.key_span, message)
                .label("the value has the type that its schema gives it")
                .help("write `rust: { own_types: true }` in `toolc.yaml` to let it count");
            self.reader.diagnostics.push(Diagnostic {
                severity: Severity::Note,
                ..finding
            });
            return None;
        }
        let path = self.entry.value.as_str().and_then(RustPath::parse);
        if path.is_none() {
            let expected = RustPath::EXPECTED;
            let found = RustPath::found(&self.entry.value);
            let message = format!("`x-rust-type` must be {expected}, found {found}");
            let finding = Diagnostic::new(Code::MALFORMED_SCHEMA, self.entry.value.span, message)
                .label("tools with this schema are left out")
                .help(format!("write {expected}, or remove `x-rust-type`"));
            self.reader.note_fault(self.id, finding);
        }
        path
    }

    /// Reports a `dependencies` that could not be split into its two successors: it is not a
    /// mapping, or is in a place where no schema was expected.
    pub(super) fn refuse_leftover(&mut self) {
        if self.entry.value.as_map().is_none() {
            return self.reader.note_malformed(self.id, self.entry, "a mapping");
        }
        let message = "`dependencies` of an older draft is in a place where no schema is expected";
        let finding = Diagnostic::new(Code::MALFORMED_SCHEMA, self.entry.key_span, message)
            .label("tools with this schema are left out")
            .help(
                "move the schema under `$defs`, or write `dependentRequired` or `dependentSchemas`",
            );
        self.reader.note_fault(self.id, finding);
    }
}

fn names_of(node: &Node) -> Option<Vec<&str>> {
    node.as_list()?.iter().map(Node::as_str).collect()
}

fn unknown_type(reader: &mut SchemaReader<'_, '_>, id: SchemaId, node: &Node) {
    let text = node.as_str();
    let shown = text.map_or_else(|| node.kind().to_owned(), |text| format!("`{text}`"));
    let help = text
        .and_then(|text| explain_type(text).or_else(|| did_you_mean(text, TYPES.iter().copied())));
    let help = help.unwrap_or_else(|| format!("write one of `{}`", TYPES.join("`, `")).into());
    let message = format!("{shown} is not a type of JSON Schema");
    reader.note_fault(
        id,
        Diagnostic::new(Code::MALFORMED_SCHEMA, node.span, message)
            .label("tools with this schema are left out")
            .help(help),
    );
}

/// What a type in the notation of a programming language is in JSON Schema: `string | null`, `string?`, `string[]`.
fn explain_type(text: &str) -> Option<Help> {
    let find = |name: &str| TYPES.iter().copied().find(|known| *known == name.trim());
    if let Some(item) = text.strip_suffix("[]").and_then(find) {
        let help = format!("write `type: array` and `items: {{ type: {item} }}`");
        return Some(help.into());
    }
    if let Some(name) = text.strip_suffix('?').and_then(find) {
        let help = format!(
            "write `{name}`: a property is optional where `required` does not list it, and `[\"{name}\", \"null\"]` \
             accepts null too"
        );
        return Some(help.into());
    }
    let names: Option<Vec<&str>> = text.split(['|', ',']).map(find).collect();
    let value = format!("[\"{}\"]", names?.join("\", \""));
    Some(Help {
        text: format!("write `{value}`"),
        replacement: Some(Replacement::Value(value)),
    })
}

const TYPES: &[&str] = &[
    "null", "boolean", "integer", "number", "string", "array", "object",
];

fn repeated_value(keyword: &str, nodes: &[Node], repeated: &Node, count: usize) -> Diagnostic {
    let shown = show_value(repeated);
    let message = match count {
        1 => format!("`{keyword}` has {shown} twice"),
        _ => format!("`{keyword}` lists {count} values twice; the first is {shown}"),
    };
    let value = canonical_json(repeated);
    let before = nodes.iter().find(|node| canonical_json(node) == value);
    let finding = Diagnostic::new(Code::REPEATED_VALUE, repeated.span, message)
        .label("it says nothing new")
        .help("remove it, or correct it if another value was meant");
    match before {
        Some(before) => finding.also(before.span, "the first"),
        None => finding,
    }
}
