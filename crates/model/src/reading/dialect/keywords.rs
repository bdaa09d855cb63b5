//! Keywords of older drafts and of OpenAPI 3.0, rewritten within one schema object.

use toolc_base::node::{Entry, Map, Node, Value};
use toolc_base::source::Span;
use toolc_schema::schema::uri;

/// Whether a keyword never restricts a value, in any dialect.
pub fn is_harmless(key: &str) -> bool {
    // not all annotations of the vocabulary: `$id` and anchors determine where references lead, and
    // `contentEncoding` and the like what a string contains
    const HARMLESS: &[&str] = &[
        "$comment",
        "$defs",
        "definitions",
        "title",
        "description",
        "summary",
        "default",
        "example",
        "examples",
        "deprecated",
        "readOnly",
        "writeOnly",
        "xml",
        "externalDocs",
    ];
    HARMLESS.contains(&key) || key.starts_with("x-")
}

/// The place of `nullable: true` where it would matter: something else refuses null.
pub(super) fn lost_nullable(map: &Map) -> Option<Span> {
    let entry = map.entry("nullable")?;
    let refuses = match map.get("type").map(|kind| &kind.value) {
        Some(Value::String(name)) => name != "null",
        Some(Value::List(names)) => names.iter().all(|name| name.as_str() != Some("null")),
        _ => REFUSING.iter().any(|key| map.contains(key)) || map.contains("$ref"),
    };
    (entry.value.as_bool() == Some(true) && refuses).then_some(entry.key_span)
}

/// Limits that are 64-bit integers, which the JSON form of Protocol Buffers has as texts.
const INTEGERS: &[&str] = &[
    "maxItems",
    "maxLength",
    "maxProperties",
    "minItems",
    "minLength",
    "minProperties",
];

/// `minItems: "1"` of Gemini means the number.
pub(super) fn rewrite_limits(map: &mut Map) {
    for key in INTEGERS {
        let Some(limit) = map.get_mut(key) else {
            continue;
        };
        if let Some(number) = limit.as_str().and_then(|text| text.parse::<u64>().ok()) {
            limit.value = Value::Number(number.to_string().into());
        }
    }
}

/// Keywords that may exclude null if there is no `type`.
const REFUSING: &[&str] = &["anyOf", "oneOf", "allOf", "enum", "not"];

/// `nullable: true` next to `type` adds null to it. Without `type`, where 3.0.0 to 3.0.2 allow null
/// and 3.0.3 is silent, null becomes an alternative; returns the place in that case.
pub(super) fn rewrite_nullable(map: &mut Map) -> Option<Span> {
    let entry = map.remove("nullable")?;
    if entry.value.as_bool() != Some(true) {
        return None;
    }
    let span = entry.key_span;
    let null = Node::new(Value::String("null".to_owned()), span);
    let Some(kind) = map.get_mut("type") else {
        return add_alternative(map, null, span);
    };
    match &mut kind.value {
        Value::String(name) if name != "null" => {
            let name = Node::new(Value::String(std::mem::take(name)), kind.span);
            kind.value = Value::List(vec![name, null]);
        }
        Value::List(names) if !names.iter().any(|name| name.as_str() == Some("null")) => {
            names.push(null);
        }
        _ => {}
    }
    None
}

/// Adds null as an alternative; keywords that would exclude it become another alternative.
fn add_alternative(map: &mut Map, null: Node, span: Span) -> Option<Span> {
    let refusing: Vec<&str> = REFUSING
        .iter()
        .copied()
        .filter(|key| map.contains(key))
        .collect();
    let mut only_null = Map::default();
    only_null.insert("type", span, null);
    let only_null = Node::new(Value::Map(only_null), span);
    if refusing == ["anyOf"]
        && let Some(Value::List(alternatives)) = map.get_mut("anyOf").map(|node| &mut node.value)
    {
        alternatives.push(only_null);
        return Some(span);
    }
    let moved: Vec<_> = refusing.iter().filter_map(|key| map.remove(key)).collect();
    if moved.is_empty() {
        return None;
    }
    let moved = Node::new(Value::Map(Map::new(moved)), span);
    map.insert(
        "anyOf",
        span,
        Node::new(Value::List(vec![moved, only_null]), span),
    );
    Some(span)
}

/// `exclusiveMinimum: true` of draft-04 and OpenAPI 3.0 replaces the bound next to it. Returns its place if there is
/// no such bound.
pub(super) fn rewrite_exclusive(map: &mut Map, bound: &str, exclusive: &str) -> Option<Span> {
    let flag = map.get(exclusive)?.as_bool()?;
    let old = map.remove(exclusive)?;
    if !flag {
        return None;
    }
    let Some(entry) = map.remove(bound) else {
        return Some(old.key_span);
    };
    map.insert(exclusive, old.key_span, entry.value);
    None
}

/// Renames keywords of older drafts that have another name now.
pub(super) fn rename_keywords(map: &mut Map) {
    if map
        .get("items")
        .is_some_and(|items| items.as_list().is_some())
    {
        tuple(map);
    }
    if map.contains("dependencies") {
        dependencies(map);
    }
}

/// A fragment in `$id` names the schema within its resource (draft-06 core, section 9.2).
pub(super) fn rename_anchor(map: &mut Map) {
    let Some(entry) = map.entry("$id") else {
        return;
    };
    let (address, fragment) = uri::split_fragment(entry.value.as_str().unwrap_or(""));
    if fragment.is_empty() || fragment.starts_with('/') {
        return;
    }
    let (address, fragment) = (address.to_owned(), fragment.to_owned());
    let Some(entry) = map.remove("$id") else {
        return;
    };
    let node = |text| Node::new(Value::String(text), entry.value.span);
    map.insert("$anchor", entry.key_span, node(fragment));
    if !address.is_empty() {
        map.insert("$id", entry.key_span, node(address));
    }
}

