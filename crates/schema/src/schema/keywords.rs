//! Noun: JSON Schema 2020-12, keyword by keyword, in an arena that preserves recursion.

mod by_type;
mod id;
mod rare;

use crate::schema::json_type::JsonType;
use crate::schema::rust_path::RustPath;
use crate::schema::shape::{Doc, Number, Text};
pub use by_type::{Contains, ListKeywords, ObjectKeywords};
pub use id::SchemaId;
pub use rare::{Keywords, Rare};
use toolc_base::diagnostic::Code;
use toolc_base::source::{SourceId, Span, Spanned, next_number};

/// All schemas in one compilation.
#[derive(Debug, Default)]
pub struct Schemas {
    arena: Vec<Schema>,
}

impl Schemas {
    /// Adds a schema.
    pub fn add(&mut self, schema: Schema) -> SchemaId {
        let id = SchemaId(next_number(self.arena.len()));
        self.arena.push(schema);
        id
    }

    /// The schema with this ID.
    ///
    /// # Panics
    ///
    /// If the ID comes from another arena.
    pub fn get(&self, id: SchemaId) -> &Schema {
        &self.arena[id.0 as usize]
    }

    /// The mutable schema with this ID.
    ///
    /// # Panics
    ///
    /// If the ID comes from another arena.
    pub fn get_mut(&mut self, id: SchemaId) -> &mut Schema {
        &mut self.arena[id.0 as usize]
    }

    /// The number of schemas.
    pub fn len(&self) -> usize {
        self.arena.len()
    }

    /// Whether there are no schemas.
    pub fn is_empty(&self) -> bool {
        self.arena.is_empty()
    }
}

/// A set of JSON types. `integer` is the subset of `number` without a fractional part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Types(u8);

impl Types {
    /// `null`
    pub const NULL: Types = Types(1);
    /// `boolean`
    pub const BOOLEAN: Types = Types(2);
    /// `integer`
    pub const INTEGER: Types = Types(4);
    /// `number`, which includes `integer`
    pub const NUMBER: Types = Types(4 | 8);
    /// `string`
    pub const STRING: Types = Types(16);
    /// `array`
    pub const ARRAY: Types = Types(32);
    /// `object`
    pub const OBJECT: Types = Types(64);
    /// Every type.
    pub const ALL: Types = Types(127);
    /// No type.
    pub const NONE: Types = Types(0);

    /// The type with a name of the `type` keyword.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "null" => Types::NULL,
            "boolean" => Types::BOOLEAN,
            "integer" => Types::INTEGER,
            "number" => Types::NUMBER,
            "string" => Types::STRING,
            "array" => Types::ARRAY,
            "object" => Types::OBJECT,
            _ => return None,
        })
    }

    /// All values of one JSON type.
    pub fn of(json_type: JsonType) -> Self {
        match json_type {
            JsonType::Null => Types::NULL,
            JsonType::Boolean => Types::BOOLEAN,
            JsonType::Number => Types::NUMBER,
            JsonType::String => Types::STRING,
            JsonType::Array => Types::ARRAY,
            JsonType::Object => Types::OBJECT,
        }
    }

    /// The names of these types.
    pub fn names(self) -> String {
        let words = [
            (Types::NULL, "null"),
            (Types::BOOLEAN, "boolean"),
            (Types::NUMBER, "number"),
            (Types::STRING, "string"),
            (Types::ARRAY, "array"),
            (Types::OBJECT, "object"),
        ];
        let mut names: Vec<&str> = words
            .iter()
            .filter(|(types, _)| self.has(*types))
            .map(|(_, word)| *word)
            .collect();
        if self.has(Types::INTEGER) && !self.has(Types::NUMBER) {
            names.push("integer");
        }
        names.join(", ")
    }

    /// The intersection.
    pub fn and(self, other: Types) -> Types {
        Types(self.0 & other.0)
    }

    /// The union.
    pub fn or(self, other: Types) -> Types {
        Types(self.0 | other.0)
    }

    /// The difference.
    pub fn without(self, other: Types) -> Types {
        Types(self.0 & !other.0)
    }

    /// Whether these include all of `other`.
    pub fn has(self, other: Types) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether these include some of `other`.
    pub fn meets(self, other: Types) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// Why a schema cannot be compiled, identifying the diagnostic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    /// Its code.
    pub code: Code,
    /// Its primary place.
    pub span: Span,
}

