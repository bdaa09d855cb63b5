//! Decides which types and tables a module has, and what they are called.

use super::aliases::Aliases;
use super::declared::Hidden;
use super::kinds::{Child, Kind};
use super::patterns::SharedPatterns;
use super::prose::quote_code;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::emit::ident::{Scope, pascal_case};
use crate::model::rust_options::RustOptions;
use crate::model::{Catalog, Tool, ToolId};
use crate::pattern::SharedSets;
use crate::schema::shape::ShapeId;
use crate::source::Span;
use std::collections::HashMap;

/// One namespace as a module: its types and tables, and what each is called.
pub struct Names<'c> {
    /// What is compiled.
    pub catalog: &'c Catalog,
    /// What its Rust looks like.
    pub options: RustOptions,
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
    /// The shapes that have a table of their own, in the order in which they are met.
    pub tables: Vec<ShapeId>,
    /// The name of each such table.
    pub statics: HashMap<ShapeId, String>,
    /// The names that long tables would have that are used once, and so written where they are used.
    pub inline: HashMap<ShapeId, String>,
    /// The sets of code points that patterns share.
    pub sets: SharedSets,
    /// The patterns that are used at several places.
    pub patterns: SharedPatterns,
    /// The name of the first type of arguments of each shape.
    roots: HashMap<ShapeId, String>,
    /// Further names of types.
    pub aliases: Aliases,
    /// The types of unions of plain values, by what they would like to be called.
    plain_unions: HashMap<String, usize>,
    /// Types that have not the name of their place: where, that name and theirs.
    pub renamed: Vec<(Span, String, String)>,
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

/// Which side of a tool a type stands on.
#[derive(Clone, Copy, PartialEq)]
pub enum Side {
    /// Arguments.
    Input,
    /// Results.
    Output,
}

impl<'c> Names<'c> {
    /// Names what a module of these tools has.
    pub fn new(diagnostics: &mut Diagnostics, catalog: &'c Catalog, tools: &[ToolId]) -> Self {
        let first = tools.first().map(|id| catalog.tool(*id));
        let mut plan = Names {
            catalog,
            options: first.map(|tool| tool.rust.clone()).unwrap_or_default(),
            tools: Vec::new(),
            declared: Vec::new(),
            toolset: None,
            hidden: Hidden::default(),
            types: Vec::new(),
            known: HashMap::new(),
            tables: Vec::new(),
            statics: HashMap::new(),
            inline: HashMap::new(),
            sets: SharedSets::default(),
            patterns: SharedPatterns::default(),
            roots: HashMap::new(),
            aliases: Aliases::default(),
            plain_unions: HashMap::new(),
            renamed: Vec::new(),
            scope: Scope::default(),
            table_scope: Scope::default(),
        };
        for &id in tools {
            plan.name_tool(diagnostics, id);
        }
        if let Some(first) = first {
            plan.name_declared(&first.namespace);
        }
        for index in 0..plan.tools.len() {
            plan.visit_tool(index);
        }
        plan.visit_declared();
        let scope = &mut plan.table_scope;
        plan.sets.name(|wish| scope.claim(wish));
        plan.patterns.name(|wish| scope.claim(wish));
        plan
    }

    fn name_tool(&mut self, diagnostics: &mut Diagnostics, id: ToolId) {
        let tool = self.catalog.tool(id);
        let wish = pascal_case(&tool.name);
        let marker = self.scope.claim(&wish);
        if marker != wish && tool.overload == 0 {
            let message = format!(
                "the tool `{}` is `{marker}` in Rust, because another one is `{wish}`",
                tool.name
            );
            diagnostics.push(
                Diagnostic::new(Code::RENAMED_IDENTIFIER, tool.span, message)
                    .help("nothing has to be done; a model still knows it by its own name"),
            );
        }
        let args = self.scope.claim(&format!("{marker}Args"));
        let error = (!tool.errors.is_empty()).then(|| self.scope.claim(&format!("{marker}Error")));
        self.tools.push(ToolPlan {
            id,
            marker,
            args,
            has_types: tool.is_handled() || self.options.types_all(),
            first_type: 0,
            error,
            input: tool.input,
            output: tool.output,
            typed_output: tool.output.filter(|_| tool.is_handled()),
        });
    }

