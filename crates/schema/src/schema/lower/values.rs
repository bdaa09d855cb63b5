//! `enum` and `const`.

use super::Shaper;
use crate::schema::join::Conjunction;
use crate::schema::keywords::Types;
use crate::schema::shape::{Keyword, Shape, Text};
use crate::schema::value::type_of;
use toolc_base::diagnostic::{Code, Diagnostic};
use toolc_base::source::Span;

impl Shaper<'_> {
    /// `enum` and `const`.
    pub(super) fn shape_values(
        &mut self,
        join: &mut Conjunction,
        values: Vec<String>,
        keywords: &mut Vec<Keyword>,
    ) -> Shape {
        let text = join.text.clone();
        if text.path.is_some() {
            self.diagnostics.push(listed_path(join.span));
        }
        let fits = |value: &String| {
            join.types.has(type_of(value))
                && (!value.starts_with('"') || text_accepts(&text, value))
        };
        let values: Vec<String> = values.into_iter().filter(fits).collect();
        let types = values
            .iter()
            .fold(Types::NONE, |types, value| types.or(type_of(value)));
        for branches in &join.any_of {
            keywords.push(Keyword::AnyOf(
                branches.iter().map(|id| self.request_shape(*id)).collect(),
            ));
        }
        for branches in &join.one_of {
            keywords.push(Keyword::OneOf(
                branches.iter().map(|id| self.request_shape(*id)).collect(),
            ));
        }
        if types.is_empty() {
            return self.report_no_value(join);
        }
        let strings = || {
            values
                .iter()
                .filter_map(|value| string_of(value))
                .collect::<Vec<String>>()
        };
        let all_booleans = types.without(Types::NULL) == Types::BOOLEAN
            && values.len() >= 2
            && !only_one_boolean(&values);
        let inner = match types.without(Types::NULL) {
            Types::STRING => Shape::Choice(strings()),
            _ if types == Types::NULL => return Shape::Null,
            _ if all_booleans => Shape::Boolean,
            _ => {
                join.number.values = whole_range(&values);
                keywords.push(Keyword::Enum(values));
                return self.by_type(join, types);
            }
        };
        self.nullable(inner, types.has(Types::NULL), join.span)
    }
}

/// The finding on a path whose values a schema lists, through a reference or `allOf`.
fn listed_path(span: Span) -> Diagnostic {
    let message = "`x-path` and `enum` or `const` apply to the same value";
    Diagnostic::new(Code::UNCONFINED_PATH, span, message)
        .label("a handler would get one of the values, and nothing to open")
        .help("remove one of them")
}

/// The minimum and maximum of the numbers among canonical JSON texts, if all of them are integers.
fn whole_range(values: &[String]) -> Option<(i128, i128)> {
    let numbers = values
        .iter()
        .filter(|value| Types::NUMBER.has(type_of(value)));
    let numbers: Vec<i128> = numbers
        .map(|value| value.parse().ok())
        .collect::<Option<_>>()?;
    Some((*numbers.iter().min()?, *numbers.iter().max()?))
}

fn only_one_boolean(values: &[String]) -> bool {
    !(values.iter().any(|value| value == "true") && values.iter().any(|value| value == "false"))
}

/// The string in a JSON text.
fn string_of(value: &str) -> Option<String> {
    let mut reader = toolc_runtime::reader::Reader::new(value);
    value
        .starts_with('"')
        .then(|| reader.string().ok())?
        .map(|text| text.into_owned())
}

/// Whether rules for strings accept a JSON string.
fn text_accepts(rules: &Text, value: &str) -> bool {
    string_of(value).is_some_and(|text| rules.accepts(&text))
}
