//! Defaults: a method for each optional field whose default has a plain type.

use super::docs::default_words;
use super::prose::{plain_doc, quote_code};
use crate::emit::ident::{Scope, pascal_case};
use crate::emit::rust::kinds::{Kind, Leaf};
use crate::emit::rust::layout::Layout;
use crate::emit::rust::members::choice_names;
use crate::emit::rust::names::TypePlan;
use toolc_runtime::Json;
use toolc_runtime::reader::Reader;
use toolc_schema::rust::{Ident, Rust, Text, Tokens, put, rust, write_snippet};
use toolc_schema::schema::shape::{Field, Object, ShapeId};

/// A default of a plain type.
pub enum Default {
    Boolean(bool),
    Double(f64),
    /// An integer of this Rust type.
    Whole(&'static str, i128),
    /// An integer of any size.
    Integer(i64),
    Text(String),
    /// The type and its variant.
    Choice(String, String),
}

impl Layout<'_> {
    /// The methods of a struct.
    pub fn defaults_item(
        &self,
        plan: &TypePlan,
        object: &Object,
        names: &[String],
    ) -> Option<impl Rust> {
        let mut scope = Scope::default();
        let mut methods = Vec::new();
        for (name, field) in names.iter().zip(&object.fields) {
            if let Some(default) = self.default(plan, field) {
                let method = scope.claim(&format!("{}_or_default", name.trim_end_matches('_')));
                methods.push((method, name, field, default));
            }
        }
        let type_name = Ident(&plan.name);
        let lifetime = self.lifetime(plan).map(|_| rust!(<'_>));
        (!methods.is_empty()).then(|| {
            write_snippet(move |out| {
                put!(out, impl #type_name #lifetime {
                    #(for (method, name, field, default) in &methods =>
                        #(method_code(method, name, field, default))
                    )
                });
            })
        })
    }

    /// The default of a field that may be left out.
    fn default(&self, plan: &TypePlan, field: &Field) -> Option<Default> {
        if self.is_held(field) || !plan.input {
            return None;
        }
        let site = format!("{}{}", plan.stem, pascal_case(&field.name));
        let shape = self.base_shape(field.shape);
        find_default(self, shape, field.doc.default.as_deref()?, &site)
    }
}

/// The default that a JSON text is for a shape; `None` if it is not one of a plain type.
pub fn find_default(
    layout: &Layout<'_>,
    shape: ShapeId,
    default: &str,
    site: &str,
) -> Option<Default> {
    let value = Json::parse(default).ok()?;
    let value = value.as_text().trim();
    match layout.kind(shape) {
        Kind::Leaf(Leaf::Boolean) => Some(Default::Boolean(value.parse().ok()?)),
        Kind::Leaf(Leaf::Double) => {
            let double = value.parse().ok().filter(|double: &f64| double.is_finite());
            Some(Default::Double(double?))
        }
        Kind::Leaf(Leaf::Text) => Some(Default::Text(read_string(value)?)),
        Kind::Leaf(Leaf::Integer) => Some(Default::Integer(value.parse().ok()?)),
        Kind::Leaf(Leaf::Whole(whole)) => {
            let value = i128::from(value.parse::<i64>().ok()?);
            whole
                .holds(value)
                .then_some(Default::Whole(whole.name, value))
        }
        Kind::Choice(values @ [_, _, ..]) => {
            let value = read_string(value)?;
            let at = values.iter().position(|known| *known == value)?;
            let name = layout.name_at(shape, site)?.to_owned();
            Some(Default::Choice(name, choice_names(values).swap_remove(at)))
        }
        _ => None,
    }
}

/// The value of a JSON string.
fn read_string(json: &str) -> Option<String> {
    Some(Reader::new(json).string().ok()?.into_owned())
}

fn method_code(method: &str, name: &str, field: &Field, default: &Default) -> impl Rust {
    let shown = default_words(&field.doc).map_or(String::new(), |words| format!(" {words}"));
    let docs = plain_doc(format!(
        "{}, or its default{shown} where the call leaves it out.",
        quote_code(&field.name),
    ));
    // clippy expects methods with such prefixes to have another receiver
    let allow = (method.starts_with("from_") || method.starts_with("into_"))
        .then(|| rust!(#[allow(clippy::wrong_self_convention, reason = "the schema names it")]));
    rust!(
        #docs
        #allow
        pub fn #(Ident(method))(&self) -> #(write_snippet(|out| return_type(out, default))) {
            #(write_snippet(|out| value(out, name, default)))
        }
    )
}

fn return_type(out: &mut Tokens, default: &Default) {
    match default {
        Default::Boolean(_) => put!(out, bool),
        Default::Double(_) => put!(out, f64),
        Default::Whole(name, _) => Ident(name).put(out),
        Default::Integer(_) => put!(out, rt::Integer),
        Default::Text(_) => put!(out, &str),
        Default::Choice(name, _) => Ident(name).put(out),
    }
}

fn value(out: &mut Tokens, name: &str, default: &Default) {
    let name = Ident(name);
    match default {
        Default::Boolean(value) => put!(out, self.#name.unwrap_or(#(*value))),
        Default::Double(value) => put!(out, self.#name.unwrap_or(#(*value))),
        Default::Whole(_, value) => put!(out, self.#name.unwrap_or(#(*value))),
        Default::Integer(value) => put!(out, match &self.#name {
            Some(value) => value.clone(),
            None => <rt::Integer as From<i64>>::from(#(*value)),
        }),
        Default::Text(value) => put!(out, self.#name.as_deref().unwrap_or(#(Text(value)))),
        Default::Choice(of, variant) => {
            put!(out, self.#name.unwrap_or(#(Ident(of))::#(Ident(variant))));
        }
    }
}
