//! What was meant by a condition that no accepted value meets, where one reading of its values does.

use std::collections::BTreeSet;
use toolc_model::model::rule::{Literal, Test, When};
use toolc_model::prove::meets::{is_impossible, list_values};
use toolc_schema::schema::bound::Bound;
use toolc_schema::schema::shape::{ShapeId, Shapes};

/// The condition to write in place of one on `equals` or `one_of`: with each value that the schema refuses in the form that it
/// accepts, such as `5` for `"5"` and `"EUR"` for `"eur"`. `None` unless there is one for every value.
pub(super) fn suggest_condition(
    shapes: &mut Shapes,
    at: &BTreeSet<ShapeId>,
    when: &When,
) -> Option<String> {
    let [Test::OneOf(literals)] = when.tests.as_slice() else {
        return None;
    };
    let mut meant = Vec::new();
    for literal in literals {
        meant.push(find_reading(shapes, at, when, literal)?.json());
    }
    Some(match meant.as_slice() {
        [only] => format!("write `equals: {only}`"),
        _ => format!("write `one_of: [{}]`", meant.join(", ")),
    })
}

fn find_reading(
    shapes: &mut Shapes,
    at: &BTreeSet<ShapeId>,
    when: &When,
    literal: &Literal,
) -> Option<Literal> {
    let mut readings = list_readings(literal);
    if let Literal::Text(text) = literal {
        for id in at {
            readings.extend(find_listed(shapes, *id, text));
        }
    }
    readings.into_iter().find(|reading| {
        let tests = vec![Test::OneOf(vec![reading.clone()])];
        let when = When {
            tests,
            ..when.clone()
        };
        at.iter().any(|id| !is_impossible(shapes, *id, &when))
    })
}

/// The value itself, and as a value of another type that has the same text.
fn list_readings(literal: &Literal) -> Vec<Literal> {
    let other = match literal {
        Literal::Text(text) => match text.as_str() {
            "null" => Some(Literal::Null),
            "true" | "false" => Some(Literal::Boolean(text == "true")),
            _ => Bound::parse(text).map(Literal::Number),
        },
        Literal::Null => None,
        Literal::Boolean(_) | Literal::Number(_) => Some(Literal::Text(literal.json())),
    };
    let mut readings = vec![literal.clone()];
    readings.extend(other);
    readings
}

/// The only string that a schema lists in another case, or between other spaces.
fn find_listed(shapes: &Shapes, id: ShapeId, text: &str) -> Option<Literal> {
    let wanted = text.trim().to_lowercase();
    let listed = list_values(shapes, id)?;
    // what is escaped is not guessed
    let strings = listed
        .iter()
        .filter_map(|json| json.strip_prefix('"')?.strip_suffix('"'));
    let mut meant = strings.filter(|listed| listed.trim().to_lowercase() == wanted);
    let only = meant.next()?;
    let is_plain = meant.next().is_none() && !only.contains('\\');
    is_plain.then(|| Literal::Text(only.to_owned()))
}
