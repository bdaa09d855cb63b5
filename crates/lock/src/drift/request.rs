//! How the API's description turns the arguments of a tool into a request.

use crate::lock::LockedTool;
use std::collections::{BTreeMap, BTreeSet};
use toolc_base::diagnostic::quote::quote_names;
use toolc_base::node::{Node, Value};

/// The metadata key that contains it.
pub(super) const REQUEST: &str = "http";

/// The changes, each in words.
pub(super) fn list_request_changes(old: &LockedTool, new: &LockedTool) -> Vec<String> {
    let (Some(was), Some(is)) = (old.metadata.get(REQUEST), new.metadata.get(REQUEST)) else {
        return Vec::new();
    };
    let mut changes = Vec::new();
    for key in ["method", "path"] {
        let (was, is) = (was.get(key), is.get(key));
        let texts = (was.and_then(Node::as_str), is.and_then(Node::as_str));
        if texts.0 != texts.1 {
            let [was, is] = [texts.0, texts.1].map(|text| text.unwrap_or_default());
            changes.push(format!("its {key} from `{was}` to `{is}`"));
        }
    }
    let [asked_was, asked_is] = [was, is].map(list_accepted);
    if asked_was != asked_is {
        changes.push(format!(
            "the media types it asks for from {asked_was} to {asked_is}"
        ));
    }
    let (was, is) = (list_parts(was), list_parts(is));
    let keys: BTreeSet<&Part> = was.keys().chain(is.keys()).collect();
    for key in keys {
        let words = match (was.get(key), is.get(key)) {
            (Some(was), Some(is)) if was != is => format!("{} from `{was}` to `{is}`", key.words()),
            (Some(was), None) if !key.is_refused_by(new) => {
                format!("{} from `{was}` to nothing", key.words())
            }
            (None, Some(is)) if !key.is_refused_by(old) => {
                format!("{} from nothing to `{is}`", key.words())
            }
            _ => continue,
        };
        changes.push(words);
    }
    changes
}

/// A part of a request.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    /// The parameter for an argument.
    Argument(String),
    /// A value that is sent whatever the arguments are: its location and its name.
    Constant(String, String),
    /// The body as a whole.
    Body,
    /// A part of a form.
    Field(String),
    /// A header of a part of a form.
    Header(String, String),
}

impl Part {
    fn words(&self) -> String {
        match self {
            Part::Argument(name) => format!("how `{name}` is sent"),
            Part::Constant(place, name) => format!("the constant `{name}` in {place}"),
            Part::Body => "how the body is sent".to_owned(),
            Part::Field(name) => format!("how the field `{name}` is sent"),
            Part::Header(part, name) => format!("the header `{name}` of the field `{part}`"),
        }
    }

    /// Whether the side that lacks the part also refuses the argument, so that the change of the schema is
    /// sufficient to report. An open schema accepts it, and it is sent in another way or not at all.
    fn is_refused_by(&self, side: &LockedTool) -> bool {
        let (Part::Argument(name) | Part::Field(name)) = self else {
            return false;
        };
        let further = side.input.get("additionalProperties");
        let is_closed = further.is_some_and(|node| node.value == Value::Bool(false));
        let properties = side.input.get("properties");
        is_closed && properties.is_none_or(|map| map.get(name).is_none())
    }
}

/// How each part is sent, as JSON.
fn list_parts(request: &Node) -> BTreeMap<Part, String> {
    let mut parts = BTreeMap::new();
    let entries = request.get("arguments").and_then(Node::as_list);
    for entry in entries.into_iter().flatten() {
        let text = |key: &str| entry.get(key).and_then(Node::as_str).map(str::to_owned);
        let place = text("in").unwrap_or_default();
        let name = text("name").unwrap_or_default();
        let part = match (text("constant"), text("argument")) {
            (Some(_), _) => Part::Constant(place, name),
            (None, _) if place == "body" => Part::Body,
            (None, Some(argument)) => Part::Argument(argument),
            (None, None) => Part::Argument(name),
        };
        // Whether the body is one argument, or each of its properties is one, also decides what is sent.
        let left_out: &[&str] = match part {
            Part::Body => &["fields", "headers"],
            _ => &["argument", "fields", "headers"],
        };
        let how = write_but(entry, left_out);
        parts.insert(part, how);
        for field in list_of(entry, "fields") {
            let name = field.get("name").and_then(Node::as_str).unwrap_or_default();
            parts.insert(Part::Field(name.to_owned()), write_but(field, &["name"]));
        }
        for header in list_of(entry, "headers") {
            let text = |key: &str| header.get(key).and_then(Node::as_str).unwrap_or_default();
            let part = Part::Header(text("part").to_owned(), text("name").to_owned());
            parts.insert(part, text("constant").to_owned());
        }
    }
    parts
}

/// The media types that a request asks for; a lock names them unless they are JSON or none.
fn list_accepted(request: &Node) -> String {
    let names = list_of(request, "accepts").iter().filter_map(Node::as_str);
    let names: Vec<&str> = names.collect();
    match names.is_empty() {
        true => "JSON".to_owned(),
        false => quote_names(names),
    }
}

fn list_of<'n>(node: &'n Node, key: &str) -> &'n [Node] {
    node.get(key).and_then(Node::as_list).unwrap_or_default()
}

/// Formats like `in: query, style: form`, leaving out some keys.
fn write_but(node: &Node, left_out: &[&str]) -> String {
    let entries = node.as_map().into_iter().flat_map(|map| map.iter());
    let shown = entries.filter(|entry| !left_out.contains(&entry.key.as_str()));
    let words: Vec<String> = shown
        .map(|entry| {
            let value = entry
                .value
                .as_str()
                .map_or_else(|| entry.value.to_canonical_json(), str::to_owned);
            format!("{}: {value}", entry.key)
        })
        .collect();
    words.join(", ")
}
