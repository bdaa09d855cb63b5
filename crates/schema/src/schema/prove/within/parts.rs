//! Arrays within arrays, and objects within objects: part by part.

use super::Within;
use crate::schema::pattern::Pattern;
use crate::schema::rules::{self, ObjectLimits, leave_within};
use crate::schema::shape::{List, Object, Shape, ShapeId};
use crate::schema::work::SOME;
use std::collections::BTreeSet;

impl<'s> Within<'s> {
    pub(super) fn is_narrower_list(&mut self, own: &List, list: &List) -> bool {
        if !leave_within(rules::LIST, &own.limits, &list.limits) {
            return false;
        }
        let maximum = own.limits.max_items.unwrap_or(u64::MAX);
        let element = |list: &List, at: usize| list.prefix.get(at).copied().unwrap_or(list.items);
        let named = own.prefix.len().max(list.prefix.len());
        (0..=named)
            .all(|at| at as u64 >= maximum || self.holds(element(own, at), element(list, at)))
    }

    pub(super) fn is_narrower_object(&mut self, own: &'s Object, object: &'s Object) -> bool {
        self.work.charge(own.fields.len() + object.fields.len());
        let mut required = object.fields.iter().filter(|field| field.required);
        let mut requires = |key: &str| {
            let field = self.facts.field(own, key);
            field.is_some_and(|field| field.required)
        };
        if !required.all(|field| requires(&field.name)) {
            return false;
        }
        if !leave_within(rules::OBJECT, &self.counted(own), &object.limits) {
            return false;
        }
        let is_named = match (own.names, object.names) {
            (_, None) => true,
            (Some(own), Some(names)) => self.holds(own, names),
            (None, Some(_)) => false,
        };
        is_named && self.has_narrower_keys(own, object) && self.has_narrower_rest(own, object)
    }

    /// The limits of an object, including what its fields imply for the number of keys.
    fn counted(&self, own: &Object) -> ObjectLimits {
        let required = own.fields.iter().filter(|field| field.required).count() as u64;
        let is_closed = own.patterns.is_empty() && matches!(self.shape(own.rest), Shape::Never);
        let all = own.fields.len() as u64;
        let maximum = own.limits.max_properties;
        ObjectLimits {
            min_properties: own.limits.min_properties.max(required),
            max_properties: match is_closed {
                true => Some(maximum.map_or(all, |maximum| maximum.min(all))),
                false => maximum,
            },
        }
    }

    /// Compares the keys that either side names.
    fn has_narrower_keys(&mut self, own: &'s Object, object: &'s Object) -> bool {
        let count = own.fields.len() + object.fields.len();
        if !self.work.charge(count * SOME) {
            return false;
        }
        let fields = own.fields.iter().chain(&object.fields);
        let keys: BTreeSet<&str> = fields.map(|field| field.name.as_str()).collect();
        keys.into_iter().all(|key| {
            let (own, wanted) = (
                self.shapes_at_key(own, key),
                self.shapes_at_key(object, key),
            );
            let (Some(own), Some(wanted)) = (own, wanted) else {
                return false;
            };
            wanted.into_iter().all(|wide| self.any_holds(&own, wide))
        })
    }

    /// Compares the keys that neither side names: those matched only by patterns, and all others.
    pub(in crate::schema::prove) fn has_narrower_rest(
        &mut self,
        own: &Object,
        object: &Object,
    ) -> bool {
        let pairs = own.patterns.len().saturating_mul(object.patterns.len());
        if !self.work.charge(pairs.saturating_mul(SOME)) {
            return false;
        }
        let is_told = |(pattern, _): &&(Pattern, ShapeId)| {
            object.patterns.iter().any(|(other, _)| other == pattern)
        };
        let untold: Vec<ShapeId> = own
            .patterns
            .iter()
            .filter(|pattern| !is_told(pattern))
            .map(|(_, id)| *id)
            .collect();
        let is_rest = self.holds(own.rest, object.rest)
            && untold.iter().all(|id| self.holds(*id, object.rest));
        is_rest
            && object.patterns.iter().all(|(pattern, wide)| {
                let mut same = own.patterns.iter().filter(|(other, _)| other == pattern);
                let all = own.patterns.iter().map(|(_, id)| *id).chain([own.rest]);
                same.any(|(_, narrow)| self.holds(*narrow, *wide))
                    || all.into_iter().all(|narrow| self.holds(narrow, *wide))
            })
    }

    /// The shapes that an object applies to the value of a key; `None` if a pattern is too
    /// expensive to match.
    fn shapes_at_key(&mut self, object: &'s Object, key: &str) -> Option<Vec<ShapeId>> {
        let named = self.facts.field(object, key);
        let mut ids: Vec<ShapeId> = named.map(|field| field.shape).into_iter().collect();
        for (pattern, id) in &object.patterns {
            if pattern.find_match_within(key, &self.work)? {
                ids.push(*id);
            }
        }
        if ids.is_empty() {
            ids.push(object.rest);
        }
        Some(ids)
    }

    /// The same; a pattern that is too expensive to match counts, since the validator refuses such
    /// keys.
    pub(in crate::schema::prove) fn possible_shapes_at_key(
        &mut self,
        object: &'s Object,
        key: &str,
    ) -> Vec<ShapeId> {
        let named = self.facts.field(object, key);
        let mut ids: Vec<ShapeId> = named.map(|field| field.shape).into_iter().collect();
        let matching = object.patterns.iter();
        let matching = matching.filter(|(pattern, _)| {
            let is_match = pattern.find_match_within(key, &self.work);
            is_match.unwrap_or(true)
        });
        ids.extend(matching.map(|(_, id)| *id));
        if ids.is_empty() {
            ids.push(object.rest);
        }
        ids
    }
}
