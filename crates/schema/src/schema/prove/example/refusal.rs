//! What a value must be like for a shape to refuse it.

use super::goal::{Choice, Goal, OtherText, Step, note};
use crate::schema::bound::Bound;
use crate::schema::json_type::JsonType;
use crate::schema::select::Select;
use crate::schema::shape::{Keyword, Number, Shape, ShapeId, Shapes, Text};
use std::rc::Rc;

/// The numbers on the far side of a limit.
type Outside = fn(Bound) -> Number;

impl<'s> Goal<'s> {
    /// Requires that some shapes refuse the value; returns `false` if one accepts every value of
    /// this type.
    pub(super) fn refuse_all(&mut self, shapes: &'s Shapes, ids: &[ShapeId]) -> bool {
        ids.iter().all(|id| self.refuse(shapes, *id))
    }

    /// Requires that a shape refuses the value; returns `false` if it accepts every value of this
    /// type.
    pub(super) fn refuse(&mut self, shapes: &'s Shapes, id: ShapeId) -> bool {
        if !self.look_up() || self.denied.contains(&id) {
            return true;
        }
        if self.seen.contains(&id) {
            return false;
        }
        self.denied.push(id);
        let kind = self.kind;
        match &shapes.get(id).shape {
            Shape::Any => false,
            Shape::Never => true,
            Shape::Null => kind != JsonType::Null,
            Shape::Boolean => kind != JsonType::Boolean,
            // the values outside the choice are tried, and results are validated
            Shape::Choice(_) => true,
            Shape::Text(rules) => kind != JsonType::String || self.break_one(break_text(rules)),
            Shape::Number(rules) => kind != JsonType::Number || self.break_one(break_number(rules)),
            Shape::Integer(rules) => {
                let mut ways = break_number(rules);
                ways.push(vec![Step::Fraction]);
                kind != JsonType::Number || self.break_one(ways)
            }
            Shape::List(_) => kind != JsonType::Array || note(&mut self.unbroken, id),
            Shape::Object(_) => kind != JsonType::Object || note(&mut self.unbroken, id),
            Shape::Nullable(inner) => kind != JsonType::Null && self.refuse(shapes, *inner),
            Shape::Union(select, branches) => self.refuse_union(shapes, select, branches),
            Shape::Complete(base, keywords) => {
                if !self.charge_steps(keywords.iter().map(count_steps).sum()) {
                    return true;
                }
                let mut ways = vec![vec![Step::Refuse(*base)]];
                ways.extend(keywords.iter().flat_map(break_keyword));
                self.break_one(ways)
            }
        }
    }

    /// Requires one of these ways; returns `false` if there are none.
    fn break_one(&mut self, ways: Choice<'s>) -> bool {
        let is_possible = !ways.is_empty();
        self.choices.push(Rc::new(ways));
        is_possible
    }

    fn refuse_union(
        &mut self,
        shapes: &'s Shapes,
        select: &'s Select,
        branches: &'s [ShapeId],
    ) -> bool {
        let by_type = match select {
            Select::AnyOf => return self.refuse_all(shapes, branches),
            Select::OneOf if !self.charge_steps(count_pairs(branches)) => return true,
            Select::OneOf => return self.break_one(not_one_of(branches)),
            Select::Type(by_type) => by_type,
            Select::Tag(tag) => &tag.by_type,
            Select::Keys(keys) => &keys.by_type,
        };
        let is_by_type = matches!(select, Select::Type(_));
        match by_type.branch(self.kind, branches) {
            None => true,
            // no other branch can accept what the selected one refuses
            Some(_) if self.kind == JsonType::Object && !is_by_type => {
                self.refuse_all(shapes, branches)
            }
            Some(branch) => self.refuse(shapes, *branch),
        }
    }
}

/// How many steps the ways to match none of some shapes, or two, have.
fn count_pairs(ids: &[ShapeId]) -> usize {
    ids.len().saturating_mul(ids.len() + 1)
}

/// How many steps the ways to break a rule have.
fn count_steps(keyword: &Keyword) -> usize {
    match keyword {
        Keyword::OneOf(ids) => count_pairs(ids),
        Keyword::AllOf(ids) | Keyword::AnyOf(ids) => ids.len(),
        Keyword::DependentRequired(rules) => rules.iter().map(|(_, keys)| 2 * keys.len()).sum(),
        Keyword::DependentSchemas(rules) => 2 * rules.len(),
        Keyword::Not(_) | Keyword::If { .. } | Keyword::Contains { .. } | Keyword::Enum(_) => 4,
        Keyword::UnevaluatedProperties(..) | Keyword::UnevaluatedItems(..) => 1,
    }
}

