//! A function as a tool: one arguments struct, optionally the context, and a result.

use super::Reader;
use super::attributes::Attributes;
use super::items::{Item, Keyword, parse_item};
use super::names::{Meaning, find_name, plain_name};
use super::serde::Direction;
use super::types::{Kind, span_of};
use proc_macro2::Span;
use syn::{FnArg, Signature, Type, Visibility};
use toolc_base::diagnostic::{Code, Diagnostic};
use toolc_base::node::Node;
use toolc_model::model::native::{Native, NativeKind, NativeType, Parameter, is_name};

/// What makes up a tool, apart from its name.
pub(super) struct Parts {
    pub(super) native: Native,
    pub(super) input: Node,
    pub(super) output: Option<Node>,
    pub(super) description: String,
    pub(super) described: Option<Span>,
    pub(super) span: Span,
}

impl<'r> Reader<'r> {
    /// Reads a function; `None` if it has an error.
    pub(super) fn function(&mut self, item: &'r Item) -> Option<Parts> {
        let found = match parse_item::<syn::ItemFn>(&item.tokens) {
            Ok(found) => found,
            Err(error) => {
                self.unreadable(item, &error);
                return None;
            }
        };
        let attributes = self.attributes(&found.attrs);
        self.check_visible(&found.vis, item.span, &item.name);
        self.check_plain(&found.sig);
        let (parameters, arguments) = self.parameters(&found.sig)?;
        let (arguments, input) = match arguments {
            Some(ty) => {
                let (path, input) = self.arguments(ty)?;
                (Some(path), input)
            }
            None => (None, self.no_arguments(item.span)),
        };
        let returned = self.returned(&found.sig)?;
        let (output, result) = match returned.value {
            Some(ty) => self.result(ty, returned.returns),
            None => (None, None),
        };
        Some(Parts {
            native: Native {
                path: self.path_of(&item.name),
                kind: NativeKind::Function {
                    parameters,
                    is_async: found.sig.asyncness.is_some(),
                    returns: returned.returns,
                },
                arguments,
                output,
            },
            input,
            output: result,
            description: attributes.description(),
            described: attributes.described,
            span: item.span,
        })
    }

    /// The path of an item in the module, as written in generated code.
    pub(super) fn path_of(&self, name: &str) -> Vec<String> {
        let name = if is_name(name) {
            name.to_owned()
        } else {
            format!("r#{name}")
        };
        self.module.iter().cloned().chain([name]).collect()
    }

    pub(super) fn check_visible(&mut self, visibility: &Visibility, span: Span, name: &str) {
        let is_own = self.module.first().is_some_and(|first| first == "crate");
        let is_seen = match visibility {
            Visibility::Public(_) => true,
            Visibility::Restricted(within) => is_own && within.path.is_ident("crate"),
            Visibility::Inherited => false,
        };
        if !is_seen {
            let wish = if is_own {
                "`pub` or `pub(crate)`"
            } else {
                "`pub`"
            };
            let message = format!("`{name}` is private, but generated code has to call it");
            let finding = self.finding(Code::UNFIT_FUNCTION, span, message);
            self.fault(finding.help(format!("write {wish} before it")));
        }
    }

    pub(super) fn finding(&self, code: Code, span: Span, message: String) -> Diagnostic {
        Diagnostic::new(code, self.span(span), message)
    }

    /// Checks that a function can be called with nothing but its arguments.
    fn check_plain(&mut self, signature: &Signature) {
        let name = plain_name(&signature.ident);
        let generics = &signature.generics;
        let fault = if !generics.params.is_empty() || generics.where_clause.is_some() {
            Some(("is generic", "use concrete types"))
        } else if matches!(signature.safety, syn::Safety::Unsafe(_)) {
            Some(("is `unsafe`", "wrap it in a safe function"))
        } else if signature.abi.is_some() || signature.variadic.is_some() {
            Some(("is `extern` or variadic", "wrap it in a plain function"))
        } else {
            None
        };
        if let Some((what, help)) = fault {
            let message = format!("the function `{name}` {what}, which a tool must not be");
            let finding = self.finding(Code::UNFIT_FUNCTION, signature.ident.span(), message);
            self.fault(finding.help(help));
        }
    }

