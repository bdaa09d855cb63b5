//! Values that the program injects into a handler are not for the model to write: no schema may
//! have an argument of that name.

use std::collections::HashSet;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::source::Spanned;
use toolc_model::model::{Catalog, Tool};
use toolc_schema::schema::shape::{Keyword, Shape, ShapeId};

/// Reports arguments that have the name of an injected value, wherever the schema mentions them:
/// among the properties, in an alternative, or in a rule.
pub(super) fn check_injected(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    for tool in catalog.tools.iter().filter(|tool| !tool.inject.is_empty()) {
        for (name, shape) in named(catalog, tool.input) {
            if let Some(injected) = tool.inject.iter().find(|injected| injected.value == name) {
                diagnostics.push(shadowed(catalog, tool, injected, shape));
            }
        }
    }
}

/// The keys that a schema mentions for its own value, each with its shape if it is a property.
fn named(catalog: &Catalog, root: ShapeId) -> Vec<(&str, Option<ShapeId>)> {
    let mut found = Vec::new();
    let mut names = HashSet::new();
    let mut known = HashSet::new();
    let mut waiting = vec![root];
    while let Some(id) = waiting.pop() {
        if !known.insert(id) {
            continue;
        }
        let mut note = |name: &'_ str, shape| names.insert(name.to_owned()).then_some(shape);
        match &catalog.shapes.get(id).shape {
            Shape::Object(object) => {
                // models cannot send a property that no value satisfies
                let is_never = |id: ShapeId| catalog.shapes.get(id).shape == Shape::Never;
                for field in object.fields.iter().filter(|field| !is_never(field.shape)) {
                    if note(&field.name, Some(field.shape)).is_some() {
                        found.push((field.name.as_str(), Some(field.shape)));
                    }
                }
            }
            Shape::Nullable(inner) => waiting.push(*inner),
            Shape::Union(_, branches) => waiting.extend(branches),
            Shape::Complete(base, keywords) => {
                waiting.push(*base);
                for keyword in keywords {
                    waiting.extend(of_same_value(keyword));
                    for name in required(keyword) {
                        if note(name, None).is_some() {
                            found.push((name, None));
                        }
                    }
                }
            }
            _ => {}
        }
    }
    found
}

/// The schemas that a rule applies to the value itself.
fn of_same_value(keyword: &Keyword) -> Vec<ShapeId> {
    match keyword {
        Keyword::AllOf(ids) | Keyword::AnyOf(ids) | Keyword::OneOf(ids) => ids.clone(),
        Keyword::Not(id) => vec![*id],
        Keyword::If {
            condition,
            then,
            otherwise,
        } => vec![*condition, *then, *otherwise],
        Keyword::DependentSchemas(rules) => rules.iter().map(|(_, id)| *id).collect(),
        _ => Vec::new(),
    }
}

/// The keys that a rule mentions.
fn required(keyword: &Keyword) -> Vec<&str> {
    match keyword {
        Keyword::DependentRequired(rules) => rules
            .iter()
            .flat_map(|(name, needed)| [name].into_iter().chain(needed))
            .map(String::as_str)
            .collect(),
        Keyword::DependentSchemas(rules) => rules.iter().map(|(name, _)| name.as_str()).collect(),
        _ => Vec::new(),
    }
}

fn shadowed(
    catalog: &Catalog,
    tool: &Tool,
    injected: &Spanned<String>,
    shape: Option<ShapeId>,
) -> Diagnostic {
    let name = &injected.value;
    let message = format!(
        "`{name}` is injected into `{}`, but its schema lets the model set it",
        tool.qualified()
    );
    let place = shape.map(|shape| catalog.shapes.get(shape).span);
    let place = place.filter(|place| tool.contains_place(*place));
    let place = place.unwrap_or(tool.span);
    let remedy = match tool.native {
        Some(_) => format!("remove the field `{name}` from the struct"),
        None => format!("take `{name}` out of `parameters`"),
    };
    Diagnostic::new(Code::INJECTED_ARGUMENT, place, message)
        .label("an argument of the same name")
        .also(injected.span, "given by the program")
        .help(format!(
            "{remedy}, or take it out of `inject` if the model should set it"
        ))
}