/// Matching none of them, or two.
fn not_one_of<'s>(ids: &[ShapeId]) -> Choice<'s> {
    let mut ways = vec![ids.iter().map(|id| Step::Refuse(*id)).collect()];
    for (at, second) in ids.iter().enumerate() {
        let pairs = ids[..at].iter();
        ways.extend(pairs.map(|first| vec![Step::Want(*first), Step::Want(*second)]));
    }
    ways
}

/// The ways to break a rule on a whole value. A rule that is not understood is only checked by
/// validation.
fn break_keyword(keyword: &Keyword) -> Choice<'_> {
    match keyword {
        Keyword::AllOf(ids) => ids.iter().map(|id| vec![Step::Refuse(*id)]).collect(),
        Keyword::AnyOf(ids) => vec![ids.iter().map(|id| Step::Refuse(*id)).collect()],
        Keyword::OneOf(ids) => not_one_of(ids),
        Keyword::Not(id) => vec![vec![Step::Want(*id)]],
        Keyword::If {
            condition,
            then,
            otherwise,
        } => vec![
            vec![Step::Want(*condition), Step::Refuse(*then)],
            vec![Step::Refuse(*condition), Step::Refuse(*otherwise)],
        ],
        Keyword::DependentRequired(rules) => rules
            .iter()
            .flat_map(|(key, needed)| needed.iter().map(move |need| (key, need)))
            .map(|(key, need)| vec![Step::Present(key.clone()), Step::Absent(need.clone())])
            .collect(),
        Keyword::DependentSchemas(rules) => rules
            .iter()
            .map(|(key, id)| vec![Step::Present(key.clone()), Step::Refuse(*id)])
            .collect(),
        Keyword::Contains { item, min, max } => {
            let mut ways = Vec::new();
            if *min > 0 {
                ways.push(vec![Step::Without(*item)]);
            }
            let more = max.and_then(|max| max.checked_add(1));
            ways.extend(more.map(|more| vec![Step::Holding(*item, more)]));
            // some, but too few
            if *min > 1 {
                ways.push(Vec::new());
            }
            ways
        }
        Keyword::Enum(_) => vec![Vec::new()],
        Keyword::UnevaluatedProperties(..) | Keyword::UnevaluatedItems(..) => vec![Vec::new()],
    }
}

fn break_text(text: &Text) -> Choice<'_> {
    let Text {
        min_length,
        max_length,
        pattern,
        format,
        path,
    } = text;
    let mut ways = Vec::new();
    if let Some(shorter) = min_length.checked_sub(1) {
        ways.push(vec![Step::Text(Text {
            max_length: Some(shorter),
            ..Text::NONE
        })]);
    }
    if let Some(longer) = max_length.and_then(|most| most.checked_add(1)) {
        ways.push(vec![Step::Text(Text {
            min_length: longer,
            ..Text::NONE
        })]);
    }
    let others = [
        pattern.as_ref().map(OtherText::Pattern),
        format.map(OtherText::Format),
        path.as_ref().map(|_| OtherText::Path),
    ];
    ways.extend(
        others
            .into_iter()
            .flatten()
            .map(|other| vec![Step::Other(other)]),
    );
    ways
}

fn break_number(number: &Number) -> Choice<'_> {
    let Number {
        minimum,
        maximum,
        exclusive_minimum,
        exclusive_maximum,
        multiple_of,
        // these select a type; other rules refuse what they exclude
        values: _,
        is_int32: _,
        format: _,
    } = number;
    let beyond: [(Option<Bound>, Outside); 4] = [
        (*minimum, |bound| Number {
            exclusive_maximum: Some(bound),
            ..Number::NONE
        }),
        (*maximum, |bound| Number {
            exclusive_minimum: Some(bound),
            ..Number::NONE
        }),
        (*exclusive_minimum, |bound| Number {
            maximum: Some(bound),
            ..Number::NONE
        }),
        (*exclusive_maximum, |bound| Number {
            minimum: Some(bound),
            ..Number::NONE
        }),
    ];
    let outside =
        |(bound, outside): (Option<Bound>, Outside)| Some(vec![Step::Number(outside(bound?))]);
    let mut ways: Choice<'_> = beyond.into_iter().filter_map(outside).collect();
    if let Some(divisor) = multiple_of {
        ways.push(vec![Step::Indivisible(divisor)]);
    }
    ways
}
