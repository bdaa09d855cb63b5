//! `x-path`: a string that names a file in the workspace.

use super::meant::unread_extension;
use crate::diagnostic::{Code, Diagnostic};
use crate::node::{Entry, Map, Node, Value};
use crate::quantity::{SIZES, parse_quantity};
use crate::schema::keywords::SchemaId;
use crate::schema::path::PathRule;
use crate::schema::read::SchemaReader;
use toolc_runtime::path::{Access, is_suffix};

const EXPECTED: &str = "`read`, `write`, or a mapping such as `{ access: read, suffixes: [.txt], \
                        max_bytes: 1MB, must_exist: true }`";

/// Keywords that contradict a path: they leave nothing to open, or require another type.
const CONTRARY: &[&str] = &["enum", "const", "format", "x-rust-type"];

pub(super) fn read_path(reader: &mut SchemaReader<'_, '_>, id: SchemaId, map: &Map, entry: &Entry) {
    if !reader.names_types {
        return unread_extension(reader, entry);
    }
    let Some(rule) = read(&entry.value) else {
        return reader.note_malformed(id, entry, EXPECTED);
    };
    if let Some(other) = CONTRARY.iter().find_map(|key| map.entry(key)) {
        let message = format!("`x-path` and `{}` cannot be used together", other.key);
        let finding = Diagnostic::new(Code::UNCONFINED_PATH, entry.key_span, message)
            .also(other.key_span, "the other")
            .help("remove one of them");
        return reader.note_fault(id, finding);
    }
    if !is_text(map) {
        let message = "`x-path` is for strings, and other values are valid here";
        let finding = Diagnostic::new(Code::UNCONFINED_PATH, entry.key_span, message)
            .label("nothing else can name a file")
            .help("write `type: string` beside it");
        return reader.note_fault(id, finding);
    }
    reader.schemas.get_mut(id).text.path = Some(rule);
}

/// Whether only strings, and possibly `null`, are valid.
fn is_text(map: &Map) -> bool {
    match map.get("type").map(|node| &node.value) {
        Some(Value::String(name)) => name == "string",
        Some(Value::List(names)) => {
            let mut names = names.iter().map(Node::as_str);
            names.all(|name| matches!(name, Some("string" | "null")))
        }
        _ => false,
    }
}

fn read(node: &Node) -> Option<PathRule> {
    let map = match &node.value {
        Value::String(_) => return Some(PathRule::new(access(node)?)),
        Value::Map(map) => map,
        _ => return None,
    };
    let mut rule = PathRule::new(access(map.get("access")?)?);
    for Entry { key, value, .. } in map.iter() {
        match key.as_str() {
            "access" => {}
            "suffixes" => rule.suffixes = Some(suffixes(value)?),
            "max_bytes" => rule.max_bytes = Some(bytes(value)?),
            "must_exist" => rule.must_exist = value.as_bool()?,
            _ => return None,
        }
    }
    Some(rule)
}

fn access(node: &Node) -> Option<Access> {
    let word = node.as_str()?;
    let mut known = PathRule::ACCESS.iter();
    known
        .find(|(name, _)| *name == word)
        .map(|(_, access)| *access)
}

fn suffixes(node: &Node) -> Option<Vec<String>> {
    let list = node.as_list().filter(|list| !list.is_empty())?;
    let suffix = |node: &Node| {
        let suffix = node.as_str().filter(|suffix| is_suffix(suffix))?;
        Some(suffix.to_owned())
    };
    list.iter().map(suffix).collect()
}

/// `1MB`, or a number of bytes.
fn bytes(node: &Node) -> Option<u64> {
    match &node.value {
        Value::Number(text) => text.parse().ok().filter(|bytes| *bytes > 0),
        _ => parse_quantity(node.as_str()?, SIZES),
    }
}
