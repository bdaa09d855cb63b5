//! Contradictory rules, within one schema or between several that apply to one value: detected when
//! they are joined, and reported at the keywords.

use super::Shaper;
use crate::diagnostic::suggest::did_you_mean;
use crate::diagnostic::{Code, Diagnostic};
use crate::node::{Entry, Node, Value};
use crate::schema::join::Conjunction;
use crate::schema::keywords::{Schema, SchemaId, Types};
use crate::schema::rules::{self, Rule, lower_ends, upper_ends};
use crate::schema::shape::Shape;
use crate::schema::value::{canonical_json, mend_value, type_of};
use crate::schema::vocabulary::CONTAINS_LIMITS;
use crate::source::Span;
use std::collections::HashSet;

/// How many keys of one object are examined.
pub(super) const MAX_NAMES: usize = 64;

/// A lower and an upper limit: the keywords, whether either is exclusive, and what they limit.
struct Pair {
    low: &'static str,
    high: &'static str,
    is_open: bool,
    what: &'static str,
}

/// One of two places that contradict each other.
struct Side {
    place: Option<Span>,
    label: &'static str,
}

impl Side {
    fn new(place: Option<Span>, label: &'static str) -> Self {
        Side { place, label }
    }
}

impl<'d> Shaper<'d> {
    /// Reports contradictions in what applies to one value.
    pub(super) fn check_join(&mut self, join: &Conjunction) {
        let types = join.types;
        if types.meets(Types::STRING) {
            self.check_limits(join, "string", rules::TEXT, &join.text, |schema| {
                &schema.text
            });
        }
        if types.meets(Types::ARRAY) {
            let limits = &join.list.limits;
            self.check_limits(join, "list", rules::LIST, limits, |schema| {
                &schema.list.limits
            });
        }
        if types.meets(Types::OBJECT) {
            let limits = &join.object.limits;
            self.check_limits(join, "object", rules::OBJECT, limits, |schema| {
                &schema.object.limits
            });
        }
        self.check_contains(join);
        if types.meets(Types::NUMBER) {
            self.check_limits(join, "number", rules::NUMBER, &join.number, |schema| {
                &schema.number
            });
        }
        if types.meets(Types::OBJECT) {
            self.check_forbidden(join);
            self.check_undeclared(join);
        }
    }

    /// Reports the first pair of limits for a type that excludes every value.
    fn check_limits<S, T>(
        &mut self,
        join: &Conjunction,
        what: &'static str,
        rules: &'static [Rule<S, T>],
        joined: &S,
        of: fn(&Schema) -> &S,
    ) {
        for (low, least) in lower_ends(rules, joined) {
            for (high, greatest) in upper_ends(rules, joined) {
                if !least.leaves_nothing_below(greatest) {
                    continue;
                }
                let pair = Pair {
                    low: low.keyword,
                    high: high.keyword,
                    is_open: least.is_open || greatest.is_open,
                    what,
                };
                let is_low = |schema: &Schema| low.lower_end(of(schema)) == Some(least);
                let is_high = |schema: &Schema| high.upper_end(of(schema)) == Some(greatest);
                let low = self.entry(join, pair.low, is_low);
                let high = self.entry(join, pair.high, is_high);
                return self.report_limits(join, &pair, low, high);
            }
        }
    }

    fn check_contains(&mut self, join: &Conjunction) {
        for contains in &join.contains {
            if contains.max.is_some_and(|max| contains.min > max) {
                let is_it = |schema: &Schema| {
                    let own = schema.list.contains;
                    own.is_some_and(|own| own.schema == contains.schema)
                };
                let [low, high] = CONTAINS_LIMITS;
                let pair = Pair {
                    low,
                    high,
                    is_open: false,
                    what: "list",
                };
                let low = self.entry(join, pair.low, is_it);
                let high = self.entry(join, pair.high, is_it);
                self.report_limits(join, &pair, low, high);
            }
        }
    }

    /// Reports a lower limit above an upper one.
    fn report_limits(
        &mut self,
        join: &Conjunction,
        pair: &Pair,
        low: Option<&Entry>,
        high: Option<&Entry>,
    ) {
        let value = |entry: Option<&Entry>| {
            entry.map_or(String::new(), |entry| format!(" {}", entry.value.to_json()))
        };
        let relation = if pair.is_open {
            "leaves nothing below"
        } else {
            "is above"
        };
        let Pair {
            low: low_name,
            high: high_name,
            what,
            ..
        } = pair;
        let message = format!(
            "no {what} satisfies this schema: `{low_name}`{} {relation} `{high_name}`{}",
            value(low),
            value(high)
        );
        let sides = [(low, "the lower limit"), (high, "the upper limit")];
        let sides = sides.map(|(entry, label)| Side::new(entry.map(span_of), label));
        let help = "swap the two, or correct one of them".to_owned();
        self.report_contradiction(join.span, sides, message, help);
    }