/// One schema. An absent keyword is `None` or empty.
#[derive(Debug, Clone)]
pub struct Schema {
    /// The place of the schema.
    pub span: Span,
    /// Why no tool that reaches this schema can be compiled; the diagnostic has already been
    /// reported.
    pub fault: Option<Fault>,
    /// The name under `$defs`, `definitions` or `components/schemas`, if it is one of these.
    pub definition: Option<String>,
    /// `x-rust-type`
    pub rust_type: Option<RustPath>,
    /// Annotations that become documentation.
    pub doc: Doc,
    /// Whether its values are secrets.
    pub secret: Secret,
    /// `false`
    pub never: bool,
    /// `type`
    pub types: Types,
    /// `enum` and `const`, as canonical JSON.
    pub values: Option<Vec<String>>,
    /// The rules for strings.
    pub text: Rare<Text>,
    /// The rules for numbers.
    pub number: Rare<Number>,
    /// The rules for arrays.
    pub list: Rare<ListKeywords>,
    /// The rules for objects.
    pub object: Rare<ObjectKeywords>,
    /// `$ref`
    pub reference: Option<SchemaId>,
    /// `allOf`
    pub all_of: Vec<SchemaId>,
    /// `anyOf`
    pub any_of: Vec<SchemaId>,
    /// `oneOf`
    pub one_of: Vec<SchemaId>,
    /// `not`
    pub not: Option<SchemaId>,
    /// `if`, `then`, `else`; kept even without the latter two, because `if` alone affects what is
    /// evaluated.
    pub conditional: Option<Conditional>,
    /// `unevaluatedProperties` and `unevaluatedItems`
    pub unevaluated: Unevaluated,
}

/// `if` with `then` and `else`.
#[derive(Debug, Clone, Copy)]
pub struct Conditional {
    /// `if`
    pub condition: SchemaId,
    /// `then`
    pub then: Option<SchemaId>,
    /// `else`
    pub otherwise: Option<SchemaId>,
}

/// The schemas for the parts of a value that no other keyword evaluates.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unevaluated {
    /// `unevaluatedProperties`
    pub properties: Option<SchemaId>,
    /// `unevaluatedItems`
    pub items: Option<SchemaId>,
}

/// Whether the values of a schema are secrets, which are hidden from approvers and logs.
#[derive(Debug, Clone, Default)]
pub struct Secret {
    /// `x-secret`
    pub said: Option<Spanned<bool>>,
    /// `writeOnly`, or `format: password`.
    pub meant: bool,
}

impl Schema {
    /// Whether its values are secrets.
    pub fn is_secret(&self) -> bool {
        let said = self.secret.said.as_ref();
        said.map_or(self.secret.meant, |said| said.value)
    }

    /// Whether `x-secret: true`, written in this file, says that its values are secrets.
    pub fn is_secret_by(&self, source: SourceId) -> bool {
        let said = self.secret.said.as_ref();
        said.is_some_and(|said| said.value && said.span.source == source)
    }

    /// The schema that accepts everything.
    pub fn any(span: Span) -> Self {
        Schema {
            span,
            fault: None,
            definition: None,
            rust_type: None,
            doc: Doc::default(),
            secret: Secret::default(),
            never: false,
            types: Types::ALL,
            values: None,
            text: Rare::default(),
            number: Rare::default(),
            list: Rare::default(),
            object: Rare::default(),
            reference: None,
            all_of: Vec::new(),
            any_of: Vec::new(),
            one_of: Vec::new(),
            not: None,
            conditional: None,
            unevaluated: Unevaluated::default(),
        }
    }

    /// The schemas that apply to the same value.
    pub fn in_place(&self) -> impl Iterator<Item = SchemaId> + '_ {
        let conditional = self.conditional.iter();
        [self.reference, self.not]
            .into_iter()
            .chain(conditional.flat_map(|all| [Some(all.condition), all.then, all.otherwise]))
            .flatten()
            .chain(self.all_of.iter().copied())
            .chain(self.any_of.iter().copied())
            .chain(self.one_of.iter().copied())
            .chain(self.object.dependent_schemas.iter().map(|(_, id)| *id))
    }

    /// The schemas that apply to parts of the value.
    pub fn below(&self) -> impl Iterator<Item = SchemaId> + '_ {
        let object = &self.object;
        let list = &self.list;
        object
            .properties
            .iter()
            .map(|(_, id)| *id)
            .chain(object.patterns.iter().map(|(_, id)| *id))
            .chain(
                [
                    object.additional,
                    object.names,
                    list.items,
                    self.unevaluated.properties,
                    self.unevaluated.items,
                ]
                .into_iter()
                .flatten(),
            )
            .chain(list.prefix.iter().copied())
            .chain(list.contains.iter().map(|contains| contains.schema))
    }
}
