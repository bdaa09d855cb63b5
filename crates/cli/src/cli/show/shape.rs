//! The shapes of a tool as a tree. A repeated shape is only referred to.

use super::page::Page;
use std::collections::HashSet;
use toolc_model::model::{Catalog, Tool};
use toolc_schema::schema::evaluated::{Condition, Evaluated};
use toolc_schema::schema::json_type::{ByType, JsonType};
use toolc_schema::schema::rules::{self, Rule, RuleValue};
use toolc_schema::schema::select::{Keys, Tag};
use toolc_schema::schema::shape::{
    Doc, Field, Form, Keyword, List, Number, Object, Select, Shape, ShapeId, Shapes,
};

/// Prints the shapes of the arguments and of the result.
pub(super) fn print_shapes(page: &mut Page<'_>, catalog: &Catalog, tool: &Tool) {
    let head = format!("shapes of {}", tool.qualified());
    page.section(&head, Some(tool.span), |page| {
        let mut tree = Tree {
            page,
            shapes: &catalog.shapes,
            printed: HashSet::new(),
        };
        tree.shape("input", tool.input);
        if let Some(output) = tool.output {
            tree.shape("output", output);
        }
    });
}

struct Tree<'t, 'p> {
    page: &'t mut Page<'p>,
    shapes: &'t Shapes,
    printed: HashSet<ShapeId>,
}

impl Tree<'_, '_> {
    fn shape(&mut self, role: &str, id: ShapeId) {
        if !self.printed.insert(id) {
            let line = format!("{role} -> shape {}, above", id.0);
            self.page.section(&line, None, |_| {});
            return;
        }
        let Form {
            shape,
            definition,
            rust_type,
            doc,
            span,
        } = self.shapes.get(id);
        let mut head = format!("{role} -> shape {}, {}", id.0, describe_shape(shape));
        if let Some(definition) = definition {
            head += &format!(", from `{definition}`");
        }
        if let Some(path) = rust_type {
            head += &format!(", read to `{}`", path.segments.join("::"));
        }
        let shapes = self.shapes;
        let printed = &mut self.printed;
        self.page.section(&head, Some(*span), |page| {
            print_doc(page, doc);
            let mut tree = Tree {
                page,
                shapes,
                printed: std::mem::take(printed),
            };
            tree.below(shape);
            *printed = tree.printed;
        });
    }

    fn below(&mut self, shape: &Shape) {
        match shape {
            Shape::Any | Shape::Never | Shape::Null | Shape::Boolean => {}
            Shape::Text(_) | Shape::Choice(_) | Shape::Integer(_) | Shape::Number(_) => {}
            Shape::List(list) => self.list(list),
            Shape::Object(object) => self.object(object),
            Shape::Nullable(inner) => self.shape("not null", *inner),
            Shape::Union(select, branches) => self.union(select, branches),
            Shape::Complete(base, keywords) => {
                self.shape("first", *base);
                keywords.iter().for_each(|keyword| self.keyword(keyword));
            }
        }
    }

    fn list(&mut self, list: &List) {
        let List {
            prefix,
            items,
            limits: _,
        } = list;
        for (at, id) in prefix.iter().enumerate() {
            self.shape(&format!("prefixItems {at}"), *id);
        }
        self.shape("items", *items);
    }

    fn object(&mut self, object: &Object) {
        let Object {
            fields,
            patterns,
            rest,
            names,
            limits: _,
        } = object;
        fields.iter().for_each(|field| self.field(field));
        for (pattern, id) in patterns {
            self.shape(&format!("patternProperties {:?}", pattern.source), *id);
        }
        if let Some(names) = names {
            self.shape("propertyNames", *names);
        }
        self.shape("additionalProperties", *rest);
    }

    fn field(&mut self, field: &Field) {
        let Field {
            name,
            required,
            shape,
            doc,
            conditional,
        } = field;
        let required = if *required { ", required" } else { "" };
        let conditional = if *conditional { ", by a condition" } else { "" };
        self.shape(&format!("{name:?}{required}{conditional}"), *shape);
        if doc != &self.shapes.get(*shape).doc {
            let head = format!("{name:?}, documented by itself");
            self.page.section(&head, None, |page| print_doc(page, doc));
        }
    }

    fn union(&mut self, select: &Select, branches: &[ShapeId]) {
        match select {
            Select::Type(by_type) => self.types(by_type),
            Select::Tag(Tag {
                by_type,
                key,
                values,
            }) => {
                self.types(by_type);
                for (value, branch) in values {
                    let name = format!("where {key:?} is {value}");
                    self.page.row(&name, &format!("branch {branch}"));
                }
            }
            Select::Keys(Keys {
                by_type,
                keys,
                otherwise,
            }) => {
                self.types(by_type);
                for (key, branch) in keys {
                    let name = format!("where {key:?} is there");
                    self.page.row(&name, &format!("branch {branch}"));
                }
                if let Some(branch) = otherwise {
                    self.page.row("otherwise", &format!("branch {branch}"));
                }
            }
            Select::AnyOf | Select::OneOf => {}
        }
        for (at, id) in branches.iter().enumerate() {
            self.shape(&format!("branch {at}"), *id);
        }
    }

    fn types(&mut self, by_type: &ByType<Option<u8>>) {
        for json_type in JsonType::ALL {
            if let Some(branch) = by_type[json_type] {
                self.page.row(json_type.name(), &format!("branch {branch}"));
            }
        }
    }

    fn all(&mut self, role: &str, ids: &[ShapeId]) {
        for (at, id) in ids.iter().enumerate() {
            self.shape(&format!("{role} {at}"), *id);
        }
    }

