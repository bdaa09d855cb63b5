//! A schema as a table for people: a row for each place, with its type and limits.

use toolc_base::diagnostic::quote::{list_some, shorten_text};
use toolc_schema::schema::rules::{self, MAX_SHOWN, describe_rules, join_alternatives, quote_code};
use toolc_schema::schema::shape::{Doc, Keyword, List, Object, Shape, ShapeId, Shapes};

/// How many rows are listed at most.
const MOST_ROWS: usize = 250;

/// How deeply places may be nested to be listed.
const MOST_LEVELS: usize = 8;

/// One place in a schema.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Row {
    /// `address.street`; `[]` stands for any element, `{}` for any additional key, `(2)` for the
    /// second alternative. Empty for the whole value.
    pub path: String,
    /// The type of the value.
    pub kind: String,
    /// Whether the value is required.
    pub required: bool,
    /// Its limits, in words.
    pub limits: Vec<String>,
    /// Its description.
    pub description: String,
    /// Its default, as JSON.
    pub default: Option<String>,
}

/// The places in a schema, from top to bottom.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Table {
    /// The places.
    pub rows: Vec<Row>,
    /// Whether some places are not listed.
    pub is_cut: bool,
}

/// Lists the places in a schema.
pub fn tabulate_schema(shapes: &Shapes, root: ShapeId) -> Table {
    let mut walk = Walk {
        shapes,
        table: Table::default(),
        above: Vec::new(),
    };
    let form = walk.shapes.get(root);
    walk.visit(root, String::new(), true, &form.doc);
    let mut table = walk.table;
    // the arguments are always an object, which needs no row
    if table.rows.first().is_some_and(says_nothing) {
        table.rows.remove(0);
    }
    table
}

fn says_nothing(root: &Row) -> bool {
    root.kind == "object" && root.limits.is_empty() && root.description.is_empty()
}

struct Walk<'s> {
    shapes: &'s Shapes,
    table: Table,
    /// The shapes that contain the current one, each with its path.
    above: Vec<(ShapeId, String)>,
}

