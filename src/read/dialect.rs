//! Every dialect to JSON Schema 2020-12: OpenAPI's and older drafts' keywords, and the type names
//! of benchmarks and programming languages. One walk over schema positions; data under `enum`,
//! `const`, `default` and `examples` is never touched.

mod keywords;
mod types;

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::model::position::Position;
use crate::node::{Entry, Map, Node, Value};
use crate::source::Span;
use std::collections::HashSet;

/// What the surroundings of a schema say about its dialect.
#[derive(Debug, Clone, Copy)]
pub(super) struct Dialect {
    /// `nullable: true` adds null to `type`.
    pub(super) nullable: bool,
    /// Keywords beside `$ref` have no effect.
    pub(super) lone_references: bool,
}

impl Dialect {
    /// Tool files and providers.
    pub(super) const TOOL: Dialect = Dialect {
        nullable: true,
        lone_references: false,
    };
    /// MCP and OpenAPI 3.1: JSON Schema as it is.
    pub(super) const MCP: Dialect = Dialect {
        nullable: false,
        lone_references: false,
    };
    /// OpenAPI 3.0.
    pub(super) const OPENAPI_30: Dialect = Dialect {
        nullable: true,
        lone_references: true,
    };

    /// The dialect of a schema that names an older draft.
    fn of(self, schema: &Node) -> Self {
        let named = schema.get("$schema").and_then(Node::as_str).unwrap_or("");
        let old = ["draft-03", "draft-04", "draft-06", "draft-07"]
            .iter()
            .any(|draft| named.contains(draft));
        Dialect {
            lone_references: self.lone_references || old,
            ..self
        }
    }
}

/// Rewrites a whole schema.
pub(super) fn normalise(diagnostics: &mut Diagnostics, mut schema: Node, dialect: Dialect) -> Node {
    let dialect = dialect.of(&schema);
    let recursive = keywords::has_recursive_anchor(&schema);
    Walk {
        diagnostics,
        dialect,
        recursive,
    }
    .schema(&mut schema);
    schema
}

/// Rewrites a schema inside a document.
pub(super) fn normalise_in_place(
    diagnostics: &mut Diagnostics,
    schema: &mut Node,
    dialect: Dialect,
) {
    let dialect = dialect.of(schema);
    Walk {
        diagnostics,
        dialect,
        recursive: false,
    }
    .schema(schema);
}

struct Walk<'d> {
    diagnostics: &'d mut Diagnostics,
    dialect: Dialect,
    /// Whether `$recursiveAnchor: true` stands at the root.
    recursive: bool,
}

