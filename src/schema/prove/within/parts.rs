//! Arrays within arrays, and objects within objects: part by part.

use super::Within;
use crate::schema::pattern::Pattern;
use crate::schema::rules::{self, ObjectLimits, leave_within};
use crate::schema::shape::{List, Object, Shape, ShapeId};
use std::collections::BTreeSet;

impl Within<'_> {
    pub(super) fn is_narrower_list(&mut self, own: &List, list: &List) -> bool {
        if !leave_within(rules::LIST, &own.limits, &list.limits) {
            return false;
        }
        let most = own.limits.max_items.unwrap_or(u64::MAX);
        let element = |list: &List, at: usize| list.prefix.get(at).copied().unwrap_or(list.items);
        let named = own.prefix.len().max(list.prefix.len());
        (0..=named).all(|at| at as u64 >= most || self.holds(element(own, at), element(list, at)))
    }

    pub(super) fn is_narrower_object(&mut self, own: &Object, object: &Object) -> bool {
        let requires = |key: &str| {
            own.fields
                .iter()
                .any(|field| field.required && field.name == key)
        };
        let required = object.fields.iter().filter(|field| field.required);
        if !required.into_iter().all(|field| requires(&field.name)) {
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
        let most = own.limits.max_properties;
        ObjectLimits {
            min_properties: own.limits.min_properties.max(required),
            max_properties: match is_closed {
                true => Some(most.map_or(all, |most| most.min(all))),
                false => most,
            },
        }
    }

    /// Compares the keys that either side names.
    fn has_narrower_keys(&mut self, own: &Object, object: &Object) -> bool {
        let fields = own.fields.iter().chain(&object.fields);
        let keys: BTreeSet<&str> = fields.map(|field| field.name.as_str()).collect();
        keys.into_iter().all(|key| {
            let (Some(own), Some(wanted)) = (shapes_at_key(own, key), shapes_at_key(object, key))
            else {
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
}

/// The shapes that an object applies to the value of a key; `None` if a pattern is too expensive to
/// match.
fn shapes_at_key(object: &Object, key: &str) -> Option<Vec<ShapeId>> {
    let named = object.fields.iter().filter(|field| field.name == key);
    let mut ids: Vec<ShapeId> = named.map(|field| field.shape).collect();
    for (pattern, id) in &object.patterns {
        if pattern.find_match(key)? {
            ids.push(*id);
        }
    }
    if ids.is_empty() {
        ids.push(object.rest);
    }
    Some(ids)
}
