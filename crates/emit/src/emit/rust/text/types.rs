//! The types of arguments and results.

use super::complexity;
use super::prose::{plain_doc, quote_code};
use crate::emit::attributes::member_path;
use crate::emit::ident::{pascal_case, repeats_type};
use crate::emit::rust::kinds::{Kind, Leaf};
use crate::emit::rust::layout::Layout;
use crate::emit::rust::layout::Strings;
use crate::emit::rust::members::rest_name;
use crate::emit::rust::names::TypePlan;
use toolc_model::model::rust_options::Derive;
use toolc_schema::rust::{Ident, Rust, put, rust, write_snippet, write_tuple};
use toolc_schema::schema::rust_path::RustPath;
use toolc_schema::schema::shape::{Object, Shape, ShapeId};

/// The path of a user-defined type, from validated names.
fn path_code(path: &RustPath) -> impl Rust {
    write_snippet(move |out| {
        let names = path.segments.iter().map(|name| Ident(name));
        for (index, name) in names.enumerate() {
            if index > 0 || !(path.is_own() || path.is_primitive()) {
                put!(out, ::);
            }
            name.put(out);
        }
        if !path.arguments.is_empty() {
            let arguments = path.arguments.iter().enumerate();
            put!(out, <#(for (index, path) in arguments => #((index > 0).then(|| rust!(,))) #(path_code(path)))>);
        }
    })
}

impl Layout<'_> {
    /// The type of the values under additional keys, if a struct keeps them: those that the schema
    /// describes, and all others if arguments can be serialized.
    pub fn rest_type(&self, plan: &TypePlan, object: &Object) -> Option<impl Rust> {
        let described = self.described_rest(object);
        let closed = object.patterns.is_empty() && self.form(object.rest).shape == Shape::Never;
        let kept = plan.input && self.options.serializes() && !closed;
        (kept || described.is_some()).then(|| {
            write_snippet(move |out| match described {
                Some(described) => {
                    let site = format!("{}Value", plan.stem);
                    let strings = self.strings_of(plan.shape);
                    self.rust_type(described, strings, &site).put(out);
                }
                None => put!(out, rt::Json),
            })
        })
    }

    /// The Rust type of a shape in a list, in a map or on its own, as named at this place.
    pub fn rust_type(&self, id: ShapeId, strings: Strings, site: &str) -> impl Rust {
        write_snippet(move |out| {
            let id = self.base_shape(id);
            match self.kind(id) {
                Kind::Struct(_) | Kind::Choice(_) | Kind::Union(..) => {
                    self.named_with(id, strings, site).put(out);
                }
                Kind::Map(Some(value)) => {
                    let site = format!("{site}Value");
                    put!(out, ::std::collections::BTreeMap<String, #(self.rust_type(value, strings, &site))>);
                }
                Kind::Map(None) => put!(out, ::std::collections::BTreeMap<String, rt::Json>),
                Kind::List(items) => {
                    let site = format!("{site}Item");
                    put!(out, Vec<#(self.rust_type(items, strings, &site))>);
                }
                Kind::Nullable(inner) => put!(out, Option<#(self.rust_type(inner, strings, site))>),
                Kind::Tuple(elements) => {
                    let elements = (1..).zip(elements);
                    let types = elements.map(|(number, element)| {
                        write_snippet(move |out| {
                            let site = element_site(site, number);
                            self.rust_type(*element, strings, &site).put(out);
                        })
                    });
                    write_tuple(types).put(out);
                }
                Kind::Own(path, true) => put!(out, rt::Parsed<#(path_code(&path))>),
                Kind::Own(path, false) => put!(out, rt::ParsedJson<#(path_code(&path))>),
                Kind::Path if strings == Strings::Borrowed => {
                    put!(out, rt::ConfinedPath<::std::borrow::Cow<'a, str>>);
                }
                Kind::Path => put!(out, rt::ConfinedPath),
                Kind::Leaf(Leaf::Unit) => put!(out, ()),
                Kind::Leaf(Leaf::Boolean) => put!(out, bool),
                Kind::Leaf(Leaf::Text) if strings == Strings::Borrowed => {
                    put!(out, ::std::borrow::Cow<'a, str>);
                }
                Kind::Leaf(Leaf::Text) => put!(out, String),
                Kind::Leaf(Leaf::Double) => put!(out, f64),
                Kind::Leaf(Leaf::Whole(whole)) => Ident(whole.name).put(out),
                Kind::Leaf(Leaf::Integer) => put!(out, rt::Integer),
                Kind::Json => put!(out, rt::Json),
            }
        })
    }

    /// The name of a type at a place; `None` if it is JSON. A type without finite JSON values has
    /// no Rust type either.
    pub fn named_type(&self, id: ShapeId, site: &str) -> Option<Ident<'_>> {
        let ranked = matches!(self.kind(id), Kind::Choice(_))
            || self.ranks.contains_key(&self.stands_for(id));
        self.name_at(id, site).filter(|_| ranked).map(Ident)
    }

    /// The same with its lifetime: a type that could borrow owns its strings if there is nothing to
    /// borrow from.
    fn named_with(&self, id: ShapeId, strings: Strings, site: &str) -> impl Rust {
        write_snippet(move |out| {
            let Some(name) = self.named_type(id, site) else {
                return put!(out, rt::Json);
            };
            let ranked = self.ranks.contains_key(&self.stands_for(id));
            match (ranked.then(|| self.strings_of(id)), strings) {
                (Some(Strings::Borrowed), Strings::Borrowed) => put!(out, #name<'a>),
                (Some(Strings::Borrowed), Strings::Owned) => put!(out, #name<'static>),
                _ => put!(out, #name),
            }
        })
    }

    /// The Rust type of a field, boxed within a cycle.
    fn held_type(&self, owner: ShapeId, id: ShapeId, site: &str) -> impl Rust {
        write_snippet(move |out| {
            let base = self.base_shape(id);
            let plain = self.rust_type(base, self.strings_of(owner), site);
            match self.kind(base) {
                Kind::Nullable(inner) => put!(out, Option<#(self.held_type(owner, inner, site))>),
                Kind::Tuple(elements) => {
                    let elements = (1..).zip(elements);
                    let types = elements.map(|(number, element)| {
                        write_snippet(move |out| {
                            let site = element_site(site, number);
                            self.held_type(owner, *element, &site).put(out);
                        })
                    });
                    write_tuple(types).put(out);
                }
                _ if self.is_boxed(owner, base) => put!(out, Box<#plain>),
                _ => put!(out, #plain),
            }
        })
    }

    pub fn is_boxed(&self, owner: ShapeId, id: ShapeId) -> bool {
        let is_held = self.held(id) == Some(id) && self.ranks.contains_key(&id);
        is_held
            && self
                .circles
                .get(&owner)
                .is_some_and(|circle| self.circles.get(&id) == Some(circle))
    }

    /// The type item.
    pub fn type_item(&self, plan: &TypePlan, names: &[String]) -> impl Rust {
        write_snippet(move |out| {
            let name = Ident(&plan.name);
            let docs = self.type_doc(plan);
            let derives = self.derives(plan);
            let added = self.type_attributes(plan);
            match self.kind_of(plan) {
                Kind::Struct(object) => {
                    let (lifetime, fields) =
                        (self.lifetime(plan), self.struct_fields(plan, object, names));
                    put!(out, #docs #(self.constants_doc(plan)) #(self.filled_doc(plan)) #derives #added pub struct #name #lifetime { #fields });
                }
                Kind::Choice(values) => {
                    let allow = repetition(&plan.name, names);
                    put!(out, #docs #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)] #added #allow);
                    match values {
                        [_] => put!(out, pub struct #name;),
                        _ => put!(out, pub enum #name {
                            #(for (name, value) in names.iter().zip(values) =>
                                #(choice_variant(name, value, self.member_attributes(plan, name))),
                            )
                        }),
                    }
                }
                Kind::Union(branches) => {
                    let allow = repetition(&plan.name, names);
                    let lifetime = self.lifetime(plan);
                    put!(out, #docs #derives #added #allow pub enum #name #lifetime {
                        #(for (name, branch) in names.iter().zip(branches) =>
                            #(self.union_variant(plan, branches, name, *branch)),
                        )
                    });
                }
                _ => put!(out, #docs #derives #added pub struct #name {
                    /// The whole value: its schema has no single type.
                    pub value: rt::Json,
                }),
            }
        })
    }

    /// The derives of structs and unions. An enum of strings is like a name, and has all the traits
    /// that names need. A type with secrets does not derive `Debug`.
    fn derives(&self, plan: &TypePlan) -> impl Rust {
        let hides = self.hidden.of(plan.shape).is_some();
        let derives = self.options.derives().iter();
        let derives = derives.filter(|derive| !(hides && **derive == Derive::Debug));
        let is_inexact = self.is_inexact(plan.shape);
        let derives = derives.filter(|derive| !(is_inexact && derive.is_exact()));
        let derives: Vec<Derive> = derives.copied().collect();
        (!derives.is_empty())
            .then(|| rust!(#[derive(#(for derive in &derives => #(Ident(derive.name())),))]))
    }

    /// The attributes that a build script adds to a type.
    fn type_attributes(&self, plan: &TypePlan) -> impl Rust {
        write_snippet(move |out| {
            let attributes = self.added.attributes;
            if !attributes.is_empty() {
                let path = self.type_path(plan);
                attributes
                    .list_of_type(&path)
                    .for_each(|code| out.attribute(code));
            }
        })
    }

    /// The attributes that a build script adds to a field or variant.
    fn member_attributes(&self, plan: &TypePlan, name: &str) -> impl Rust {
        write_snippet(move |out| {
            let attributes = self.added.attributes;
            if !attributes.is_empty() {
                let path = member_path(&self.type_path(plan), name);
                attributes
                    .list_of_member(&path)
                    .for_each(|code| out.attribute(code));
            }
        })
    }

    fn struct_fields(&self, plan: &TypePlan, object: &Object, names: &[String]) -> impl Rust {
        write_snippet(move |out| {
            let fields = names.iter().zip(&object.fields);
            for (name, field) in fields.filter(|(_, field)| !self.is_evident(field)) {
                let site = format!("{}{}", plan.stem, pascal_case(&field.name));
                let plain = self.held_type(plan.shape, field.shape, &site);
                self.field_doc(field).put(out);
                self.member_attributes(plan, name).put(out);
                if self.is_held(field) {
                    field_code(Ident(name), &plain).put(out)
                } else {
                    field_code(Ident(name), &rust!(Option<#plain>)).put(out)
                }
            }
            if let Some(value) = self.rest_type(plan, object) {
                put!(out, #[doc = " Values under all other keys."]);
                let map = rust!(::std::collections::BTreeMap<String, #value>);
                field_code(rest_name(names), &map).put(out);
            }
        })
    }

    fn union_variant(
        &self,
        plan: &TypePlan,
        branches: &[ShapeId],
        name: &str,
        branch: ShapeId,
    ) -> impl Rust {
        write_snippet(move |out| {
            let payload = self.payload(plan, name, branch);
            let (docs, allow) = (
                self.variant_doc(plan.shape, branches, branch),
                complexity::allow_complexity(&payload),
            );
            let added = self.member_attributes(plan, name);
            put!(out, #docs #added #allow #(Ident(name))(#payload));
        })
    }

    /// Structs are boxed in an enum, so that its variants are of similar size.
    fn payload(&self, plan: &TypePlan, variant: &str, id: ShapeId) -> impl Rust {
        write_snippet(move |out| {
            let site = format!("{}{variant}", plan.stem);
            let plain = self.rust_type(id, self.strings_of(plan.shape), &site);
            match self.kind(self.base_shape(id)) {
                Kind::Tuple(_) => self.held_type(plan.shape, id, &site).put(out),
                _ if self.payload_boxed(id) => put!(out, Box<#plain>),
                _ => put!(out, #plain),
            }
        })
    }

    /// Whether a branch of an enum is boxed.
    pub fn payload_boxed(&self, id: ShapeId) -> bool {
        let base = self.base_shape(id);
        matches!(self.kind(base), Kind::Struct(_) | Kind::Union(..))
            && self.ranks.contains_key(&base)
    }
}

fn element_site(site: &str, number: usize) -> String {
    format!("{site}Item{number}")
}

fn field_code(name: Ident<'_>, field_type: &impl Rust) -> impl Rust {
    let allow = complexity::allow_complexity(field_type);
    rust!(#allow pub #name: #field_type,)
}

fn choice_variant(name: &str, value: &str, added: impl Rust) -> impl Rust {
    let docs = plain_doc(quote_code(value));
    rust!(#docs #added #(Ident(name)))
}

/// Names from the schema are kept even if a linter would shorten them.
fn repetition(type_name: &str, variants: &[String]) -> impl Rust {
    repeats_type(type_name, variants)
        .then(|| rust!(#[allow(clippy::enum_variant_names, reason = "the schema names them")]))
}