    /// Reports keys that are required or described although another rule forbids them.
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
            let Some(forbidding) = self.find_forbidding(join, name) else {
                continue;
            };
            let is_required = required.contains(name);
            let wanting = match is_required {
                true => self.find_requiring(join, name),
                false => self.find_describing(join, name),
            };
            if wanting.is_none() || !told.insert(forbidding) {
                continue;
            }
            let (message, label) = if is_required {
                (
                    format!("no object satisfies this schema: `{name}` is required and forbidden"),
                    "it is required here",
                )
            } else {
                (
                    format!("no value satisfies the schema of `{name}`: the key is forbidden"),
                    "it is described here",
                )
            };
            let sides = [
                Side::new(wanting, label),
                Side::new(Some(forbidding), "this forbids it"),
            ];
            let help = self.suggest_allowing(join, name, &required);
            self.report_contradiction(join.span, sides, message, help);
        }
    }

    /// What to write so that a key is allowed.
    fn suggest_allowing(&self, join: &Conjunction, name: &str, required: &HashSet<&str>) -> String {
        let known = join.object.properties.iter();
        let known = known.filter(|(_, id)| !self.is_never(*id));
        let free = known.map(|(known, _)| known.as_str());
        if required.contains(name)
            && let Some(help) = did_you_mean(name, free.filter(|known| !required.contains(known)))
        {
            return help;
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

    /// Whether a schema is `false`, or joined with one that is.
    pub(super) fn is_never(&self, id: SchemaId) -> bool {
        let schema = self.schemas.get(id);
        let held = schema.all_of.iter().chain(&schema.reference);
        schema.never || held.into_iter().any(|id| self.schemas.get(*id).never)
    }

    /// What forbids a key: `false` under its own name, or the schema of a part for all other keys.
    fn find_forbidding(&self, join: &Conjunction, name: &str) -> Option<Span> {
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
                .any(|(pattern, _)| pattern.matches(name))
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

    fn find_requiring(&self, join: &Conjunction, name: &str) -> Option<Span> {
        self.parts(join).find_map(|(_, node)| {
            let mut names = node.get("required")?.as_list()?.iter();
            let found = names.find(|node| node.as_str() == Some(name))?;
            Some(found.span)
        })
    }

    /// Where a key is described by a schema that some value could satisfy.
    fn find_describing(&self, join: &Conjunction, name: &str) -> Option<Span> {
        self.parts(join).find_map(|(schema, node)| {
            let mut own = schema.object.properties.iter();
            let (_, id) = own.find(|(known, _)| known == name)?;
            let entry = node.get("properties")?.as_map()?.entry(name)?;
            (!self.schemas.get(*id).never).then_some(entry.key_span)
        })
    }

    /// The parts of a join that come from the source, with their nodes.
    pub(super) fn parts<'a>(
        &'a self,
        join: &'a Conjunction,
    ) -> impl Iterator<Item = (&'a Schema, &'d Node)> {
        join.parts.iter().filter_map(|id| {
            let node = self.nodes.get(id.0 as usize)?;
            Some((self.schemas.get(*id), *node))
        })
    }

    /// A keyword in the first part that meets a condition.
    fn entry(
        &self,
        join: &Conjunction,
        keyword: &str,
        is_meant: impl Fn(&Schema) -> bool,
    ) -> Option<&'d Entry> {
        let mut parts = self.parts(join).filter(|(schema, _)| is_meant(schema));
        parts.find_map(|(_, node)| node.as_map()?.entry(keyword))
    }

    /// Reports that two places contradict each other, but only once.
    fn report_contradiction(
        &mut self,
        span: Span,
        [first, second]: [Side; 2],
        message: String,
        help: String,
    ) {
        self.unsatisfiable.insert(span);
        let at = first.place.or(second.place).unwrap_or(span);
        if !self.told.insert((at, second.place.unwrap_or(span))) {
            return;
        }
        let mut finding = Diagnostic::new(Code::UNSATISFIABLE, at, message).help(help);
        if first.place.is_some() {
            finding = finding.label(first.label);
        }
        if let Some(place) = second.place.filter(|place| *place != at) {
            finding = finding.also(place, second.label);
        }
        self.diagnostics.push(finding);
    }

    /// Reports types that exclude each other: those of two schemas, or of one schema and its
    /// context.
    pub(super) fn report_exclusive_types(&mut self, join: &Conjunction) -> Shape {
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
                let sides = [(place, "this type"), (before, "and this one")];
                let sides = sides.map(|(place, label)| Side::new(place, label));
                let help = format!("write `type: {}`, or correct the other", wanted.names());
                self.report_contradiction(join.span, sides, message, help);
                return Shape::Never;
            }
            wanted = wanted.and(types);
            before = place;
        }
        self.report_unsatisfiable(join.span, "the types exclude each other")
    }

    /// The types required by the context of a schema: arguments must be an object.
    fn types_of_place(&self, join: &Conjunction) -> Types {
        let made = join
            .parts
            .iter()
            .filter(|id| self.nodes.len() <= id.0 as usize);
        made.fold(Types::ALL, |types, id| {
            types.and(self.schemas.get(*id).types)
        })
    }

    /// Reports that none of the values of `enum` and `const` satisfies the other keywords.
    pub(super) fn report_no_value(&mut self, join: &Conjunction) -> Shape {
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
        let sides = [
            Side::new(
                value.map(|value| value.span).or(listed.map(span_of)),
                "this does not fit",
            ),
            Side::new(typed.map(|node| node.span), "this is the type"),
        ];
        self.report_contradiction(join.span, sides, message, help);
        Shape::Never
    }
}

/// From the key to the end of its value.
pub(super) fn span_of(entry: &Entry) -> Span {
    let value = entry.value.span;
    if value.source == entry.key_span.source && value.end > entry.key_span.start {
        Span {
            end: value.end,
            ..entry.key_span
        }
    } else {
        entry.key_span
    }
}