    /// The parameters of a function, and the type of its arguments.
    fn parameters<'t>(
        &mut self,
        signature: &'t Signature,
    ) -> Option<(Vec<Parameter>, Option<&'t Type>)> {
        let mut parameters = Vec::new();
        let mut arguments = None;
        for input in &signature.inputs {
            let FnArg::Typed(input) = input else {
                self.unfit_parameter(signature, signature.ident.span(), "takes `self`");
                return None;
            };
            let ty = &*input.ty;
            if self.is_context(ty) {
                if parameters.contains(&Parameter::Context) {
                    self.unfit_parameter(signature, span_of(ty), "takes the context twice");
                }
                parameters.push(Parameter::Context);
            } else if matches!(ty, Type::Reference(_)) {
                self.unfit_parameter(signature, span_of(ty), "borrows its arguments");
                return None;
            } else if arguments.is_some() {
                self.unfit_parameter(signature, span_of(ty), "takes more than one struct");
                return None;
            } else {
                parameters.push(Parameter::Arguments);
                arguments = Some(ty);
            }
        }
        Some((parameters, arguments))
    }

    /// `&Context`
    pub(super) fn is_context(&self, ty: &Type) -> bool {
        let Type::Reference(reference) = ty else {
            return false;
        };
        let Type::Path(path) = &*reference.elem else {
            return false;
        };
        let meaning = find_name(self.items, &self.imports, self.module, &path.path);
        matches!(meaning, Meaning::Other(name) if name == "toolc_runtime::Context")
    }

    fn unfit_parameter(&mut self, signature: &Signature, span: Span, what: &str) {
        let message = format!("the function `{}` {what}", plain_name(&signature.ident));
        let finding = self.finding(Code::UNFIT_FUNCTION, span, message).help(
            "a tool takes one struct of this file by value, and `&toolc_runtime::Context` if it needs \
             it",
        );
        self.fault(finding);
    }

    /// The arguments type and its schema: a struct in the file with named fields.
    pub(super) fn arguments(&mut self, ty: &Type) -> Option<(NativeType, Node)> {
        let Some(item) = self.own_struct(ty) else {
            if !self.is_at_fault {
                let span = span_of(ty);
                let text = self.sources.text(self.span(span)).to_owned();
                let message = format!("`{text}` is not a struct of this file with named fields");
                let finding = self
                    .finding(Code::UNFIT_FUNCTION, span, message)
                    .label("the arguments of a call are the fields of a struct")
                    .help("write `#[derive(Deserialize)] pub struct Args { … }` in this file");
                self.fault(finding);
            }
            return None;
        };
        let input = self.schema(Direction::In, |reader| reader.describe_item(item, true));
        if input.get("properties").is_none() && !self.is_at_fault {
            let message = format!("the arguments `{}` are not an object in JSON", item.name);
            let finding = self
                .finding(Code::UNFIT_FUNCTION, item.span, message)
                .help("give the struct named fields, without `transparent`");
            self.fault(finding);
        }
        Some((self.native_type(item), input))
    }

    pub(super) fn native_type(&mut self, item: &Item) -> NativeType {
        let attributes = match item.keyword {
            Keyword::Enum => parse_item::<syn::ItemEnum>(&item.tokens).map(|found| {
                let attributes = Attributes::of(&found.attrs);
                (attributes, found.vis)
            }),
            _ => parse_item::<syn::ItemStruct>(&item.tokens).map(|found| {
                let attributes = Attributes::of(&found.attrs);
                (attributes, found.vis)
            }),
        };
        let path = self.path_of(&item.name);
        let described = match attributes {
            Ok((attributes, visibility)) => {
                self.check_visible(&visibility, item.span, &item.name);
                attributes.json_schema
            }
            Err(_) => None,
        };
        NativeType { path, described }
    }

    fn own_struct(&mut self, ty: &Type) -> Option<&'r Item> {
        match self.kind(ty)? {
            Kind::Own(item) if item.keyword == Keyword::Struct => Some(item),
            Kind::Alias(ty) => {
                self.depth += 1;
                let found = (self.depth < Self::MAX_DEPTH).then(|| self.own_struct(&ty));
                self.depth -= 1;
                found.flatten()
            }
            _ => None,
        }
    }

    /// `{type: object, properties: {}, additionalProperties: false}`
    pub(super) fn no_arguments(&self, span: Span) -> Node {
        let at = super::nodes::At(self.span(span));
        let mut schema = at.object(Vec::new(), Vec::new());
        super::nodes::set_key(&mut schema, "additionalProperties", at.flag(false));
        schema
    }
}