/// Rewrites the `id` of draft-04.
pub(super) fn rewrite_identifier(map: &mut Map) {
    let is_text = |id: &Node| id.as_str().is_some();
    if map.get("id").is_some_and(is_text)
        && let Some(entry) = map.remove("id")
    {
        map.insert("$id", entry.key_span, entry.value);
    }
}

/// In 2019-09, `contains` does not affect `unevaluatedItems`. A double `not` around it has the same
/// result.
pub(super) fn veil_contains(map: &mut Map) {
    let Some(span) = map.entry("contains").map(|entry| entry.key_span) else {
        return;
    };
    let moved = ["contains", "minContains", "maxContains"];
    let mut inner = Map::new(moved.iter().filter_map(|key| map.remove(key)).collect());
    for _ in 0..2 {
        let mut outer = Map::default();
        outer.insert("not", span, Node::new(Value::Map(inner), span));
        inner = outer;
    }
    let veiled = Node::new(Value::Map(inner), span);
    match map.get_mut("allOf").map(|all| &mut all.value) {
        Some(Value::List(all)) => all.push(veiled),
        _ => map.insert("allOf", span, Node::new(Value::List(vec![veiled]), span)),
    }
}

/// Whether a keyword occurs anywhere in a document.
pub(super) fn stands_in(node: &Node, keyword: &str) -> bool {
    match &node.value {
        Value::Map(map) => {
            map.contains(keyword) || map.iter().any(|entry| stands_in(&entry.value, keyword))
        }
        Value::List(list) => list.iter().any(|node| stands_in(node, keyword)),
        _ => false,
    }
}

/// A list under `items` becomes `prefixItems`, and `additionalItems` next to it becomes `items`.
fn tuple(map: &mut Map) {
    let Some(items) = map.remove("items") else {
        return;
    };
    let rest = map.remove("additionalItems");
    if items.value.as_list().is_some_and(|items| !items.is_empty()) {
        map.insert("prefixItems", items.key_span, items.value);
    }
    if let Some(rest) = rest {
        map.insert("items", rest.key_span, rest.value);
    }
}

/// Splits `dependencies` into its two successors, for lists of names and for schemas. A value that
/// is not a mapping is kept, so that it is reported.
fn dependencies(map: &mut Map) {
    let is_map = |old: &Node| old.as_map().is_some();
    if !map.get("dependencies").is_some_and(is_map) {
        return;
    }
    let Some(old) = map.remove("dependencies") else {
        return;
    };
    let span = old.value.span;
    let Value::Map(entries) = old.value.value else {
        return;
    };
    let (mut required, mut schemas) = (Vec::new(), Vec::new());
    for mut entry in entries.into_entries() {
        match entry.value.value {
            Value::List(_) => required.push(entry),
            Value::String(_) => {
                let span = entry.value.span;
                entry.value = Node::new(Value::List(vec![entry.value]), span);
                required.push(entry);
            }
            _ => schemas.push(entry),
        }
    }
    for (key, found) in [
        ("dependentRequired", required),
        ("dependentSchemas", schemas),
    ] {
        if found.is_empty() {
            continue;
        }
        match map.get_mut(key) {
            None => {
                let found = Node::new(Value::Map(Map::new(found)), span);
                map.insert(key, old.key_span, found);
            }
            Some(known) => {
                for entry in found {
                    depend(known, entry);
                }
            }
        }
    }
}

/// Adds a rule to `dependentRequired` or `dependentSchemas`; if the name already has one, both
/// apply. A keyword that is not a mapping is kept, so that it is reported.
fn depend(known: &mut Node, entry: Entry) {
    let Some(known) = known.as_map_mut() else {
        return;
    };
    let Some(rule) = known.get_mut(&entry.key) else {
        return known.insert(&entry.key, entry.key_span, entry.value);
    };
    match (&mut rule.value, entry.value) {
        (
            Value::List(names),
            Node {
                value: Value::List(more),
                ..
            },
        ) => {
            for name in more {
                if !names.iter().any(|known| known.value == name.value) {
                    names.push(name);
                }
            }
        }
        // two schemas; a value that should be a list of names but is not becomes a mapping, so that
        // it is reported
        (_, more) => {
            let span = more.span;
            let both = vec![rule.clone(), more];
            let mut all = Map::default();
            all.insert("allOf", span, Node::new(Value::List(both), span));
            *rule = Node::new(Value::Map(all), span);
        }
    }
}

/// Whether a flag is set, be it a boolean or a word.
pub fn is_yes(node: &Node) -> bool {
    node.as_bool().unwrap_or_else(|| {
        node.as_str()
            .is_some_and(|word| matches!(word, "true" | "True" | "yes"))
    })
}

/// Adds names to `required`.
pub(super) fn require_names(map: &mut Map, names: Vec<(String, Span)>, span: Span) {
    if names.is_empty() {
        return;
    }
    let added = names
        .into_iter()
        .map(|(name, span)| Node::new(Value::String(name), span));
    if let Some(Node {
        value: Value::List(required),
        ..
    }) = map.get_mut("required")
    {
        required.extend(added);
    } else if !map.contains("required") {
        map.insert(
            "required",
            span,
            Node::new(Value::List(added.collect()), span),
        );
    }
}
