//! Verb: the tools of a namespace to Names. Decides which types and tables its module has, and names them.

mod aliases;
mod children;
mod declared;
mod tables;
mod types;

use super::constants::Constants;
use super::kinds::{Kind, Kinds};
use super::names::{Aliases, Hidden, Names, ToolPlan, TypePlan};
use super::patterns::SharedPatterns;
use crate::emit::ident::{Scope, pascal_case, screaming_case};
use children::Child;
use std::collections::HashMap;
use std::ops::Deref;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_model::model::{Catalog, ToolId};
use toolc_schema::pattern::SharedSets;
use toolc_schema::schema::rules::quote_code;
use toolc_schema::schema::shape::ShapeId;

/// Decides the names in a module with these tools.
pub fn name_module<'c>(
    diagnostics: &mut Diagnostics,
    catalog: &'c Catalog,
    tools: &[ToolId],
) -> Names<'c> {
    let first = tools.first().map(|id| catalog.tool(*id));
    let options = first.map(|tool| tool.rust.clone()).unwrap_or_default();
    let mut naming = Naming::new(Kinds { catalog, options });
    for &id in tools {
        naming.name_tool(diagnostics, id);
    }
    if let Some(first) = first {
        naming.name_declared(&first.namespace);
    }
    for index in 0..naming.tools.len() {
        naming.visit_tool(index);
    }
    naming.visit_declared();
    naming.finish()
}

/// Names under construction.
struct Naming<'c> {
    names: Names<'c>,
    /// For each shape of arguments, the name of the first arguments type with it.
    roots: HashMap<ShapeId, String>,
    /// The types of unions of plain values, by wished-for name.
    plain_unions: HashMap<String, usize>,
    /// The names that long tables would have had; these are used only once, and so written inline.
    inline: HashMap<ShapeId, String>,
}

/// The side of a tool that uses a type.
#[derive(Clone, Copy, PartialEq)]
pub enum Side {
    /// Arguments.
    Input,
    /// Results.
    Output,
}

impl<'c> Deref for Naming<'c> {
    type Target = Names<'c>;

    fn deref(&self) -> &Names<'c> {
        &self.names
    }
}

impl<'c> Naming<'c> {
    fn new(kinds: Kinds<'c>) -> Self {
        Naming {
            names: Names {
                kinds,
                tools: Vec::new(),
                declared: Vec::new(),
                toolset: None,
                hidden: Hidden::default(),
                types: Vec::new(),
                known: HashMap::new(),
                aliases: Aliases::default(),
                renamed: Vec::new(),
                constants: Constants::default(),
                tables: Vec::new(),
                statics: HashMap::new(),
                sets: SharedSets::default(),
                patterns: SharedPatterns::default(),
                scope: Scope::default(),
                table_scope: Scope::default(),
            },
            roots: HashMap::new(),
            plain_unions: HashMap::new(),
            inline: HashMap::new(),
        }
    }

    /// Names what several tables share and the entries of tools, once all tables are known.
    fn finish(self) -> Names<'c> {
        let mut names = self.names;
        let scope = &mut names.table_scope;
        names.constants.name(scope);
        names.sets.name(|wish| scope.claim(wish));
        names.patterns.name(|wish| scope.claim(wish));
        for tool in &mut names.tools {
            tool.entry = scope.claim(&format!("{}_ENTRY", screaming_case(&tool.marker)));
        }
        names
    }

    fn name_tool(&mut self, diagnostics: &mut Diagnostics, id: ToolId) {
        let tool = self.catalog.tool(id);
        let wish = pascal_case(&tool.name);
        let marker = self.names.scope.claim(&wish);
        if marker != wish && tool.overload == 0 {
            let message = format!(
                "the tool `{}` is `{marker}` in Rust, because another tool is `{wish}`",
                tool.name
            );
            diagnostics.push(
                Diagnostic::new(Code::RENAMED_IDENTIFIER, tool.span, message)
                    .help("no action is needed; models still know it by its own name"),
            );
        }
        let args = match tool.is_answer {
            true => marker.clone(),
            false => self.names.scope.claim(&format!("{marker}Args")),
        };
        let error =
            (!tool.errors.is_empty()).then(|| self.names.scope.claim(&format!("{marker}Error")));
        self.names.tools.push(ToolPlan {
            id,
            marker,
            entry: String::new(),
            args,
            has_types: tool.is_handled() || self.options.types_all(),
            first_type: 0,
            error,
            input: tool.input,
            output: tool.output,
            typed_output: tool.output.filter(|_| tool.is_handled()),
        });
    }

    fn visit_tool(&mut self, index: usize) {
        self.names.tools[index].first_type = self.types.len();
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
            self.name_types(child, Side::Output);
        }
        if let Some(output) = output {
            self.visit_table(output, &format!("{marker}Output"));
        }
        for refusal in &self.catalog.tool(id).refusals {
            if let Some(shape) = refusal.shape {
                self.visit_table(shape, &format!("{marker}Refusal"));
            }
        }
        for injected in &self.catalog.tool(id).injected {
            self.visit_table(injected.shape, &format!("{marker}Injected"));
        }
    }

    fn visit_args(&mut self, index: usize) {
        let plan = &self.tools[index];
        let (id, args, marker, input) =
            (plan.id, plan.args.clone(), plan.marker.clone(), plan.input);
        let root = self.base_shape(input);
        if matches!(self.kind(root), Kind::Struct(_) | Kind::Union(..)) {
            self.names
                .known
                .entry(root)
                .or_insert(self.names.types.len());
        }
        self.names.types.push(TypePlan {
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
        // an answer is known by its type, so no two have one
        if !self.catalog.tool(id).is_answer {
            self.roots.entry(input).or_insert_with(|| args.clone());
        }
        for child in self.list_children(root, &args, &marker, "") {
            let stem = marker.clone();
            self.name_types(Child { stem, ..child }, Side::Input);
        }
    }
}
