//! Which tables have their own names, and what names.

use super::Naming;
use crate::emit::ident::{pascal_case, screaming_case};
use crate::emit::rust::kinds::plain_table;
use std::collections::HashSet;
use toolc_schema::schema::pattern::Pattern;
use toolc_schema::schema::shape::{Keyword, Shape, ShapeId};

impl Naming<'_> {
    /// Finds the tables that need a name, from this shape downwards.
    pub fn visit_table(&mut self, id: ShapeId, wish: &str) {
        let mut waiting = vec![(id, wish.to_owned())];
        let mut seen = HashSet::new();
        while let Some((id, wish)) = waiting.pop() {
            if self.statics.contains_key(&id) || self.meets_constant(id) {
                continue;
            }
            let wish = self.type_of(id).map_or(wish, |plan| plan.name.clone());
            if self.is_long(id)
                && let Some(first) = self.inline.insert(id, wish.clone())
            {
                self.name_table(id, &first);
                continue;
            }
            if !seen.insert(id) {
                continue;
            }
            self.count_patterns(id);
            if self.needs_table(id) {
                self.name_table(id, &wish);
            }
            let mut children = self.table_children(id, &wish);
            children.reverse();
            waiting.append(&mut children);
        }
    }

    /// Counts the patterns of a shape itself.
    fn count_patterns(&mut self, id: ShapeId) {
        let mut patterns: Vec<&Pattern> = Vec::new();
        match &self.form(id).shape {
            Shape::Text(text) => patterns.extend(&text.pattern),
            Shape::Object(object) => patterns.extend(object.patterns.iter().map(|(own, _)| own)),
            Shape::Complete(_, keywords) => {
                let evaluated = keywords.iter().filter_map(|keyword| match keyword {
                    Keyword::UnevaluatedProperties(evaluated, _) => Some(evaluated),
                    _ => None,
                });
                patterns.extend(evaluated.flat_map(|evaluated| &evaluated.patterns));
            }
            _ => {}
        }
        for pattern in patterns {
            self.names.sets.count(&pattern.compiled);
            self.names.patterns.count(pattern);
        }
    }

    fn name_table(&mut self, id: ShapeId, wish: &str) {
        let name = self.names.table_scope.claim(&screaming_case(wish));
        self.names.statics.insert(id, name);
        self.names.tables.push(id);
    }

    /// Registers a shape's table if it is a constant, and returns whether it is.
    fn meets_constant(&mut self, id: ShapeId) -> bool {
        self.names.constants.register_shape(&self.names.kinds, id)
    }

    fn table_children(&mut self, id: ShapeId, name: &str) -> Vec<(ShapeId, String)> {
        match &self.form(id).shape {
            Shape::Object(object) => {
                let mut children = Vec::new();
                for field in &object.fields {
                    if !self.meets_constant(field.shape) {
                        let name = format!("{name}{}", pascal_case(&field.name));
                        children.push((field.shape, name));
                    }
                }
                let patterns = object.patterns.iter();
                children.extend(patterns.map(|(_, id)| (*id, format!("{name}Pattern"))));
                children.push((object.rest, format!("{name}Value")));
                let names = object.names;
                children.extend(names.map(|id| (id, format!("{name}Name"))));
                children
            }
            Shape::Complete(base, keywords) => {
                let mut children = vec![(*base, format!("{name}Base"))];
                for keyword in keywords {
                    let word = keyword_name(keyword);
                    let below = keyword.children().into_iter();
                    children.extend(below.map(|id| (id, format!("{name}{word}"))));
                }
                children
            }
            shape => shape
                .children()
                .into_iter()
                .map(|id| (id, format!("{name}Item")))
                .collect(),
        }
    }

    /// Whether a shape's table needs its own static.
    fn needs_table(&self, id: ShapeId) -> bool {
        match &self.form(id).shape {
            Shape::Object(_) | Shape::Union(..) | Shape::Complete(..) => true,
            Shape::List(_) | Shape::Nullable(_) => self.is_endless(id),
            _ => false,
        }
    }

    /// Whether a shape's table is too long to be written in more than one place.
    fn is_long(&self, id: ShapeId) -> bool {
        match &self.form(id).shape {
            Shape::List(rules) => {
                let has_name = plain_table(&self.form(rules.items).shape).is_some()
                    || self.needs_table(rules.items);
                !has_name || !rules.prefix.is_empty()
            }
            Shape::Choice(values) => values.len() > 1,
            Shape::Text(rules) => rules.pattern.is_some(),
            _ => false,
        }
    }
}

fn keyword_name(keyword: &Keyword) -> &'static str {
    match keyword {
        Keyword::AllOf(_) => "AllOf",
        Keyword::AnyOf(_) => "AnyOf",
        Keyword::OneOf(_) => "OneOf",
        Keyword::Not(_) => "Not",
        Keyword::If { .. } => "If",
        Keyword::Enum(_) => "Enum",
        Keyword::Contains { .. } => "Contains",
        Keyword::DependentRequired(_) | Keyword::DependentSchemas(_) => "Dependent",
        Keyword::UnevaluatedProperties(..) | Keyword::UnevaluatedItems(..) => "Unevaluated",
    }
}
