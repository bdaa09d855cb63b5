//! Converts every dialect to JSON Schema 2020-12: keywords of OpenAPI and older drafts, and type
//! names from benchmarks and programming languages. A single walk over schema positions; data under
//! `enum`, `const`, `default` and `examples` is never touched.

mod keywords;
mod named;
mod pointer;
mod required;
mod types;

use super::Reading;
pub use keywords::{is_harmless, is_yes};
pub use named::Dialects;
use std::collections::HashSet;
use toolc_base::diagnostic::{Code, Diagnostic, Severity};
use toolc_base::node::{Entry, Map, Node, Value};
use toolc_base::source::{Span, Spanned};
pub use toolc_schema::schema::edition::Edition;
use toolc_schema::schema::position::Position;
use toolc_schema::schema::vocabulary;
use types::{Change, Meaning, Renamed};

/// Bounds, and the flags of old drafts that exclude them.
const EXCLUSIVE: [(&str, &str); 2] = [
    ("minimum", "exclusiveMinimum"),
    ("maximum", "exclusiveMaximum"),
];

/// The dialect of a schema, as determined by its context.
#[derive(Debug, Clone, Copy)]
pub struct Dialect {
    /// What `nullable: true` means.
    pub nullable: Nullable,
    /// Whether limits on lengths and counts may be texts, as in the JSON form of Protocol Buffers.
    limits_as_text: bool,
    /// Whether keywords next to `$ref` have no effect.
    pub lone_references: bool,
    /// The declared edition. If there is none, the keywords of all editions are read.
    pub edition: Option<Edition>,
    /// Whether the keywords of the validation vocabulary are assertions.
    validates: bool,
    /// Whether the reader of a finding wrote the schema, and can write it as JSON Schema has it.
    is_own: bool,
}

/// What `nullable: true` means in a dialect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nullable {
    /// It is a keyword that adds null to `type`.
    Keyword,
    /// It is none, and whoever wrote it meant that one.
    Meant,
    /// Nothing: null is refused, and its servers refuse it too.
    Nothing,
}

impl Dialect {
    /// Tool files and providers.
    pub const TOOL: Dialect = Dialect {
        nullable: Nullable::Meant,
        limits_as_text: false,
        lone_references: false,
        edition: None,
        validates: true,
        is_own: false,
    };
    /// MCP and OpenAPI 3.1: plain JSON Schema.
    pub const MCP: Dialect = Dialect {
        nullable: Nullable::Nothing,
        ..Dialect::TOOL
    };
    /// Function declarations of Gemini: OpenAPI's schema object, in which 64-bit integers are texts.
    pub const GEMINI: Dialect = Dialect {
        nullable: Nullable::Keyword,
        limits_as_text: true,
        ..Dialect::TOOL
    };
    /// OpenAPI 3.0.
    pub const OPENAPI_30: Dialect = Dialect {
        nullable: Nullable::Keyword,
        lone_references: true,
        ..Dialect::TOOL
    };

    /// This dialect in a file of one's own, where what is not JSON Schema is a warning. It is a note where others wrote it.
    pub fn in_own_file(self) -> Self {
        Dialect {
            is_own: true,
            ..self
        }
    }

    /// This dialect in a given edition.
    pub fn in_edition(self, edition: Edition) -> Self {
        Dialect {
            lone_references: edition <= Edition::Draft7,
            edition: Some(edition),
            ..self
        }
    }

    /// Whether a keyword has no meaning in this dialect.
    fn lacks(self, keyword: &str) -> bool {
        let word = vocabulary::find_word(keyword);
        let lacks = |edition| word.is_some_and(|word| !word.is_in(edition));
        self.edition.is_some_and(lacks) || !self.validates && vocabulary::is_validation(keyword)
    }
}

/// Rewrites a whole schema, including the schemas that its references find outside of keywords.
pub fn normalise_schema(reading: &mut Reading<'_>, mut schema: Node, dialect: Dialect) -> Node {
    let mut walk = Walk::new(reading, dialect);
    walk.schema(&mut schema);
    walk.dialect = walk.outermost.unwrap_or(dialect);
    let mut known = HashSet::new();
    while let Some(pointer) = walk.elsewhere.pop() {
        let target = schema.pointer_mut(&pointer);
        if let Some(target) = target.filter(|_| known.insert(pointer)) {
            walk.schema(target);
        }
    }
    schema
}

/// Rewrites a schema within a document.
pub fn normalise_in_place(reading: &mut Reading<'_>, schema: &mut Node, dialect: Dialect) {
    Walk::new(reading, dialect).schema(schema);
}