impl Walk<'_> {
    fn schema(&mut self, schema: &mut Node) {
        let span = schema.span;
        let Some(map) = schema.as_map_mut() else {
            return;
        };
        if self.dialect.lone_references
            && map.contains("$ref")
            && !map.iter().all(|entry| keywords::is_harmless(&entry.key))
        {
            self.drop_siblings(map);
        }
        if let Some(kind) = map.get("type").filter(|kind| !types::is_standard(kind)) {
            self.rename_types(kind.clone(), map);
        }
        if self.dialect.nullable
            && let Some(span) = keywords::nullable(map)
        {
            let message = "`nullable` without `type` is read as: null is allowed here".to_owned();
            self.note(span, message, "add `type`, or an alternative that is null");
        }
        keywords::forget_draft(map);
        keywords::rename(map, self.recursive);
        keywords::exclusive(map, "minimum", "exclusiveMinimum");
        keywords::exclusive(map, "maximum", "exclusiveMaximum");
        self.required_children(map, span);
        for (key, value) in map.values_mut() {
            match Position::of(key) {
                Position::One => self.schema(value),
                Position::List => self.list(value),
                Position::Map => value
                    .as_map_mut()
                    .into_iter()
                    .flat_map(Map::values_mut)
                    .for_each(|(_, inner)| self.schema(inner)),
                Position::Data | Position::Other => {}
            }
        }
    }

    fn list(&mut self, node: &mut Node) {
        if let Value::List(items) = &mut node.value {
            items.iter_mut().for_each(|item| self.schema(item));
        }
    }

    fn note(&mut self, span: Span, message: String, help: &str) {
        self.diagnostics
            .push(Diagnostic::new(Code::NORMALIZED_TYPE, span, message).help(help));
    }

    fn rename_types(&mut self, kind: Node, map: &mut Map) {
        let renamed = types::rename(&kind);
        for (from, to, span) in renamed.changes {
            let message = match to {
                Some(to) => format!("the type `{from}` is read as `{to}`"),
                None if from.is_empty() => "an empty `type` is read as any type".to_owned(),
                None => format!("the type `{from}` is read as any type"),
            };
            let help = match to {
                Some(to) => format!("write `type: {to}`"),
                None => "leave `type` out".to_owned(),
            };
            self.note(span, message, &help);
        }
        match renamed.value {
            types::Renamed::Same => {}
            types::Renamed::Any => drop(map.remove("type")),
            types::Renamed::Other(node) => {
                if let Some(place) = map.get_mut("type") {
                    *place = node;
                }
            }
        }
    }

    /// Keywords beside `$ref` that would now have an effect.
    fn drop_siblings(&mut self, map: &mut Map) {
        let entries = std::mem::take(map).into_entries();
        let (kept, dropped): (Vec<_>, Vec<_>) = entries
            .into_iter()
            .partition(|entry| keywords::is_harmless(&entry.key));
        *map = Map::new(kept);
        for entry in dropped {
            let message = format!(
                "`{}` has no effect beside `$ref` in this dialect",
                entry.key
            );
            self.note(
                entry.key_span,
                message,
                "remove it, or put the `$ref` into `allOf`",
            );
        }
    }

    /// `required: true` and `optional: true` inside a property, which belong to its parent.
    fn required_children(&mut self, map: &mut Map, span: Span) {
        let flagged = |property: &Entry| {
            property.value.get("optional").is_some()
                || property
                    .value
                    .get("required")
                    .is_some_and(|flag| flag.as_bool().is_some())
        };
        if !map
            .get("properties")
            .and_then(Node::as_map)
            .is_some_and(|map| map.iter().any(flagged))
        {
            return;
        }
        let required: HashSet<String> = names_of(map.get("required"));
        let mut added: Vec<(String, Span)> = Vec::new();
        for (name, property) in map
            .get_mut("properties")
            .and_then(Node::as_map_mut)
            .into_iter()
            .flat_map(Map::values_mut)
        {
            let Some(property) = property.as_map_mut() else {
                continue;
            };
            if let Some(flag) = property.get("required").and_then(Node::as_bool)
                && let Some(entry) = property.remove("required")
            {
                let message = format!(
                    "`required: {flag}` inside a property is read as an entry in its parent's `required`"
                );
                self.note(
                    entry.key_span,
                    message,
                    "list the property's name under `required` of the object",
                );
                if flag && !required.contains(name) {
                    added.push((name.to_owned(), entry.key_span));
                }
            }
            if property.get("optional").is_some_and(keywords::is_yes) {
                self.optional(name, property, required.contains(name));
            }
        }
        keywords::require(map, added, span);
    }

    fn optional(&mut self, name: &str, property: &mut Map, required: bool) {
        let Some(entry) = property.remove("optional") else {
            return;
        };
        if required {
            let message =
                format!("`{name}` is marked `optional` and listed under `required`, which decides");
            return self.note(entry.key_span, message, "remove one of the two");
        }
        let message = "`optional` is no JSON Schema: a property is optional where `required` does not list it";
        self.note(entry.key_span, message.to_owned(), "remove it");
    }
}

fn names_of(node: Option<&Node>) -> HashSet<String> {
    let items = node.and_then(Node::as_list).unwrap_or(&[]);
    items
        .iter()
        .filter_map(Node::as_str)
        .map(str::to_owned)
        .collect()
}
