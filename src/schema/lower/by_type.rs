//! The shape of a value by its JSON type.

use super::Shaper;
use super::rules::{has_rules, is_whole, kind_has_rules, number_rules};
use crate::schema::join::Conjunction;
use crate::schema::keywords::{SchemaId, Types};
use crate::schema::lower::alternatives;
use crate::schema::shape::{Doc, Field, List, Object, Select, Shape};
use std::collections::HashSet;

impl Shaper<'_> {
    /// The shape of a value by its JSON type.
    pub(super) fn by_type(&mut self, join: &Conjunction, types: Types) -> Shape {
        if types == Types::ALL && !has_rules(join) {
            return Shape::Any;
        }
        let is_met = |kind: &usize| {
            types.meets(alternatives::KINDS[*kind]) && (*kind > 0 || types == Types::ALL)
        };
        let mut kinds = (0..alternatives::KINDS.len()).filter(is_met);
        let inner = match (kinds.next(), kinds.next()) {
            (None, _) => return Shape::Null,
            (Some(kind), None) => self.kind_shape(join, types, kind),
            _ => self.by_kind(join, types, (0..alternatives::KINDS.len()).filter(is_met)),
        };
        self.nullable(
            inner,
            types != Types::ALL && types.has(Types::NULL),
            join.span,
        )
    }

    /// The shapes of values of several JSON types.
    fn by_kind(
        &mut self,
        join: &Conjunction,
        types: Types,
        kinds: impl Iterator<Item = usize>,
    ) -> Shape {
        let mut branches = Vec::new();
        let mut by_type = [255; 6];
        let mut any = None;
        for kind in kinds {
            let ruled = types != Types::ALL || kind_has_rules(join, kind);
            let index = match any {
                Some(index) if !ruled => index,
                _ => {
                    let shape = if ruled {
                        self.kind_shape(join, types, kind)
                    } else {
                        Shape::Any
                    };
                    branches.push(self.add(shape, join.span));
                    branches.len() - 1
                }
            };
            if !ruled {
                any = Some(index);
            }
            by_type[kind] = u8::try_from(index).unwrap_or(255);
        }
        Shape::Union(Select::Type(by_type), branches)
    }

    fn kind_shape(&mut self, join: &Conjunction, types: Types, kind: usize) -> Shape {
        match kind {
            0 => Shape::Null,
            1 => Shape::Boolean,
            2 if types.has(Types::NUMBER) && !is_whole(&join.number) => {
                Shape::Number(number_rules(&join.number))
            }
            2 => Shape::Integer(number_rules(&join.number)),
            3 => Shape::Text(join.text.clone()),
            4 => self.list(join),
            _ => self.object(join),
        }
    }

    fn list(&mut self, join: &Conjunction) -> Shape {
        let list = &join.list;
        let prefix = list.prefix.iter().map(|id| self.request(*id)).collect();
        let items = match list.items {
            Some(id) => self.request(id),
            None => self.any(join.span),
        };
        Shape::List(List {
            prefix,
            items,
            limits: list.limits.clone(),
        })
    }

    fn object(&mut self, join: &Conjunction) -> Shape {
        let object = &join.object;
        let required: HashSet<&String> = object.required.iter().collect();
        let fields = object
            .properties
            .iter()
            .map(|(name, id)| Field {
                name: name.clone(),
                required: required.contains(name),
                shape: self.request(*id),
                doc: self.doc(*id),
                conditional: false,
            })
            .collect();
        let patterns = object
            .patterns
            .iter()
            .map(|(pattern, id)| (pattern.clone(), self.request(*id)))
            .collect();
        let rest = match object.additional {
            Some(id) => self.request(id),
            None => self.any(join.span),
        };
        Shape::Object(Object {
            fields,
            patterns,
            rest,
            names: object.names.map(|id| self.request(id)),
            limits: object.limits.clone(),
        })
    }

    /// The documentation of a property: its own, else that of what it refers to.
    fn doc(&self, id: SchemaId) -> Doc {
        let own = &self.schemas.get(id).doc;
        match self.schemas.get(id).reference {
            Some(target) if own.description.is_none() => Doc {
                default: own.default.clone(),
                ..self.doc(target)
            },
            _ => own.clone(),
        }
    }
}
