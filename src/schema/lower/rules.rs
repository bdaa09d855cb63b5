//! What a schema or a join of schemas says beyond its types.

use crate::schema::join::Conjunction;
use crate::schema::keywords::{NumberKeywords, Schema, TextKeywords, Types};
use crate::schema::lower::alternatives::KINDS;
use crate::schema::shape::{FormatName, Number, Text};
use toolc_runtime::format::NumberFormat;

pub(super) fn is_alias(schema: &Schema) -> bool {
    let plain = schema.types == Types::ALL
        && schema.values.is_none()
        && schema.rust_type.is_none()
        && !schema.never
        && schema.text.pattern.is_none()
        && schema.text.format.is_none()
        && schema.text.path.is_none()
        && schema.object.properties.is_empty()
        && schema.object.required.is_empty()
        && schema.object.additional.is_none();
    plain && schema.in_place().count() == 1 && schema.below().next().is_none() && no_limits(schema)
}

pub(super) fn no_limits(schema: &Schema) -> bool {
    let is_free = |text| text_rules(text) == Text::default();
    let is_any = |number| number_rules(number) == Number::default();
    schema.text.written().is_none_or(is_free)
        && schema.number.written().is_none_or(is_any)
        && (
            schema.list.min_items,
            schema.list.max_items,
            schema.list.unique,
        ) == (0, None, false)
        && (schema.object.min_properties, schema.object.max_properties) == (0, None)
        && schema.object.dependent_required.is_empty()
}

pub(super) fn text_rules(text: &TextKeywords) -> Text {
    Text {
        min_length: text.min_length,
        max_length: text.max_length,
        pattern: text.pattern.clone(),
        format: text.format.map(FormatName),
        path: text.path.clone(),
    }
}

pub(super) fn number_rules(number: &NumberKeywords) -> Number {
    let rules = Number {
        minimum: number.minimum,
        maximum: number.maximum,
        exclusive_minimum: number.exclusive_minimum,
        exclusive_maximum: number.exclusive_maximum,
        multiple_of: number.multiple_of.clone(),
        values: number.values,
        is_int32: false,
        format: None,
    };
    match number.format {
        Some(format) => rules.with_format(format),
        None => rules,
    }
}

/// Whether a format leaves whole numbers only.
pub(super) fn is_whole(number: &NumberKeywords) -> bool {
    number.format.is_some_and(NumberFormat::is_whole)
}

/// Whether a join says something of any type beyond which types there are.
pub(super) fn has_rules(join: &Conjunction) -> bool {
    (0..KINDS.len()).any(|kind| kind_has_rules(join, kind))
}

pub(super) fn kind_has_rules(join: &Conjunction, kind: usize) -> bool {
    match kind {
        2 => number_rules(&join.number) != Number::default(),
        3 => text_rules(&join.text) != Text::default(),
        4 => {
            let list = &join.list;
            list.items.is_some()
                || !list.prefix.is_empty()
                || list.unique
                || list.min_items > 0
                || list.max_items.is_some()
        }
        5 => {
            let object = &join.object;
            !object.properties.is_empty()
                || !object.patterns.is_empty()
                || object.additional.is_some()
                || object.names.is_some()
                || object.min_properties > 0
                || object.max_properties.is_some()
        }
        _ => false,
    }
}
