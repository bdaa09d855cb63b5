//! What counts as evaluated for `unevaluatedProperties` and `unevaluatedItems` in a schema: the
//! parts that its other keywords evaluate, and the schemas that apply to the same value.

use crate::schema::evaluated::{Condition, Evaluated};
use crate::schema::keywords::{Conditional, Schema, SchemaId, Schemas};
use std::collections::HashSet;

/// Which keyword this is for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Parts {
    /// `unevaluatedProperties`
    Properties,
    /// `unevaluatedItems`
    Items,
}

/// How many schemas and names may be visited for one tool. Nested conditions may share schemas,
/// which can lead to exponentially many paths.
pub const MAX_EVALUATED: usize = 20_000;

/// What a schema evaluates, apart from its own `unevaluated…`; `None` if that would be too large.
pub fn find_evaluated(
    schemas: &Schemas,
    id: SchemaId,
    parts: Parts,
    left: &mut usize,
) -> Option<Evaluated<SchemaId>> {
    let mut evaluator = Evaluator {
        schemas,
        parts,
        left,
    };
    let mut found = Found::default();
    evaluator.own(schemas.get(id), &mut found)?;
    found.known.insert(id);
    evaluator.beside(schemas.get(id), &mut found)?;
    Some(found.finish())
}

struct Evaluator<'s> {
    schemas: &'s Schemas,
    parts: Parts,
    left: &'s mut usize,
}

/// What was found under one condition, and the schemas visited for it.
#[derive(Default)]
struct Found {
    evaluated: Evaluated<SchemaId>,
    known: HashSet<SchemaId>,
}

impl Found {
    /// Removes from the conditions what counts unconditionally.
    fn finish(mut self) -> Evaluated<SchemaId> {
        let evaluated = &mut self.evaluated;
        if evaluated.all {
            return Evaluated {
                all: true,
                ..Evaluated::default()
            };
        }
        let mut known = HashSet::new();
        evaluated.names.retain(|name| known.insert(name.clone()));
        let patterns = evaluated.patterns.clone();
        for (_, then) in &mut evaluated.conditions {
            subtract(then, &known, evaluated.prefix);
            then.patterns.retain(|pattern| !patterns.contains(pattern));
        }
        evaluated.conditions.retain(|(_, then)| !then.is_empty());
        self.evaluated
    }
}

fn subtract(from: &mut Evaluated<SchemaId>, names: &HashSet<String>, prefix: usize) {
    from.names.retain(|name| !names.contains(name));
    if from.prefix <= prefix {
        from.prefix = 0;
    }
    for (_, then) in &mut from.conditions {
        subtract(then, names, prefix);
    }
    from.conditions.retain(|(_, then)| !then.is_empty());
}

impl Evaluator<'_> {
    fn spend(&mut self, cost: usize) -> Option<()> {
        *self.left = self.left.checked_sub(cost)?;
        Some(())
    }

    /// Adds a schema that applies to the value.
    fn add(&mut self, id: SchemaId, found: &mut Found) -> Option<()> {
        if !found.known.insert(id) {
            return Some(());
        }
        let schema = self.schemas.get(id);
        let unevaluated = match self.parts {
            Parts::Properties => schema.unevaluated.properties,
            Parts::Items => schema.unevaluated.items,
        };
        found.evaluated.all |= unevaluated.is_some();
        self.own(schema, found)?;
        self.beside(schema, found)
    }

    /// What the keywords of a schema itself evaluate.
    fn own(&mut self, schema: &Schema, found: &mut Found) -> Option<()> {
        let evaluated = &mut found.evaluated;
        match self.parts {
            Parts::Properties => {
                let object = &schema.object;
                evaluated.all |= object.additional.is_some();
                let names = object.properties.iter().map(|(name, _)| name.clone());
                evaluated.names.extend(names);
                let patterns = object.patterns.iter().map(|(pattern, _)| pattern.clone());
                evaluated.patterns.extend(patterns);
                self.spend(1 + object.properties.len() + object.patterns.len())
            }
            Parts::Items => {
                let list = &schema.list;
                evaluated.all |= list.items.is_some();
                evaluated.prefix = evaluated.prefix.max(list.prefix.len());
                evaluated
                    .matching
                    .extend(list.contains.map(|contains| contains.schema));
                self.spend(2)
            }
        }
    }

    /// What is evaluated by schemas that apply to the same value.
    fn beside(&mut self, schema: &Schema, found: &mut Found) -> Option<()> {
        for id in schema.reference.iter().chain(&schema.all_of) {
            self.add(*id, found)?;
        }
        for branches in [&schema.any_of, &schema.one_of] {
            let mut alternatives = Vec::with_capacity(branches.len());
            for id in branches {
                alternatives.push((Condition::Accepts(*id), self.under(&[Some(*id)])?));
            }
            alternative(alternatives, found);
        }
        if let Some(Conditional {
            condition,
            then,
            otherwise,
        }) = schema.conditional
        {
            let yes = self.under(&[Some(condition), then])?;
            let no = self.under(&[otherwise])?;
            let both = [
                (Condition::Accepts(condition), yes),
                (Condition::Refuses(condition), no),
            ];
            alternative(both.into(), found);
        }
        if self.parts == Parts::Properties {
            for (name, id) in &schema.object.dependent_schemas {
                let then = self.under(&[Some(*id)])?;
                found
                    .evaluated
                    .conditions
                    .push((Condition::Has(name.clone()), then));
            }
        }
        Some(())
    }

    /// What is evaluated by schemas that all apply under one condition.
    fn under(&mut self, ids: &[Option<SchemaId>]) -> Option<Evaluated<SchemaId>> {
        let mut found = Found::default();
        for id in ids.iter().flatten() {
            self.add(*id, &mut found)?;
        }
        Some(found.finish())
    }
}

/// Adds alternatives, one of which applies: the parts that all of them evaluate count in any case.
fn alternative(alternatives: Vec<(Condition<SchemaId>, Evaluated<SchemaId>)>, found: &mut Found) {
    let evaluated = &mut found.evaluated;
    let mut partial = alternatives
        .iter()
        .map(|(_, then)| then)
        .filter(|then| !then.all);
    match partial.next() {
        Some(first) => {
            let others: Vec<_> = partial.collect();
            let names: Vec<HashSet<&String>> = others
                .iter()
                .map(|other| other.names.iter().collect())
                .collect();
            let common = first
                .names
                .iter()
                .filter(|name| names.iter().all(|names| names.contains(name)));
            evaluated.names.extend(common.cloned());
            let in_all = |pattern: &&_| others.iter().all(|other| other.patterns.contains(pattern));
            evaluated
                .patterns
                .extend(first.patterns.iter().filter(in_all).cloned());
            let shortest = others
                .iter()
                .map(|other| other.prefix)
                .fold(first.prefix, usize::min);
            evaluated.prefix = evaluated.prefix.max(shortest);
        }
        None => evaluated.all |= !alternatives.is_empty(),
    }
    evaluated.conditions.extend(alternatives);
}
