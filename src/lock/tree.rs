//! Schema texts of a catalog as trees.

use crate::node::{Entry, Map, Node, Value};
use crate::schema::position::Position;
use crate::source::Span;
use toolc_runtime::reader::{Kind, Reader, Stop};

/// Deeper than any schema accepted by the parsers.
const MAX_DEPTH: u16 = 512;

/// The tree of a JSON text, with `span` as the place of every node. A text that is not JSON becomes
/// a string.
pub(crate) fn parse_text(text: &str, span: Span) -> Node {
    let mut reader = Reader::new(text).with_max_depth(MAX_DEPTH);
    read_value(&mut reader, span)
        .unwrap_or_else(|Stop| Node::new(Value::String(text.to_owned()), span))
}

/// Calls `visit` with every `$ref` in a schema.
pub(crate) fn each_reference<'n>(schema: &'n Node, visit: &mut dyn FnMut(&'n str)) {
    match &schema.value {
        Value::List(list) => list.iter().for_each(|node| each_reference(node, visit)),
        Value::Map(map) => {
            for Entry { key, value, .. } in map.iter() {
                match (Position::of(key), &value.value) {
                    (_, Value::String(reference)) if key == "$ref" => visit(reference),
                    (Position::Map, Value::Map(schemas)) => {
                        schemas
                            .iter()
                            .for_each(|entry| each_reference(&entry.value, visit));
                    }
                    (Position::Data, _) => {}
                    _ => each_reference(value, visit),
                }
            }
        }
        _ => {}
    }
}

/// Calls `visit` with every `$ref` in a schema, to change it.
pub(super) fn each_reference_mut(schema: &mut Node, visit: &mut dyn FnMut(&mut String)) {
    match &mut schema.value {
        Value::List(list) => list
            .iter_mut()
            .for_each(|node| each_reference_mut(node, visit)),
        Value::Map(map) => {
            for (key, node) in map.values_mut() {
                match (Position::of(key), &mut node.value) {
                    (_, Value::String(reference)) if key == "$ref" => visit(reference),
                    (Position::Map, Value::Map(schemas)) => {
                        schemas
                            .values_mut()
                            .for_each(|(_, schema)| each_reference_mut(schema, visit));
                    }
                    (Position::Data, _) => {}
                    _ => each_reference_mut(node, visit),
                }
            }
        }
        _ => {}
    }
}

fn read_value(reader: &mut Reader<'_>, span: Span) -> Result<Node, Stop> {
    let value = match reader.kind()? {
        Kind::Null => reader.null().map(|()| Value::Null),
        Kind::Boolean => reader.boolean().map(Value::Bool),
        // as the YAML parser would return it
        Kind::Number => reader
            .number()
            .map(|text| Value::Number(text.replace('E', "e").into())),
        Kind::String => reader.string().map(|text| Value::String(text.into_owned())),
        Kind::Array => read_list(reader, span),
        Kind::Object => read_map(reader, span),
    };
    Ok(Node::new(value?, span))
}

fn read_list(reader: &mut Reader<'_>, span: Span) -> Result<Value, Stop> {
    reader.begin_array()?;
    let mut items = Vec::new();
    while reader.next_item(items.is_empty())? {
        items.push(read_value(reader, span)?);
    }
    Ok(Value::List(items))
}

fn read_map(reader: &mut Reader<'_>, span: Span) -> Result<Value, Stop> {
    reader.begin_object()?;
    let mut entries = Vec::new();
    while reader.next_key(entries.is_empty())? {
        let key = reader.string()?.into_owned();
        reader.colon()?;
        let value = read_value(reader, span)?;
        entries.push(Entry {
            key,
            key_span: span,
            value,
        });
    }
    Ok(Value::Map(Map::new(entries)))
}
