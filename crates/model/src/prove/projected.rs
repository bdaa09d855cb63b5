//! The schema of what is shown of a result. Whatever a schema accepts, this one accepts what is shown of it: types, names,
//! what is required and enumerated stay, and every other rule is left out, since a part or a cut text may break it.

use crate::model::results::{ProjectedText, Projection};
use std::collections::HashMap;
use toolc_runtime::definition::Structured;
use toolc_runtime::json::write_string;
use toolc_schema::schema::shape::{Doc, Keyword, List, Object, Shape, ShapeId, Shapes};

/// The longest text, as JSON, that is never cut.
const UNCUT: usize = 64;

/// The schema of what is shown of the values of a shape. `cuts_texts` says whether there is a limit of size.
pub fn write_projected(
    shapes: &Shapes,
    root: ShapeId,
    projection: &Projection,
    cuts_texts: bool,
    structured: Structured,
) -> ProjectedText {
    let mut writer = Writer {
        shapes,
        cuts_texts,
        uses: HashMap::new(),
        names: HashMap::new(),
        definitions: Vec::new(),
    };
    writer.count(root, projection);
    // the root is written in place, where nothing else refers to it
    let mut text = writer.write_shape(root, projection, &Doc::default());
    let is_object = text.starts_with("{\"type\":\"object\"");
    if structured == Structured::Object && !is_object {
        let inner = text
            .strip_prefix('{')
            .and_then(|text| text.strip_suffix('}'));
        let inner = inner.unwrap_or_default();
        let comma = if inner.is_empty() { "" } else { "," };
        text = format!("{{\"type\":\"object\"{comma}{inner}}}");
    }
    ProjectedText {
        text,
        definitions: writer.definitions,
    }
}

/// A shape, and the address of what is shown of it: 0 if it is shown whole.
type Key = (ShapeId, usize);

struct Writer<'s> {
    shapes: &'s Shapes,
    cuts_texts: bool,
    /// How often each shape with parts occurs.
    uses: HashMap<Key, usize>,
    /// The names of those that occur several times.
    names: HashMap<Key, String>,
    definitions: Vec<(String, String)>,
}

fn key_of(id: ShapeId, projection: &Projection) -> Key {
    let address = match projection {
        Projection::Whole => 0,
        parts => std::ptr::from_ref(parts).addr(),
    };
    (id, address)
}

impl<'s> Writer<'s> {
    /// Counts how often each shape with parts occurs, so that those that occur again get names.
    fn count(&mut self, root: ShapeId, projection: &Projection) {
        let mut waiting = vec![(root, projection)];
        while let Some((id, projection)) = waiting.pop() {
            let uses = self.uses.entry(key_of(id, projection)).or_default();
            *uses += 1;
            if *uses > 1 || *projection == Projection::Nothing {
                continue;
            }
            match &self.shapes.get(id).shape {
                Shape::Object(object) => {
                    for field in &object.fields {
                        waiting.push((field.shape, projection.of_field(&field.name)));
                    }
                    waiting.push((object.rest, projection.of_each()));
                }
                Shape::List(list) => {
                    let items = list.prefix.iter().chain([&list.items]);
                    waiting.extend(items.map(|item| (*item, projection.of_each())));
                }
                Shape::Nullable(inner) => waiting.push((*inner, projection)),
                Shape::Union(_, branches) => {
                    waiting.extend(branches.iter().map(|branch| (*branch, projection)));
                }
                Shape::Complete(base, keywords) => {
                    waiting.push((*base, projection));
                    let ids = keywords.iter().flat_map(list_alternatives);
                    waiting.extend(ids.map(|id| (*id, projection)));
                }
                _ => {}
            }
        }
    }

    /// The schema of a part, or a reference to it.
    fn write_part(&mut self, id: ShapeId, projection: &Projection, doc: &Doc) -> String {
        let key = key_of(id, projection);
        let shape = &self.shapes.get(id).shape;
        let has_parts = matches!(
            shape,
            Shape::Object(_)
                | Shape::List(_)
                | Shape::Union(..)
                | Shape::Complete(..)
                | Shape::Nullable(_)
        );
        if !has_parts || self.uses.get(&key).is_none_or(|uses| *uses < 2) {
            return self.write_shape(id, projection, doc);
        }
        let name = match self.names.get(&key) {
            Some(name) => name.clone(),
            None => {
                let name = format!("part{}", self.names.len() + 1);
                self.names.insert(key, name.clone());
                let text = self.write_shape(id, projection, &Doc::default());
                self.definitions.push((name.clone(), text));
                name
            }
        };
        describe(format!("\"$ref\":\"#/$defs/{name}\""), doc)
    }

    fn write_shape(&mut self, id: ShapeId, projection: &Projection, doc: &Doc) -> String {
        let shapes = self.shapes;
        let inner = match &shapes.get(id).shape {
            Shape::Any => String::new(),
            Shape::Never => return "false".to_owned(),
            Shape::Null => "\"type\":\"null\"".to_owned(),
            Shape::Boolean => "\"type\":\"boolean\"".to_owned(),
            Shape::Text(_) => "\"type\":\"string\"".to_owned(),
            Shape::Choice(values) => self.write_choice(values),
            Shape::Integer(_) => "\"type\":\"integer\"".to_owned(),
            Shape::Number(_) => "\"type\":\"number\"".to_owned(),
            Shape::List(list) => self.write_list(list, projection),
            Shape::Object(object) => self.write_object(object, projection),
            Shape::Nullable(inner) => {
                let inner = self.write_part(*inner, projection, &Doc::default());
                format!("\"anyOf\":[{{\"type\":\"null\"}},{inner}]")
            }
            Shape::Union(_, branches) => self.write_several("anyOf", branches, projection),
            Shape::Complete(base, keywords) => self.write_complete(*base, keywords, projection),
        };
        describe(inner, doc)
    }

