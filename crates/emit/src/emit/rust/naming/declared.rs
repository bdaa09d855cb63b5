//! The names of declarations that apply to all tools of a namespace. They come after the tools,
//! which so keep their names.

use super::children::Child;
use super::{Naming, Side};
use crate::emit::ident::pascal_case;
use crate::emit::rust::kinds::Kind;
use crate::emit::rust::names::{DeclaredPlan, TypePlan};
use std::collections::HashSet;
use toolc_base::node::escape_pointer;
use toolc_model::model::declared::{Declaration, Declared};
use toolc_schema::schema::rules::quote_code;
use toolc_schema::schema::shape::{Shape, ShapeId};

impl Naming<'_> {
    /// Names the declarations, after the tools, so that these keep their names.
    pub fn name_declared(&mut self, namespace: &str) {
        let catalog = self.catalog;
        let mut mounts = catalog.workers.iter().flat_map(|worker| &worker.mounts);
        let is_mounted = mounts.any(|mount| mount.namespace == namespace);
        let declared = (0..).zip(&catalog.declared);
        let declared = declared.filter(|(_, one)| one.namespace == namespace);
        let declared: Vec<(usize, &Declared)> = declared.collect();
        if !is_mounted && declared.is_empty() {
            return;
        }
        self.names.toolset = Some(self.names.scope.claim("Toolset"));
        for (index, one) in declared {
            let name = match &one.what {
                Declaration::Config => self.names.scope.claim("Config"),
                Declaration::Event { name } => self.names.scope.claim(&pascal_case(name)),
            };
            self.names.declared.push(DeclaredPlan { index, name });
        }
    }

    /// Plans the types of declarations.
    pub fn visit_declared(&mut self) {
        for at in 0..self.declared.len() {
            let DeclaredPlan { index, name } = &self.declared[at];
            let (one, name) = (&self.catalog.declared[*index], name.clone());
            let shape = self.base_shape(one.shape);
            let side = match one.what {
                Declaration::Config => Side::Input,
                Declaration::Event { .. } => Side::Output,
            };
            let whose = quote_code(&one.namespace);
            let place = match &one.what {
                Declaration::Config => format!("what the tools of {whose} are configured with"),
                Declaration::Event { name } => {
                    format!("the event {} of {whose}", quote_code(name))
                }
            };
            if matches!(self.kind(shape), Kind::Struct(_) | Kind::Union(..)) {
                self.names
                    .known
                    .entry(shape)
                    .or_insert(self.names.types.len());
            }
            self.names.types.push(TypePlan {
                name: name.clone(),
                stem: name.clone(),
                shape,
                place: place.clone(),
                input: side == Side::Input,
                output: side == Side::Output,
                root: None,
                declared: true,
                same_as: None,
            });
            for child in self.list_children(shape, &name, &name, &place) {
                let stem = name.clone();
                self.name_types(Child { stem, ..child }, side);
            }
            self.visit_table(one.shape, &name);
            for pointer in &one.secrets {
                let steps: Vec<&str> = pointer.split('/').skip(1).collect();
                self.hide(shape, &steps, None, &mut HashSet::new());
            }
        }
    }

    /// Marks the field that contains a secret.
    fn hide(
        &mut self,
        id: ShapeId,
        steps: &[&str],
        owner: Option<&(ShapeId, String)>,
        known: &mut HashSet<(ShapeId, usize)>,
    ) {
        let id = self.base_shape(id);
        // A value whose keys are secret is hidden as a whole.
        if steps.iter().all(|step| matches!(*step, "**" | "~3")) {
            if let Some((owner, key)) = owner {
                self.names.hidden.add(*owner, key);
            }
            return;
        }
        if !known.insert((id, steps.len())) {
            return;
        }
        let catalog = self.catalog;
        match &catalog.shapes.get(id).shape {
            Shape::Nullable(inner) => self.hide(*inner, steps, owner, known),
            Shape::Union(_, branches) => {
                for branch in branches {
                    self.hide(*branch, steps, owner, known);
                }
            }
            Shape::List(list) => {
                for rest in after(steps, None) {
                    for item in list.prefix.iter().chain([&list.items]) {
                        self.hide(*item, rest, owner, known);
                    }
                }
            }
            Shape::Object(object) => {
                let named = object.fields.iter();
                let named = named.map(|field| (field.name.as_str(), field.shape));
                for (key, shape) in named.chain([("", object.rest)]) {
                    for rest in after(steps, Some(key)) {
                        self.hide(shape, rest, Some(&(id, key.to_owned())), known);
                    }
                }
            }
            _ => {}
        }
    }
}

/// The steps to a secret that remain below a key, or below an item of a list. A `**` can match in
/// several ways.
fn after<'s>(steps: &'s [&'s str], key: Option<&str>) -> Vec<&'s [&'s str]> {
    let mut left = Vec::new();
    let mut rest = steps;
    while let Some((step, below)) = rest.split_first() {
        if *step == "**" {
            left.push(rest);
            rest = below;
            continue;
        }
        let is_key = |key: &str| key.is_empty() || escape_pointer(key).replace('*', "~2") == *step;
        if *step == "*" || key.is_none_or(is_key) {
            left.push(below);
        }
        break;
    }
    left
}
