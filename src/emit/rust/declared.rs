//! What is declared for all tools of a namespace: the type of its configuration, its events, and the
//! marker that ties them to its tools.

use super::kinds::Child;
use super::kinds::Kind;
use super::layout::Layout;
use super::plan::{DeclaredPlan, Names, Side, TypePlan};
use super::prose::{plain_doc, quote_code};
use crate::emit::ident::pascal_case;
use crate::model::configured::escape_key;
use crate::model::declared::{Declaration, Declared};
use crate::model::rust_options::Derive;
use crate::rust::{Ident, Page, Rust, Text, put, rust, write_snippet};
use crate::schema::shape::{Shape, ShapeId};
use std::collections::{BTreeSet, HashMap, HashSet};

/// The fields that debug output does not show, by their types.
#[derive(Default)]
pub struct Hidden(HashMap<ShapeId, BTreeSet<String>>);

impl Hidden {
    /// The keys of such fields of a type, where it has any; an empty one is that of all further keys.
    pub fn of(&self, id: ShapeId) -> Option<&BTreeSet<String>> {
        self.0.get(&id)
    }
}

impl Names<'_> {
    /// Names what is declared, after the tools, so that these keep their names.
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
        self.toolset = Some(self.scope.claim("Toolset"));
        for (index, one) in declared {
            let name = match &one.what {
                Declaration::Config => self.scope.claim("Config"),
                Declaration::Event { name } => self.scope.claim(&pascal_case(name)),
            };
            self.declared.push(DeclaredPlan { index, name });
        }
    }

    /// Plans the types of what is declared.
    pub fn visit_declared(&mut self) {
        for at in 0..self.declared.len() {
            let DeclaredPlan { index, name } = &self.declared[at];
            let (one, name) = (&self.catalog.declared[*index], name.clone());
            let shape = self.base(one.shape);
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
                self.known.entry(shape).or_insert(self.types.len());
            }
            self.types.push(TypePlan {
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
            for child in self.children(shape, &name, &name, &place) {
                let stem = name.clone();
                self.visit(Child { stem, ..child }, side);
            }
            self.visit_table(one.shape, &name);
            for pointer in &one.secrets {
                let steps: Vec<&str> = pointer.split('/').skip(1).collect();
                self.hide(shape, &steps, None, &mut HashSet::new());
            }
        }
    }

    /// Marks the field in which a secret stands.
    fn hide(
        &mut self,
        id: ShapeId,
        steps: &[&str],
        owner: Option<&(ShapeId, String)>,
        known: &mut HashSet<(ShapeId, usize)>,
    ) {
        let id = self.base(id);
        if steps.iter().all(|step| *step == "**") {
            if let Some((owner, key)) = owner {
                self.hidden.0.entry(*owner).or_default().insert(key.clone());
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

/// What is left of the steps to a secret below a key, or below an item of a list.
fn after<'s>(steps: &'s [&'s str], key: Option<&str>) -> Vec<&'s [&'s str]> {
    let mut left = Vec::new();
    let mut rest = steps;
    while let Some((step, below)) = rest.split_first() {
        if *step == "**" {
            left.push(rest);
            rest = below;
            continue;
        }
        let is_key = |key: &str| key.is_empty() || escape_key(key).replace('*', "~2") == *step;
        if *step == "*" || key.is_none_or(is_key) {
            left.push(below);
        }
        break;
    }
    left
}

/// The marker of the namespace.
pub fn marker_item(plan: &Layout<'_>) -> Option<impl Rust> {
    let name = Ident(plan.toolset.as_deref()?);
    let namespace = &plan.tool(plan.tools.first()?).namespace;
    let docs = plain_doc(format!("The toolset {}.", quote_code(namespace)));
    Some(rust!(#docs pub struct #name;))
}

/// What ties declarations to the tools of the namespace.
pub fn items(plan: &Layout<'_>, page: &mut Page) {
    let Some((marker, first)) = plan.toolset.as_deref().zip(plan.tools.first()) else {
        return;
    };
    let marker = Ident(marker);
    let namespace = &plan.tool(first).namespace;
    let events: Vec<String> = declared(plan)
        .filter_map(|(_, one)| event_name(one))
        .collect();
    let events = events.as_slice();
    let config = declared(plan).find(|(_, one)| one.what == Declaration::Config);
    let type_of = write_snippet(move |out| match config {
        Some((names, one)) => {
            let lifetime = plan.lifetime_of(one.shape);
            put!(out, #(Ident(&names.name)) #lifetime)
        }
        None => put!(out, rt::NoConfig),
    });
    page.item(rust!(
        impl rt::Toolset for #marker {
            const NAME: &'static str = #(Text(namespace));
            const EVENTS: rt::Names = &[#(for event in events => #(Text(event)),)];
            type Config<'a> = #type_of;
        }
    ));
    if let Some((names, one)) = config {
        let (name, lifetime) = (Ident(&names.name), plan.lifetime_of(one.shape));
        let schema = plan.schema_ref(one.shape);
        page.item(write_snippet(move |out| {
            match lifetime {
                Some(_) => put!(out, impl #lifetime rt::Args #lifetime for #name #lifetime),
                None => put!(out, impl rt::Args<'_> for #name),
            }
            put!(out, { const SCHEMA: &'static rt::Schema = #schema; });
        }));
    }
    if events.is_empty() {
        return;
    }
    for tool in plan
        .tools
        .iter()
        .filter(|tool| plan.tool(tool).is_handled())
    {
        page.item(rust!(
            impl rt::Member for #(Ident(&tool.marker)) {
                type Toolset = #marker;
            }
        ));
    }
    for (names, one) in declared(plan) {
        let Some(event) = event_name(one) else {
            continue;
        };
        let lifetime = plan.lifetime_of(one.shape).map(|_| rust!(<'_>));
        let name = Ident(&names.name);
        page.item(rust!(
            impl rt::ToolEvent for #name #lifetime {
                type Toolset = #marker;
                const NAME: &'static str = #(Text(&event));
                const SCHEMA: &'static rt::Schema = #(plan.schema_ref(one.shape));
                const SECRETS: rt::Names = &[#(for pointer in &one.secrets => #(Text(pointer)),)];
            }
        ));
    }
}

fn declared<'p>(plan: &'p Layout<'_>) -> impl Iterator<Item = (&'p DeclaredPlan, &'p Declared)> {
    let declared = plan.declared.iter();
    declared.map(|names| (names, &plan.catalog.declared[names.index]))
}

/// `namespace::event`
fn event_name(declared: &Declared) -> Option<String> {
    match &declared.what {
        Declaration::Event { name } => Some(format!("{}::{name}", declared.namespace)),
        Declaration::Config => None,
    }
}

/// How a type with secrets is shown.
pub fn debug_item(plan: &Layout<'_>, planned: &TypePlan, names: &[String]) -> Option<impl Rust> {
    let hidden = plan.hidden.of(planned.shape)?;
    let Kind::Struct(object) = plan.kind_of(planned) else {
        return None;
    };
    if !plan.options.derives().contains(&Derive::Debug) {
        return None;
    }
    let lifetime = plan.lifetime(planned).map(|_| rust!(<'_>));
    let has_rest = plan.rest(planned, object).is_some();
    Some(write_snippet(move |out| {
        let rest = super::names::rest_name(names);
        let fields = names.iter().zip(&object.fields);
        let fields = fields.filter(|(_, field)| !plan.is_evident(field));
        put!(out, impl rt::fmt::Debug for #(Ident(&planned.name)) #lifetime {
            fn fmt(&self, f: &mut rt::fmt::Formatter<'_>) -> rt::fmt::Result {
                f.debug_struct(#(Text(&planned.name)))
                    #(for (name, field) in fields => #(shown(name, hidden.contains(&field.name))))
                    #(has_rest.then(|| shown(rest.0, hidden.contains(""))))
                    .finish()
            }
        });
    }))
}

fn shown<'n>(name: &'n str, is_hidden: bool) -> impl Rust + 'n {
    write_snippet(move |out| match is_hidden {
        true => put!(out, .field(#(Text(name)), &"[redacted]")),
        false => put!(out, .field(#(Text(name)), &self.#(Ident(name)))),
    })
}
