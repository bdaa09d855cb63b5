//! Contradictory rules, within one schema or between several that apply to one value: detected when
//! they are joined, and reported at the keywords.

use super::Shaper;
use crate::schema::join::Conjunction;
use crate::schema::keywords::{Schema, Types};
use crate::schema::rules::{self, Rule, lower_ends, upper_ends};
use crate::schema::shape::Shape;
use crate::schema::value::{canonical_json, mend_value, type_of};
use crate::schema::vocabulary::CONTAINS_LIMITS;
use toolc_base::diagnostic::{Code, Diagnostic, Help};
use toolc_base::node::{Entry, Map, Node, Value};
use toolc_base::source::Span;

/// A lower and an upper limit: the keywords, whether either is exclusive, and what they limit.
struct Pair {
    low: &'static str,
    high: &'static str,
    is_open: bool,
    what: &'static str,
}

/// One of two places that contradict each other.
pub(super) struct Side {
    place: Option<Span>,
    label: &'static str,
}

impl Side {
    pub(super) fn new(place: Option<Span>, label: &'static str) -> Self {
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
        let both = [low, high];
        let is_one = |map: &Map| {
            both.iter().flatten().all(|side| {
                let entry = map.entry(&side.key);
                entry.is_some_and(|entry| entry.key_span == side.key_span)
            })
        };
        let is_of_one = self
            .parts(join)
            .any(|(_, node)| node.as_map().is_some_and(is_one));
        let help = if value(low) == value(high) {
            "move one of the limits, or make both inclusive"
        } else if is_of_one {
            "swap the two, or correct one of them"
        } else {
            "correct one of them"
        };
        let help = help.to_owned();
        self.report_contradiction(join.span, sides, message, help);
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
    pub(super) fn report_contradiction(
        &mut self,
        span: Span,
        [first, second]: [Side; 2],
        message: String,
        help: impl Into<Help>,
    ) {
        self.unsatisfiable.insert(span);
        let at = first.place.or(second.place).unwrap_or(span);
        if !self.reported.insert((at, second.place.unwrap_or(span))) {
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
        let needed = self.types_of_place(join);
        let mut wanted = needed;
        let mut before = None;
        for (types, place) in written {
            if types.and(wanted).is_empty() {
                let is_of_place = types.and(needed).is_empty();
                let message = if is_of_place {
                    format!(
                        "no value satisfies this schema: it must accept values of type `{}`, but accepts only `{}`",
                        needed.names(),
                        types.names()
                    )
                } else {
                    format!(
                        "no value satisfies this schema: its types exclude each other, `{}` and `{}`",
                        wanted.names(),
                        types.names()
                    )
                };
                let sides = [(place, "this type"), (before, "and this one")];
                let sides = sides.map(|(place, label)| Side::new(place, label));
                let help = if is_of_place {
                    format!(
                        "write `type: {}`, with the value as one of its `properties`",
                        needed.names()
                    )
                } else {
                    format!("write `type: {}`, or correct the other", wanted.names())
                };
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
                Help::from("list the values, or remove it"),
            ),
            Some(value) if is_of_type(value) => (
                "has no value that the other keywords allow".to_owned(),
                Help::from("correct the values, or the rules beside them"),
            ),
            Some(value) => (
                match key {
                    "const" => format!("is not of type `{}`", join.types.names()),
                    _ => format!("has no value of type `{}`", join.types.names()),
                },
                mend_value(join.types, value),
            ),
        };
        let message = format!("no value satisfies this schema: `{key}` {what}");
        let sides = [
            Side::new(
                value.map(|value| value.span).or(listed.map(span_of)),
                value.map_or("this list is empty", |_| "this does not fit"),
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
