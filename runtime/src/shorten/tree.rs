//! Noun: a result as a tree over its text, with only the parts that are shown.

use crate::reader::{Kind, Reader, Stop};
use crate::results::Projection;
use std::borrow::Cow;

/// A value, as parts of the text that it was read from.
#[derive(Debug)]
pub(super) enum Node<'t> {
    /// A number, a boolean or `null`, as written.
    Plain(&'t str),
    /// A string as written, without its quotes.
    Text(&'t str),
    /// An array.
    List(Vec<Node<'t>>),
    /// An object: each key as written, with its quotes.
    Object(Vec<(&'t str, Node<'t>)>),
}

/// Reads a value; `None` if nothing of it is shown.
pub(super) fn read_node<'t>(
    reader: &mut Reader<'t>,
    projection: Projection,
) -> Result<Option<Node<'t>>, Stop> {
    if projection == Projection::Nothing {
        reader.capture()?;
        return Ok(None);
    }
    Ok(Some(match reader.kind()? {
        Kind::Array => Node::List(read_items(reader, projection)?),
        Kind::Object => Node::Object(read_members(reader, projection)?),
        Kind::String => {
            let text = reader.capture()?;
            Node::Text(text.get(1..text.len() - 1).unwrap_or_default())
        }
        _ => Node::Plain(reader.capture()?),
    }))
}

fn read_items<'t>(reader: &mut Reader<'t>, projection: Projection) -> Result<Vec<Node<'t>>, Stop> {
    let each = projection.of_item();
    let mut items = Vec::new();
    reader.begin_array()?;
    let mut is_first = true;
    while reader.next_item(is_first)? {
        is_first = false;
        items.extend(read_node(reader, each)?);
    }
    Ok(items)
}

fn read_members<'t>(
    reader: &mut Reader<'t>,
    projection: Projection,
) -> Result<Vec<(&'t str, Node<'t>)>, Stop> {
    let mut members = Vec::new();
    reader.begin_object()?;
    let mut is_first = true;
    while reader.next_key(is_first)? {
        is_first = false;
        let key = reader.capture()?;
        reader.colon()?;
        let within = match projection {
            Projection::Whole => projection,
            other => other.of_field(&decode_key(key)),
        };
        if let Some(node) = read_node(reader, within)? {
            members.push((key, node));
        }
    }
    Ok(members)
}

/// The name that a key with its quotes stands for.
pub(super) fn decode_key(key: &str) -> Cow<'_, str> {
    match key.contains('\\') {
        false => Cow::Borrowed(key.get(1..key.len() - 1).unwrap_or_default()),
        true => Reader::new(key).string().unwrap_or_default(),
    }
}
