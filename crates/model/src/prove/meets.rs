//! Whether a value that a shape accepts can meet the conditions of a rule.

use super::table::Trial;
use crate::model::rule::{Literal, Test, When, escape_pattern, write_prefix_pattern};
use toolc_base::source::Span;
use toolc_runtime::format::Format;
use toolc_schema::pattern::are_disjoint;
use toolc_schema::schema::prove::example::{Example, Examples};
use toolc_schema::schema::shape::{Keyword, Number, Shape, ShapeId, Shapes, Text};

/// Whether no value accepted by a shape meets the conditions, assuming a value is present. The
/// shapes of the conditions are added to the arena.
pub fn is_impossible(shapes: &mut Shapes, id: ShapeId, when: &When) -> bool {
    let mut told = when.tests.iter();
    if told.all(|test| matches!(test, Test::Exists(_))) {
        return false;
    }
    let trial = Trial::of(&when.tests);
    if let Some(values) = list_values(shapes, id) {
        return values.iter().all(|value| trial.is_failed_by(value));
    }
    let mut tests = when.tests.iter();
    let listed = tests.find_map(|test| match test {
        Test::OneOf(literals) => Some(literals),
        _ => None,
    });
    if let Some(literals) = listed {
        let mut left = literals.iter();
        return left.all(|literal| {
            trial.is_failed_by(&literal.json()) || {
                let only = add(shapes, shape_of_literal(literal));
                Examples::new(shapes).of(&[id, only]) == Example::Impossible
            }
        });
    }
    let mut wanted = vec![id];
    let tests = when.tests.iter().filter_map(shape_of);
    wanted.extend(tests.map(|shape| add(shapes, shape)));
    excludes_texts(shapes, id, &when.tests)
        || Examples::new(shapes).of(&wanted) == Example::Impossible
}

/// Whether the conditions on strings and the patterns of a shape have no string in common.
fn excludes_texts(shapes: &Shapes, id: ShapeId, tests: &[Test]) -> bool {
    let wanted: Vec<String> = tests.iter().filter_map(pattern_of).collect();
    let contradict = |(at, one): (usize, &String)| {
        let mut others = wanted[at + 1..].iter();
        others.any(|other| are_disjoint(one, other))
    };
    !wanted.is_empty()
        && (wanted.iter().enumerate().any(contradict) || excludes_all(shapes, id, &wanted))
}

fn excludes_all(shapes: &Shapes, id: ShapeId, wanted: &[String]) -> bool {
    match &shapes.get(id).shape {
        Shape::Text(text) => {
            let pattern = text.pattern.as_ref().map(|pattern| pattern.source.as_str());
            let format = text
                .format
                .as_ref()
                .and_then(|format| pattern_of_format(format.0));
            let own = pattern.into_iter().chain(format);
            own.into_iter()
                .any(|own| wanted.iter().any(|wanted| are_disjoint(own, wanted)))
        }
        Shape::Nullable(inner) => excludes_all(shapes, *inner, wanted),
        Shape::Union(_, branches) => branches.iter().all(|id| excludes_all(shapes, *id, wanted)),
        Shape::Complete(base, _) => excludes_all(shapes, *base, wanted),
        Shape::Null | Shape::Boolean | Shape::Integer(_) | Shape::Number(_) => true,
        Shape::List(_) | Shape::Object(_) | Shape::Never => true,
        Shape::Any | Shape::Choice(_) => false,
    }
}

/// What every string of a format matches, for those whose form is strict.
const FORMATS: &[(Format, &str)] = &[
    (Format::Date, "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"),
    (Format::DateTime, "^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt]"),
    (Format::Time, "^[0-9]{2}:[0-9]{2}:[0-9]{2}"),
    (Format::Uuid, "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-"),
    (Format::Ipv4, "^[0-9.]+$"),
    (Format::Ipv6, "^[0-9a-fA-F:.]+$"),
    (Format::Email, "@"),
    (Format::Uri, "^[A-Za-z][A-Za-z0-9+.\\-]*:"),
];

fn pattern_of_format(format: Format) -> Option<&'static str> {
    let mut rows = FORMATS.iter();
    rows.find(|(known, _)| *known == format)
        .map(|(_, pattern)| *pattern)
}

/// A pattern of the strings that meet a condition on strings.
fn pattern_of(test: &Test) -> Option<String> {
    match test {
        Test::Pattern(pattern) => Some(pattern.source.clone()),
        Test::StartsWith(text) => Some(write_prefix_pattern(text, false)),
        Test::PathPrefix(text) => Some(write_prefix_pattern(text, true)),
        Test::Under(folder) => Some(write_folder_pattern(folder)),
        Test::Exists(_) | Test::OneOf(_) | Test::Within(_) | Test::CalledBy(_) => None,
    }
}

/// All values accepted by a shape, as JSON, if it lists them.
pub fn list_values(shapes: &Shapes, id: ShapeId) -> Option<Vec<String>> {
    let quoted = |text: &String| Literal::Text(text.clone()).json();
    match &shapes.get(id).shape {
        Shape::Null => Some(vec!["null".to_owned()]),
        Shape::Boolean => Some(vec!["true".to_owned(), "false".to_owned()]),
        Shape::Choice(values) => Some(values.iter().map(quoted).collect()),
        Shape::Nullable(inner) => {
            let mut values = list_values(shapes, *inner)?;
            values.push("null".to_owned());
            Some(values)
        }
        Shape::Complete(_, keywords) => keywords.iter().find_map(|keyword| match keyword {
            Keyword::Enum(values) => Some(values.clone()),
            _ => None,
        }),
        _ => None,
    }
}

/// The shape of values for which a condition can hold, as far as a schema can express it.
fn shape_of(test: &Test) -> Option<Shape> {
    Some(match test {
        // decided value by value, or not by the value
        Test::Exists(_) | Test::OneOf(_) | Test::CalledBy(_) => return None,
        Test::Within(limits) => Shape::Number(limits.clone()),
        Test::Pattern(pattern) => Shape::Text(Text {
            pattern: Some(pattern.clone()),
            ..Text::default()
        }),
        Test::StartsWith(text) | Test::PathPrefix(text) => Shape::Text(Text {
            min_length: u64::try_from(text.chars().count()).unwrap_or(0),
            ..Text::default()
        }),
        Test::Under(_) => Shape::Text(Text::default()),
    })
}

/// What every path to a folder, or below it, matches: the names in order, with anything between them.
fn write_folder_pattern(folder: &str) -> String {
    let names = folder.split('/').filter(|name| !matches!(*name, "" | "."));
    let names: Vec<String> = names.map(escape_pattern).collect();
    let names = names.join("/(?:.*/)?");
    match (folder.starts_with('/'), names.is_empty()) {
        (true, true) => "^/".to_owned(),
        (true, false) => format!("^/(?:.*/)?{names}(?:/|$)"),
        (false, true) => "^[^/]".to_owned(),
        (false, false) => format!("^(?:[^/].*/)?{names}(?:/|$)"),
    }
}

fn shape_of_literal(literal: &Literal) -> Shape {
    match literal {
        Literal::Null => Shape::Null,
        Literal::Boolean(_) => Shape::Boolean,
        Literal::Text(text) => Shape::Choice(vec![text.clone()]),
        Literal::Number(bound) => Shape::Number(Number::only(*bound)),
    }
}

fn add(shapes: &mut Shapes, shape: Shape) -> ShapeId {
    shapes.add_unnamed(shape, Span::file(toolc_base::source::SourceId(0)))
}
