//! The defaults of arguments, where they are constant: what serde fills in for a field that a call leaves out.

use super::Reader;
use super::attributes::Attributes;
use super::items::{Item, Keyword, parse_item};
use super::names::{Meaning, find_name, plain_name};
use super::nodes::{At, set_key};
use super::scalars::{HOLDERS, LISTS, MAPS, SETS, zero_of};
use super::schemars::read_literal;
use super::serde::{Container, DefaultWord, Direction, Part};
use super::types::type_arguments;
use syn::punctuated::Punctuated;
use syn::{Expr, Fields, Token, Type, UnOp};
use toolc_base::diagnostic::{Code, Diagnostic};
use toolc_base::node::{Map, Node, Value};
use toolc_base::source::Span;

/// How many constants may refer to each other.
const MAX_DEPTH: usize = 16;

/// How many tokens the body of a function may have that is read for its value.
const MAX_BODY: usize = 64;

/// Methods that make an owned value of a literal.
const OWNED: &[&str] = &["to_owned", "to_string", "into"];

/// Why a default is not shown.
const COMPUTED: &str = "is computed by the program";
const ELSEWHERE: &str = "is made by a function that this file does not have";
const BY_HAND: &str = "is what an implementation of `Default` says";
const NO_LITERAL: &str = "is that of a type which has more than one part";

/// What fills in the fields of a struct that a call leaves out.
#[derive(Clone, Copy, Default)]
pub(super) enum Fallback {
    /// Nothing: they are required.
    #[default]
    Nothing,
    /// The defaults of their types: the struct derives `Default`.
    Types(proc_macro2::Span),
    /// An implementation or a function of the file.
    Unknown(proc_macro2::Span),
}

impl Fallback {
    /// What `#[serde(default)]` on a struct with these attributes comes to.
    pub(super) fn of(default: Option<&DefaultWord>, attributes: &Attributes) -> Self {
        match default {
            None => Fallback::Nothing,
            Some(word) if word.function.is_none() && attributes.derives("Default") => {
                Fallback::Types(word.span)
            }
            Some(word) => Fallback::Unknown(word.span),
        }
    }

    pub(super) fn is_some(self) -> bool {
        !matches!(self, Fallback::Nothing)
    }
}

impl<'r> Reader<'r> {
    /// Adds the default of a field to its schema, or reports why models are not told it.
    pub(super) fn show_default(
        &mut self,
        schema: &mut Node,
        name: &str,
        ty: &Type,
        own: Option<&DefaultWord>,
        fallback: Fallback,
    ) {
        if self.direction == Direction::Out || schema.get("default").is_some() {
            return;
        }
        let (span, value) = match (own, fallback) {
            (None, Fallback::Nothing) => return,
            (Some(word), _) => {
                let at = At(self.span(word.span));
                let value = match &word.function {
                    Some(path) => self.value_of_function(path, at),
                    None => self.default_of_type(ty, at, 0),
                };
                (at.0, value)
            }
            (None, Fallback::Types(span)) => {
                let at = At(self.span(span));
                (at.0, self.default_of_type(ty, at, 0))
            }
            (None, Fallback::Unknown(span)) => (self.span(span), Err(BY_HAND)),
        };
        match value {
            Ok(value) => set_key(schema, "default", value),
            Err(why) => self.note_default(name, span, why),
        }
    }

    fn note_default(&mut self, name: &str, span: Span, why: &str) {
        let message = format!("models are not told the default of `{name}`: it {why}");
        let finding = Diagnostic::new(Code::UNSHOWN_DEFAULT, span, message)
            .label("not written out as a literal")
            .help(
                "no action is needed; `#[serde(default = \"f\")]` with a function of this file whose body is a \
                 literal is shown, and so is `#[schemars(extend(\"default\" = …))]`",
            );
        self.diagnostics.push(finding);
    }

