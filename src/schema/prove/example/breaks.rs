//! The rules of arrays and objects that a value may break, once it is known what else it has to
//! satisfy: rules that follow from that cannot be broken.

use super::goal::{Choice, Goal, Step};
use super::object::{required, shapes_at_key, shapes_at_key_of_all};
use super::{Examples, quote};
use crate::schema::shape::{List, ListLimits, Object, ObjectLimits, Shape, ShapeId};
use std::collections::BTreeSet;

/// How many elements of an array are tried as the one that breaks a rule.
const MAX_ELEMENTS: usize = 64;

/// The ways to break a shape.
pub(super) struct Breaks<'s> {
    pub ways: Choice<'s>,
    /// Whether there are no other ways.
    pub is_whole: bool,
}

impl<'s> Examples<'s> {
    /// The ways to break the shape that has the fewest of them; `None` if all are broken.
    pub(super) fn next_break(&mut self, goal: &mut Goal<'s>) -> Option<Breaks<'s>> {
        let mut best: Option<(ShapeId, Breaks<'s>)> = None;
        let open = std::mem::take(&mut goal.unbroken);
        let rivals = self.objects_of(&open);
        for id in open {
            if self.is_broken(goal, id) {
                continue;
            }
            goal.unbroken.push(id);
            let breaks = match &self.shapes.get(id).shape {
                Shape::List(list) => self.break_list(goal, list),
                Shape::Object(object) => self.break_object(goal, object, &rivals),
                _ => continue,
            };
            let is_better = |best: &Breaks<'_>| breaks.ways.len() < best.ways.len();
            if best.as_ref().is_none_or(|(_, best)| is_better(best)) {
                best = Some((id, breaks));
            }
        }
        let (chosen, breaks) = best?;
        goal.unbroken.retain(|id| *id != chosen);
        Some(breaks)
    }

    fn objects_of(&self, ids: &[ShapeId]) -> Vec<&'s Object> {
        let object = |id: &ShapeId| match &self.shapes.get(*id).shape {
            Shape::Object(object) => Some(object),
            _ => None,
        };
        ids.iter().filter_map(object).collect()
    }

    /// Whether what is known so far already makes a shape refuse the value.
    fn is_broken(&mut self, goal: &Goal<'s>, id: ShapeId) -> bool {
        if goal.seen.iter().any(|own| self.within.are_apart(*own, id)) {
            return true;
        }
        let Shape::Object(object) = &self.shapes.get(id).shape else {
            return false;
        };
        let is_missing = |key: &String| {
            object
                .fields
                .iter()
                .any(|field| field.required && field.name == *key)
        };
        let is_wrong = |(key, wrong): &(String, ShapeId)| {
            shapes_at_key(object, key)
                .into_iter()
                .any(|said| self.within.holds(said, *wrong))
        };
        goal.absent.iter().any(is_missing) || goal.wrong.iter().any(is_wrong)
    }

    fn break_list(&mut self, goal: &Goal<'s>, list: &'s List) -> Breaks<'s> {
        let List {
            prefix,
            items,
            limits:
                ListLimits {
                    min_items,
                    max_items,
                    unique,
                },
        } = list;
        let mut ways = Vec::new();
        let own = goal.lists.iter().map(|list| list.prefix.len());
        let last = own.fold(prefix.len(), usize::max).min(MAX_ELEMENTS);
        for at in 0..=last {
            let element = prefix.get(at).copied().unwrap_or(*items);
            let said: Vec<ShapeId> = goal
                .lists
                .iter()
                .map(|list| list.prefix.get(at).copied().unwrap_or(list.items))
                .collect();
            let is_given = matches!(self.shapes.get(element).shape, Shape::Any)
                || self.within.any_holds(&said, element);
            if !is_given {
                ways.push(vec![Step::Element(at, element)]);
            }
        }
        if let Some(fewer) = min_items.checked_sub(1) {
            ways.push(vec![Step::Items(ListLimits {
                max_items: Some(fewer),
                ..ListLimits::NONE
            })]);
        }
        if let Some(more) = max_items.and_then(|most| most.checked_add(1)) {
            ways.push(vec![Step::Items(ListLimits {
                min_items: more,
                ..ListLimits::NONE
            })]);
        }
        let is_unique = goal.lists.iter().any(|list| list.limits.unique);
        if *unique && !is_unique {
            ways.push(vec![Step::Twins]);
        }
        Breaks {
            ways,
            // only one pair of equal elements is tried
            is_whole: last < MAX_ELEMENTS && (!unique || is_unique),
        }
    }