    fn keyword(&mut self, keyword: &Keyword) {
        match keyword {
            Keyword::AllOf(ids) => self.all("allOf", ids),
            Keyword::AnyOf(ids) => self.all("anyOf", ids),
            Keyword::OneOf(ids) => self.all("oneOf", ids),
            Keyword::Not(id) => self.shape("not", *id),
            Keyword::If {
                condition,
                then,
                otherwise,
            } => {
                self.shape("if", *condition);
                self.shape("then", *then);
                self.shape("else", *otherwise);
            }
            Keyword::Enum(values) => self.page.row("enum", &values.join(", ")),
            Keyword::Contains { item, min, max } => {
                let most = max.map_or(String::new(), |max| format!(", at most {max}"));
                self.shape(&format!("contains at least {min}{most}"), *item);
            }
            Keyword::DependentRequired(rules) => {
                for (key, required) in rules {
                    let name = format!("dependentRequired {key:?}");
                    self.page.row(&name, &format!("{required:?}"));
                }
            }
            Keyword::DependentSchemas(rules) => {
                for (key, id) in rules {
                    self.shape(&format!("dependentSchemas {key:?}"), *id);
                }
            }
            Keyword::UnevaluatedProperties(evaluated, rest) => {
                self.evaluated(evaluated);
                self.shape("unevaluatedProperties", *rest);
            }
            Keyword::UnevaluatedItems(evaluated, rest) => {
                self.evaluated(evaluated);
                self.shape("unevaluatedItems", *rest);
            }
        }
    }

    fn evaluated(&mut self, evaluated: &Evaluated<ShapeId>) {
        let Evaluated {
            all,
            names,
            patterns,
            prefix,
            matching,
            conditions,
        } = evaluated;
        let mut counted: Vec<String> = Vec::new();
        if *all {
            counted.push("all".to_owned());
        }
        counted.extend(names.iter().map(|name| format!("{name:?}")));
        counted.extend(
            patterns
                .iter()
                .map(|pattern| format!("/{}/", pattern.source)),
        );
        if *prefix > 0 {
            counted.push(format!("the first {prefix}"));
        }
        self.page.row("evaluated", &counted.join(", "));
        self.all("evaluated where it accepts", matching);
        for (condition, then) in conditions {
            match condition {
                Condition::Accepts(id) => self.shape("where this accepts", *id),
                Condition::Refuses(id) => self.shape("where this refuses", *id),
                Condition::Has(name) => self.page.row("where it has", &format!("{name:?}")),
            }
            self.evaluated(then);
        }
    }
}

fn print_doc(page: &mut Page<'_>, doc: &Doc) {
    let Doc {
        title,
        description,
        default,
        deprecated,
    } = doc;
    page.row("title", title.as_deref().unwrap_or_default());
    page.row("description", description.as_deref().unwrap_or_default());
    page.row("default", default.as_deref().unwrap_or_default());
    page.flag("deprecated", *deprecated);
}

/// A shape's kind, and its rules with a single value.
fn describe_shape(shape: &Shape) -> String {
    match shape {
        Shape::Any => "anything".to_owned(),
        Shape::Never => "nothing".to_owned(),
        Shape::Null => "null".to_owned(),
        Shape::Boolean => "boolean".to_owned(),
        Shape::Text(text) => describe_rules("string", rules::TEXT, text),
        Shape::Choice(values) => format!("one of {values:?}"),
        Shape::Integer(number) => describe_number("integer", number),
        Shape::Number(number) => describe_number("number", number),
        Shape::List(list) => describe_rules("array", rules::LIST, &list.limits),
        Shape::Object(object) => describe_rules("object", rules::OBJECT, &object.limits),
        Shape::Nullable(_) => "null or another shape".to_owned(),
        Shape::Union(select, _) => describe_select(select),
        Shape::Complete(..) => "a shape and rules for the whole value".to_owned(),
    }
}

fn describe_select(select: &Select) -> String {
    match select {
        Select::Type(_) => "union by JSON type".to_owned(),
        Select::Tag(tag) => format!("union by the value of {:?}", tag.key),
        Select::Keys(_) => "union by the keys that are there".to_owned(),
        Select::AnyOf => "union, the first that accepts".to_owned(),
        Select::OneOf => "union, the only one that accepts".to_owned(),
    }
}

/// The rules of a number, and the hints that only choose its Rust type.
fn describe_number(name: &str, number: &Number) -> String {
    let mut out = describe_rules(name, rules::NUMBER, number);
    if let Some((least, greatest)) = number.values {
        out += &format!(", values from {least} to {greatest}");
    }
    if number.is_int32 {
        out += ", int32";
    }
    out
}

fn describe_rules<S, T>(name: &str, rules: &[Rule<S, T>], said: &S) -> String {
    let mut out = name.to_owned();
    for rule in rules {
        let value = match (rule.says)(said) {
            None | Some(RuleValue::AtLeast(0) | RuleValue::Flag(false, _)) => continue,
            Some(RuleValue::AtLeast(count) | RuleValue::AtMost(count)) => count.to_string(),
            Some(RuleValue::Flag(true, _)) => "true".to_owned(),
            Some(RuleValue::Limit(bound) | RuleValue::Beyond(bound)) => bound.text(),
            Some(RuleValue::Divisor(text)) => text.to_owned(),
            Some(RuleValue::Pattern(pattern)) => format!("{:?}", pattern.source),
            Some(RuleValue::Format(format)) => format.name().to_owned(),
            Some(RuleValue::NumberFormat(format)) => format.name().to_owned(),
            Some(RuleValue::Path(path)) => path.fingerprint_text(),
        };
        out += &format!(", {} {value}", rule.keyword);
    }
    out
}