struct Walk<'w, 'r> {
    reading: &'w mut Reading<'r>,
    dialect: Dialect,
    /// Whether `contains` has to be hidden from `unevaluatedItems`.
    veils_contains: bool,
    /// Whether `unevaluatedItems` occurs below; `None` if that has not been determined.
    has_unevaluated: Option<bool>,
    /// The dialect of the whole document.
    outermost: Option<Dialect>,
    /// Pointers to schemas outside of known keywords.
    elsewhere: Vec<String>,
}

impl<'w, 'r> Walk<'w, 'r> {
    fn new(reading: &'w mut Reading<'r>, dialect: Dialect) -> Self {
        Walk {
            reading,
            dialect,
            veils_contains: false,
            has_unevaluated: None,
            outermost: None,
            elsewhere: Vec::new(),
        }
    }
}

impl Walk<'_, '_> {
    fn schema(&mut self, schema: &mut Node) {
        let outer = (self.dialect, self.veils_contains, self.has_unevaluated);
        if let Some(name) = schema.get("$schema") {
            let name = name
                .as_str()
                .map(|text| Spanned::new(text.to_owned(), name.span));
            name.into_iter().for_each(|name| self.enter(schema, &name));
        }
        self.outermost.get_or_insert(self.dialect);
        let span = schema.span;
        if let Some(map) = schema.as_map_mut() {
            self.keywords(map, span);
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
            if self.veils_contains {
                keywords::veil_contains(map);
            }
        }
        (self.dialect, self.veils_contains, self.has_unevaluated) = outer;
    }

    /// Switches to the dialect that a schema declares. The declaration is removed, since it no
    /// longer holds once the keywords are rewritten, but kept if the schema cannot be compiled.
    fn enter(&mut self, schema: &mut Node, name: &Spanned<String>) {
        let Some(named) = self.reading.dialects.find(&name.value) else {
            self.reading.diagnostics.push(unknown_dialect(name));
            return forget(schema);
        };
        self.dialect = self.dialect.in_edition(named.edition);
        self.dialect.validates = named.validates;
        self.veils_contains =
            named.edition == Edition::Draft2019 && keywords::stands_in(schema, "unevaluatedItems");
        match named.unknown {
            Some(vocabulary) => {
                let finding = unknown_vocabulary(name, &vocabulary);
                self.reading.diagnostics.push(finding);
            }
            None if !name.value.contains("draft/2020-12/schema") => forget(schema),
            None => {}
        }
    }

    /// Rewrites the keywords of one schema.
    fn keywords(&mut self, map: &mut Map, span: Span) {
        if self.dialect.lone_references && map.get("$ref").is_some_and(|to| to.as_str().is_some()) {
            self.drop_siblings(map);
        }
        self.drop_foreign(map);
        if self.dialect.edition == Some(Edition::Draft4) {
            keywords::rewrite_identifier(map);
        }
        if self
            .dialect
            .edition
            .is_none_or(|edition| edition <= Edition::Draft7)
        {
            keywords::rename_anchor(map);
        }
        if let Some(kind) = map.get("type").filter(|kind| !types::is_standard(kind)) {
            self.rename_types(kind.clone(), map);
        }
        self.rewrite_nullable(map);
        if self.dialect.limits_as_text {
            keywords::rewrite_limits(map);
        }
        keywords::rename_keywords(map);
        for (bound, exclusive) in EXCLUSIVE {
            if let Some(span) = keywords::rewrite_exclusive(map, bound, exclusive) {
                let message = format!("`{exclusive}: true` checks nothing without `{bound}`");
                let finding = Diagnostic::new(Code::IDLE_KEYWORD, span, message);
                let help = format!("write the limit itself, a number: `{exclusive}: N`");
                self.reading.diagnostics.push(finding.help(help));
            }
        }
        self.required_children(map, span);
        self.note_references(map);
    }

    fn rewrite_nullable(&mut self, map: &mut Map) {
        const INSTEAD: &str = "add null to `type`, as in `type: [string, \"null\"]`";
        match self.dialect.nullable {
            Nullable::Nothing => {
                if let Some(span) = keywords::lost_nullable(map) {
                    let message =
                        "`nullable` has no effect in this version: null is refused here".to_owned();
                    self.note(span, message, INSTEAD);
                }
            }
            Nullable::Keyword | Nullable::Meant => {
                let lost = keywords::lost_nullable(map);
                if let Some(span) = keywords::rewrite_nullable(map) {
                    let message =
                        "`nullable` without `type` is read as: null is allowed here".to_owned();
                    self.note(span, message, "add `type`, or an alternative that is null");
                } else if let Some(span) = lost.filter(|_| self.dialect.nullable == Nullable::Meant)
                {
                    let message =
                        "`nullable` is of OpenAPI 3.0; it is read as: null is allowed here"
                            .to_owned();
                    self.note(span, message, INSTEAD);
                }
            }
        }
    }

