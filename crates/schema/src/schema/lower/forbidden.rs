//! Keys that are required or described in one place and forbidden in another.

use super::Shaper;
use super::contradiction::{Side, span_of};
use crate::schema::join::Conjunction;
use crate::schema::keywords::SchemaId;
use std::collections::HashSet;
use toolc_base::diagnostic::Help;
use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_base::order::sort_by_key;
use toolc_base::source::Span;

/// How many keys of one object are examined.
pub(super) const MAX_NAMES: usize = 64;

impl Shaper<'_> {
    /// Reports keys that are required or described although another rule forbids them.
    pub(super) fn check_forbidden(&mut self, join: &Conjunction) {
        let properties = join.object.properties.iter();
        let never = properties.filter(|(_, id)| self.is_never(*id));
        let mut never: Vec<&str> = never.map(|(name, _)| name.as_str()).collect();
        if never.is_empty() {
            return;
        }
        let required: HashSet<&str> = join.object.required.iter().map(String::as_str).collect();
        sort_by_key(&mut never, &mut |name| !required.contains(name));
        never.truncate(MAX_NAMES);
        let mut reported: HashSet<Span> = HashSet::new();
        for name in never {
            let Some(forbidding) = self.find_forbidding(join, name) else {
                continue;
            };
            let is_required = required.contains(name);
            let wanting = match is_required {
                true => self.find_requiring(join, name),
                false => self.find_describing(join, name),
            };
            if wanting.is_none() || !reported.insert(forbidding) {
                continue;
            }
            let (message, label) = if is_required {
                (
                    format!("no object satisfies this schema: `{name}` is required and forbidden"),
                    "it is required here",
                )
            } else {
                (
                    format!("no value satisfies the schema of `{name}`: the key is forbidden"),
                    "it is described here",
                )
            };
            let sides = [
                Side::new(wanting, label),
                Side::new(Some(forbidding), "this forbids it"),
            ];
            let help = self.suggest_allowing(join, name, &required);
            self.report_contradiction(join.span, sides, message, help);
        }
    }

    /// What to write so that a key is allowed.
    fn suggest_allowing(&self, join: &Conjunction, name: &str, required: &HashSet<&str>) -> Help {
        let known = join.object.properties.iter();
        let known = known.filter(|(_, id)| !self.is_never(*id));
        let free = known.map(|(known, _)| known.as_str());
        if required.contains(name)
            && let Some(help) = did_you_mean(name, free.filter(|known| !required.contains(known)))
        {
            return help;
        }
        match self.parts(join).count() {
            1 => "describe it under `properties`, or do not require it",
            _ => {
                "`additionalProperties` sees only the `properties` beside it: \
                 write `unevaluatedProperties: false` beside `allOf` instead"
            }
        }
        .into()
    }

    /// Whether a schema is `false`, or joined with one that is.
    pub(super) fn is_never(&self, id: SchemaId) -> bool {
        let schema = self.schemas.get(id);
        let held = schema.all_of.iter().chain(&schema.reference);
        schema.never || held.into_iter().any(|id| self.schemas.get(*id).never)
    }

    /// What forbids a key: `false` under its own name, or the schema of a part for all other keys.
    fn find_forbidding(&self, join: &Conjunction, name: &str) -> Option<Span> {
        self.parts(join).find_map(|(schema, node)| {
            let object = &schema.object;
            let own = object.properties.iter().find(|(known, _)| known == name);
            if let Some((_, id)) = own {
                let place = || node.get("properties")?.get(name).map(|node| node.span);
                return self.schemas.get(*id).never.then(place)?;
            }
            if object
                .patterns
                .iter()
                .any(|(pattern, _)| pattern.matches(name))
            {
                return None;
            }
            let is_never = |id: Option<SchemaId>| id.is_some_and(|id| self.schemas.get(id).never);
            let keyword = match schema {
                _ if is_never(object.additional) => "additionalProperties",
                _ if is_never(schema.unevaluated.properties) => "unevaluatedProperties",
                _ => return None,
            };
            node.as_map()?.entry(keyword).map(span_of)
        })
    }

    fn find_requiring(&self, join: &Conjunction, name: &str) -> Option<Span> {
        self.parts(join).find_map(|(_, node)| {
            let mut names = node.get("required")?.as_list()?.iter();
            let found = names.find(|node| node.as_str() == Some(name))?;
            Some(found.span)
        })
    }

    /// Where a key is described by a schema that some value could satisfy.
    fn find_describing(&self, join: &Conjunction, name: &str) -> Option<Span> {
        self.parts(join).find_map(|(schema, node)| {
            let mut own = schema.object.properties.iter();
            let (_, id) = own.find(|(known, _)| known == name)?;
            let entry = node.get("properties")?.as_map()?.entry(name)?;
            (!self.schemas.get(*id).never).then_some(entry.key_span)
        })
    }
}