    fn write_choice(&self, values: &[String]) -> String {
        let values: Vec<String> = values.iter().map(|value| quote(value)).collect();
        match self.may_cut(&values) {
            true => "\"type\":\"string\"".to_owned(),
            false => format!("\"type\":\"string\",\"enum\":[{}]", values.join(",")),
        }
    }

    /// Whether one of these JSON texts may be cut.
    fn may_cut(&self, values: &[String]) -> bool {
        self.cuts_texts && values.iter().any(|value| value.len() > UNCUT)
    }

    fn write_list(&mut self, list: &List, projection: &Projection) -> String {
        let each = projection.of_each();
        let mut out = String::from("\"type\":\"array\"");
        // left out items would move those behind them
        let is_moved = *each == Projection::Nothing;
        if !list.prefix.is_empty() && !is_moved {
            let items = list.prefix.iter();
            let items: Vec<String> = items
                .map(|item| self.write_part(*item, each, &Doc::default()))
                .collect();
            out.push_str(&format!(",\"prefixItems\":[{}]", items.join(",")));
        }
        let items = match is_moved {
            true => "false".to_owned(),
            false => self.write_part(list.items, each, &Doc::default()),
        };
        if items != "true" {
            out.push_str(&format!(",\"items\":{items}"));
        }
        out
    }

    fn write_object(&mut self, object: &Object, projection: &Projection) -> String {
        let mut out = String::from("\"type\":\"object\"");
        let (mut fields, mut required) = (Vec::new(), Vec::new());
        for field in &object.fields {
            let shown = projection.of_field(&field.name);
            if *shown == Projection::Nothing {
                continue;
            }
            let name = quote(&field.name);
            if field.required {
                required.push(name.clone());
            }
            let doc = match field.doc.description {
                Some(_) => &field.doc,
                None => self.shapes.get(field.shape).own_doc(),
            };
            fields.push(format!(
                "{name}:{}",
                self.write_part(field.shape, shown, doc)
            ));
        }
        if !fields.is_empty() {
            out.push_str(&format!(",\"properties\":{{{}}}", fields.join(",")));
        }
        if !required.is_empty() {
            out.push_str(&format!(",\"required\":[{}]", required.join(",")));
        }
        let each = projection.of_each();
        // a name in the projection that the schema does not know is one of the rest, shown in another way
        let is_uniform = match projection {
            Projection::Parts(parts) => {
                let mut names = parts.fields.iter().map(|(name, _)| name);
                names.all(|name| object.fields.iter().any(|field| field.name == *name))
            }
            _ => true,
        };
        let rest = match is_uniform && object.patterns.is_empty() {
            false => "true".to_owned(),
            true if *each == Projection::Nothing => "false".to_owned(),
            true => self.write_part(object.rest, each, &Doc::default()),
        };
        if rest != "true" {
            out.push_str(&format!(",\"additionalProperties\":{rest}"));
        }
        out
    }

    fn write_several(
        &mut self,
        keyword: &str,
        shapes: &[ShapeId],
        projection: &Projection,
    ) -> String {
        let schemas = shapes.iter();
        let schemas: Vec<String> = schemas
            .map(|id| self.write_part(*id, projection, &Doc::default()))
            .collect();
        format!("\"{keyword}\":[{}]", schemas.join(","))
    }

    /// What a value is shown as satisfies what the parts of these keywords are shown as. Other keywords are left out.
    fn write_complete(
        &mut self,
        base: ShapeId,
        keywords: &[Keyword],
        projection: &Projection,
    ) -> String {
        let mut all = Vec::new();
        if !matches!(self.shapes.get(base).shape, Shape::Any) {
            all.push(self.write_part(base, projection, &Doc::default()));
        }
        for keyword in keywords {
            match keyword {
                Keyword::AllOf(ids) => {
                    let parts = ids.iter();
                    let parts: Vec<String> = parts
                        .map(|id| self.write_part(*id, projection, &Doc::default()))
                        .collect();
                    all.extend(parts);
                }
                Keyword::AnyOf(ids) | Keyword::OneOf(ids) => {
                    let inner = self.write_several("anyOf", ids, projection);
                    all.push(format!("{{{inner}}}"));
                }
                Keyword::Enum(values) => {
                    let has_parts = |value: &String| value.starts_with(['{', '[']);
                    if !values.iter().any(has_parts) && !self.may_cut(values) {
                        all.push(format!("{{\"enum\":[{}]}}", values.join(",")));
                    }
                }
                _ => {}
            }
        }
        match all.as_slice() {
            [only] if only.starts_with('{') => only[1..only.len() - 1].to_owned(),
            [] => String::new(),
            several => format!("\"allOf\":[{}]", several.join(",")),
        }
    }
}

/// The shapes of which one or all hold for the value itself.
fn list_alternatives(keyword: &Keyword) -> &[ShapeId] {
    match keyword {
        Keyword::AllOf(ids) | Keyword::AnyOf(ids) | Keyword::OneOf(ids) => ids,
        _ => &[],
    }
}

/// A schema with these keywords, and what is said about it.
fn describe(inner: String, doc: &Doc) -> String {
    let Some(description) = &doc.description else {
        return match inner.as_str() {
            "" => "true".to_owned(),
            inner => format!("{{{inner}}}"),
        };
    };
    let comma = if inner.is_empty() { "" } else { "," };
    format!("{{{inner}{comma}\"description\":{}}}", quote(description))
}

fn quote(text: &str) -> String {
    let mut out = String::new();
    write_string(text, &mut out);
    out
}