impl Walk<'_> {
    fn visit(&mut self, id: ShapeId, path: String, required: bool, doc: &Doc) {
        if self.table.rows.len() == MOST_ROWS {
            self.table.is_cut = true;
            return;
        }
        let mut limits = Vec::new();
        let core = self.core(id, &mut limits);
        let again = self.above.iter().find(|(held, _)| *held == core);
        let is_again = again.is_some();
        if let Some((_, held)) = again {
            let held = match held.as_str() {
                "" => "the whole".to_owned(),
                held => quote_code(held),
            };
            limits.push(format!("like {held}, which it is part of"));
        }
        if doc.deprecated {
            limits.push("deprecated".to_owned());
        }
        let own = self.shapes.get(id).own_doc();
        let description = doc.description.as_ref().or(own.description.as_ref());
        let description = description.or(doc.title.as_ref());
        self.table.rows.push(Row {
            kind: self.noun(id, 3),
            required,
            limits,
            description: description.cloned().unwrap_or_default(),
            default: doc.default.clone().or(own.default.clone()),
            path: path.clone(),
        });
        if is_again {
            return;
        }
        if self.above.len() == MOST_LEVELS {
            self.table.is_cut |= !self.shapes.get(core).shape.children().is_empty();
            return;
        }
        self.above.push((core, path.clone()));
        self.visit_below(core, &path);
        self.above.pop();
    }

    /// The shape below rules on the whole value, which are added to `limits`.
    fn core(&self, mut id: ShapeId, limits: &mut Vec<String>) -> ShapeId {
        loop {
            match &self.shapes.get(id).shape {
                Shape::Nullable(inner) => id = *inner,
                Shape::Complete(base, keywords) => {
                    limits.extend(keywords.iter().map(describe_keyword));
                    id = *base;
                }
                shape => {
                    let mut own = self.limits(shape);
                    own.append(limits);
                    *limits = own;
                    return id;
                }
            }
        }
    }

    fn visit_below(&mut self, core: ShapeId, path: &str) {
        let shapes = self.shapes;
        match &shapes.get(core).shape {
            Shape::Object(object) => self.visit_object(object, path),
            Shape::List(list) => self.visit_list(list, path),
            Shape::Union(_, branches) => {
                let nested = branches.iter().any(|id| self.has_parts(*id));
                for (at, id) in (1..).zip(branches).filter(|_| nested) {
                    let doc = shapes.get(*id).own_doc();
                    self.visit(*id, format!("{path}({at})"), false, doc);
                }
            }
            _ => {}
        }
    }

    fn visit_object(&mut self, object: &Object, path: &str) {
        for field in &object.fields {
            let path = join_path(path, &field.name);
            self.visit(field.shape, path, field.required, &field.doc);
        }
        for (pattern, id) in &object.patterns {
            let path = format!("{path}{{{}}}", pattern.source);
            self.visit(*id, path, false, self.shapes.get(*id).own_doc());
        }
        if !matches!(
            self.shapes.get(object.rest).shape,
            Shape::Any | Shape::Never
        ) {
            let doc = self.shapes.get(object.rest).own_doc();
            self.visit(object.rest, format!("{path}{{}}"), false, doc);
        }
    }

    fn visit_list(&mut self, list: &List, path: &str) {
        for (at, id) in list.prefix.iter().enumerate() {
            self.visit(
                *id,
                format!("{path}[{at}]"),
                false,
                self.shapes.get(*id).own_doc(),
            );
        }
        let mut limits = Vec::new();
        let core = self.core(list.items, &mut limits);
        let doc = self.shapes.get(list.items).own_doc();
        let is_told = !limits.is_empty() || doc.description.is_some() || self.has_parts(core);
        if is_told && !matches!(self.shapes.get(core).shape, Shape::Never) {
            self.visit(list.items, format!("{path}[]"), false, doc);
        }
    }

    fn has_parts(&self, id: ShapeId) -> bool {
        let core = self.core(id, &mut Vec::new());
        match &self.shapes.get(core).shape {
            Shape::Object(object) => !object.fields.is_empty() || !object.patterns.is_empty(),
            Shape::List(list) => !list.prefix.is_empty() || self.has_direct_parts(list.items),
            Shape::Union(_, branches) => branches.iter().any(|id| self.has_direct_parts(*id)),
            _ => false,
        }
    }

    fn has_direct_parts(&self, id: ShapeId) -> bool {
        let core = self.core(id, &mut Vec::new());
        let shape = &self.shapes.get(core).shape;
        matches!(shape, Shape::Object(object) if !object.fields.is_empty())
    }

    fn noun(&self, id: ShapeId, levels: u8) -> String {
        match &self.shapes.get(id).shape {
            Shape::Any => "any value".to_owned(),
            Shape::Never => "never there".to_owned(),
            Shape::Null => "null".to_owned(),
            Shape::Boolean => "boolean".to_owned(),
            Shape::Text(_) | Shape::Choice(_) => "string".to_owned(),
            Shape::Integer(_) => "integer".to_owned(),
            Shape::Number(_) => "number".to_owned(),
            Shape::List(list) if list.prefix.is_empty() => match levels.checked_sub(1) {
                Some(levels) => format!("list of {}", self.noun(list.items, levels)),
                None => "list".to_owned(),
            },
            Shape::List(_) => "list".to_owned(),
            Shape::Object(object) if object.fields.is_empty() => match object.rest {
                rest if matches!(self.shapes.get(rest).shape, Shape::Any | Shape::Never) => {
                    "object".to_owned()
                }
                _ => "map".to_owned(),
            },
            Shape::Object(_) => "object".to_owned(),
            Shape::Nullable(inner) => format!("{} or null", self.noun(*inner, levels)),
            Shape::Union(_, branches) => self.alternatives(branches, levels),
            Shape::Complete(base, _) => self.noun(*base, levels),
        }
    }

    fn alternatives(&self, branches: &[ShapeId], levels: u8) -> String {
        // at the last level, they are only counted
        let nouns = levels.checked_sub(1).into_iter().flat_map(|levels| {
            let branches = branches.iter();
            branches.map(move |branch| self.noun(*branch, levels))
        });
        join_alternatives(nouns, branches.len())
    }

    fn limits(&self, shape: &Shape) -> Vec<String> {
        match shape {
            Shape::Text(text) => describe_rules(rules::TEXT, text),
            Shape::Choice(values) => vec![describe_values(values)],
            Shape::Integer(number) | Shape::Number(number) => {
                describe_rules(rules::NUMBER, &number.without_format())
            }
            Shape::List(list) => {
                let mut limits = describe_rules(rules::LIST, &list.limits);
                let is_closed = matches!(self.shapes.get(list.items).shape, Shape::Never);
                limits.extend(is_closed.then(|| "no further elements".to_owned()));
                limits
            }
            Shape::Object(object) => self.object_limits(object),
            Shape::Any
            | Shape::Never
            | Shape::Null
            | Shape::Boolean
            | Shape::Nullable(_)
            | Shape::Union(..)
            | Shape::Complete(..) => Vec::new(),
        }
    }

    fn object_limits(&self, object: &Object) -> Vec<String> {
        let mut limits = describe_rules(rules::OBJECT, &object.limits);
        if let Some(names) = object.names {
            let mut said = Vec::new();
            self.core(names, &mut said);
            limits.push(match said.is_empty() {
                true => "keys have rules".to_owned(),
                false => format!("keys: {}", said.join(", ")),
            });
        }
        let is_closed = matches!(self.shapes.get(object.rest).shape, Shape::Never);
        limits.extend(is_closed.then(|| "no other keys".to_owned()));
        limits
    }
}

