//! Noun: the parts of a value that the keywords of a schema evaluate, so that
//! `unevaluatedProperties` and `unevaluatedItems` do not apply to them.

use crate::schema::pattern::Pattern;

/// What counts as evaluated; see [`toolc_runtime::schema::Evaluated`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Evaluated<Id> {
    /// Every part.
    pub all: bool,
    /// The properties with these names.
    pub names: Vec<String>,
    /// The properties whose names match one of these.
    pub patterns: Vec<Pattern>,
    /// This many items from the start.
    pub prefix: usize,
    /// The items accepted by one of these schemas.
    pub matching: Vec<Id>,
    /// What counts in addition if a condition is met.
    pub conditions: Vec<(Condition<Id>, Evaluated<Id>)>,
}

/// The condition for a part of a schema to apply.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Condition<Id> {
    /// The schema accepts the value.
    Accepts(Id),
    /// The schema does not accept the value.
    Refuses(Id),
    /// The value is an object with this property.
    Has(String),
}

impl<Id> Default for Evaluated<Id> {
    fn default() -> Self {
        Evaluated {
            all: false,
            names: Vec::new(),
            patterns: Vec::new(),
            prefix: 0,
            matching: Vec::new(),
            conditions: Vec::new(),
        }
    }
}

impl<Id> Evaluated<Id> {
    /// Whether the same parts count for every value.
    pub fn is_static(&self) -> bool {
        self.matching.is_empty() && self.conditions.is_empty()
    }

    /// Whether no part counts.
    pub fn is_empty(&self) -> bool {
        let named = !self.names.is_empty() || !self.patterns.is_empty();
        !self.all && !named && self.prefix == 0 && self.is_static()
    }

    /// The same with other IDs.
    pub fn map<Other>(self, number: &mut impl FnMut(Id) -> Other) -> Evaluated<Other> {
        let mut conditions = Vec::with_capacity(self.conditions.len());
        for (condition, then) in self.conditions {
            let condition = match condition {
                Condition::Accepts(id) => Condition::Accepts(number(id)),
                Condition::Refuses(id) => Condition::Refuses(number(id)),
                Condition::Has(name) => Condition::Has(name),
            };
            conditions.push((condition, then.map(number)));
        }
        Evaluated {
            all: self.all,
            names: self.names,
            patterns: self.patterns,
            prefix: self.prefix,
            matching: self.matching.into_iter().map(number).collect(),
            conditions,
        }
    }

    /// Calls `visit` with a mutable reference to every ID.
    pub fn each(&mut self, visit: &mut dyn FnMut(&mut Id)) {
        self.matching.iter_mut().for_each(&mut *visit);
        for (condition, then) in &mut self.conditions {
            match condition {
                Condition::Accepts(id) | Condition::Refuses(id) => visit(id),
                Condition::Has(_) => {}
            }
            then.each(visit);
        }
    }
}
