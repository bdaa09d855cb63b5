//! Which rules a schema or a join has besides its types.

use crate::schema::join::Conjunction;
use crate::schema::json_type::JsonType;
use crate::schema::keywords::{ListKeywords, ObjectKeywords, Schema, Types, Unevaluated};
use crate::schema::shape::{ListLimits, Number, ObjectLimits, Text};
use toolc_runtime::format::NumberFormat;

/// Whether a schema is just a reference.
pub(super) fn is_alias(schema: &Schema) -> bool {
    let Schema {
        never,
        types,
        values,
        rust_type,
        text,
        number,
        list,
        object,
        reference,
        all_of,
        any_of,
        one_of,
        not,
        conditional,
        unevaluated,
        // these do not affect validity
        span: _,
        fault: _,
        definition: _,
        doc: _,
        secret: _,
    } = schema;
    let Unevaluated { properties, items } = unevaluated;
    let is_plain = !never && *types == Types::ALL && values.is_none() && rust_type.is_none();
    let has_alternatives = !all_of.is_empty() || !any_of.is_empty() || !one_of.is_empty();
    let has_conditions = not.is_some() || conditional.is_some();
    is_plain
        && reference.is_some()
        && !has_alternatives
        && !has_conditions
        && properties.is_none()
        && items.is_none()
        && text.written().is_none_or(|text| *text == Text::default())
        && number
            .written()
            .is_none_or(|number| *number == Number::default())
        && list
            .written()
            .is_none_or(|list| !list_has_rules(list) && list.contains.is_none())
        && object.written().is_none_or(object_says_nothing)
}

fn list_has_rules(list: &ListKeywords) -> bool {
    let ListKeywords {
        prefix,
        items,
        limits,
        // a rule on the whole value
        contains: _,
    } = list;
    items.is_some() || !prefix.is_empty() || *limits != ListLimits::default()
}

fn object_has_rules(object: &ObjectKeywords) -> bool {
    let ObjectKeywords {
        properties,
        patterns,
        additional,
        names,
        limits,
        // required names are among the properties of a join
        required: _,
        // rules on the whole value
        dependent_required: _,
        dependent_schemas: _,
    } = object;
    !properties.is_empty()
        || !patterns.is_empty()
        || additional.is_some()
        || names.is_some()
        || *limits != ObjectLimits::default()
}

fn object_says_nothing(object: &ObjectKeywords) -> bool {
    !object_has_rules(object)
        && object.required.is_empty()
        && object.dependent_required.is_empty()
        && object.dependent_schemas.is_empty()
}

/// Rules for numbers, including those of a format.
pub(super) fn number_rules(number: &Number) -> Number {
    let rules = Number {
        format: None,
        ..number.clone()
    };
    match number.format {
        Some(format) => rules.with_format(format),
        None => rules,
    }
}

/// Whether a format only allows integers.
pub(super) fn is_whole(number: &Number) -> bool {
    number.format.is_some_and(NumberFormat::is_whole)
}

/// Whether a join restricts values of any type, beyond the choice of types.
pub(super) fn has_rules(join: &Conjunction) -> bool {
    JsonType::ALL
        .into_iter()
        .any(|json_type| type_has_rules(join, json_type))
}

pub(super) fn type_has_rules(join: &Conjunction, json_type: JsonType) -> bool {
    match json_type {
        JsonType::Null | JsonType::Boolean => false,
        JsonType::Number => join.number != Number::default(),
        JsonType::String => join.text != Text::default(),
        JsonType::Array => list_has_rules(&join.list),
        JsonType::Object => object_has_rules(&join.object),
    }
}
