//! The names of types: after their definition, else after the place where they are first encountered.

use super::children::Child;
use super::{Naming, Side};
use crate::emit::ident::pascal_case;
use crate::emit::rust::kinds::Kind;
use crate::emit::rust::names::TypePlan;
use toolc_schema::schema::shape::ShapeId;

impl Naming<'_> {
    /// Names the types from this shape downwards.
    pub fn name_types(&mut self, child: Child, side: Side) {
        let mut waiting = vec![child];
        while let Some(mut child) = waiting.pop() {
            let id = self.base_shape(child.shape);
            let name = match self.kind(id) {
                Kind::Struct(_) | Kind::Choice(_) | Kind::Union(..) => {
                    let Some(name) = self.enter(id, &mut child, side) else {
                        continue;
                    };
                    name
                }
                _ => child.wish,
            };
            let children = self.list_children(id, &name, &name, &child.place);
            let within = |inner: Child| Child {
                within: child.within.clone(),
                stem: child.stem.clone(),
                ..inner
            };
            waiting.extend(children.into_iter().rev().map(within));
        }
    }

    /// Names a type; `None` if it already has this name and is already known on this side.
    fn enter(&mut self, id: ShapeId, child: &mut Child, side: Side) -> Option<String> {
        if let Some(&index) = self.known.get(&id) {
            let known = &mut self.names.types[index];
            let met = if side == Side::Input {
                &mut known.input
            } else {
                &mut known.output
            };
            let new = !std::mem::replace(met, true);
            if let Some(alias) = self.enter_alias(id, index, child) {
                child.within.push(id);
                return Some(alias);
            }
            return new.then(|| self.types[index].name.clone());
        }
        let plain = self.plain_union(id);
        if let Some(&index) = plain.as_ref().and_then(|name| self.plain_unions.get(name)) {
            self.names.known.insert(id, index);
            return self.enter(id, child, side);
        }
        let definition = self.form(id).definition.as_deref().map(pascal_case);
        let name = match definition.or(plain.clone()) {
            Some(wish) => self.claim(&wish, &format!("{}{wish}", child.stem), id),
            None => self.claim(&child.wish, &child.wish, id),
        };
        self.names.known.insert(id, self.names.types.len());
        if let Some(plain) = plain {
            self.plain_unions.insert(plain, self.names.types.len());
        }
        self.names.types.push(TypePlan {
            name: name.clone(),
            stem: name.clone(),
            shape: id,
            place: child.place.clone(),
            input: side == Side::Input,
            output: side == Side::Output,
            root: None,
            declared: false,
            same_as: None,
        });
        Some(name)
    }

    /// Takes the wished-for name, or else the further one. A second definition of the same name
    /// includes the tool's name, so that adding a third does not change either.
    fn claim(&mut self, wish: &str, further: &str, id: ShapeId) -> String {
        let wish = if self.scope.has(wish) { further } else { wish };
        let name = self.names.scope.claim(wish);
        if name != wish {
            let span = self.form(id).span;
            self.names
                .renamed
                .push((span, wish.to_owned(), name.clone()));
        }
        name
    }
}
