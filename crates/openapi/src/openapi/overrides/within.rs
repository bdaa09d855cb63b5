//! Places within an argument: `/filter/limit`, or `/pets/*/name` for every item of a list. Changes
//! to one apply only to this tool, although its schema may be shared.

use super::arguments::{Refusal, add_constant, set_default, set_secret};
use crate::openapi::document::Document;
use std::sync::Arc;
use toolc_base::node::{Map, Node, unescape_pointer};
use toolc_base::source::Spanned;
use toolc_model::draft::{DraftSchema, DraftTool, Given};
use toolc_model::model::http::{Content, Origin, Parameter, Within};
use toolc_schema::schema::written::{self, reference_of};

/// How many references are followed from one schema.
const MAX_HOPS: usize = 32;

/// How many schemas may be on the path to a place.
const MAX_SCHEMAS: usize = 256;

/// Keywords through which a schema may describe or require a property outside of `properties`.
const JOINS: &[&str] = &["allOf", "anyOf", "oneOf", "if", "then", "else", "not"];

/// Whether an override names a place within an argument.
pub(super) fn is_place(argument: &str) -> bool {
    let rest = argument.strip_prefix('/');
    rest.is_some_and(|rest| rest.contains('/'))
}

/// Removes a property, unless it is required. Returns `false` if there is none.
pub(super) fn hide_property(tool: &mut DraftTool, place: &str) -> Result<bool, Refusal> {
    let found = at(tool, place, &mut |owner, name, is_joined| {
        if written::is_required(owner, name) {
            return Err(Refusal::Required);
        }
        if is_joined || JOINS.iter().any(|key| owner.contains(key)) {
            return Err(Refusal::Joined);
        }
        written::remove_property(owner, name);
        Ok(())
    })?;
    if found {
        reserve_name(tool, place);
    }
    Ok(found)
}

/// Keeps other keys from being sent under the name of a hidden property. The schema forbids the
/// property itself, but `ROLE` or `role[]` may be `role` to a server.
fn reserve_name(tool: &mut DraftTool, place: &str) {
    let path = split_place(place);
    let ([argument, property], Some(http)) = (&path[..], &mut tool.http) else {
        return;
    };
    let http = Arc::make_mut(http);
    let of_argument = Origin::Argument(argument.clone());
    let reserved = http.parameters.iter().find_map(|parameter| {
        let name = parameter.name_of_key(property);
        let name = name.filter(|_| parameter.value == of_argument)?;
        Some(Parameter {
            value: Origin::Hidden,
            name,
            place: parameter.place,
            form: parameter.form.clone(),
        })
    });
    http.parameters.extend(reserved);
}

/// Gives a property of the body a value that the model can neither see nor set. Returns `false` if
/// there is none.
pub(super) fn fix_property(
    tool: &mut DraftTool,
    place: &Spanned<String>,
    value: &Node,
) -> Result<bool, Refusal> {
    let path = match &tool.http {
        Some(_) => in_body(tool, &place.value)?,
        None => split_place(&place.value),
    };
    let mut schema = None;
    let found = at(tool, &place.value, &mut |owner, name, is_joined| {
        if is_joined || JOINS.iter().any(|key| owner.contains(key)) {
            return Err(Refusal::Joined);
        }
        schema = written::find_property(owner, name).cloned();
        written::remove_property(owner, name);
        Ok(())
    })?;
    if let Some(schema) = schema {
        record_value(tool, place, value, schema);
        let Some(http) = tool.http.as_mut().map(Arc::make_mut) else {
            add_constant(tool, place, path, value);
            return Ok(found);
        };
        if let Some(body) = &mut http.body {
            let value = value.to_json();
            let within = &mut body.within;
            // a value is set before what is within it
            let place = within.partition_point(|other| other.path.len() <= path.len());
            within.insert(place, Within { path, value });
        }
    }
    Ok(found)
}

/// The path of a place in the body; a place within a parameter has none.
fn in_body(tool: &DraftTool, place: &str) -> Result<Vec<String>, Refusal> {
    let mut path = split_place(place);
    let http = tool.http.as_deref();
    let argument = path.first().cloned().unwrap_or_default();
    let of_argument = Origin::Argument(argument.clone());
    let is_parameter = http.is_some_and(|http| {
        let mut parameters = http.parameters.iter();
        parameters.any(|parameter| parameter.value == of_argument)
    });
    let body = http.and_then(|http| http.body.as_ref());
    let Some(body) = body.filter(|_| !is_parameter) else {
        return Err(Refusal::Within);
    };
    if body.content == Content::Argument(argument) {
        path.remove(0);
    }
    Ok(path)
}

