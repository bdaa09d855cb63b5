//! What rmcp's `#[tool]` says of a method, and its types of parameters and results.
//!
//! Read by the documentation of rmcp's macros: `name`, `title`, `description` and `annotations` of the attribute;
//! `Parameters<T>` as the argument; `Json<T>` and `CallToolResult` as results.

use super::Reader;
use super::attributes::{Value, Word, read_words};
use super::names::{Meaning, find_name, plain_name};
use super::nodes::At;
use super::serde::Unfit;
use super::types::{span_of, type_arguments};
use syn::{Expr, ExprLit, Lit, Meta, Signature, Type};
use toolc_base::diagnostic::Code;
use toolc_base::node::Node;
use toolc_model::model::native::Wrapped;

/// Hints, as the attribute and as MCP name them.
const HINTS: &[(&str, &str)] = &[
    ("read_only_hint", "readOnlyHint"),
    ("destructive_hint", "destructiveHint"),
    ("idempotent_hint", "idempotentHint"),
    ("open_world_hint", "openWorldHint"),
];

/// Words that mean something to hosts and to the macro, and nothing to a call.
const UNUSED: &[&str] = &["icons", "meta", "local", "execution"];

/// What the attribute says.
#[derive(Default)]
pub(super) struct ToolAttribute {
    pub(super) name: Option<String>,
    pub(super) title: Option<String>,
    pub(super) description: Option<String>,
    hints: Vec<(&'static str, bool)>,
    /// What cannot be honoured.
    pub(super) faults: Vec<Unfit>,
}

impl ToolAttribute {
    pub(super) fn of(attributes: &[syn::Attribute]) -> Self {
        let mut found = ToolAttribute::default();
        for attribute in attributes {
            let last = attribute.path().segments.last();
            if last.is_none_or(|last| last.ident != "tool") {
                continue;
            }
            let Meta::List(list) = &attribute.meta else {
                continue;
            };
            match read_words(list.tokens.clone()) {
                Ok(words) => words.iter().for_each(|word| found.add(word)),
                Err(error) => found
                    .faults
                    .push((error.span(), "it cannot be read".to_owned())),
            }
        }
        found
    }

    fn add(&mut self, word: &Word) {
        let place = match word.name.as_str() {
            "name" => &mut self.name,
            "title" => &mut self.title,
            "description" => &mut self.description,
            "annotations" => return word.list().iter().for_each(|hint| self.add_hint(hint)),
            name if UNUSED.contains(&name) => return,
            "input_schema" | "output_schema" => {
                let why = format!(
                    "`{}` replaces the schema that the types have, and nothing would hold the program to it",
                    word.name
                );
                return self.faults.push((word.span, why));
            }
            name => {
                return self
                    .faults
                    .push((word.span, format!("`{name}` is not known")));
            }
        };
        *place = word.text();
        if place.is_none() {
            let why = format!("`{}` must be a string literal", word.name);
            self.faults.push((word.span, why));
        }
    }

    fn add_hint(&mut self, word: &Word) {
        if word.name == "title" {
            self.title = self.title.take().or_else(|| word.text());
            return;
        }
        let hint = HINTS.iter().find(|(name, _)| *name == word.name);
        let flag = match &word.value {
            Value::Expr(expr) => match &**expr {
                Expr::Lit(ExprLit {
                    lit: Lit::Bool(flag),
                    ..
                }) => Some(flag.value),
                _ => None,
            },
            _ => None,
        };
        match (hint, flag) {
            (Some((_, hint)), Some(flag)) => self.hints.push((hint, flag)),
            _ => {
                let why = format!("`{}` must be a hint that is `true` or `false`", word.name);
                self.faults.push((word.span, why));
            }
        }
    }

    /// The hints as a tool file has them, if there are any.
    pub(super) fn annotations(&self, at: At) -> Option<Node> {
        let entries = self
            .hints
            .iter()
            .map(|(name, flag)| (*name, at.flag(*flag)));
        let entries: Vec<(&str, Node)> = entries.collect();
        (!entries.is_empty()).then(|| at.map(entries))
    }
}

impl Reader<'_> {
    fn full_name(&self, ty: &Type) -> Option<String> {
        let Type::Path(path) = ty else {
            return None;
        };
        match find_name(self.items, &self.imports, self.module, &path.path) {
            Meaning::Other(name) => Some(name),
            _ => None,
        }
    }

    /// The path of `Parameters`, and the type that it holds.
    pub(super) fn parameters_of_rmcp<'t>(&self, ty: &'t Type) -> Option<(Vec<String>, &'t Type)> {
        let name = self.full_name(ty)?;
        if !name.starts_with("rmcp::") || !name.ends_with("::Parameters") {
            return None;
        }
        let path = name.split("::").map(str::to_owned).collect();
        Some((path, held(ty)?))
    }

    /// Whether only a server of rmcp can give a value of this type, such as `RequestContext` and `Peer`.
    pub(super) fn is_of_rmcp_server(&self, ty: &Type) -> bool {
        self.full_name(ty)
            .is_some_and(|name| name.starts_with("rmcp::"))
    }

    /// Reports a parameter that only a server of rmcp can give.
    pub(super) fn unfit_server_parameter(&mut self, signature: &Signature, ty: &Type) {
        let span = span_of(ty);
        let text = self.sources.text(self.span(span)).to_owned();
        let name = plain_name(&signature.ident);
        let message =
            format!("the method `{name}` takes `{text}`, which only a server of rmcp has");
        let finding = self.finding(Code::UNFIT_FUNCTION, span, message).help(
            "move the body into a method that takes the arguments alone, and `&toolc_runtime::Context` if it \
             needs to know who calls; the method with `#[tool]` calls it",
        );
        self.fault(finding);
    }

    /// The type of a result without what rmcp wraps it in.
    pub(super) fn unwrapped<'t>(&self, ty: &'t Type) -> (Wrapped, Option<&'t Type>) {
        let name = self.full_name(ty).unwrap_or_default();
        let is_of_rmcp = name.starts_with("rmcp::");
        // rmcp's own examples import all of its model
        if name == "CallToolResult" || is_of_rmcp && name.ends_with("::CallToolResult") {
            return (Wrapped::Content, None);
        }
        match held(ty).filter(|_| is_of_rmcp && name.ends_with("::Json")) {
            Some(inner) => (Wrapped::Json, Some(inner)),
            None => (Wrapped::Plain, Some(ty)),
        }
    }
}

/// The type in the angle brackets.
fn held(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = ty else {
        return None;
    };
    type_arguments(&path.path.segments.last()?.arguments).pop()
}
