//! Noun: the types and tables of a module, and their names.

use super::constants::Constants;
use super::kinds::{Kind, Kinds};
use super::members::choice_names;
use super::patterns::SharedPatterns;
use crate::emit::ident::Scope;
use std::collections::{BTreeSet, HashMap};
use std::ops::Deref;
use toolc_base::source::Span;
use toolc_model::model::{Tool, ToolId};
use toolc_schema::pattern::SharedSets;
use toolc_schema::schema::shape::{Shape, ShapeId};

/// One namespace as a module: its types and tables, with their names.
pub struct Names<'c> {
    /// How shapes appear in Rust.
    pub kinds: Kinds<'c>,
    /// Its tools with the names of their types, in catalog order.
    pub tools: Vec<ToolPlan>,
    /// The declarations that apply to them.
    pub declared: Vec<DeclaredPlan>,
    /// The marker type of the namespace, if it has declarations or a worker mounts it.
    pub toolset: Option<String>,
    /// The fields with secret values, which debug output omits.
    pub hidden: Hidden,
    /// Its types, in the order they are encountered.
    pub types: Vec<TypePlan>,
    /// The type of each shape: an index into `types`.
    pub known: HashMap<ShapeId, usize>,
    /// Additional names of types.
    pub aliases: Aliases,
    /// Types that could not have the name derived from their place: the place, that name, and the
    /// actual one.
    pub renamed: Vec<(Span, String, String)>,
    /// The tables that are constants.
    pub constants: Constants,
    /// The shapes that have their own table, in the order they are encountered.
    pub tables: Vec<ShapeId>,
    /// The name of each such table.
    pub statics: HashMap<ShapeId, String>,
    /// The sets of code points that patterns share.
    pub sets: SharedSets,
    /// The patterns that are used in several places.
    pub patterns: SharedPatterns,
    /// The taken names of types.
    pub scope: Scope,
    /// The taken names of tables.
    pub table_scope: Scope,
}

/// The Rust names for one tool.
pub struct ToolPlan {
    /// The tool.
    pub id: ToolId,
    /// The marker type.
    pub marker: String,
    /// The static with the tool's data.
    pub entry: String,
    /// The type of the arguments.
    pub args: String,
    /// Whether its arguments have types: only those for handlers do.
    pub has_types: bool,
    /// The number of types before its own.
    pub first_type: usize,
    /// The type of its declared failures.
    pub error: Option<String>,
    /// The shape of the arguments.
    pub input: ShapeId,
    /// The shape of the result.
    pub output: Option<ShapeId>,
    /// The shape of the result if that has its own type: engines return JSON.
    pub typed_output: Option<ShapeId>,
}

/// The Rust name of a declaration.
pub struct DeclaredPlan {
    /// Its index in [`Catalog::declared`].
    pub index: usize,
    /// The name of the type.
    pub name: String,
}

/// One type.
pub struct TypePlan {
    /// Its name.
    pub name: String,
    /// The prefix for the names of types within it.
    pub stem: String,
    /// Its shape.
    pub shape: ShapeId,
    /// Where it was first encountered, as worded in documentation.
    pub place: String,
    /// Whether arguments use it.
    pub input: bool,
    /// Whether results use it.
    pub output: bool,
    /// The tool whose arguments it is, if any.
    pub root: Option<ToolId>,
    /// Whether it is a declaration, which is a struct even without fields.
    pub declared: bool,
    /// The arguments type of another tool that has the same shape, if any.
    pub same_as: Option<String>,
}

/// The fields that debug output omits, by type.
#[derive(Default)]
pub struct Hidden(HashMap<ShapeId, BTreeSet<String>>);

impl Hidden {
    /// The keys of a type's hidden fields, if it has any; an empty key stands for all additional
    /// keys.
    pub fn of(&self, id: ShapeId) -> Option<&BTreeSet<String>> {
        self.0.get(&id)
    }

    /// Hides a key of a type.
    pub fn add(&mut self, owner: ShapeId, key: &str) {
        self.0.entry(owner).or_default().insert(key.to_owned());
    }
}

