//! Rules that contradict each other, whether one schema has them or several that hold for one value:
//! found while they are joined, and reported at the keywords.

use super::Shaper;
use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Code, Diagnostic};
use crate::node::{Entry, Node, Value};
use crate::schema::join::{Conjunction, pattern_matches};
use crate::schema::keywords::{Schema, SchemaId, Types};
use crate::schema::shape::{Bound, Shape};
use crate::schema::value::{canonical_json, mend_value, type_of};
use crate::source::Span;
use std::collections::HashSet;

/// So many keys of one object are looked into.
pub(super) const MAX_NAMES: usize = 64;

/// A lower and an upper limit: the keywords, and what they are about.
type Pair = (&'static str, &'static str, &'static str);

/// What both limits of a pair are in one schema.
type Limits = fn(&Schema) -> (u64, Option<u64>);

/// What is counted of values of a type, the keywords, the limits together, and those of each schema.
type Counted = (Types, Pair, (u64, Option<u64>), Limits);

impl<'d> Shaper<'d> {
    /// Reports what contradicts itself in what holds for one value.
    pub(super) fn check_join(&mut self, join: &Conjunction) {
        self.check_counts(join);
        if join.types.meets(Types::NUMBER) {
            self.check_numbers(join);
        }
        if join.types.meets(Types::OBJECT) {
            self.check_forbidden(join);
            self.check_undeclared(join);
        }
    }

    fn check_counts(&mut self, join: &Conjunction) {
        let pairs: [Counted; 3] = [
            (
                Types::STRING,
                ("minLength", "maxLength", "string"),
                (join.text.min_length, join.text.max_length),
                |schema| (schema.text.min_length, schema.text.max_length),
            ),
            (
                Types::ARRAY,
                ("minItems", "maxItems", "list"),
                (join.list.limits.min_items, join.list.limits.max_items),
                |schema| (schema.list.limits.min_items, schema.list.limits.max_items),
            ),
            (
                Types::OBJECT,
                ("minProperties", "maxProperties", "object"),
                (
                    join.object.limits.min_properties,
                    join.object.limits.max_properties,
                ),
                |schema| {
                    (
                        schema.object.limits.min_properties,
                        schema.object.limits.max_properties,
                    )
                },
            ),
        ];
        for (types, pair, (low, high), limits) in pairs {
            if join.types.meets(types) && high.is_some_and(|high| low > high) {
                let low = self.entry(join, pair.0, |schema| limits(schema).0 == low);
                let high = self.entry(join, pair.1, |schema| limits(schema).1 == high);
                self.no_room(join, pair, low, high);
            }
        }
        for contains in &join.contains {
            if contains.max.is_some_and(|max| contains.min > max) {
                let is_it = |schema: &Schema| {
                    let own = schema.list.contains;
                    own.is_some_and(|own| own.schema == contains.schema)
                };
                let low = self.entry(join, "minContains", is_it);
                let high = self.entry(join, "maxContains", is_it);
                self.no_room(join, ("minContains", "maxContains", "list"), low, high);
            }
        }
    }

    fn check_numbers(&mut self, join: &Conjunction) {
        type Limit = fn(&Schema) -> Option<Bound>;
        let number = &join.number;
        let low: [(&str, Option<Bound>, bool, Limit); 2] = [
            ("minimum", number.minimum, false, |schema| {
                schema.number.minimum
            }),
            (
                "exclusiveMinimum",
                number.exclusive_minimum,
                true,
                |schema| schema.number.exclusive_minimum,
            ),
        ];
        let high: [(&str, Option<Bound>, bool, Limit); 2] = [
            ("maximum", number.maximum, false, |schema| {
                schema.number.maximum
            }),
            (
                "exclusiveMaximum",
                number.exclusive_maximum,
                true,
                |schema| schema.number.exclusive_maximum,
            ),
        ];
        for (low_name, least, above, of_low) in low {
            for (high_name, greatest, below, of_high) in high {
                let (Some(least), Some(greatest)) = (least, greatest) else {
                    continue;
                };
                let touches = (above || below) && !greatest.exceeds(least);
                if least.exceeds(greatest) || touches {
                    let low = self.entry(join, low_name, |schema| of_low(schema) == Some(least));
                    let high =
                        self.entry(join, high_name, |schema| of_high(schema) == Some(greatest));
                    return self.no_room(join, (low_name, high_name, "number"), low, high);
                }
            }
        }
    }

    /// Reports a lower limit above an upper one.
    fn no_room(
        &mut self,
        join: &Conjunction,
        (low_name, high_name, what): Pair,
        low: Option<&Entry>,
        high: Option<&Entry>,
    ) {
        let value = |entry: Option<&Entry>| {
            entry.map_or(String::new(), |entry| format!(" {}", entry.value.to_json()))
        };
        let relation = match low_name.starts_with("exclusive") || high_name.starts_with("exclusive")
        {
            true => "leaves nothing below",
            false => "is above",
        };
        let message = format!(
            "no {what} satisfies this schema: `{low_name}`{} {relation} `{high_name}`{}",
            value(low),
            value(high)
        );
        let places = [(low, "the lower limit"), (high, "the upper limit")];
        let places = places.map(|(entry, text)| (entry.map(span_of), text));
        let help = "swap the two, or correct one of them".to_owned();
        self.contradiction(join.span, places, message, help);
    }

    /// Reports keys that are required or described, and that another rule forbids.
    fn check_forbidden(&mut self, join: &Conjunction) {
        let properties = join.object.properties.iter();
        let never = properties.filter(|(_, id)| self.is_never(*id));
        let mut never: Vec<&str> = never.map(|(name, _)| name.as_str()).collect();
        if never.is_empty() {
            return;
        }
        let required: HashSet<&str> = join.object.required.iter().map(String::as_str).collect();
        never.sort_by_key(|name| !required.contains(name));
        never.truncate(MAX_NAMES);
        let mut told: HashSet<Span> = HashSet::new();
        for name in never {
            let Some(forbids) = self.forbids(join, name) else {
                continue;
            };
            let is_required = required.contains(name);
            let wanted = match is_required {
                true => self.requires(join, name),
                false => self.describes(join, name),
            };
            let Some(wanted) = wanted else { continue };
            if !told.insert(forbids) {
                continue;
            }
            let (message, label) = match is_required {
                true => (
                    format!("no object satisfies this schema: `{name}` is required and forbidden"),
                    "it is required here",
                ),
                false => (
                    format!("no value satisfies the schema of `{name}`: the key is forbidden"),
                    "it is described here",
                ),
            };
            let help = self.allow(join, name, &required);
            let places = [(Some(wanted), label), (Some(forbids), "this forbids it")];
            self.contradiction(join.span, places, message, help);
        }
    }

    /// What to write so that a key is allowed.
    fn allow(&self, join: &Conjunction, name: &str, required: &HashSet<&str>) -> String {
        let known = join.object.properties.iter();
        let known = known.filter(|(_, id)| !self.is_never(*id));
        let free = known.map(|(known, _)| known.as_str());
        if required.contains(name)
            && let Some(near) = nearest(name, free.filter(|known| !required.contains(known)))
        {
            return format!("did you mean `{near}`?");
        }
        match self.parts(join).count() {
            1 => "describe it under `properties`, or do not require it",
            _ => {
                "`additionalProperties` sees only the `properties` beside it: \
                 write `unevaluatedProperties: false` beside `allOf` instead"
            }
        }
        .to_owned()
    }

    /// Whether a schema is `false`, or is joined with one that is.
    pub(super) fn is_never(&self, id: SchemaId) -> bool {
        let schema = self.schemas.get(id);
        let held = schema.all_of.iter().chain(&schema.reference);
        schema.never || held.into_iter().any(|id| self.schemas.get(*id).never)
    }

    /// What forbids a key: `false` under its own name, or what a part says of all other keys.
    fn forbids(&self, join: &Conjunction, name: &str) -> Option<Span> {
        self.parts(join).find_map(|(schema, node)| {
            let object = &schema.object;
            let own = object.properties.iter().find(|(known, _)| known == name);
            if let Some((_, id)) = own {
                let place = || node.get("properties")?.get(name).map(|node| node.span);
                return self.schemas.get(*id).never.then(place)?;
            }
            if object
                .patterns
                .iter()
                .any(|(pattern, _)| pattern_matches(pattern, name))
            {
                return None;
            }
            let is_never = |id: Option<SchemaId>| id.is_some_and(|id| self.schemas.get(id).never);
            let keyword = match schema {
                _ if is_never(object.additional) => "additionalProperties",
                _ if is_never(schema.unevaluated.properties) => "unevaluatedProperties",
                _ => return None,
            };
            node.as_map()?.entry(keyword).map(span_of)
        })
    }

    fn requires(&self, join: &Conjunction, name: &str) -> Option<Span> {
        self.parts(join).find_map(|(_, node)| {
            let mut names = node.get("required")?.as_list()?.iter();
            let found = names.find(|node| node.as_str() == Some(name))?;
            Some(found.span)
        })
    }

    /// Where a key is described by a schema that a value could satisfy.
    fn describes(&self, join: &Conjunction, name: &str) -> Option<Span> {
        self.parts(join).find_map(|(schema, node)| {
            let mut own = schema.object.properties.iter();
            let (_, id) = own.find(|(known, _)| known == name)?;
            let entry = node.get("properties")?.as_map()?.entry(name)?;
            (!self.schemas.get(*id).never).then_some(entry.key_span)
        })
    }

    /// The parts of a join that were written, with their nodes.
    pub(super) fn parts<'a>(
        &'a self,
        join: &'a Conjunction,
    ) -> impl Iterator<Item = (&'a Schema, &'d Node)> {
        join.parts.iter().filter_map(|id| {
            let node = self.nodes.get(id.0 as usize)?;
            Some((self.schemas.get(*id), *node))
        })
    }

    /// A keyword in the first part that is meant.
    fn entry(
        &self,
        join: &Conjunction,
        keyword: &str,
        is_meant: impl Fn(&Schema) -> bool,
    ) -> Option<&'d Entry> {
        let mut parts = self.parts(join).filter(|(schema, _)| is_meant(schema));
        parts.find_map(|(_, node)| node.as_map()?.entry(keyword))
    }

    /// Reports that two places contradict each other, once.
    fn contradiction(
        &mut self,
        span: Span,
        [(first, first_text), (second, second_text)]: [(Option<Span>, &str); 2],
        message: String,
        help: String,
    ) {
        self.unsatisfiable.insert(span);
        let at = first.or(second).unwrap_or(span);
        if !self.told.insert((at, second.unwrap_or(span))) {
            return;
        }
        let mut finding = Diagnostic::new(Code::UNSATISFIABLE, at, message).help(help);
        if first.is_some() {
            finding = finding.label(first_text);
        }
        if let Some(second) = second.filter(|second| *second != at) {
            finding = finding.also(second, second_text);
        }
        self.diagnostics.push(finding);
    }

    /// Types of which no value is: those of two schemas, or of one and of its place.
    pub(super) fn types_exclude_each_other(&mut self, join: &Conjunction) -> Shape {
        let written = self
            .parts(join)
            .filter(|(schema, _)| schema.types != Types::ALL);
        let written: Vec<(Types, Option<Span>)> = written
            .map(|(schema, node)| (schema.types, node.get("type").map(|node| node.span)))
            .collect();
        let mut wanted = self.types_of_place(join);
        let mut before = None;
        for (types, place) in written {
            if types.and(wanted).is_empty() {
                let message = format!(
                    "no value satisfies this schema: its types exclude each other, `{}` and `{}`",
                    wanted.names(),
                    types.names()
                );
                let places = [(place, "this type"), (before, "and this one")];
                let help = format!("write `type: {}`, or correct the other", wanted.names());
                self.contradiction(join.span, places, message, help);
                return Shape::Never;
            }
            wanted = wanted.and(types);
            before = place;
        }
        self.unsatisfiable(join.span, "the types exclude each other")
    }

    /// The types that the place of a schema asks for: of arguments, that they are an object.
    fn types_of_place(&self, join: &Conjunction) -> Types {
        let made = join
            .parts
            .iter()
            .filter(|id| self.nodes.len() <= id.0 as usize);
        made.fold(Types::ALL, |types, id| {
            types.and(self.schemas.get(*id).types)
        })
    }

    /// None of the values of `enum` and `const` is what the other keywords ask for.
    pub(super) fn no_value_fits(&mut self, join: &Conjunction) -> Shape {
        let listed = self.parts(join).find_map(|(schema, node)| {
            let entry = node.as_map()?;
            let entry = entry.entry("const").or_else(|| entry.entry("enum"))?;
            schema.values.as_ref().map(|_| entry)
        });
        let typed = self.parts(join).find_map(|(_, node)| node.get("type"));
        let value = listed.and_then(|entry| match &entry.value.value {
            Value::List(values) if entry.key == "enum" => values.first(),
            _ => Some(&entry.value),
        });
        let key = listed.map_or("enum", |entry| entry.key.as_str());
        let is_of_type = |value: &Node| {
            canonical_json(value).is_some_and(|value| join.types.has(type_of(&value)))
        };
        let (what, help) = match value {
            None => (
                "lists no value".to_owned(),
                "list the values, or remove it".to_owned(),
            ),
            Some(value) if is_of_type(value) => (
                "has no value that the other keywords allow".to_owned(),
                "correct the values, or the rules beside them".to_owned(),
            ),
            Some(value) => (
                format!("has no value of type `{}`", join.types.names()),
                mend_value(join.types, value),
            ),
        };
        let message = format!("no value satisfies this schema: `{key}` {what}");
        let place = value.map(|value| value.span).or(listed.map(span_of));
        let types = typed.map(|node| node.span);
        self.contradiction(
            join.span,
            [(place, "this does not fit"), (types, "this is the type")],
            message,
            help,
        );
        Shape::Never
    }
}

/// From the key to the end of its value.
pub(super) fn span_of(entry: &Entry) -> Span {
    let value = entry.value.span;
    match value.source == entry.key_span.source && value.end > entry.key_span.start {
        true => Span {
            end: value.end,
            ..entry.key_span
        },
        false => entry.key_span,
    }
}
