//! How values are written.

use super::kinds::Kind;
use super::literal::text;
use super::names::choice_names;
use super::plan::{Plan, TypePlan};
use super::types::ident;
use crate::model::shape::Object;
use proc_macro2::TokenStream;
use quote::quote;

impl Plan<'_> {
    /// How the type is written.
    pub fn output_item(&self, plan: &TypePlan) -> TokenStream {
        let name = ident(&plan.name);
        let body = match self.kind_of(plan) {
            Kind::Struct(object) => self.struct_output(plan, object),
            Kind::Choice(_) => quote!(rt::Output::write(self.as_str(), out)),
            Kind::Union(..) => {
                let variants = self.union_variants(plan);
                quote!(match self { #(Self::#variants(value) => rt::Output::write(value, out),)* })
            }
            _ => quote!(rt::Output::write(&self.value, out)),
        };
        let lifetime = self.lifetime(plan).map(|_| quote!(<'_>));
        quote! {
            impl rt::Output for #name #lifetime {
                fn write(&self, out: &mut String) { #body }
            }
        }
    }

    fn struct_output(&self, plan: &TypePlan, object: &Object) -> TokenStream {
        let calls = self
            .fields(object)
            .into_iter()
            .zip(&object.fields)
            .map(|(name, field)| {
                let name = ident(&name);
                let key = text(&field.name);
                if field.required {
                    quote!(.field(#key, &self.#name))
                } else {
                    quote!(.optional(#key, &self.#name))
                }
            });
        let rest = self
            .rest(plan, object)
            .map(|_| ident(&self.rest_name(object)));
        let rest = rest.iter().map(|name| quote!(.entries(&self.#name)));
        quote!(rt::object(out) #(#calls)* #(#rest)* .end())
    }
}

/// The text of each variant of an enum of strings.
pub fn choice_text(type_name: &str, values: &[String]) -> TokenStream {
    let name = ident(type_name);
    let variants = choice_names(values);
    let texts = values.iter().map(|value| text(value));
    let body = match values {
        [_] => quote!(#(#texts)*),
        _ => quote!(match self { #(Self::#variants => #texts,)* }),
    };
    quote! {
        impl #name {
            /// The string that stands for the value in JSON.
            pub const fn as_str(self) -> &'static str {
                #body
            }
        }
    }
}