/// Shows the model the default of a property. Returns `false` if there is none.
pub(super) fn show_default(
    tool: &mut DraftTool,
    place: &Spanned<String>,
    value: &Node,
) -> Result<bool, Refusal> {
    let mut schema = None;
    let found = at(tool, &place.value, &mut |owner, name, _| {
        if let Some(property) = written::find_property_mut(owner, name) {
            schema = Some(property.clone());
            set_default(property, place.span, value);
        }
        Ok(())
    })?;
    if let Some(schema) = schema {
        record_value(tool, place, value, schema);
    }
    Ok(found)
}

/// Keeps the value at a place from approvers and logs. Returns `false` if there is no such place.
pub(super) fn mark_secret(tool: &mut DraftTool, place: &Spanned<String>) -> Result<bool, Refusal> {
    at(tool, &place.value, &mut |owner, name, _| {
        if let Some(property) = written::find_property_mut(owner, name) {
            set_secret(property, place.span);
        }
        Ok(())
    })
}

/// Records a value with the schema that it must satisfy.
fn record_value(tool: &mut DraftTool, place: &Spanned<String>, value: &Node, schema: Node) {
    tool.given.push(Given {
        argument: place.clone(),
        value: Spanned::new(value.to_json(), value.span),
        schema: DraftSchema::within(&tool.input.root, schema),
    });
}

/// The names that lead to what an override names: that of an argument alone, or one for each step of a place.
pub(super) fn split_place(argument: &str) -> Vec<String> {
    if !is_place(argument) {
        return vec![argument.to_owned()];
    }
    let segments = argument.split('/').skip(1);
    segments
        .map(|segment| unescape_pointer(segment).into_owned())
        .collect()
}

/// Whether a value has something at a place; `*` is any item of a list.
pub(super) fn has_value_at(value: &Node, path: &[String]) -> bool {
    let Some((first, rest)) = path.split_first() else {
        return true;
    };
    if first == "*"
        && let Some(items) = value.as_list()
    {
        return items.iter().any(|item| has_value_at(item, rest));
    }
    value
        .get(first)
        .is_some_and(|property| has_value_at(property, rest))
}

/// A change to the schema of an object and one of its properties. The flag tells whether other
/// schemas may apply to the object as well.
type Change<'c> = &'c mut dyn FnMut(&mut Map, &str, bool) -> Result<(), Refusal>;

/// Changes the schema with the last property of a place, or nothing if that is not found.
fn at(tool: &mut DraftTool, place: &str, change: Change<'_>) -> Result<bool, Refusal> {
    let mut changed = Node::clone(&tool.input.node);
    let mut descent = Descent {
        document: Document {
            root: Arc::clone(&tool.input.root),
        },
        change,
        left: MAX_SCHEMAS,
    };
    let is_found = descent.find(&mut changed, &split_place(place), false)?;
    if is_found {
        tool.input.node = Arc::new(changed);
    }
    Ok(is_found)
}

/// The descent to a place.
struct Descent<'c> {
    document: Document,
    change: Change<'c>,
    /// How many more schemas may be entered: a schema may contain itself.
    left: usize,
}

impl Descent<'_> {
    /// Changes the schema with the last of these properties, starting from a schema.
    fn find(
        &mut self,
        schema: &mut Node,
        segments: &[String],
        is_joined: bool,
    ) -> Result<bool, Refusal> {
        if self.left == 0 {
            return Ok(false);
        }
        self.left -= 1;
        open(&self.document, schema)?;
        let (Some((first, rest)), Some(map)) = (segments.split_first(), schema.as_map_mut()) else {
            return Ok(false);
        };
        if let Some(property) = written::find_property_mut(map, first) {
            if !rest.is_empty() {
                return self.find(property, rest, is_joined);
            }
            (self.change)(map, first, is_joined)?;
            return Ok(true);
        }
        if first == "*"
            && let Some(items) = map.get_mut("items")
        {
            return self.find(items, rest, is_joined);
        }
        if let Some(parts) = map.get_list_mut("allOf") {
            for part in parts {
                if self.find(part, segments, true)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

/// Replaces a reference by its target. Keywords next to it apply as well, but only texts are
/// allowed there.
fn open(document: &Document, schema: &mut Node) -> Result<(), Refusal> {
    const TEXTS: &[&str] = &[
        "title",
        "description",
        "default",
        "example",
        "examples",
        "deprecated",
    ];
    for _ in 0..MAX_HOPS {
        let Some(target) = reference_of(schema) else {
            return Ok(());
        };
        let Some(mut target) = document.follow_local(target).cloned() else {
            return Ok(());
        };
        let beside = schema.as_map().into_iter().flat_map(Map::iter);
        for entry in beside.filter(|entry| entry.key != "$ref") {
            let Some(map) = target
                .as_map_mut()
                .filter(|_| TEXTS.contains(&entry.key.as_str()))
            else {
                return Err(Refusal::Joined);
            };
            map.insert(&entry.key, entry.key_span, entry.value.clone());
        }
        *schema = target;
    }
    Ok(())
}
