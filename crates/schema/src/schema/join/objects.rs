//! Joins the rules of several schemas for the properties of an object.

use super::{Conjunction, Joiner};
use crate::schema::keywords::{ObjectKeywords, Schema, SchemaId, Schemas};
use crate::schema::rules;
use std::collections::HashSet;

impl Joiner {
    pub(super) fn join_objects(
        &mut self,
        schemas: &mut Schemas,
        join: &mut Conjunction,
        mut objects: Vec<ObjectKeywords>,
    ) {
        let restricts = |object: &ObjectKeywords| {
            !object.properties.is_empty()
                || !object.patterns.is_empty()
                || object.additional.is_some()
        };
        let mut required: HashSet<String> = HashSet::new();
        let mut names: Vec<SchemaId> = Vec::new();
        for object in &mut objects {
            let ObjectKeywords {
                // these are joined by key, below
                properties: _,
                patterns: _,
                additional: _,
                required: wanted,
                names: named,
                limits,
                dependent_required,
                dependent_schemas,
            } = object;
            rules::join_rules(rules::OBJECT, &mut join.object.limits, limits);
            join.object.dependent_required.append(dependent_required);
            join.object.dependent_schemas.append(dependent_schemas);
            for name in std::mem::take(wanted) {
                if required.insert(name.clone()) {
                    join.object.required.push(name);
                }
            }
            names.extend(named.take());
        }
        if !names.is_empty() {
            join.object.names = Some(self.all_of(schemas, names));
        }
        objects.retain(restricts);
        if let [object] = objects.as_mut_slice()
            && object.patterns.is_empty()
        {
            join.object.properties = std::mem::take(&mut object.properties);
            join.object.additional = object.additional;
            return require_all(schemas, join);
        }
        if objects.len() > 1 {
            let (with_patterns, plain) = objects
                .into_iter()
                .partition(|object| !object.patterns.is_empty());
            join.further_objects = with_patterns;
            objects = plain;
        }
        self.join_properties(schemas, join, &objects);
    }

    /// For each key, joins what every part requires for it: its property, the patterns that it
    /// matches, or else the schema for all other keys.
    fn join_properties(
        &mut self,
        schemas: &mut Schemas,
        join: &mut Conjunction,
        objects: &[ObjectKeywords],
    ) {
        let mut names: Vec<&String> = Vec::new();
        let mut known = HashSet::new();
        let declared = objects
            .iter()
            .flat_map(|object| object.properties.iter().map(|(name, _)| name));
        for name in declared.chain(&join.object.required) {
            if known.insert(name) {
                names.push(name);
            }
        }
        let mut properties = Vec::with_capacity(names.len());
        for name in names {
            let ids: Vec<SchemaId> = objects
                .iter()
                .flat_map(|object| schemas_at_key(object, name))
                .collect();
            let id = if ids.is_empty() {
                schemas.add(Schema::any(join.span))
            } else {
                self.all_of(schemas, ids)
            };
            properties.push((name.clone(), id));
        }
        join.object.properties = properties;
        let rest: Vec<SchemaId> = objects
            .iter()
            .filter_map(|object| object.additional)
            .collect();
        join.object.additional = (!rest.is_empty()).then(|| self.all_of(schemas, rest));
        join.object.patterns = objects
            .iter()
            .flat_map(|object| object.patterns.iter().cloned())
            .collect();
    }
}

/// Adds properties that are required but not described, with the schema for all other keys.
fn require_all(schemas: &mut Schemas, join: &mut Conjunction) {
    let properties = join.object.properties.iter();
    let known: HashSet<&str> = properties.map(|(name, _)| name.as_str()).collect();
    let required = join.object.required.iter();
    let undescribed = required.filter(|name| !known.contains(name.as_str()));
    let added: Vec<(String, SchemaId)> = undescribed
        .map(|name| {
            let other = join.object.additional;
            let id = other.unwrap_or_else(|| schemas.add(Schema::any(join.span)));
            (name.clone(), id)
        })
        .collect();
    join.object.properties.extend(added);
}

/// The schemas that one part applies to a key.
fn schemas_at_key(object: &ObjectKeywords, name: &str) -> Vec<SchemaId> {
    let own = object
        .properties
        .iter()
        .find(|(known, _)| known == name)
        .map(|(_, id)| *id);
    let matching = object
        .patterns
        .iter()
        .filter(|(pattern, _)| pattern.matches(name))
        .map(|(_, id)| *id);
    let ids: Vec<SchemaId> = own.into_iter().chain(matching).collect();
    if ids.is_empty() {
        object.additional.into_iter().collect()
    } else {
        ids
    }
}
