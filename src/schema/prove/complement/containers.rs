//! Arrays and objects that break one rule.

use super::{Complements, field};
use crate::schema::shape::{Field, List, ListLimits, Object, ObjectLimits, Shape, ShapeId};

impl Complements<'_> {
    pub(super) fn object(&mut self, fields: Vec<Field>) -> Object {
        Object {
            fields,
            patterns: Vec::new(),
            rest: self.any(),
            names: None,
            limits: ObjectLimits::NONE,
        }
    }

    pub(super) fn break_list(&mut self, list: List) -> Vec<ShapeId> {
        let List {
            prefix,
            items,
            limits:
                ListLimits {
                    min_items,
                    max_items,
                    unique,
                },
        } = list;
        let mut broken = Vec::new();
        let last = self.elements.max(prefix.len());
        for at in 0..=last {
            let element = prefix.get(at).copied().unwrap_or(items);
            if matches!(self.shapes.get(element).shape, Shape::Any) {
                continue;
            }
            let mut first: Vec<ShapeId> = (0..at).map(|_| self.any()).collect();
            first.push(self.complement(element));
            let limits = ListLimits {
                min_items: first.len() as u64,
                ..ListLimits::NONE
            };
            broken.push(self.list(first, limits));
        }
        if let Some(fewer) = min_items.checked_sub(1) {
            let limits = ListLimits {
                max_items: Some(fewer),
                ..ListLimits::NONE
            };
            broken.push(self.list(Vec::new(), limits));
        }
        if let Some(more) = max_items.and_then(|most| most.checked_add(1)) {
            let limits = ListLimits {
                min_items: more,
                ..ListLimits::NONE
            };
            broken.push(self.list(Vec::new(), limits));
        }
        if unique {
            let limits = ListLimits {
                unique,
                ..ListLimits::NONE
            };
            let distinct = self.list(Vec::new(), limits);
            let several = self.any();
            let several = Shape::List(List {
                prefix: Vec::new(),
                items: several,
                limits: ListLimits {
                    min_items: 2,
                    ..ListLimits::NONE
                },
            });
            broken.push(self.refused_by(several, distinct));
        }
        broken
    }

    fn list(&mut self, prefix: Vec<ShapeId>, limits: ListLimits) -> ShapeId {
        let items = self.any();
        self.add(Shape::List(List {
            prefix,
            items,
            limits,
        }))
    }

    pub(super) fn break_object(&mut self, object: Object) -> Vec<ShapeId> {
        let Object {
            fields,
            patterns,
            rest,
            names,
            limits:
                ObjectLimits {
                    min_properties,
                    max_properties,
                },
        } = object;
        let mut broken = Vec::new();
        for field in &fields {
            if field.required {
                broken.push(self.without(&field.name));
            }
            broken.extend(self.with_wrong(&field.name, field.shape));
        }
        for (pattern, id) in &patterns {
            self.is_whole = false;
            if let Some(key) = pattern.compiled.sample() {
                broken.extend(self.with_wrong(&key, *id));
            }
        }
        let is_other = |key: &&String| {
            fields.iter().all(|field| field.name != **key)
                && patterns.iter().all(|(pattern, _)| !pattern.matches(key))
        };
        let others: Vec<String> = self.keys.iter().filter(is_other).cloned().collect();
        for key in others {
            broken.extend(self.with_wrong(&key, rest));
        }
        if let Some(names) = names {
            self.is_whole = false;
            let every = self.any();
            let named = self.add(Shape::Object(Object {
                fields: Vec::new(),
                patterns: Vec::new(),
                rest: every,
                names: Some(names),
                limits: ObjectLimits::NONE,
            }));
            for key in self.keys.clone() {
                let object = self.with(&key, every);
                broken.push(self.refused_by(object, named));
            }
        }
        let limits = [
            min_properties.checked_sub(1).map(|fewer| ObjectLimits {
                max_properties: Some(fewer),
                ..ObjectLimits::NONE
            }),
            max_properties.and_then(|most| {
                Some(ObjectLimits {
                    min_properties: most.checked_add(1)?,
                    ..ObjectLimits::NONE
                })
            }),
        ];
        for limits in limits.into_iter().flatten() {
            let object = self.object(Vec::new());
            broken.push(self.add(Shape::Object(Object { limits, ..object })));
        }
        broken
    }

    /// Objects with a key.
    pub(super) fn with(&mut self, key: &str, shape: ShapeId) -> Shape {
        Shape::Object(self.object(vec![field(key, true, shape)]))
    }

    /// Objects with a value under a key that its shape refuses, if there is one.
    fn with_wrong(&mut self, key: &str, shape: ShapeId) -> Option<ShapeId> {
        if matches!(self.shapes.get(shape).shape, Shape::Any) {
            return None;
        }
        let wrong = self.complement(shape);
        let object = self.with(key, wrong);
        Some(self.add(object))
    }

    /// Objects without a key.
    fn without(&mut self, key: &str) -> ShapeId {
        let never = self.add(Shape::Never);
        let object = self.object(vec![field(key, false, never)]);
        self.add(Shape::Object(object))
    }
}
