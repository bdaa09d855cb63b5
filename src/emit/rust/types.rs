//! The types of arguments and results.

use super::borrowing::Strings;
use super::complexity;
use super::kinds::Kind;
use super::literal::{code, plain_doc};
use super::names::choice_names;
use super::plan::{Plan, TypePlan};
use crate::emit::ident::{pascal, repeats};
use crate::model::rust_path::RustPath;
use crate::model::shape::{Object, ShapeId};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

/// An identifier that a [`crate::emit::ident::Scope`] gave out.
pub fn ident(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}

/// The path of a type of the user's, from names that were checked.
fn path_tokens(path: &RustPath) -> TokenStream {
    let segments = path.segments.iter().map(|name| ident(name));
    let path_only = quote!(#(#segments)::*);
    let arguments: Vec<TokenStream> = path.arguments.iter().map(path_tokens).collect();
    let arguments = match arguments.as_slice() {
        [] => TokenStream::new(),
        arguments => quote!(<#(#arguments),*>),
    };
    match path.is_own() || path.is_primitive() {
        true => quote!(#path_only #arguments),
        false => quote!(::#path_only #arguments),
    }
}

impl Plan<'_> {
    /// The type by whose value a field or variant holds another type; see [`super::circles`].
    pub fn held(&self, id: ShapeId) -> Option<ShapeId> {
        let id = self.base(id);
        match self.kind(id) {
            Kind::Struct(_) | Kind::Union(..) => Some(self.stands_for(id)),
            Kind::Nullable(inner) => self.held(inner),
            _ => None,
        }
    }

    /// All types that stand by value in a shape: those of a tuple's elements too.
    pub fn all_held(&self, id: ShapeId) -> Vec<ShapeId> {
        let id = self.base(id);
        match self.kind(id) {
            Kind::Tuple(elements) => elements
                .iter()
                .flat_map(|element| self.all_held(*element))
                .collect(),
            Kind::Nullable(inner) => self.all_held(inner),
            _ => self.held(id).into_iter().collect(),
        }
    }

    /// The Rust type of a shape inside a list, a map or nowhere, as it is called at this place.
    pub fn rust_type(&self, id: ShapeId, strings: Strings, site: &str) -> TokenStream {
        let id = self.base(id);
        match self.kind(id) {
            Kind::Struct(_) | Kind::Choice(_) | Kind::Union(..) => {
                self.named_with(id, strings, site)
            }
            Kind::Map(Some(value)) => {
                let value = self.rust_type(value, strings, &format!("{site}Value"));
                quote!(::std::collections::BTreeMap<String, #value>)
            }
            Kind::Map(None) => quote!(::std::collections::BTreeMap<String, rt::Json>),
            Kind::List(items) => {
                let items = self.rust_type(items, strings, &format!("{site}Item"));
                quote!(Vec<#items>)
            }
            Kind::Nullable(inner) => {
                let inner = self.rust_type(inner, strings, site);
                quote!(Option<#inner>)
            }
            Kind::Tuple(elements) => {
                let elements = (1..).zip(elements).map(|(number, element): (usize, _)| {
                    self.rust_type(*element, strings, &format!("{site}Item{number}"))
                });
                quote!((#(#elements,)*))
            }
            Kind::Own(path, true) => {
                let path = path_tokens(&path);
                quote!(rt::Parsed<#path>)
            }
            Kind::Own(path, false) => {
                let path = path_tokens(&path);
                quote!(rt::ParsedJson<#path>)
            }
            Kind::Leaf("()") => quote!(()),
            Kind::Leaf("String") if strings == Strings::Borrowed => {
                quote!(::std::borrow::Cow<'a, str>)
            }
            Kind::Leaf("Integer") => quote!(rt::Integer),
            Kind::Leaf(name) => {
                let name = ident(name);
                quote!(#name)
            }
            Kind::Json => quote!(rt::Json),
        }
    }

    /// A type without a value in finite JSON has none in Rust either.
    pub fn named(&self, id: ShapeId, site: &str) -> TokenStream {
        let ranked = matches!(self.kind(id), Kind::Choice(_))
            || self.ranks.contains_key(&self.stands_for(id));
        match self.name_at(id, site).filter(|_| ranked) {
            Some(name) => {
                let name = ident(name);
                quote!(#name)
            }
            None => quote!(rt::Json),
        }
    }

    /// The same with its lifetime. What borrows owns its strings where nothing is there to borrow from.
    fn named_with(&self, id: ShapeId, strings: Strings, site: &str) -> TokenStream {
        let name = self.named(id, site);
        let ranked = self.ranks.contains_key(&self.stands_for(id));
        match (ranked.then(|| self.strings(id)), strings) {
            (Some(Strings::Borrowed), Strings::Borrowed) => quote!(#name<'a>),
            (Some(Strings::Borrowed), Strings::Owned) => quote!(#name<'static>),
            _ => name,
        }
    }

    /// The Rust type of a field: boxed within a circle.
    fn held_type(&self, owner: ShapeId, id: ShapeId, site: &str) -> TokenStream {
        let base = self.base(id);
        if let Kind::Nullable(inner) = self.kind(base) {
            let inner = self.held_type(owner, inner, site);
            return quote!(Option<#inner>);
        }
        if let Kind::Tuple(elements) = self.kind(base) {
            let elements = (1..).zip(elements).map(|(number, element): (usize, _)| {
                self.held_type(owner, *element, &format!("{site}Item{number}"))
            });
            return quote!((#(#elements,)*));
        }
        let plain = self.rust_type(base, self.strings(owner), site);
        if self.boxed(owner, base) {
            quote!(Box<#plain>)
        } else {
            plain
        }
    }

    pub fn boxed(&self, owner: ShapeId, id: ShapeId) -> bool {
        let is_held = self.held(id) == Some(id) && self.ranks.contains_key(&id);
        is_held
            && self
                .circles
                .get(&owner)
                .is_some_and(|circle| self.circles.get(&id) == Some(circle))
    }

    /// The type itself.
    pub fn type_item(&self, plan: &TypePlan) -> TokenStream {
        let name = ident(&plan.name);
        let docs = self.type_doc(plan);
        let derives = self.derives();
        let lifetime = self.lifetime(plan);
        match self.kind_of(plan) {
            Kind::Struct(object) => {
                let fields = self.struct_fields(plan, object);
                quote! {
                    #docs
                    #derives
                    pub struct #name #lifetime { #(#fields,)* }
                }
            }
            Kind::Choice(values) => {
                let names = choice_names(values);
                let definition = match values {
                    [_] => quote!(pub struct #name;),
                    _ => {
                        let variants = names.iter().zip(values).map(choice_variant);
                        quote!(pub enum #name { #(#variants,)* })
                    }
                };
                let allow = repetition(&plan.name, &names);
                quote! {
                    #docs
                    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
                    #allow
                    #definition
                }
            }
            Kind::Union(branches) => {
                let names = self.union_variants(plan);
                let variants = names.iter().zip(branches).map(|(variant, branch)| {
                    let docs = self.variant_doc(plan.shape, branches, *branch);
                    let payload = self.payload(plan, variant, *branch);
                    let allow = complexity::allow(&payload);
                    quote!(#docs #allow #variant(#payload))
                });
                let allow = repetition(&plan.name, &names);
                quote! {
                    #docs
                    #derives
                    #allow
                    pub enum #name #lifetime { #(#variants,)* }
                }
            }
            _ => quote! {
                #docs
                #derives
                pub struct #name {
                    /// The whole value: its schema has no single type.
                    pub value: rt::Json,
                }
            },
        }
    }

    /// The derives of structs and unions. An enum of strings is a name: it has all that a name needs.
    fn derives(&self) -> TokenStream {
        let traits = self
            .options
            .derives()
            .iter()
            .map(|derive| ident(derive.name()));
        match self.options.derives() {
            [] => TokenStream::new(),
            _ => quote!(#[derive(#(#traits),*)]),
        }
    }

    fn struct_fields(&self, plan: &TypePlan, object: &Object) -> Vec<TokenStream> {
        let names = self.fields(object);
        let mut fields: Vec<TokenStream> = names
            .iter()
            .zip(&object.fields)
            .map(|(name, field)| {
                let name = ident(name);
                let docs = self.field_doc(field);
                let site = format!("{}{}", plan.stem, pascal(&field.name));
                let plain = self.held_type(plan.shape, field.shape, &site);
                let field_type = if field.required {
                    plain
                } else {
                    quote!(Option<#plain>)
                };
                let allow = complexity::allow(&field_type);
                quote!(#docs #allow pub #name: #field_type)
            })
            .collect();
        if let Some(value) = self.rest(plan, object) {
            let name = ident(&self.rest_name(object));
            let docs = plain_doc("Values under all other keys.");
            let field_type = quote!(::std::collections::BTreeMap<String, #value>);
            let allow = complexity::allow(&field_type);
            fields.push(quote!(#docs #allow pub #name: #field_type));
        }
        fields
    }

    pub fn union_variants(&self, plan: &TypePlan) -> Vec<Ident> {
        self.variants(plan.shape)
            .iter()
            .map(|name| ident(name))
            .collect()
    }

    /// Structs are boxed in an enum, so that no variant is much larger than another.
    fn payload(&self, plan: &TypePlan, variant: &Ident, id: ShapeId) -> TokenStream {
        let site = format!("{}{variant}", plan.stem);
        if let Kind::Tuple(_) = self.kind(self.base(id)) {
            return self.held_type(plan.shape, id, &site);
        }
        let plain = self.rust_type(id, self.strings(plan.shape), &site);
        if self.payload_boxed(id) {
            quote!(Box<#plain>)
        } else {
            plain
        }
    }

    /// Whether the branch of an enum is boxed.
    pub fn payload_boxed(&self, id: ShapeId) -> bool {
        let base = self.base(id);
        matches!(self.kind(base), Kind::Struct(_) | Kind::Union(..))
            && self.ranks.contains_key(&base)
    }
}

fn choice_variant((name, value): (&Ident, &String)) -> TokenStream {
    let docs = plain_doc(&code(value));
    quote!(#docs #name)
}

/// Names that the schema gives are kept, also where a linter would shorten them.
fn repetition(type_name: &str, variants: &[Ident]) -> TokenStream {
    let names: Vec<String> = variants.iter().map(Ident::to_string).collect();
    if repeats(type_name, &names) {
        quote!(#[allow(clippy::enum_variant_names, reason = "the schema names them")])
    } else {
        TokenStream::new()
    }
}