/// An additional name of a type.
pub struct Alias {
    /// The name.
    pub name: String,
    /// The place where the type has this name, as worded in documentation.
    pub place: String,
    /// The type: an index into [`Names::types`].
    pub of: usize,
}

/// The aliases of a module.
#[derive(Default)]
pub struct Aliases {
    /// Each alias, with the number of types that precede it.
    pub list: Vec<(usize, Alias)>,
    /// The alias of a shape at a place, by the name that the place would give it.
    sites: HashMap<ShapeId, HashMap<String, String>>,
}

impl Aliases {
    /// The alias of a shape at a place.
    pub fn at(&self, id: ShapeId, site: &str) -> Option<&str> {
        self.sites.get(&id)?.get(site).map(String::as_str)
    }

    /// Adds the alias of a shape at a place; `before` is the number of types that precede it.
    pub fn add(&mut self, id: ShapeId, site: &str, before: usize, alias: Alias) {
        let sites = self.sites.entry(id).or_default();
        sites.insert(site.to_owned(), alias.name.clone());
        self.list.push((before, alias));
    }
}

impl<'c> Deref for Names<'c> {
    type Target = Kinds<'c>;

    fn deref(&self) -> &Kinds<'c> {
        &self.kinds
    }
}

impl<'c> Names<'c> {
    /// The tool of a plan.
    pub fn tool(&self, plan: &ToolPlan) -> &'c Tool {
        self.catalog.tool(plan.id)
    }

    /// How a planned type appears: the arguments of a tool are a struct even without fields.
    pub fn kind_of(&self, plan: &TypePlan) -> Kind<'c> {
        match &self.form(plan.shape).shape {
            Shape::Object(object) if plan.root.is_some() || plan.declared => Kind::Struct(object),
            _ => self.kind(plan.shape),
        }
    }

    /// The names of a type's fields or variants, except for the field of all other keys.
    pub fn member_names(&self, plan: &TypePlan) -> Vec<String> {
        match self.kind_of(plan) {
            Kind::Struct(object) => self.field_names(object),
            Kind::Choice(values) => choice_names(values),
            Kind::Union(_) => self.variant_names(plan.shape),
            _ => Vec::new(),
        }
    }

    /// The type that a field or variant of this shape contains by value; see `arrange/circles.rs`.
    pub fn held(&self, id: ShapeId) -> Option<ShapeId> {
        let id = self.base_shape(id);
        match self.kind(id) {
            Kind::Struct(_) | Kind::Union(..) => Some(self.stands_for(id)),
            Kind::Nullable(inner) => self.held(inner),
            _ => None,
        }
    }

    /// All types that a shape contains by value, including those of a tuple's elements.
    pub fn all_held(&self, id: ShapeId) -> Vec<ShapeId> {
        let id = self.base_shape(id);
        match self.kind(id) {
            Kind::Tuple(elements) => elements
                .iter()
                .flat_map(|element| self.all_held(*element))
                .collect(),
            Kind::Nullable(inner) => self.all_held(inner),
            _ => self.held(id).into_iter().collect(),
        }
    }

    /// The types whose empty values must be constructed before that of this shape.
    pub fn ranked_below(&self, id: ShapeId) -> Vec<ShapeId> {
        let id = self.base_shape(id);
        match self.kind(id) {
            Kind::Struct(_) | Kind::Union(_) => vec![self.stands_for(id)],
            Kind::Tuple(elements) => elements
                .iter()
                .flat_map(|id| self.ranked_below(*id))
                .collect(),
            _ => Vec::new(),
        }
    }

    /// The name of a type at a place.
    pub fn name_at(&self, id: ShapeId, site: &str) -> Option<&str> {
        let own = || self.type_of(id).map(|planned| planned.name.as_str());
        self.aliases.at(id, site).or_else(own)
    }

    /// The shape that represents a type: itself, except for unions of plain values that share one
    /// type.
    pub fn stands_for(&self, id: ShapeId) -> ShapeId {
        self.type_of(id).map_or(id, |planned| planned.shape)
    }

    /// The type of a shape, if it has its own.
    pub fn type_of(&self, id: ShapeId) -> Option<&TypePlan> {
        self.known.get(&id).map(|index| &self.types[*index])
    }
}