    /// The tool under a plan.
    pub fn tool(&self, plan: &ToolPlan) -> &'c Tool {
        self.catalog.tool(plan.id)
    }

    fn visit_tool(&mut self, index: usize) {
        self.tools[index].first_type = self.types.len();
        if self.tools[index].has_types {
            self.visit_args(index);
        }
        let plan = &self.tools[index];
        let (id, marker, input) = (plan.id, plan.marker.clone(), plan.input);
        let (output, typed_output) = (plan.output, plan.typed_output);
        self.visit_table(input, &format!("{marker}Args"));
        if let Some(output) = typed_output {
            let child = Child {
                shape: output,
                wish: format!("{marker}Output"),
                place: format!(
                    "the result of {}",
                    quote_code(&self.catalog.tool(id).qualified())
                ),
                within: Vec::new(),
                stem: marker.clone(),
            };
            self.visit(child, Side::Output);
        }
        if let Some(output) = output {
            self.visit_table(output, &format!("{marker}Output"));
        }
    }

    fn visit_args(&mut self, index: usize) {
        let plan = &self.tools[index];
        let (id, args, marker, input) =
            (plan.id, plan.args.clone(), plan.marker.clone(), plan.input);
        let root = self.base(input);
        if matches!(self.kind(root), Kind::Struct(_) | Kind::Union(..)) {
            self.known.entry(root).or_insert(self.types.len());
        }
        self.types.push(TypePlan {
            name: args.clone(),
            stem: marker.clone(),
            shape: root,
            place: String::new(),
            input: true,
            output: false,
            root: Some(id),
            declared: false,
            same_as: self.roots.get(&input).cloned(),
        });
        self.roots.entry(input).or_insert_with(|| args.clone());
        for child in self.children(root, &args, &marker, "") {
            let stem = marker.clone();
            self.visit(Child { stem, ..child }, Side::Input);
        }
    }

    /// Names the types from here down.
    pub fn visit(&mut self, child: Child, side: Side) {
        let mut waiting = vec![child];
        while let Some(mut child) = waiting.pop() {
            let id = self.base(child.shape);
            let name = match self.kind(id) {
                Kind::Struct(_) | Kind::Choice(_) | Kind::Union(..) => {
                    let Some(name) = self.enter(id, &mut child, side) else {
                        continue;
                    };
                    name
                }
                _ => child.wish,
            };
            let children = self.children(id, &name, &name, &child.place);
            let within = |inner: Child| Child {
                within: child.within.clone(),
                stem: child.stem.clone(),
                ..inner
            };
            waiting.extend(children.into_iter().rev().map(within));
        }
    }

    /// Names a type; `None` where it already has this name and was met on this side.
    fn enter(&mut self, id: ShapeId, child: &mut Child, side: Side) -> Option<String> {
        if let Some(&index) = self.known.get(&id) {
            let known = &mut self.types[index];
            let met = if side == Side::Input {
                &mut known.input
            } else {
                &mut known.output
            };
            let new = !std::mem::replace(met, true);
            if let Some(alias) = self.enter_alias(id, index, child) {
                child.within.push(id);
                return Some(alias);
            }
            return new.then(|| self.types[index].name.clone());
        }
        let plain = self.plain_union(id);
        if let Some(&index) = plain.as_ref().and_then(|name| self.plain_unions.get(name)) {
            self.known.insert(id, index);
            return self.enter(id, child, side);
        }
        let definition = self.form(id).definition.as_deref().map(pascal_case);
        let name = match definition.or(plain.clone()) {
            Some(wish) => self.claim(&wish, &format!("{}{wish}", child.stem), id),
            None => self.claim(&child.wish, &child.wish, id),
        };
        self.known.insert(id, self.types.len());
        if let Some(plain) = plain {
            self.plain_unions.insert(plain, self.types.len());
        }
        self.types.push(TypePlan {
            name: name.clone(),
            stem: name.clone(),
            shape: id,
            place: child.place.clone(),
            input: side == Side::Input,
            output: side == Side::Output,
            root: None,
            declared: false,
            same_as: None,
        });
        Some(name)
    }

    /// The name, else the further one: another definition of the same name is called after the tool
    /// too, so that the names of both stay when a third one comes.
    fn claim(&mut self, wish: &str, further: &str, id: ShapeId) -> String {
        let wish = if self.scope.has(wish) { further } else { wish };
        let name = self.scope.claim(wish);
        if name != wish {
            let span = self.form(id).span;
            self.renamed.push((span, wish.to_owned(), name.clone()));
        }
        name
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