    /// Removes keywords that the edition does not have, and so do not assert anything.
    fn drop_foreign(&mut self, map: &mut Map) {
        let dialect = self.dialect;
        if !map.iter().any(|entry| dialect.lacks(&entry.key)) {
            return;
        }
        let entries = std::mem::take(map).into_entries();
        let (dropped, kept): (Vec<_>, Vec<_>) = entries
            .into_iter()
            .partition(|entry| dialect.lacks(&entry.key));
        *map = Map::new(kept);
        for entry in dropped {
            let name = dialect.edition.map_or("", Edition::name);
            let message = format!("`{}` has no effect in {name}", entry.key);
            let help = "remove it, or name under `$schema` a dialect that has it";
            self.note(entry.key_span, message, help);
        }
    }

    /// Records what later stages need to follow the references.
    fn note_references(&mut self, map: &Map) {
        for key in ["$ref", "$dynamicRef", "$recursiveRef"] {
            let Some(node) = map.get(key) else { continue };
            let draft = &mut self.reading.draft;
            draft.is_dynamic |= key != "$ref";
            let Some(text) = node.as_str() else { continue };
            match text.strip_prefix('#') {
                None => draft.outward.push(Spanned::new(text.to_owned(), node.span)),
                Some(pointer) if pointer::leads_elsewhere(pointer) => {
                    self.elsewhere.push(pointer.to_owned());
                }
                Some(_) => {}
            }
        }
    }

    fn list(&mut self, node: &mut Node) {
        if let Value::List(items) = &mut node.value {
            items.iter_mut().for_each(|item| self.schema(item));
        }
    }

    fn note(&mut self, span: Span, message: String, help: &str) {
        let finding = Diagnostic::new(Code::NORMALIZED_TYPE, span, message).help(help);
        self.reading.diagnostics.push(match self.dialect.is_own {
            true => finding.severity(Severity::Warning),
            false => finding,
        });
    }

    fn rename_types(&mut self, kind: Node, map: &mut Map) {
        let renamed = types::rename_type(&kind);
        for Change { from, to, span } in renamed.changes {
            let (message, help) = match to {
                Meaning::Type(to) => (
                    format!("the type `{from}` is read as `{to}`"),
                    format!("write `type: {to}`"),
                ),
                Meaning::Any => {
                    let what = match from.is_empty() {
                        true => "an empty `type`".to_owned(),
                        false => format!("the type `{from}`"),
                    };
                    (
                        format!("{what} is read as any type"),
                        "leave `type` out".to_owned(),
                    )
                }
            };
            self.note(span, message, &help);
        }
        match renamed.value {
            Renamed::Same => {}
            Renamed::Any => drop(map.remove("type")),
            Renamed::Other(node) => {
                if let Some(place) = map.get_mut("type") {
                    *place = node;
                }
            }
        }
    }

    /// Removes keywords next to `$ref`, which would otherwise gain an effect.
    fn drop_siblings(&mut self, map: &mut Map) {
        map.remove("$id");
        let stays = |entry: &Entry| match entry.key.as_str() {
            "$ref" | "$schema" => true,
            key => is_harmless(key),
        };
        if map.iter().all(stays) {
            return;
        }
        let entries = std::mem::take(map).into_entries();
        let (kept, dropped): (Vec<_>, Vec<_>) = entries.into_iter().partition(stays);
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
}

fn forget(schema: &mut Node) {
    if let Some(map) = schema.as_map_mut() {
        map.remove("$schema");
    }
}

fn unknown_dialect(name: &Spanned<String>) -> Diagnostic {
    let message = format!("unknown dialect `{}`", name.value);
    Diagnostic::new(Code::UNKNOWN_DIALECT, name.span, message)
        .label("read as if there were no `$schema`")
        .help(
            "write `https://json-schema.org/draft/2020-12/schema`, or list the meta-schema under \
             `schemas` in `toolc.yaml`",
        )
}

fn unknown_vocabulary(name: &Spanned<String>, vocabulary: &str) -> Diagnostic {
    let message = format!("the dialect requires an unknown vocabulary: `{vocabulary}`");
    Diagnostic::new(Code::UNKNOWN_VOCABULARY, name.span, message)
        .label("tools with this schema are left out")
        .help("name a dialect whose keywords are those of JSON Schema")
}
