//! The shape of a value by its JSON type.

use super::Shaper;
use super::rules::{has_rules, is_whole, number_rules, type_has_rules};
use crate::schema::join::Conjunction;
use crate::schema::json_type::{ByType, JsonType};
use crate::schema::keywords::{SchemaId, Types};
use crate::schema::shape::{Doc, Field, List, Object, Select, Shape};
use std::collections::HashSet;

/// How many references are followed to a default.
const MAX_HOPS: usize = 64;

impl Shaper<'_> {
    /// The shape of a value by its JSON type.
    pub(super) fn by_type(&mut self, join: &Conjunction, types: Types) -> Shape {
        if types == Types::ALL && !has_rules(join) {
            return Shape::Any;
        }
        // `null` next to other types is handled by `nullable`
        let is_met = |json_type: &JsonType| {
            let is_apart = *json_type != JsonType::Null || types == Types::ALL;
            types.meets(Types::of(*json_type)) && is_apart
        };
        let met: Vec<JsonType> = JsonType::ALL.into_iter().filter(is_met).collect();
        let inner = match met[..] {
            [] => return Shape::Null,
            [only] => self.type_shape(join, types, only),
            _ => self.by_types(join, types, &met),
        };
        self.nullable(
            inner,
            types != Types::ALL && types.has(Types::NULL),
            join.span,
        )
    }

    /// The shapes for values of several JSON types.
    fn by_types(&mut self, join: &Conjunction, types: Types, met: &[JsonType]) -> Shape {
        let mut branches = Vec::new();
        let mut by_type = ByType::default();
        let mut any = None;
        for &json_type in met {
            let ruled = types != Types::ALL || type_has_rules(join, json_type);
            let index = match any {
                Some(index) if !ruled => index,
                _ => {
                    let shape = if ruled {
                        self.type_shape(join, types, json_type)
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
            by_type[json_type] = u8::try_from(index).ok();
        }
        Shape::Union(Select::Type(by_type), branches)
    }

    fn type_shape(&mut self, join: &Conjunction, types: Types, json_type: JsonType) -> Shape {
        match json_type {
            JsonType::Null => Shape::Null,
            JsonType::Boolean => Shape::Boolean,
            JsonType::Number if types.has(Types::NUMBER) && !is_whole(&join.number) => {
                Shape::Number(number_rules(&join.number))
            }
            JsonType::Number => Shape::Integer(number_rules(&join.number)),
            JsonType::String => Shape::Text(join.text.clone()),
            JsonType::Array => self.list(join),
            JsonType::Object => self.object(join),
        }
    }

    fn list(&mut self, join: &Conjunction) -> Shape {
        let list = &join.list;
        let prefix = list
            .prefix
            .iter()
            .map(|id| self.request_shape(*id))
            .collect();
        let items = match list.items {
            Some(id) => self.request_shape(id),
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
                shape: self.request_shape(*id),
                doc: self.doc(*id),
                conditional: false,
                filled: None,
            })
            .collect();
        let patterns = object
            .patterns
            .iter()
            .map(|(pattern, id)| (pattern.clone(), self.request_shape(*id)))
            .collect();
        let rest = match object.additional {
            Some(id) => self.request_shape(id),
            None => self.any(join.span),
        };
        Shape::Object(Object {
            fields,
            patterns,
            rest,
            names: object.names.map(|id| self.request_shape(id)),
            limits: object.limits.clone(),
        })
    }

    /// The documentation of a property: its own, or else that of the schema it refers to.
    fn doc(&self, id: SchemaId) -> Doc {
        let own = &self.schemas.get(id).doc;
        let doc = match self.schemas.get(id).reference {
            Some(target) if own.description.is_none() => Doc {
                default: own.default.clone(),
                ..self.doc(target)
            },
            _ => own.clone(),
        };
        let referred = match own.default {
            Some(_) => None,
            None => self.referred_default(id),
        };
        Doc { referred, ..doc }
    }

    /// The default of the first schema with one that a property refers to.
    fn referred_default(&self, mut id: SchemaId) -> Option<String> {
        for _ in 0..MAX_HOPS {
            id = self.schemas.get(id).reference?;
            if let Some(default) = &self.schemas.get(id).doc.default {
                return Some(default.clone());
            }
        }
        None
    }
}
