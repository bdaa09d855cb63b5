//! How values are read: where a field lives, and what an empty value is.

use super::borrowing::Strings;
use super::kinds::Kind;
use super::names::choice_names;
use super::plan::{Plan, TypePlan};
use super::types::ident;
use crate::model::shape::{Object, ShapeId};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

impl Plan<'_> {
    /// How the type is read.
    pub fn part_item(&self, plan: &TypePlan) -> TokenStream {
        let name = ident(&plan.name);
        let (empty, slot, rest) = match self.kind_of(plan) {
            Kind::Struct(object) => self.struct_part(plan, object),
            Kind::Choice(values) => choice_part(values),
            Kind::Union(branches) => self.union_part(plan, branches),
            _ => return whole_item(&name),
        };
        let lifetime = self.lifetime(plan);
        quote! {
            impl<'a> rt::Part<'a> for #name #lifetime {
                fn empty() -> Self { #empty }
                #slot
                #rest
            }
        }
    }

    fn struct_part(
        &self,
        plan: &TypePlan,
        object: &Object,
    ) -> (TokenStream, TokenStream, Option<TokenStream>) {
        let names: Vec<Ident> = self.fields(object).iter().map(|name| ident(name)).collect();
        let empties = object.fields.iter().map(|field| {
            if field.required {
                self.empty(plan.shape, field.shape)
            } else {
                quote!(None)
            }
        });
        let rest = self
            .rest(plan, object)
            .map(|_| ident(&self.rest_name(object)));
        let rest_empty = rest
            .iter()
            .map(|name| quote!(#name: ::std::collections::BTreeMap::new(),));
        let empty = quote!(Self { #(#names: #empties,)* #(#rest_empty)* });
        let slot = match &names[..] {
            [] => quote!(
                fn slot(&mut self, _: usize) -> &mut dyn rt::Slot<'a> {
                    self
                }
            ),
            [only] => {
                quote!(fn slot(&mut self, _: usize) -> &mut dyn rt::Slot<'a> { &mut self.#only })
            }
            [before @ .., last] => {
                let indices = (0..before.len()).map(Literal::usize_unsuffixed);
                quote! {
                    fn slot(&mut self, index: usize) -> &mut dyn rt::Slot<'a> {
                        match index { #(#indices => &mut self.#before,)* _ => &mut self.#last }
                    }
                }
            }
        };
        let rest = rest.map(|name| quote!(fn rest(&mut self) -> Option<&mut dyn rt::Entries<'a>> { Some(&mut self.#name) }));
        (empty, slot, rest)
    }

    fn union_part(
        &self,
        plan: &TypePlan,
        branches: &[ShapeId],
    ) -> (TokenStream, TokenStream, Option<TokenStream>) {
        let variants = self.union_variants(plan);
        let value = |branch: &ShapeId| {
            let empty = self.empty(plan.shape, *branch);
            let already = self.boxed(plan.shape, self.base(*branch));
            if self.payload_boxed(*branch) && !already {
                quote!(Box::new(#empty))
            } else {
                empty
            }
        };
        let values: Vec<TokenStream> = branches.iter().map(value).collect();
        let first = self.first_branch(branches);
        let (first_variant, first_value) = (&variants[first], &values[first]);
        let last = variants.len() - 1;
        let indices = (0..last).map(Literal::usize_unsuffixed);
        let (before, before_values) = (&variants[..last], &values[..last]);
        let (last_variant, last_value) = (&variants[last], &values[last]);
        let slot = quote! {
            fn slot(&mut self, index: usize) -> &mut dyn rt::Slot<'a> {
                *self = match index {
                    #(#indices => Self::#before(#before_values),)*
                    _ => Self::#last_variant(#last_value),
                };
                match self { #(Self::#variants(value) => value,)* }
            }
        };
        (quote!(Self::#first_variant(#first_value)), slot, None)
    }

    /// The value of a type before anything was read.
    fn empty(&self, owner: ShapeId, id: ShapeId) -> TokenStream {
        let base = self.base(id);
        let plain = match self.kind(base) {
            Kind::Nullable(_) => return quote!(None),
            Kind::Map(_) => quote!(::std::collections::BTreeMap::new()),
            Kind::List(_) => quote!(Vec::new()),
            Kind::Tuple(elements) => {
                let elements = elements.iter().map(|element| self.empty(owner, *element));
                quote!((#(#elements,)*))
            }
            Kind::Own(..) => quote!(rt::Value::empty()),
            Kind::Leaf("String") => match self.strings(owner) {
                Strings::Owned => quote!(String::new()),
                Strings::Borrowed => quote!(::std::borrow::Cow::Borrowed("")),
            },
            Kind::Leaf("bool") => quote!(false),
            Kind::Leaf("f64") => quote!(0.0),
            Kind::Leaf("()") => quote!(()),
            Kind::Leaf("Integer") => quote!(rt::Integer::default()),
            Kind::Leaf(_) => quote!(0),
            Kind::Json => quote!(rt::Json::null()),
            Kind::Struct(_) | Kind::Choice(_) | Kind::Union(..) => {
                let name = self.named(base, "");
                if self.type_of(base).is_some() && name.to_string() != quote!(rt::Json).to_string()
                {
                    quote!(<#name as rt::Part>::empty())
                } else {
                    quote!(rt::Json::null())
                }
            }
        };
        if self.boxed(owner, base) {
            quote!(Box::new(#plain))
        } else {
            plain
        }
    }
}

/// How a value is read that is kept as it came.
fn whole_item(name: &Ident) -> TokenStream {
    quote! {
        impl<'a> rt::Slot<'a> for #name {
            fn fill(&mut self, reader: &mut rt::Reader<'a>, schema: &'static rt::Schema) -> Result<(), rt::Stop> {
                rt::Slot::fill(&mut self.value, reader, schema)
            }
        }
        impl rt::Value<'_> for #name {
            fn empty() -> Self {
                Self { value: rt::Json::null() }
            }
        }
    }
}

fn choice_part(values: &[String]) -> (TokenStream, TokenStream, Option<TokenStream>) {
    let names = choice_names(values);
    let empty = match &names[..] {
        [first, _, ..] => quote!(Self::#first),
        _ => quote!(Self),
    };
    let slot = match &names[..] {
        [_] => quote!(
            fn slot(&mut self, _: usize) -> &mut dyn rt::Slot<'a> {
                self
            }
        ),
        [before @ .., last] => {
            let indices = (0..before.len()).map(Literal::usize_unsuffixed);
            quote! {
                fn slot(&mut self, index: usize) -> &mut dyn rt::Slot<'a> {
                    *self = match index { #(#indices => Self::#before,)* _ => Self::#last };
                    self
                }
            }
        }
        [] => TokenStream::new(),
    };
    (empty, slot, None)
}
