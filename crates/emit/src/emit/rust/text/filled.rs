//! Defaults that are filled in: the value that a field has where the call leaves it out.

use super::defaults::{Default, find_default};
use crate::emit::ident::pascal_case;
use crate::emit::rust::kinds::{Kind, Leaf};
use crate::emit::rust::layout::{Layout, Strings};
use crate::emit::rust::names::TypePlan;
use toolc_schema::rust::{Ident, Rust, Text, put, write_snippet};
use toolc_schema::schema::shape::{Field, ShapeId};

impl Layout<'_> {
    /// The value of a field that is filled in with this default, boxed within a cycle.
    pub fn filled_value<'l>(
        &'l self,
        plan: &'l TypePlan,
        field: &'l Field,
        default: &'l str,
    ) -> impl Rust + use<'l> {
        write_snippet(move |out| {
            let site = format!("{}{}", plan.stem, pascal_case(&field.name));
            let base = self.base_shape(field.shape);
            match self.is_boxed(plan.shape, base) {
                true => {
                    put!(out, Box::new(rt::filled(const { #(self.schema_ref(field.shape)) }, #(Text(default)))))
                }
                false => self
                    .default_value(plan, field.shape, default, &site)
                    .put(out),
            }
        })
    }

    fn default_value(&self, plan: &TypePlan, id: ShapeId, default: &str, site: &str) -> impl Rust {
        write_snippet(move |out| {
            let base = self.base_shape(id);
            let is_borrowed = self.strings_of(plan.shape) == Strings::Borrowed;
            match (self.kind(base), default) {
                (Kind::Nullable(_), "null") => return put!(out, None),
                (Kind::List(_), "[]") => return put!(out, Vec::new()),
                (Kind::Map(_), "{}") => return put!(out, ::std::collections::BTreeMap::new()),
                (Kind::Leaf(Leaf::Unit), _) => return put!(out, ()),
                _ => {}
            }
            match find_default(self, base, default, site) {
                Some(Default::Boolean(value)) => put!(out, #value),
                Some(Default::Double(value)) => put!(out, #value),
                Some(Default::Whole(_, value)) => put!(out, #value),
                Some(Default::Integer(value)) => {
                    put!(out, <rt::Integer as From<i64>>::from(#value))
                }
                Some(Default::Text(value)) if is_borrowed => {
                    put!(out, ::std::borrow::Cow::Borrowed(#(Text(&value))));
                }
                Some(Default::Text(value)) => put!(out, String::from(#(Text(&value)))),
                Some(Default::Choice(of, variant)) => put!(out, #(Ident(&of))::#(Ident(&variant))),
                None => put!(out, rt::filled(const { #(self.schema_ref(id)) }, #(Text(default)))),
            }
        })
    }
}
