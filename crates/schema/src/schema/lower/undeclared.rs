//! Keys that are required but not described anywhere: most of these are typos.

use super::Shaper;
use super::forbidden::MAX_NAMES;
use crate::schema::join::Conjunction;
use crate::schema::keywords::{Schema, SchemaId, Schemas, Types};
use std::collections::HashSet;
use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_base::diagnostic::{Code, Diagnostic};
use toolc_base::source::next_number;

/// Schemas that accompany other rules for objects, and of which only one of several, or none, need
/// apply: they may require what those other rules describe.
pub(super) fn undeclared_branches(schemas: &Schemas) -> HashSet<SchemaId> {
    let ids = (0..next_number(schemas.len())).map(SchemaId);
    let mut branches = HashSet::new();
    for id in ids {
        let schema = schemas.get(id);
        let stands_alone = schema.object.written().is_none()
            && schema.all_of.is_empty()
            && schema.reference.is_none()
            && schema.not.is_none()
            && schema.conditional.is_none();
        if !stands_alone {
            branches.extend(schema.in_place().filter(|other| {
                schema.reference != Some(*other) && !schema.all_of.contains(other)
            }));
        }
    }
    branches
}

impl Shaper<'_> {
    /// Reports keys that are required but that no property describes, in objects that allow other
    /// keys.
    pub(super) fn check_undeclared(&mut self, join: &Conjunction) {
        let object = &join.object;
        // the join has a separate empty schema for a key that is merely required
        let is_made = |id: SchemaId| {
            id.0 as usize >= self.nodes.len() && self.schemas.get(id).all_of.is_empty()
        };
        let made = object.properties.iter();
        let made = made.filter(|(_, id)| is_made(*id) || object.additional == Some(*id));
        let names = made.map(|(name, _)| name.as_str());
        let undeclared: Vec<&str> = names.take(MAX_NAMES).collect();
        let is_branch = || join.parts.iter().any(|id| self.branches.contains(id));
        if undeclared.is_empty() || is_divided(join) || is_branch() || !self.is_open(join) {
            return;
        }
        let mut findings = Vec::new();
        for name in undeclared {
            findings.extend(self.undeclared(join, name));
        }
        for finding in findings {
            let place = finding.span().unwrap_or(join.span);
            if self.reported.insert((place, place)) {
                self.diagnostics.push(finding);
            }
        }
    }

    /// Whether other keys may have any value.
    fn is_open(&self, join: &Conjunction) -> bool {
        join.object.additional.is_none_or(|id| {
            let schema = self.schemas.get(id);
            let holds = schema.in_place().chain(schema.below()).next();
            holds.is_none() && !schema.never && schema.types == Types::ALL
        })
    }

    fn undeclared(&self, join: &Conjunction, name: &str) -> Option<Diagnostic> {
        if self.parts(join).any(|(schema, _)| describes(schema, name)) {
            return None;
        }
        let place = self.parts(join).find_map(|(_, node)| {
            let mut names = node.get("required")?.as_list()?.iter();
            names.find(|node| node.as_str() == Some(name))
        })?;
        let required: HashSet<&str> = join.object.required.iter().map(String::as_str).collect();
        let declared = self
            .parts(join)
            .flat_map(|(schema, _)| &schema.object.properties)
            .map(|(name, _)| name.as_str())
            .filter(|name| !required.contains(name));
        let help = match did_you_mean(name, declared) {
            Some(help) => help,
            None => "describe it under `properties`, or do not require it".into(),
        };
        let message = format!("`{name}` is required, but no property describes it");
        Some(
            Diagnostic::new(Code::UNDECLARED_REQUIRED, place.span, message)
                .label("any value will do")
                .help(help),
        )
    }
}

fn describes(schema: &Schema, name: &str) -> bool {
    let own = &schema.object;
    own.properties.iter().any(|(known, _)| known == name)
        || own
            .patterns
            .iter()
            .any(|(pattern, _)| pattern.matches(name))
}

/// Whether alternatives and conditions may describe additional keys.
fn is_divided(join: &Conjunction) -> bool {
    !join.any_of.is_empty()
        || !join.one_of.is_empty()
        || !join.conditionals.is_empty()
        || !join.unevaluated.is_empty()
        || !join.object.dependent_schemas.is_empty()
}
