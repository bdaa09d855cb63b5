//! JSON texts of the compiler's own, whose values need no places.

use crate::node::{Entry, MAX_DEPTH, Map, Node, Value};
use crate::source::Span;
use toolc_runtime::reader::{Kind, Reader, Stop};

/// The tree of a JSON text, with `span` as the place of every node. A text that is not JSON becomes
/// a string.
pub fn parse_text(text: &str, span: Span) -> Node {
    let mut reader = Reader::new(text).with_max_depth(MAX_DEPTH);
    read_value(&mut reader, span)
        .unwrap_or_else(|Stop| Node::new(Value::String(text.to_owned()), span))
}

/// The tree of a text that is JSON as a whole, with `span` as the place of every node.
pub fn parse_json_text(text: &str, span: Span) -> Option<Node> {
    let mut reader = Reader::new(text).with_max_depth(MAX_DEPTH);
    let node = read_value(&mut reader, span).ok()?;
    reader.finish().ok()?;
    Some(node)
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
