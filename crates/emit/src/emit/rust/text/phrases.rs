//! Short phrases for documentation: what a value is, and its limits.

use super::prose::quote_code;
use crate::emit::rust::integers::only_fits;
use crate::emit::rust::kinds::Kind;
use crate::emit::rust::layout::Layout;
use toolc_schema::schema::rules::{self, MAX_SHOWN, describe_rules, join_alternatives};
use toolc_schema::schema::shape::{Keyword, List, ListLimits, Shape, ShapeId};

/// How many levels of arrays and alternatives are put into words.
const MAX_NOUNS: u8 = 3;

impl Layout<'_> {
    /// What a value is: `a string`, `one of 12 strings`.
    pub fn describe_value(&self, id: ShapeId) -> String {
        self.noun_of(id, MAX_NOUNS)
    }

    fn noun_of(&self, id: ShapeId, levels: u8) -> String {
        match &self.form(id).shape {
            Shape::Any => "any JSON value".to_owned(),
            Shape::Never => "never there".to_owned(),
            Shape::Null => "`null`".to_owned(),
            Shape::Boolean => "true or false".to_owned(),
            Shape::Text(_) => "a string".to_owned(),
            Shape::Choice(values) => choice(values),
            Shape::Integer(_) => "an integer".to_owned(),
            Shape::Number(_) => "a number".to_owned(),
            Shape::List(list) => match self.array_kind(list) {
                Kind::List(_) => "a list".to_owned(),
                Kind::Tuple(elements) => self.elements(elements, levels),
                _ => format!("a list that begins with {} values", list.prefix.len()),
            },
            Shape::Object(object) if object.fields.is_empty() => "a map".to_owned(),
            Shape::Object(_) => "an object".to_owned(),
            Shape::Nullable(inner) => format!("{} or `null`", self.noun_of(*inner, levels)),
            Shape::Union(_, branches) => match self.kind(id) {
                Kind::Json => format!("one of {} forms", branches.len()),
                _ => self.alternatives(branches, levels),
            },
            Shape::Complete(base, keywords) => {
                let always = keywords.iter().find_map(describe_constant);
                always.unwrap_or_else(|| self.noun_of(*base, levels))
            }
        }
    }

    fn alternatives(&self, branches: &[ShapeId], levels: u8) -> String {
        // at the last level, they are only counted
        let nouns = levels.checked_sub(1).into_iter().flat_map(|levels| {
            let bases = branches.iter().map(|branch| self.base_shape(*branch));
            bases.map(move |base| match self.held(base) {
                Some(_) => "an object".to_owned(),
                None => self.noun_of(base, levels),
            })
        });
        join_alternatives(nouns, branches.len())
    }

    fn elements(&self, elements: &[ShapeId], levels: u8) -> String {
        let several = || format!("an array of {} values", elements.len());
        let Some(levels) = levels.checked_sub(1) else {
            return several();
        };
        let nouns = elements.iter().map(|id| self.noun_of(*id, levels));
        let nouns: Vec<String> = nouns.collect();
        let shown = format!("an array of {}", nouns.join(" and "));
        if shown.len() <= MAX_SHOWN {
            shown
        } else {
            several()
        }
    }

    /// The limits of a value: `1 to 20 characters`.
    pub fn describe_limits(&self, id: ShapeId) -> Vec<String> {
        match &self.form(id).shape {
            Shape::Text(text) => describe_rules(rules::TEXT, text),
            Shape::Integer(number) if only_fits(number) => Vec::new(),
            Shape::Integer(number) => describe_rules(rules::NUMBER, number),
            Shape::Number(number) => describe_rules(rules::NUMBER, &number.without_format()),
            Shape::List(list) => self.list_limits(list),
            Shape::Object(object) => describe_rules(rules::OBJECT, &object.limits),
            Shape::Nullable(inner) => self.describe_limits(*inner),
            Shape::Complete(base, keywords) => {
                let mut limits = self.describe_limits(*base);
                limits.extend(keywords.iter().filter_map(values));
                limits
            }
            _ => Vec::new(),
        }
    }

    fn list_limits(&self, list: &List) -> Vec<String> {
        let said = match self.array_kind(list) {
            // the type determines the number of elements
            Kind::Tuple(_) => ListLimits {
                unique: list.limits.unique,
                ..ListLimits::default()
            },
            _ => list.limits.clone(),
        };
        let mut limits = describe_rules(rules::LIST, &said);
        if list.prefix.is_empty() && matches!(self.kind(list.items), Kind::Leaf(_)) {
            let each = self.describe_limits(list.items);
            limits.extend((!each.is_empty()).then(|| format!("each {}", each.join(", "))));
        }
        limits
    }
}

fn choice(values: &[String]) -> String {
    let shown: Vec<String> = values.iter().map(|value| quote_code(value)).collect();
    match &shown[..] {
        [only] => format!("always {only}"),
        [before @ .., last] => {
            let text = format!("{} or {last}", before.join(", "));
            if text.len() <= MAX_SHOWN {
                text
            } else {
                format!("one of {} strings", values.len())
            }
        }
        [] => String::new(),
    }
}

/// The value that a constant always has.
pub fn describe_constant(keyword: &Keyword) -> Option<String> {
    match keyword {
        Keyword::Enum(values) => match values.as_slice() {
            [only] if only.len() <= MAX_SHOWN => Some(format!("always {}", quote_code(only))),
            _ => None,
        },
        _ => None,
    }
}

/// The values that `enum` allows, unless they are the type itself.
fn values(keyword: &Keyword) -> Option<String> {
    let Keyword::Enum(values) = keyword else {
        return None;
    };
    let shown: Vec<String> = values.iter().map(|value| quote_code(value)).collect();
    let text = format!("one of {}", shown.join(", "));
    (shown.len() > 1 && text.len() <= MAX_SHOWN).then_some(text)
}
