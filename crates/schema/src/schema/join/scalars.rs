//! Joins the rules of several schemas for types, values, strings and numbers.

use super::Conjunction;
use crate::schema::keywords::{Schema, Unevaluated};
use crate::schema::rules;
use std::collections::HashSet;

impl Conjunction {
    /// Adds the rules of a schema for values without parts, and its alternatives and conditions.
    pub(super) fn add(&mut self, schema: &Schema) {
        let Schema {
            never,
            types,
            values,
            text,
            number,
            any_of,
            one_of,
            not,
            conditional,
            // these lead to other parts of the join
            reference: _,
            all_of: _,
            // these consist of several parts, and are joined as a whole
            list: _,
            object: _,
            unevaluated:
                Unevaluated {
                    properties: _,
                    items: _,
                },
            // these are taken from the first schema, or are irrelevant for a join
            span: _,
            definition: _,
            rust_type: _,
            doc: _,
            fault: _,
            secret: _,
        } = schema;
        self.never |= never;
        self.types = self.types.and(*types);
        if let Some(values) = values {
            self.values = Some(match self.values.take() {
                Some(before) => {
                    let values: HashSet<&String> = values.iter().collect();
                    let both = before.into_iter().filter(|value| values.contains(value));
                    both.collect()
                }
                None => values.clone(),
            });
        }
        if let Some(text) = text.written() {
            let further = rules::join_rules(rules::TEXT, &mut self.text, text);
            self.further_texts.extend(further);
        }
        if let Some(number) = number.written() {
            let further = rules::join_rules(rules::NUMBER, &mut self.number, number);
            self.further_numbers.extend(further);
        }
        self.any_of
            .extend((!any_of.is_empty()).then(|| any_of.clone()));
        self.one_of
            .extend((!one_of.is_empty()).then(|| one_of.clone()));
        self.not.extend(*not);
        let decides = conditional.filter(|all| all.then.or(all.otherwise).is_some());
        self.conditionals.extend(decides);
    }
}
