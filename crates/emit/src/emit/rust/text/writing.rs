//! How values are written.

use crate::emit::rust::kinds::Kind;
use crate::emit::rust::layout::Layout;
use crate::emit::rust::members::rest_name;
use crate::emit::rust::names::TypePlan;
use toolc_schema::rust::{Ident, Rust, Text, put, rust, write_snippet};
use toolc_schema::schema::shape::Object;

impl Layout<'_> {
    /// The impl that writes the type.
    pub fn output_item(&self, plan: &TypePlan, names: &[String]) -> impl Rust {
        let name = Ident(&plan.name);
        let lifetime = self.lifetime(plan).map(|_| rust!(<'_>));
        let body = write_snippet(move |out| match self.kind_of(plan) {
            Kind::Struct(object) => self.struct_output(plan, object, names).put(out),
            Kind::Choice(_) => put!(out, rt::Output::write(self.as_str(), out)),
            Kind::Union(..) => put!(out, match self {
                #(for variant in names =>
                    Self::#(Ident(variant))(value) => rt::Output::write(value, out),
                )
            }),
            _ => put!(out, rt::Output::write(&self.value, out)),
        });
        rust!(
            impl rt::Output for #name #lifetime {
                fn write(&self, out: &mut String) { #body }
            }
        )
    }

    fn struct_output(&self, plan: &TypePlan, object: &Object, names: &[String]) -> impl Rust {
        write_snippet(move |out| {
            put!(out, rt::object(out));
            for (name, field) in names.iter().zip(&object.fields) {
                let (name, key) = (Ident(name), Text(&field.name));
                if let Some(value) = self.evident_constant(field) {
                    put!(out, .field(#key, &#(Text(value))));
                    continue;
                }
                if self.is_held(field) {
                    put!(out, .field(#key, &self.#name))
                } else {
                    put!(out, .optional(#key, &self.#name))
                }
            }
            if self.rest_type(plan, object).is_some() {
                put!(out, .entries(&self.#(rest_name(names))));
            }
            put!(out, .end());
        })
    }
}

/// The text of each variant of an enum of strings.
pub fn choice_text(type_name: &str, names: &[String], values: &[String]) -> impl Rust {
    let name = Ident(type_name);
    let body = write_snippet(move |out| match values {
        [only] => Text(only).put(out),
        _ => put!(out, match self {
            #(for (variant, value) in names.iter().zip(values) =>
                Self::#(Ident(variant)) => #(Text(value)),
            )
        }),
    });
    rust!(
        impl #name {
            /// The string that stands for the value in JSON.
            pub const fn as_str(self) -> &'static str { #body }
        }
    )
}

/// The same as `Display`.
pub fn choice_display(type_name: &str) -> impl Rust {
    let name = Ident(type_name);
    rust!(
        impl rt::fmt::Display for #name {
            fn fmt(&self, f: &mut rt::fmt::Formatter<'_>) -> rt::fmt::Result {
                f.pad(self.as_str())
            }
        }
    )
}

/// The `FromStr` impl: the variant for each text.
pub fn choice_from_str(type_name: &str, names: &[String], values: &[String]) -> impl Rust {
    let name = Ident(type_name);
    let variant = move |index: usize| {
        write_snippet(move |out| match values {
            [_] => put!(out, Self),
            _ => put!(out, Self::#(Ident(&names[index]))),
        })
    };
    rust!(
        impl rt::FromStr for #name {
            type Err = rt::UnknownValue;
            fn from_str(text: &str) -> Result<Self, rt::UnknownValue> {
                match text {
                    #(for (index, value) in values.iter().enumerate() =>
                        #(Text(value)) => Ok(#(variant(index))),
                    )
                    _ => Err(rt::UnknownValue::new(&[#(for value in values => #(Text(value)),)])),
                }
            }
        }
    )
}
