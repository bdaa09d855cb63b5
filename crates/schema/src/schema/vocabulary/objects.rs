//! The properties of objects: what each key contains, and which keys are allowed or required.

use super::reads::Reads;
use super::word::{Change, WORD, Word};
use crate::schema::edition::Edition::{Draft4, Draft6, Draft7, Draft2019, Draft2020};
use crate::schema::keywords::Types;
use crate::schema::position::Position;

pub(super) const WORDS: &[Word] = &[
    Word {
        name: "properties",
        also_called: &["props", "property", "fields"],
        position: Position::Map,
        reads: Reads::Named(|schema, map| schema.object.properties = map),
        is_idle_without: Some(Types::OBJECT),
        change: Change::Together,
        ..WORD
    },
    Word {
        name: "required",
        also_called: &["mandatory"],
        reads: Reads::Names(|schema, names| schema.object.required = names),
        is_validation: true,
        is_idle_without: Some(Types::OBJECT),
        change: Change::Together,
        ..WORD
    },
    Word {
        name: "patternProperties",
        position: Position::Map,
        reads: Reads::Patterns(|schema, pattern, id| schema.object.patterns.push((pattern, id))),
        is_idle_without: Some(Types::OBJECT),
        change: Change::Patterns,
        ..WORD
    },
    // closed objects are so common that this keyword is not reported if `type` excludes objects
    Word {
        name: "additionalProperties",
        also_called: &["additional_properties"],
        position: Position::One,
        reads: Reads::One(|schema, id| schema.object.additional = Some(id)),
        change: Change::Together,
        ..WORD
    },
    Word {
        name: "propertyNames",
        editions: (Draft6, Draft2020),
        position: Position::One,
        reads: Reads::One(|schema, id| schema.object.names = Some(id)),
        is_idle_without: Some(Types::OBJECT),
        change: Change::Part,
        ..WORD
    },
    Word {
        name: "dependentRequired",
        editions: (Draft2019, Draft2020),
        reads: Reads::NamesByName(|schema, names| schema.object.dependent_required = names),
        is_validation: true,
        is_idle_without: Some(Types::OBJECT),
        ..WORD
    },
    Word {
        name: "dependentSchemas",
        editions: (Draft2019, Draft2020),
        position: Position::Map,
        reads: Reads::Named(|schema, map| schema.object.dependent_schemas = map),
        is_idle_without: Some(Types::OBJECT),
        ..WORD
    },
    Word {
        name: "dependencies",
        editions: (Draft4, Draft7),
        reads: Reads::Leftover,
        ..WORD
    },
];
