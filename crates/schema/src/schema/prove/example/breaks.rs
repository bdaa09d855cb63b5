//! The rules of arrays and objects that a value may break, once it is known what else it has to
//! satisfy: rules that follow from that cannot be broken.

use super::goal::{Choice, Goal, Step};
use super::object::list_required;
use super::{Examples, quote};
use crate::schema::shape::{List, ListLimits, Object, ObjectLimits, Shape, ShapeId};
use crate::schema::work::{MUCH, SOME};
use std::collections::{BTreeSet, HashSet};

/// How many elements of an array are tried as the one that breaks a rule.
const MAX_ELEMENTS: usize = 64;

/// How many patterns contribute a key. Rests with patterns are never broken in every way.
const MAX_PATTERNS: usize = 256;

/// The ways to break a shape.
pub(super) struct Breaks<'s> {
    pub ways: Choice<'s>,
    /// Whether there are no other ways.
    pub is_whole: bool,
}

/// Keys that distinguish the objects that a value is to satisfy or to break.
#[derive(Default)]
struct Names {
    /// Those that must be present.
    given: HashSet<String>,
    /// All that are named.
    all: BTreeSet<String>,
    /// Whether nothing else distinguishes keys.
    are_plain: bool,
}

impl<'s> Examples<'s> {
    /// The ways to break the shape that has the fewest of them; `None` if all are broken.
    pub(super) fn next_break(&mut self, goal: &mut Goal<'s>) -> Option<Breaks<'s>> {
        let mut best: Option<(ShapeId, Breaks<'s>)> = None;
        let open = std::mem::take(&mut goal.unbroken);
        let names = self.list_names(goal, &open);
        let mut open = open.into_iter();
        for id in open.by_ref() {
            if !self.work.charge(goal.seen.len() * SOME) {
                break;
            }
            if self.is_broken(goal, id) {
                continue;
            }
            goal.unbroken.push(id);
            let breaks = match &self.shapes.get(id).shape {
                Shape::List(list) => self.break_list(goal, list),
                Shape::Object(object) => self.break_object(goal, object, &names),
                _ => continue,
            };
            let is_forced = breaks.ways.len() < 2;
            let is_better = |best: &Breaks<'_>| breaks.ways.len() < best.ways.len();
            if best.as_ref().is_none_or(|(_, best)| is_better(best)) {
                best = Some((id, breaks));
            }
            if is_forced {
                break;
            }
        }
        goal.unbroken.extend(open);
        let (chosen, breaks) = best?;
        goal.unbroken.retain(|id| *id != chosen);
        Some(breaks)
    }

    /// The keys that a goal, or an object that it is yet to break, names.
    fn list_names(&mut self, goal: &Goal<'s>, open: &[ShapeId]) -> Names {
        let rivals = open
            .iter()
            .filter_map(|id| match &self.shapes.get(*id).shape {
                Shape::Object(object) => Some(object),
                _ => None,
            });
        let rivals: Vec<&Object> = rivals.collect();
        if rivals.is_empty() {
            return Names::default();
        }
        let given = list_required(goal);
        let all = goal.objects.iter().chain(&rivals);
        let is_plain = |object: &&&Object| object.patterns.is_empty() && object.names.is_none();
        let are_plain = all.clone().all(|object| is_plain(&object));
        let fields: usize = all.clone().map(|own| own.fields.len()).sum();
        let count = fields + given.len() + goal.absent.len();
        if !self.work.charge(count.saturating_mul(MUCH)) {
            return Names::default();
        }
        let named = all.flat_map(|own| &own.fields);
        let named = named.map(|field| &field.name).chain(&given);
        let all = named.chain(&goal.absent).cloned().collect();
        Names {
            given: given.into_iter().collect(),
            all,
            are_plain,
        }
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
            let field = self.within.facts.field(object, key);
            field.is_some_and(|field| field.required)
        };
        if goal.absent.iter().any(is_missing) {
            return true;
        }
        goal.wrong.iter().any(|(key, wrong)| {
            let said = self.within.possible_shapes_at_key(object, key);
            self.within.any_holds(&said, *wrong)
        })
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
            self.work.charge(goal.lists.len());
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

    fn break_object(&mut self, goal: &Goal<'s>, object: &'s Object, names: &Names) -> Breaks<'s> {
        let mut breaks = Breaks {
            ways: Vec::new(),
            is_whole: true,
        };
        if !self.work.charge(object.fields.len() * MUCH) {
            return breaks;
        }
        for field in object.fields.iter().filter(|field| field.required) {
            if !names.given.contains(&field.name) {
                breaks.ways.push(vec![Step::Absent(field.name.clone())]);
            }
        }
        let is_any = |id: ShapeId| matches!(self.shapes.get(id).shape, Shape::Any);
        if object.patterns.is_empty() && is_any(object.rest) {
            let own = object.fields.iter().map(|field| field.name.as_str());
            let own: BTreeSet<&str> = own.collect();
            for key in own {
                self.break_key(goal, object, key, &mut breaks);
            }
        } else {
            for key in &names.all {
                self.break_key(goal, object, key, &mut breaks);
            }
        }
        if !self.has_narrower_rest(goal, object) {
            self.break_rest(goal, object, &names.all, &mut breaks);
            breaks.is_whole &= names.are_plain;
            breaks.is_whole &= goal.depend.is_empty() && goal.follow.is_empty();
        }
        self.break_names(goal, object, &names.all, &mut breaks);
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
        if !self.work.charge(MUCH + goal.absent.len())
            || goal.absent.iter().any(|absent| absent == key)
        {
            return;
        }
        let wide = self.within.possible_shapes_at_key(object, key);
        let is_any = |id: &ShapeId| matches!(self.shapes.get(*id).shape, Shape::Any);
        if wide.iter().all(is_any) {
            return;
        }
        let said = self.shapes_at_key_of_all(goal, key);
        for wide in wide {
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
        let patterns = own.chain(&object.patterns).take(MAX_PATTERNS);
        let size = patterns.clone().map(|(pattern, _)| pattern.compiled.size());
        if !self.work.charge(size.sum::<usize>() * SOME) {
            return;
        }
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
