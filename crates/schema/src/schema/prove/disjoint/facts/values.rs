//! Noun: the only values that a shape accepts.

use super::Facts;
use crate::schema::shape::{Keyword, Shape, ShapeId};
use crate::schema::work::SOME;
use std::collections::HashSet;
use std::rc::Rc;

/// Values as canonical JSON, without duplicates.
#[derive(Debug)]
pub(in crate::schema::prove) struct Values {
    /// In order.
    pub list: Vec<Rc<str>>,
    set: HashSet<Rc<str>>,
    /// Whether the shape accepts all of them.
    pub is_exact: bool,
}

impl Values {
    pub fn new(values: impl IntoIterator<Item = String>, is_exact: bool) -> Self {
        let mut set: HashSet<Rc<str>> = HashSet::new();
        let values = values.into_iter().map(Rc::from);
        Values {
            list: values
                .filter(|value| set.insert(Rc::clone(value)))
                .collect(),
            set,
            is_exact,
        }
    }

    pub fn contains(&self, value: &str) -> bool {
        self.set.contains(value)
    }

    /// Whether all of them are among others.
    pub fn are_within(&self, others: &Values) -> bool {
        self.list.len() <= others.list.len() && self.list.iter().all(|own| others.contains(own))
    }

    /// Whether none of them is among others.
    pub fn are_apart(&self, others: &Values) -> bool {
        let (few, many) = match self.list.len() <= others.list.len() {
            true => (self, others),
            false => (others, self),
        };
        !few.list.iter().any(|own| many.contains(own))
    }

    /// The units that comparing them costs.
    pub fn cost(&self, others: &Values) -> usize {
        self.list.len().min(others.list.len()) * 4
    }
}

impl Facts<'_> {
    /// All values that a shape accepts, if these are scalars that it lists.
    pub fn values(&mut self, id: ShapeId) -> Option<Rc<Values>> {
        if let Some(known) = self.values.get(&id) {
            return known.clone();
        }
        let values = self.find_values(id).map(Rc::new);
        let cost = values.as_ref().map_or(1, |values| values.list.len());
        if !self.work.charge(cost.saturating_mul(SOME)) {
            return None;
        }
        self.values.insert(id, values.clone());
        values
    }

    fn find_values(&mut self, id: ShapeId) -> Option<Values> {
        match self.shape(id) {
            Shape::Null => Some(Values::new(["null".to_owned()], true)),
            Shape::Boolean => Some(Values::new(["true", "false"].map(str::to_owned), true)),
            Shape::Choice(values) => {
                Some(Values::new(values.iter().map(|value| quoted(value)), true))
            }
            Shape::Nullable(inner) => {
                let values = self.values(*inner)?;
                let list = values.list.iter().map(|value| (**value).to_owned());
                let list = list.chain(["null".to_owned()]);
                Some(Values::new(list, values.is_exact))
            }
            Shape::Complete(base, keywords) => {
                let listed = keywords.iter().find_map(|keyword| match keyword {
                    Keyword::Enum(values) => Some(values),
                    _ => None,
                });
                match listed {
                    Some(values) => {
                        let is_exact = self.is_any(*base) && keywords.len() == 1;
                        let mut scalars = values.iter();
                        let is_scalar = scalars.all(|value| !value.starts_with(['[', '{']));
                        is_scalar.then(|| Values::new(values.iter().cloned(), is_exact))
                    }
                    None => {
                        let values = self.values(*base)?;
                        let list = values.list.iter().map(|value| (**value).to_owned());
                        Some(Values::new(list, false))
                    }
                }
            }
            _ => None,
        }
    }
}

fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    toolc_runtime::json::write_string(text, &mut quoted);
    quoted
}
