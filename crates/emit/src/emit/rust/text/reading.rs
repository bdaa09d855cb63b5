//! How values are read: where each field is stored, and the empty value.

use crate::emit::rust::kinds::{Kind, Leaf};
use crate::emit::rust::layout::Layout;
use crate::emit::rust::layout::Strings;
use crate::emit::rust::members::rest_name;
use crate::emit::rust::names::TypePlan;
use toolc_schema::rust::{Ident, Rust, put, rust, write_snippet, write_tuple};
use toolc_schema::schema::shape::{Field, Object, ShapeId};

impl Layout<'_> {
    /// The impl that reads the type.
    pub fn part_item(&self, plan: &TypePlan, names: &[String]) -> impl Rust {
        write_snippet(move |out| {
            let (name, lifetime) = (Ident(&plan.name), self.lifetime(plan));
            let part = rust!(impl<'a> rt::Part<'a> for #name #lifetime);
            match self.kind_of(plan) {
                Kind::Struct(object) => {
                    put!(out, #part { #(self.struct_part(plan, object, names)) })
                }
                Kind::Choice(_) => put!(out, #part { #(choice_part(names)) }),
                Kind::Union(branches) => {
                    put!(out, #part { #(self.union_part(plan, branches, names)) })
                }
                _ => whole_item(name).put(out),
            }
        })
    }

    fn struct_part(&self, plan: &TypePlan, object: &Object, names: &[String]) -> impl Rust {
        write_snippet(move |out| {
            let kept = self.kept(object, names);
            let rest = self.rest_type(plan, object).map(|_| rest_name(names));
            let empty_rest = rest.map(|name| rust!(#name: ::std::collections::BTreeMap::new()));
            put!(out, fn empty() -> Self {
                Self {
                    #(for (_, name, field) in &kept =>
                        #(Ident(name)): #(self.empty_field(plan, field)),
                    )
                    #empty_rest
                }
            });
            // constants are checked but not stored
            let is_whole = kept.len() == names.len();
            match kept.as_slice() {
                [] if is_whole => put!(
                    out,
                    fn slot(&mut self, _: usize) -> &mut dyn rt::Slot<'a> {
                        self
                    }
                ),
                [] => put!(
                    out,
                    fn slot(&mut self, _: usize) -> &mut dyn rt::Slot<'a> {
                        rt::constant()
                    }
                ),
                [(_, only, _)] if is_whole => {
                    put!(out, fn slot(&mut self, _: usize) -> &mut dyn rt::Slot<'a> {
                        &mut self.#(Ident(only))
                    })
                }
                [before @ .., (_, last, _)] => {
                    let arms = if is_whole { before } else { kept.as_slice() };
                    put!(out, fn slot(&mut self, index: usize) -> &mut dyn rt::Slot<'a> {
                        match index {
                            #(for (index, name, _) in arms => #index => &mut self.#(Ident(name)),)
                            _ => #(write_snippet(|out| if is_whole { put!(out, &mut self.#(Ident(last))) } else { put!(out, rt::constant()) })),
                        }
                    });
                }
            }
            if let Some(name) = rest {
                put!(out, fn rest(&mut self) -> Option<&mut dyn rt::Entries<'a>> {
                    Some(&mut self.#name)
                });
            }
        })
    }

    /// The fields of a table that the struct has, each with its index in the table.
    fn kept<'o>(
        &self,
        object: &'o Object,
        names: &'o [String],
    ) -> Vec<(usize, &'o str, &'o Field)> {
        let fields = names.iter().zip(&object.fields).enumerate();
        let kept = fields.filter(|(_, (_, field))| !self.is_evident(field));
        kept.map(|(index, (name, field))| (index, name.as_str(), field))
            .collect()
    }

    fn union_part(&self, plan: &TypePlan, branches: &[ShapeId], names: &[String]) -> impl Rust {
        write_snippet(move |out| {
            let empty = |at: usize| {
                let (variant, value) = (Ident(&names[at]), self.empty_branch(plan, branches[at]));
                rust!(Self::#variant(#value))
            };
            let last = names.len() - 1;
            put!(out, fn empty() -> Self { #(empty(self.first_branch(branches))) });
            put!(out, fn slot(&mut self, index: usize) -> &mut dyn rt::Slot<'a> {
                *self = match index {
                    #(for index in 0..last => #index => #(empty(index)),)
                    _ => #(empty(last)),
                };
                match self {
                    #(for variant in names => Self::#(Ident(variant))(value) => value,)
                }
            });
        })
    }

    fn empty_field(&self, plan: &TypePlan, field: &Field) -> impl Rust {
        write_snippet(
            move |out| match (field.required, self.filled_default(field)) {
                (true, _) => self.empty(plan.shape, field.shape).put(out),
                (false, Some(default)) => self.filled_value(plan, field, default).put(out),
                (false, None) => put!(out, None),
            },
        )
    }

    fn empty_branch(&self, plan: &TypePlan, branch: ShapeId) -> impl Rust {
        write_snippet(move |out| {
            let empty = self.empty(plan.shape, branch);
            let already = self.is_boxed(plan.shape, self.base_shape(branch));
            if self.payload_boxed(branch) && !already {
                put!(out, Box::new(#empty))
            } else {
                put!(out, #empty)
            }
        })
    }

    /// The empty value of a type, before anything is read.
    fn empty(&self, owner: ShapeId, id: ShapeId) -> impl Rust {
        write_snippet(move |out| {
            let base = self.base_shape(id);
            if self.is_boxed(owner, base) {
                put!(out, Box::new(#(self.empty_value(owner, base))))
            } else {
                self.empty_value(owner, base).put(out)
            }
        })
    }

    fn empty_value(&self, owner: ShapeId, id: ShapeId) -> impl Rust {
        write_snippet(move |out| match self.kind(id) {
            Kind::Nullable(_) => put!(out, None),
            Kind::Map(_) => put!(out, ::std::collections::BTreeMap::new()),
            Kind::List(_) => put!(out, Vec::new()),
            Kind::Tuple(elements) => {
                let elements = elements.iter();
                write_tuple(elements.map(|element| self.empty(owner, *element))).put(out);
            }
            Kind::Own(..) | Kind::Path => put!(out, rt::Value::empty()),
            Kind::Leaf(Leaf::Text) => match self.strings_of(owner) {
                Strings::Owned => put!(out, String::new()),
                Strings::Borrowed => put!(out, ::std::borrow::Cow::Borrowed("")),
            },
            Kind::Leaf(Leaf::Boolean) => put!(out, false),
            Kind::Leaf(Leaf::Double) => put!(out, 0.0),
            Kind::Leaf(Leaf::Unit) => put!(out, ()),
            Kind::Leaf(Leaf::Integer) => put!(out, rt::Integer::default()),
            Kind::Leaf(Leaf::Whole(_)) => put!(out, 0),
            Kind::Json => put!(out, rt::Json::null()),
            Kind::Struct(_) | Kind::Choice(_) | Kind::Union(..) => match self.named_type(id, "") {
                Some(name) => put!(out, <#name as rt::Part>::empty()),
                None => put!(out, rt::Json::null()),
            },
        })
    }
}

/// The impls for a value that is kept as JSON.
fn whole_item(name: Ident<'_>) -> impl Rust {
    rust!(
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
    )
}

fn choice_part(names: &[String]) -> impl Rust {
    write_snippet(move |out| match names {
        [before @ .., last] if !before.is_empty() => {
            put!(out, fn empty() -> Self { Self::#(Ident(&names[0])) });
            put!(out, fn slot(&mut self, index: usize) -> &mut dyn rt::Slot<'a> {
                *self = match index {
                    #(for (index, name) in before.iter().enumerate() => #index => Self::#(Ident(name)),)
                    _ => Self::#(Ident(last)),
                };
                self
            });
        }
        _ => {
            put!(
                out,
                fn empty() -> Self {
                    Self
                }
            );
            put!(
                out,
                fn slot(&mut self, _: usize) -> &mut dyn rt::Slot<'a> {
                    self
                }
            );
        }
    })
}
