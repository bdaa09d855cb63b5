//! `x-path`: a string that names a file in the workspace.

use super::meant::unread_extension;
use crate::schema::keywords::SchemaId;
use crate::schema::path::PathRule;
use crate::schema::read::SchemaReader;
use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_base::diagnostic::{Code, Diagnostic};
use toolc_base::node::{Entry, Map, Node, Value};
use toolc_base::quantity::{SIZES, parse_quantity};
use toolc_runtime::path::{Access, is_suffix};

const EXPECTED: &str = "`read`, `write`, or a mapping such as `{ access: read, suffixes: [.txt], \
                        max_bytes: 1MB, must_exist: true }`";

const KEYS: &[&str] = &["access", "suffixes", "max_bytes", "must_exist"];

/// Keywords that contradict a path: they leave nothing to open, or require another type.
const CONTRARY: &[&str] = &["enum", "const", "format", "x-rust-type"];

pub(super) fn read_path(reader: &mut SchemaReader<'_, '_>, id: SchemaId, map: &Map, entry: &Entry) {
    if !reader.names_types {
        return unread_extension(reader, entry);
    }
    let rule = match read_rule(&entry.value) {
        Ok(rule) => rule,
        Err(Wrong::Whole) => return reader.note_malformed(id, entry, EXPECTED),
        Err(Wrong::Value(part, expected)) => return reader.note_malformed(id, part, expected),
        Err(Wrong::NoAccess) => {
            let message = "`x-path` has no `access`";
            let finding = Diagnostic::new(Code::MALFORMED_SCHEMA, entry.value.span, message)
                .label("tools with this schema are left out")
                .help("add `access: read` or `access: write`");
            return reader.note_fault(id, finding);
        }
        Err(Wrong::Key(part)) => {
            let message = format!("`x-path` has no key `{}`", part.key);
            let help = did_you_mean(&part.key, KEYS.iter().copied());
            let finding = Diagnostic::new(Code::MALFORMED_SCHEMA, part.key_span, message)
                .label("tools with this schema are left out")
                .help(help.unwrap_or_else(|| format!("write {EXPECTED}").into()));
            return reader.note_fault(id, finding);
        }
    };
    if let Some(other) = CONTRARY.iter().find_map(|key| map.entry(key)) {
        let message = format!("`x-path` and `{}` cannot be used together", other.key);
        let finding = Diagnostic::new(Code::UNCONFINED_PATH, entry.key_span, message)
            .also(other.key_span, "the other")
            .help("remove one of them");
        return reader.note_fault(id, finding);
    }
    if !is_text(map) {
        let message = "`x-path` is only for strings, but this schema also accepts other values";
        let finding = Diagnostic::new(Code::UNCONFINED_PATH, entry.key_span, message)
            .label("nothing else can name a file")
            .help("write `type: string`");
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

/// What is wrong with the value of `x-path`.
enum Wrong<'n> {
    Whole,
    NoAccess,
    Key(&'n Entry),
    /// The entry, and what its value must be.
    Value(&'n Entry, &'static str),
}

fn read_rule(node: &Node) -> Result<PathRule, Wrong<'_>> {
    let map = match &node.value {
        Value::String(_) => return access(node).map(PathRule::new).ok_or(Wrong::Whole),
        Value::Map(map) => map,
        _ => return Err(Wrong::Whole),
    };
    if let Some(unknown) = map.iter().find(|entry| !KEYS.contains(&entry.key.as_str())) {
        return Err(Wrong::Key(unknown));
    }
    let written = map.entry("access").ok_or(Wrong::NoAccess)?;
    let access = access(&written.value).ok_or(Wrong::Value(written, "`read` or `write`"))?;
    let mut rule = PathRule::new(access);
    if let Some(entry) = map.entry("suffixes") {
        let expected = "a list of suffixes such as `[.txt, .md]`";
        let suffixes = suffixes(&entry.value).ok_or(Wrong::Value(entry, expected))?;
        rule.suffixes = Some(suffixes);
    }
    if let Some(entry) = map.entry("max_bytes") {
        let expected = "a size such as `1MB`, or a number of bytes above 0";
        rule.max_bytes = Some(bytes(&entry.value).ok_or(Wrong::Value(entry, expected))?);
    }
    if let Some(entry) = map.entry("must_exist") {
        let flag = entry.value.as_bool();
        rule.must_exist = flag.ok_or(Wrong::Value(entry, "`true` or `false`"))?;
    }
    Ok(rule)
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
