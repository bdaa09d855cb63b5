//! Which results need no validation: those whose Rust type has no value that the schema refuses.

use crate::emit::rust::kinds::Kind;
use crate::emit::rust::layout::Layout;
use crate::emit::rust::names::ToolPlan;
use std::collections::HashSet;
use toolc_schema::schema::shape::{
    List, ListLimits, Number, Object, ObjectLimits, Select, Shape, ShapeId, Text,
};

impl Layout<'_> {
    /// Whether the output schema accepts every value of a tool's result type.
    pub fn output_holds(&self, tool: &ToolPlan) -> bool {
        let Some(output) = tool.typed_output else {
            return false;
        };
        let mut seen = HashSet::new();
        let mut waiting = vec![output];
        while let Some(id) = waiting.pop() {
            if !seen.insert(id) {
                continue;
            }
            let shape = &self.form(id).shape;
            let is_untyped = match self.kind(id) {
                Kind::Json => *shape != Shape::Any,
                Kind::Own(..) => true,
                _ => false,
            };
            if is_untyped || !self.holds_itself(id, shape) {
                return false;
            }
            match shape {
                Shape::Object(object) if !object.fields.is_empty() => {
                    waiting.extend(object.fields.iter().map(|field| field.shape));
                }
                _ => waiting.extend(shape.children()),
            }
        }
        true
    }

    /// The same for the value itself, disregarding its contents.
    fn holds_itself(&self, id: ShapeId, shape: &Shape) -> bool {
        match shape {
            Shape::Any | Shape::Null | Shape::Boolean | Shape::Choice(_) | Shape::Nullable(_) => {
                true
            }
            Shape::Text(rules) => *rules == Text::default(),
            Shape::Integer(rules) => *rules == Number::default(),
            Shape::List(list) => {
                // the contents are visited separately
                let List {
                    prefix,
                    items: _,
                    limits,
                } = list;
                prefix.is_empty() && *limits == ListLimits::default()
            }
            Shape::Object(object) => self.keys_hold(id, object),
            Shape::Union(select, _) => !matches!(select, Select::OneOf),
            // A double may not be representable as a JSON number.
            Shape::Number(_) | Shape::Never | Shape::Complete(..) => false,
        }
    }

    /// If there is a map next to the fields, it could contain the key of an absent field.
    fn keys_hold(&self, id: ShapeId, object: &Object) -> bool {
        let has_rest = self
            .type_of(id)
            .is_some_and(|planned| self.rest_type(planned, object).is_some());
        let Object {
            fields: _,
            patterns,
            rest: _,
            names,
            limits,
        } = object;
        let is_counted = *limits != ObjectLimits::default();
        !is_counted && patterns.is_empty() && names.is_none() && !has_rest
    }
}
