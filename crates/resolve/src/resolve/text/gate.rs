//! What is left out of schemas before models are shown them: whatever is not a valid JSON Schema 2020-12. A
//! provider refuses the whole list for it. Only what restricts nothing is left out: a tool with a malformed
//! restriction is not compiled.

use toolc_base::node::{Entry, Map, Node, Value};
use toolc_base::source::Span;
use toolc_runtime::meta_schema::{Unfit, find_unfit};
use toolc_schema::schema::rules;
use toolc_schema::schema::vocabulary::{self, Reads, Says, Word};

/// A keyword that models are not shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// The keyword.
    pub keyword: String,
    /// Its value.
    pub span: Span,
    /// What is wrong with it.
    pub unfit: Unfit,
}

/// Why a keyword is left out, if it is. What is only written twice is not: it is written once.
pub(super) fn find_left_out(map: &Map, entry: &Entry) -> Option<Unfit> {
    if matches!(
        entry.key.as_str(),
        "required" | "dependentRequired" | "type"
    ) {
        let once = write_once(entry)?;
        return find_unfit(&entry.key, &once, |name| map.get(name));
    }
    find_unfit(&entry.key, &entry.value, |name| map.get(name))
}

/// Whether nobody else reports a keyword with a wrong value: it is not read, or not in this place.
pub(super) fn is_unreported(map: &Map, keyword: &str, is_unread: bool) -> bool {
    // read together with `if`, or the dialect of the schema
    let is_read_elsewhere = match keyword {
        "then" | "else" => map.contains("if"),
        keyword => keyword == "$schema",
    };
    let is_idle = |word: &Word| {
        let is_silent = matches!(word.says, Says::Prose | Says::Nothing | Says::Elsewhere);
        !is_read_elsewhere && (is_silent || matches!(word.reads, Reads::Nothing))
    };
    is_unread
        || match vocabulary::find_word(keyword) {
            Some(word) => is_idle(word),
            None => rules::all_rows().all(|row| row.keyword != keyword),
        }
}

/// Whether the schemas under a keyword are not read, so that they may hold anything.
pub(super) fn is_unread(map: &Map, keyword: &str) -> bool {
    match keyword {
        "contentSchema" | "$defs" | "definitions" => true,
        "then" | "else" => !map.contains("if"),
        _ => false,
    }
}

/// The value of a list of names, or of a mapping of such lists, with each name once; `None` if it is another
/// keyword.
pub(super) fn write_once(entry: &Entry) -> Option<Node> {
    let once = |node: &Node| match &node.value {
        Value::List(list) => {
            let mut kept: Vec<Node> = Vec::with_capacity(list.len());
            for item in list {
                if !kept.iter().any(|known| known.value == item.value) {
                    kept.push(item.clone());
                }
            }
            Node::list(kept, node.span)
        }
        _ => node.clone(),
    };
    match (entry.key.as_str(), &entry.value.value) {
        ("required" | "type", _) => Some(once(&entry.value)),
        ("dependentRequired", Value::Map(map)) => {
            let entries = map.iter().map(|entry| Entry {
                value: once(&entry.value),
                ..entry.clone()
            });
            Some(Node::map(Map::new(entries.collect()), entry.value.span))
        }
        ("dependentRequired", _) => Some(entry.value.clone()),
        _ => None,
    }
}

/// Whether a keyword of an API description is only for its readers and generators: models are not shown it.
pub(super) fn is_for_readers_of_apis(keyword: &str) -> bool {
    // MCP defines this one: clients repeat the argument in a header.
    let is_extension = keyword.starts_with("x-") && keyword != "x-mcp-header";
    is_extension || matches!(keyword, "example" | "examples")
}

/// Whether a schema has a `$dynamicRef`, whose meaning depends on which resource is the root.
pub(super) fn refers_dynamically(node: &Node) -> bool {
    if let Some(list) = node.as_list() {
        return list.iter().any(refers_dynamically);
    }
    let mut entries = node.as_map().into_iter().flat_map(Map::iter);
    entries.any(|entry| entry.key == "$dynamicRef" || refers_dynamically(&entry.value))
}