    /// `rivals` are all objects that are yet to be broken, which also distinguish keys.
    fn break_object(
        &mut self,
        goal: &Goal<'s>,
        object: &'s Object,
        rivals: &[&'s Object],
    ) -> Breaks<'s> {
        let mut breaks = Breaks {
            ways: Vec::new(),
            is_whole: true,
        };
        let given = required(goal);
        for field in object.fields.iter().filter(|field| field.required) {
            if !given.contains(&field.name) {
                breaks.ways.push(vec![Step::Absent(field.name.clone())]);
            }
        }
        let all = goal.objects.iter().chain(rivals);
        let named = all.clone().flat_map(|own| &own.fields);
        let named = named.map(|field| field.name.clone());
        let named = named.chain(given).chain(goal.absent.iter().cloned());
        let named: BTreeSet<String> = named.collect();
        for key in &named {
            self.break_key(goal, object, key, &mut breaks);
        }
        if !self.has_narrower_rest(goal, object) {
            self.break_rest(goal, object, &named, &mut breaks);
            let is_plain = |object: &&Object| object.patterns.is_empty() && object.names.is_none();
            breaks.is_whole &= all.clone().all(is_plain);
            breaks.is_whole &= goal.depend.is_empty() && goal.follow.is_empty();
        }
        self.break_names(goal, object, &named, &mut breaks);
        break_count(object, &mut breaks);
        breaks
    }

    /// The ways to be wrong under one key.
    fn break_key(
        &mut self,
        goal: &Goal<'s>,
        object: &'s Object,
        key: &str,
        breaks: &mut Breaks<'s>,
    ) {
        if goal.absent.iter().any(|absent| absent == key) {
            return;
        }
        let said = shapes_at_key_of_all(goal, key);
        for wide in shapes_at_key(object, key) {
            let is_given = matches!(self.shapes.get(wide).shape, Shape::Any)
                || self.within.any_holds(&said, wide);
            if !is_given {
                breaks.ways.push(vec![Step::Wrong(key.to_owned(), wide)]);
            }
        }
    }

    /// Whether some object in the goal rules out any break under the keys that are not named.
    fn has_narrower_rest(&mut self, goal: &Goal<'s>, object: &'s Object) -> bool {
        let is_any = |id: ShapeId| matches!(self.shapes.get(id).shape, Shape::Any);
        let is_open = is_any(object.rest) && object.patterns.iter().all(|(_, id)| is_any(*id));
        is_open
            || goal
                .objects
                .iter()
                .any(|own| self.within.has_narrower_rest(own, object))
    }

    /// Keys that are not named: a new one, and one for each pattern. Which keys several patterns
    /// match is unknown.
    fn break_rest(
        &mut self,
        goal: &Goal<'s>,
        object: &'s Object,
        named: &BTreeSet<String>,
        breaks: &mut Breaks<'s>,
    ) {
        let own = goal.objects.iter().flat_map(|own| &own.patterns);
        let patterns = own.chain(&object.patterns);
        let samples = patterns.filter_map(|(pattern, _)| pattern.compiled.sample());
        let samples: BTreeSet<String> = samples.filter(|key| !named.contains(key)).collect();
        let fresh = (0..).map(|number| format!("extra{number}"));
        let fresh = fresh.into_iter().find(|key| !named.contains(key));
        for key in fresh.into_iter().chain(samples) {
            self.break_key(goal, object, &key, breaks);
        }
    }

    /// Keys that `propertyNames` refuses.
    fn break_names(
        &mut self,
        goal: &Goal<'s>,
        object: &'s Object,
        named: &BTreeSet<String>,
        breaks: &mut Breaks<'s>,
    ) {
        let Some(names) = object.names else {
            return;
        };
        let own: Vec<ShapeId> = goal.objects.iter().filter_map(|own| own.names).collect();
        if self.within.any_holds(&own, names) {
            return;
        }
        breaks.is_whole = false;
        let tried = ["", "a", "A", "0", "-", "extra0"].map(str::to_owned);
        for key in named.iter().cloned().chain(tried) {
            if self.fits(&[names], &quote(&key)) == Some(false) {
                breaks.ways.push(vec![Step::Present(key)]);
            }
        }
    }
}

fn break_count(object: &Object, breaks: &mut Breaks<'_>) {
    let ObjectLimits {
        min_properties,
        max_properties,
    } = object.limits;
    if let Some(fewer) = min_properties.checked_sub(1) {
        breaks.ways.push(vec![Step::Keys(ObjectLimits {
            max_properties: Some(fewer),
            ..ObjectLimits::NONE
        })]);
    }
    if let Some(more) = max_properties.and_then(|most| most.checked_add(1)) {
        breaks.ways.push(vec![Step::Keys(ObjectLimits {
            min_properties: more,
            ..ObjectLimits::NONE
        })]);
    }
}