    /// What `Default` makes of a type.
    fn default_of_type(&self, ty: &Type, at: At, depth: usize) -> Result<Node, &'static str> {
        if depth > MAX_DEPTH {
            return Err(NO_LITERAL);
        }
        let path = match ty {
            Type::Paren(inner) => return self.default_of_type(&inner.elem, at, depth + 1),
            Type::Group(inner) => return self.default_of_type(&inner.elem, at, depth + 1),
            Type::Tuple(tuple) if tuple.elems.is_empty() => return Ok(null(at)),
            Type::Tuple(tuple) => {
                let values = tuple.elems.iter();
                let values = values.map(|ty| self.default_of_type(ty, at, depth + 1));
                return Ok(at.list(values.collect::<Result<_, _>>()?));
            }
            Type::Path(path) if path.qself.is_none() => &path.path,
            _ => return Err(NO_LITERAL),
        };
        match find_name(self.items, &self.imports, self.module, path) {
            Meaning::Own(item) if item.keyword == Keyword::Alias => {
                let alias = parse_item::<syn::ItemType>(&item.tokens).map_err(|_| NO_LITERAL)?;
                self.default_of_type(&alias.ty, at, depth + 1)
            }
            Meaning::Own(item) if item.keyword == Keyword::Enum => self.default_variant(item, at),
            Meaning::Other(name) if HOLDERS.contains(&name.as_str()) => {
                let last = path.segments.last().map(|last| &last.arguments);
                let held = last.and_then(|arguments| type_arguments(arguments).pop());
                self.default_of_type(held.ok_or(NO_LITERAL)?, at, depth + 1)
            }
            Meaning::Other(name) => default_of_known(&name, at).ok_or(NO_LITERAL),
            _ => Err(NO_LITERAL),
        }
    }

    /// The variant with `#[default]` of an enum that derives `Default`.
    fn default_variant(&self, item: &Item, at: At) -> Result<Node, &'static str> {
        let found = parse_item::<syn::ItemEnum>(&item.tokens).map_err(|_| NO_LITERAL)?;
        if !Attributes::of(&found.attrs).derives("Default") {
            return Err(BY_HAND);
        }
        let is_default = |variant: &&syn::Variant| {
            let mut attributes = variant.attrs.iter();
            attributes.any(|attribute| attribute.path().is_ident("default"))
        };
        let variant = found.variants.iter().find(is_default).ok_or(NO_LITERAL)?;
        self.value_of_variant(&found, variant, at)
    }

    /// The JSON of a variant without content.
    fn value_of_variant(
        &self,
        found: &syn::ItemEnum,
        variant: &syn::Variant,
        at: At,
    ) -> Result<Node, &'static str> {
        let attributes = Attributes::of(&found.attrs);
        let container = Container::of(&attributes, true, self.direction, &mut Vec::new());
        let is_text = !container.untagged && container.tag.is_none();
        if !is_text || !matches!(variant.fields, Fields::Unit) {
            return Err(NO_LITERAL);
        }
        let attributes = Attributes::of(&variant.attrs);
        let part = Part::of(&attributes, self.direction, &mut Vec::new());
        let plain = plain_name(&variant.ident);
        let name = match (part.name, container.variants) {
            (Some(name), _) => name,
            (None, Some(case)) => case.of_variant(&plain),
            (None, None) => plain,
        };
        Ok(at.text(&name))
    }

    /// What a function of the file returns whose body is a constant.
    fn value_of_function(&self, path: &str, at: At) -> Result<Node, &'static str> {
        let name = path.strip_prefix("self::").unwrap_or(path);
        let [function] = self.items.named(name, &[Keyword::Function])[..] else {
            return Err(ELSEWHERE);
        };
        let body = function.body.as_ref().ok_or(COMPUTED)?;
        let tokens: Vec<_> = body.stream().into_iter().take(MAX_BODY + 1).collect();
        if tokens.len() > MAX_BODY {
            return Err(COMPUTED);
        }
        let expr = parse_item::<Expr>(&tokens).map_err(|_| COMPUTED)?;
        self.evaluate(&expr, at, 0).ok_or(COMPUTED)
    }

    /// The value of a literal, of what makes an owned value of one, or of a constant of the file.
    fn evaluate(&self, expr: &Expr, at: At, depth: usize) -> Option<Node> {
        if depth > MAX_DEPTH {
            return None;
        }
        let next = |expr: &Expr| self.evaluate(expr, at, depth + 1);
        match expr {
            Expr::Lit(_) => read_literal(expr, at),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => read_literal(expr, at),
            Expr::Paren(inner) => next(&inner.expr),
            Expr::Group(inner) => next(&inner.expr),
            Expr::Reference(inner) => next(&inner.expr),
            Expr::Array(list) => Some(at.list(list.elems.iter().map(next).collect::<Option<_>>()?)),
            Expr::MethodCall(call) if call.args.is_empty() => {
                let is_owned = OWNED.iter().any(|name| call.method == name);
                next(&call.receiver).filter(|_| is_owned)
            }
            Expr::Macro(call) if call.mac.path.is_ident("vec") => {
                let parser = Punctuated::<Expr, Token![,]>::parse_terminated;
                let list = syn::parse::Parser::parse2(parser, call.mac.tokens.clone()).ok()?;
                Some(at.list(list.iter().map(next).collect::<Option<_>>()?))
            }
            Expr::Call(call) => self.evaluate_call(call, at, depth),
            Expr::Path(path) => self.evaluate_path(&path.path, at, depth),
            _ => None,
        }
    }

    /// `Some(…)`, `String::from(…)`, `Vec::new()`
    fn evaluate_call(&self, call: &syn::ExprCall, at: At, depth: usize) -> Option<Node> {
        let Expr::Path(function) = &*call.func else {
            return None;
        };
        let names = function.path.segments.iter();
        let names: Vec<String> = names.map(|segment| plain_name(&segment.ident)).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        match (names.as_slice(), call.args.first()) {
            (["Some"] | ["String", "from"] | ["Box", "new"], Some(inner))
                if call.args.len() == 1 =>
            {
                self.evaluate(inner, at, depth + 1)
            }
            (["String", "new"], None) => Some(at.text("")),
            (["Vec", "new"], None) => Some(at.list(Vec::new())),
            _ => None,
        }
    }

    /// `None`, a constant of the file, or a variant of an enum of the file.
    fn evaluate_path(&self, path: &syn::Path, at: At, depth: usize) -> Option<Node> {
        if path.is_ident("None") {
            return Some(null(at));
        }
        let segments: Vec<String> = path
            .segments
            .iter()
            .map(|segment| plain_name(&segment.ident))
            .collect();
        match segments.as_slice() {
            [name] => {
                let [item] = self.items.named(name, &[Keyword::Const])[..] else {
                    return None;
                };
                let found = parse_item::<syn::ItemConst>(&item.tokens).ok()?;
                self.evaluate(&found.expr, at, depth + 1)
            }
            [ty, name] => {
                let [item] = self.items.named(ty, &[Keyword::Enum])[..] else {
                    return None;
                };
                let found = parse_item::<syn::ItemEnum>(&item.tokens).ok()?;
                let mut variants = found.variants.iter();
                let variant = variants.find(|variant| plain_name(&variant.ident) == *name)?;
                self.value_of_variant(&found, variant, at).ok()
            }
            _ => None,
        }
    }
}

fn null(at: At) -> Node {
    Node::new(Value::Null, at.0)
}

/// The default of a type that serde knows.
fn default_of_known(name: &str, at: At) -> Option<Node> {
    match name {
        "Option" | "serde_json::Value" => Some(null(at)),
        "std::path::PathBuf" => Some(at.text("")),
        name if LISTS.contains(&name) || SETS.contains(&name) => Some(at.list(Vec::new())),
        name if MAPS.contains(&name) || name == "serde_json::Map" => {
            Some(Node::new(Value::Map(Map::default()), at.0))
        }
        name => zero_of(name, at),
    }
}
