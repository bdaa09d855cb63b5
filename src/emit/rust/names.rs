//! Noun: which types and tables a module has, and what they are called.

use super::constants::Constants;
use super::kinds::{Kind, Kinds};
use super::members::choice_names;
use super::patterns::SharedPatterns;
use crate::emit::ident::Scope;
use crate::model::{Tool, ToolId};
use crate::pattern::SharedSets;
use crate::schema::shape::{Shape, ShapeId};
use crate::source::Span;
use std::collections::{BTreeSet, HashMap};
use std::ops::Deref;

/// One namespace as a module: its types and tables, and what each is called.
pub struct Names<'c> {
    /// How shapes appear.
    pub kinds: Kinds<'c>,
    /// Its tools with their type names, in the order of the catalog.
    pub tools: Vec<ToolPlan>,
    /// What is declared for them.
    pub declared: Vec<DeclaredPlan>,
    /// The marker type of the namespace, where anything is declared for it or a worker mounts it.
    pub toolset: Option<String>,
    /// The fields of types whose values are secrets, which no debug output shows.
    pub hidden: Hidden,
    /// Its types in the order in which they are met.
    pub types: Vec<TypePlan>,
    /// The type of each shape: an index into `types`.
    pub known: HashMap<ShapeId, usize>,
    /// Further names of types.
    pub aliases: Aliases,
    /// Types that have not the name of their place: where, that name and theirs.
    pub renamed: Vec<(Span, String, String)>,
    /// The tables that are constants.
    pub constants: Constants,
    /// The shapes that have a table of their own, in the order in which they are met.
    pub tables: Vec<ShapeId>,
    /// The name of each such table.
    pub statics: HashMap<ShapeId, String>,
    /// The sets of code points that patterns share.
    pub sets: SharedSets,
    /// The patterns that are used at several places.
    pub patterns: SharedPatterns,
    /// The names of types that are taken.
    pub scope: Scope,
    /// The names of tables that are taken.
    pub table_scope: Scope,
}

/// The names of one tool.
pub struct ToolPlan {
    /// The tool.
    pub id: ToolId,
    /// The marker type.
    pub marker: String,
    /// The static that says what is known of it.
    pub entry: String,
    /// The type of its arguments.
    pub args: String,
    /// Whether its arguments have types: those of handlers do.
    pub has_types: bool,
    /// How many types there were before its own.
    pub first_type: usize,
    /// The type of the failures that it declares.
    pub error: Option<String>,
    /// The shape of its arguments.
    pub input: ShapeId,
    /// The shape of its result.
    pub output: Option<ShapeId>,
    /// The shape of its result where that has a type of its own: what an engine returns is JSON.
    pub typed_output: Option<ShapeId>,
}

/// The name of a declaration.
pub struct DeclaredPlan {
    /// The number of it in [`Catalog::declared`].
    pub index: usize,
    /// The type.
    pub name: String,
}

/// One type.
pub struct TypePlan {
    /// Its name.
    pub name: String,
    /// What the names of the types in it begin with.
    pub stem: String,
    /// What it is.
    pub shape: ShapeId,
    /// Where it was met first, as documentation says it.
    pub place: String,
    /// Whether arguments have it.
    pub input: bool,
    /// Whether results have it.
    pub output: bool,
    /// Whether it is the arguments of a tool.
    pub root: Option<ToolId>,
    /// Whether it is declared: then it is a struct even without fields.
    pub declared: bool,
    /// The type of another tool's arguments, where these are the same under another name.
    pub same_as: Option<String>,
}

/// The fields that debug output does not show, by their types.
#[derive(Default)]
pub struct Hidden(HashMap<ShapeId, BTreeSet<String>>);

impl Hidden {
    /// The keys of such fields of a type, where it has any; an empty one is that of all further keys.
    pub fn of(&self, id: ShapeId) -> Option<&BTreeSet<String>> {
        self.0.get(&id)
    }

    /// Hides a key of a type.
    pub fn add(&mut self, owner: ShapeId, key: &str) {
        self.0.entry(owner).or_default().insert(key.to_owned());
    }
}

/// Another name of a type.
pub struct Alias {
    /// The name.
    pub name: String,
    /// Where the type is under it, as documentation says it.
    pub place: String,
    /// The type: an index into [`Names::types`].
    pub of: usize,
}

/// The aliases of a module.
#[derive(Default)]
pub struct Aliases {
    /// Each alias with the number of types that were there before it.
    pub list: Vec<(usize, Alias)>,
    /// The alias of a shape at a place, by the name that the place would give it.
    sites: HashMap<ShapeId, HashMap<String, String>>,
}

impl Aliases {
    /// The alias of a shape at a place.
    pub fn at(&self, id: ShapeId, site: &str) -> Option<&str> {
        self.sites.get(&id)?.get(site).map(String::as_str)
    }

    /// Gives a shape an alias at a place, where so many types are known.
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
    /// The tool under a plan.
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

    /// The names of a type's fields or variants, but for the field of all other keys.
    pub fn member_names(&self, plan: &TypePlan) -> Vec<String> {
        match self.kind_of(plan) {
            Kind::Struct(object) => self.field_names(object),
            Kind::Choice(values) => choice_names(values),
            Kind::Union(_) => self.variant_names(plan.shape),
            _ => Vec::new(),
        }
    }

    /// The type by whose value a field or variant holds another type; see `arrange/circles.rs`.
    pub fn held(&self, id: ShapeId) -> Option<ShapeId> {
        let id = self.base_shape(id);
        match self.kind(id) {
            Kind::Struct(_) | Kind::Union(..) => Some(self.stands_for(id)),
            Kind::Nullable(inner) => self.held(inner),
            _ => None,
        }
    }

    /// All types that stand by value in a shape: those of a tuple's elements too.
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

    /// The types that must be empty before a value of this shape can be.
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

    /// What a type is called at a place.
    pub fn name_at(&self, id: ShapeId, site: &str) -> Option<&str> {
        let own = || self.type_of(id).map(|planned| planned.name.as_str());
        self.aliases.at(id, site).or_else(own)
    }

    /// The shape that stands for a type: itself, but for unions of plain values that share one.
    pub fn stands_for(&self, id: ShapeId) -> ShapeId {
        self.type_of(id).map_or(id, |planned| planned.shape)
    }

    /// The type of a shape, where it has one of its own.
    pub fn type_of(&self, id: ShapeId) -> Option<&TypePlan> {
        self.known.get(&id).map(|index| &self.types[*index])
    }
}
