//! TOML as a tree with places.

use std::ops::Range;
use toml::Spanned as Placed;
use toml::de::{DeTable, DeValue};
use toolc_base::node::{Map, Node, Value};
use toolc_base::source::{SourceId, Span, Spanned};

/// Parses a text. The error is the first reason, at its place.
pub(super) fn parse_table(text: &str, id: SourceId) -> Result<Node, Spanned<String>> {
    match DeTable::parse(text) {
        Ok(table) => Ok(read_table(table.get_ref(), Span::new(id, table.span()))),
        Err(error) => {
            let place = error.span().unwrap_or(0..0);
            Err(Spanned::new(
                error.message().to_owned(),
                Span::new(id, place),
            ))
        }
    }
}

fn read_table(table: &DeTable<'_>, span: Span) -> Node {
    let mut map = Map::default();
    for (key, value) in table {
        let place = |range: Range<usize>| Span::new(span.source, range);
        let node = read_value(value, span);
        map.insert(key.get_ref(), place(key.span()), node);
    }
    Node::map(map, span)
}

fn read_value(value: &Placed<DeValue<'_>>, within: Span) -> Node {
    let span = Span::new(within.source, value.span());
    let value = match value.get_ref() {
        DeValue::Table(table) => return read_table(table, span),
        DeValue::Array(items) => {
            let items = items.iter().map(|item| read_value(item, within));
            Value::List(items.collect())
        }
        DeValue::String(text) => Value::String(text.to_string()),
        DeValue::Boolean(flag) => Value::Bool(*flag),
        DeValue::Integer(number) => Value::Number(number.as_str().into()),
        DeValue::Float(number) => Value::Number(number.as_str().into()),
        DeValue::Datetime(time) => Value::String(time.to_string()),
    };
    Node::new(value, span)
}