fn join_path(path: &str, name: &str) -> String {
    match path {
        "" => name.to_owned(),
        path => format!("{path}.{name}"),
    }
}

/// `one of `a`, `b``; if there are many, the first ones and their number.
fn describe_values<T: AsRef<str>>(values: &[T]) -> String {
    const MOST: usize = 12;
    let quoted = values
        .iter()
        .map(|value| quote_code(&shorten_text(value.as_ref(), MAX_SHOWN)));
    let shown = list_some(quoted, MOST);
    match values {
        [_] => format!("always {shown}"),
        _ => format!("one of {shown}"),
    }
}

/// A rule that needs the whole value, in words.
fn describe_keyword(keyword: &Keyword) -> String {
    match keyword {
        Keyword::AllOf(ids) => format!("all of {} further schemas hold", ids.len()),
        Keyword::AnyOf(ids) => format!("at least one of {} further forms", ids.len()),
        Keyword::OneOf(ids) => format!("exactly one of {} further forms", ids.len()),
        Keyword::Not(_) => "not what a further schema accepts".to_owned(),
        Keyword::If { .. } => "what holds depends on a condition".to_owned(),
        Keyword::Enum(values) => describe_values(values),
        Keyword::Contains { min, max: None, .. } => format!("at least {min} elements of a kind"),
        Keyword::Contains {
            min,
            max: Some(max),
            ..
        } => format!("{min} to {max} elements of a kind"),
        Keyword::DependentRequired(rules) => {
            let rules = rules.iter().map(|(key, needed)| {
                let needed: Vec<String> = needed.iter().map(|name| quote_code(name)).collect();
                format!("{} needs {}", quote_code(key), needed.join(", "))
            });
            rules.collect::<Vec<_>>().join("; ")
        }
        Keyword::DependentSchemas(rules) => {
            let keys: Vec<String> = rules.iter().map(|(key, _)| quote_code(key)).collect();
            format!("more holds where there is {}", keys.join(" or "))
        }
        Keyword::UnevaluatedProperties(..) => "keys that no schema names have rules".to_owned(),
        Keyword::UnevaluatedItems(..) => "elements that no schema names have rules".to_owned(),
    }
}
