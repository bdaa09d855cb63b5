//! What several schemas say of types, values, strings and numbers, joined.

use super::{Conjunction, least};
use crate::schema::keywords::{NumberKeywords, Schema, TextKeywords};
use crate::schema::shape::Bound;
use std::collections::HashSet;

/// The limit that holds where both do: the greater one, or the smaller one.
fn tighter(a: Option<Bound>, b: Option<Bound>, greater: bool) -> Option<Bound> {
    match (a, b) {
        (Some(a), Some(b)) => Some(if a.exceeds(b) == greater { a } else { b }),
        (a, b) => a.or(b),
    }
}

impl Conjunction {
    /// Adds what a schema says of values without parts, and its alternatives and conditions.
    pub(super) fn add(&mut self, schema: &Schema) {
        self.never |= schema.never;
        self.types = self.types.and(schema.types);
        if let Some(values) = &schema.values {
            self.values = Some(match self.values.take() {
                Some(before) => {
                    let values: HashSet<&String> = values.iter().collect();
                    let both = before.into_iter().filter(|value| values.contains(value));
                    both.collect()
                }
                None => values.clone(),
            });
        }
        self.add_text(&schema.text);
        self.add_number(&schema.number);
        self.any_of
            .extend((!schema.any_of.is_empty()).then(|| schema.any_of.clone()));
        self.one_of
            .extend((!schema.one_of.is_empty()).then(|| schema.one_of.clone()));
        self.not.extend(schema.not);
        let decides = schema
            .condition
            .filter(|(_, then, otherwise)| then.or(*otherwise).is_some());
        self.conditions.extend(decides);
    }

    fn add_text(&mut self, text: &TextKeywords) {
        self.text.min_length = self.text.min_length.max(text.min_length);
        self.text.max_length = least(self.text.max_length, text.max_length);
        let mut further = TextKeywords::default();
        match (&self.text.pattern, &text.pattern) {
            (Some(before), Some(pattern)) if before != pattern => {
                further.pattern = Some(pattern.clone())
            }
            (None, Some(pattern)) => self.text.pattern = Some(pattern.clone()),
            _ => {}
        }
        match (self.text.format, text.format) {
            (Some(before), Some(format)) if before != format => further.format = Some(format),
            (None, format) => self.text.format = format,
            _ => {}
        }
        self.text.path = match (self.text.path.take(), &text.path) {
            (Some(before), Some(path)) => Some(before.and(path)),
            (before, path) => before.or_else(|| path.clone()),
        };
        if further.pattern.is_some() || further.format.is_some() {
            self.further_texts.push(further);
        }
    }

    fn add_number(&mut self, number: &NumberKeywords) {
        self.number.minimum = tighter(self.number.minimum, number.minimum, true);
        self.number.maximum = tighter(self.number.maximum, number.maximum, false);
        self.number.exclusive_minimum = tighter(
            self.number.exclusive_minimum,
            number.exclusive_minimum,
            true,
        );
        self.number.exclusive_maximum = tighter(
            self.number.exclusive_maximum,
            number.exclusive_maximum,
            false,
        );
        self.number.format = match (self.number.format, number.format) {
            (Some(before), Some(format)) => Some(before.min(format)),
            (before, format) => before.or(format),
        };
        match (&self.number.multiple_of, &number.multiple_of) {
            (Some(before), Some(multiple_of)) if before != multiple_of => {
                self.further_numbers.push(NumberKeywords {
                    multiple_of: Some(multiple_of.clone()),
                    ..NumberKeywords::default()
                });
            }
            (None, multiple_of) => self.number.multiple_of.clone_from(multiple_of),
            _ => {}
        }
    }
}
