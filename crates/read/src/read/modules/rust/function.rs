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
use toolc_model::model::native::{
    Native, NativeKind, NativeType, Parameter, Receiver, Wrapped, is_name,
};

/// What makes up a tool, apart from its name.
pub(super) struct Parts {
    pub(super) native: Native,
    pub(super) input: Node,
    pub(super) output: Option<Node>,
    pub(super) description: String,
    pub(super) described: Option<Span>,
    pub(super) title: Option<String>,
    /// Hints, as tool files have them under `annotations`.
    pub(super) annotations: Option<Node>,
    pub(super) span: Span,
}

/// The parameters of a function.
struct Taken<'t> {
    parameters: Vec<Parameter>,
    /// The type of its arguments.
    arguments: Option<&'t Type>,
    /// What they are wrapped in.
    wrapper: Option<Vec<String>>,
}

/// `&self`
pub(super) fn is_shared(receiver: &syn::Receiver) -> bool {
    matches!(receiver.kind, syn::ReceiverKind::Reference(_, _, None))
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
        let path = self.path_of(&item.name);
        let mut parts = self.callable(&found.sig, path, None)?;
        parts.description = attributes.description();
        parts.described = attributes.described;
        Some(parts)
    }

    /// Reads the signature of a function, or of a method of a value of the type `owner`.
    pub(super) fn callable(
        &mut self,
        signature: &Signature,
        path: Vec<String>,
        owner: Option<Receiver>,
    ) -> Option<Parts> {
        let span = signature.ident.span();
        self.check_plain(signature);
        let has_receiver = signature.receiver().is_some();
        let taken = self.parameters(signature, owner.is_some())?;
        let described = taken.arguments.map(|ty| self.arguments(ty));
        let returned = self.returned(signature)?;
        let (wrapped, value) = match returned.value {
            Some(ty) => self.unwrapped(ty),
            None => (Wrapped::Plain, None),
        };
        let (output, result) = match value {
            Some(ty) => self.result(ty, returned.returns),
            None => (None, None),
        };
        let (arguments, input) = match described {
            Some(described) => {
                let (native, input) = described?;
                (Some(native), input)
            }
            None => (None, self.no_arguments(span)),
        };
        Some(Parts {
            native: Native {
                path,
                kind: NativeKind::Function {
                    parameters: taken.parameters,
                    is_async: signature.asyncness.is_some(),
                    returns: returned.returns,
                },
                arguments,
                output,
                receiver: owner.filter(|_| has_receiver),
                wrapper: taken.wrapper,
                wrapped,
            },
            input,
            output: result,
            description: String::new(),
            described: None,
            title: None,
            annotations: None,
            span,
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

    /// The parameters of a function or a method.
    fn parameters<'t>(&mut self, signature: &'t Signature, is_method: bool) -> Option<Taken<'t>> {
        let mut parameters = Vec::new();
        let mut arguments = None;
        let mut wrapper = None;
        for input in &signature.inputs {
            let input = match input {
                FnArg::Typed(input) => input,
                FnArg::Receiver(receiver) if is_method && is_shared(receiver) => continue,
                FnArg::Receiver(_) if is_method => {
                    self.unfit_receiver(signature);
                    return None;
                }
                FnArg::Receiver(_) => {
                    self.unfit_parameter(signature, signature.ident.span(), "takes `self`");
                    return None;
                }
            };
            let mut ty = &*input.ty;
            if let Some((path, inner)) = self.parameters_of_rmcp(ty) {
                wrapper = Some(path);
                ty = inner;
            } else if self.is_of_rmcp_server(ty) {
                self.unfit_server_parameter(signature, ty);
                return None;
            }
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
        Some(Taken {
            parameters,
            arguments,
            wrapper,
        })
    }

    fn unfit_receiver(&mut self, signature: &Signature) {
        let name = plain_name(&signature.ident);
        let message = format!("the method `{name}` takes more than `&self`");
        let span = signature
            .receiver()
            .map_or(signature.ident.span(), |receiver| receiver.self_token.span);
        let finding = self.finding(Code::UNFIT_FUNCTION, span, message).help(
            "calls run side by side: take `&self`, and keep what changes in a `Mutex` or an atomic",
        );
        self.fault(finding);
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

    /// The arguments type and its schema: a struct in the file with named fields, or a type that schemars describes.
    pub(super) fn arguments(&mut self, ty: &Type) -> Option<(NativeType, Node)> {
        let read = self.read_arguments(ty);
        let (native, input) = self.settle(ty, Direction::In, read)?;
        if input.get("properties").is_none() && !self.has_fault() {
            let name = native.path.last().map_or("", String::as_str);
            let message = format!("the arguments `{name}` are not an object in JSON");
            let finding = self
                .finding(Code::UNFIT_FUNCTION, span_of(ty), message)
                .help("give the struct named fields, without `transparent`");
            self.fault(finding);
        }
        Some((native, input))
    }

    fn read_arguments(&mut self, ty: &Type) -> Option<(NativeType, Node)> {
        let Some(item) = self.own_struct(ty) else {
            if !self.has_fault() {
                let span = span_of(ty);
                let text = self.sources.text(self.span(span)).to_owned();
                let message = format!("`{text}` is not a struct of this file with named fields");
                let finding = self
                    .finding(Code::UNFIT_FUNCTION, span, message)
                    .label("the arguments of a call are the fields of a struct")
                    .help("write `#[derive(Deserialize)] pub struct Args { … }` in this file");
                self.open.push(finding);
            }
            return None;
        };
        let input = self.schema(Direction::In, |reader| reader.describe_item(item, true));
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
