//! Reads one keyword of JSON Schema 2020-12 from its node into a schema, as described by its row.

mod doubtful;
mod format;
mod loose;
mod meant;
mod parts;
mod path;
mod scalar;

pub use doubtful::check_own;

use super::{Root, SchemaReader};
use crate::schema::keywords::{Schema, SchemaId};
use crate::schema::rules;
use crate::schema::vocabulary::{self, Reads};
use toolc_base::node::{Entry, Map};
use toolc_base::source::Spanned;

/// Whether a key has a meaning in JSON Schema, or in common annotations.
fn is_known(key: &str) -> bool {
    let is_rule = || rules::all_rows().any(|row| row.keyword == key);
    key.starts_with("x-") || vocabulary::find_word(key).is_some() || is_rule()
}

/// The names of all keywords that are read.
fn keywords() -> impl Iterator<Item = &'static str> {
    let words = vocabulary::all_words().filter(|word| !matches!(word.reads, Reads::Nothing));
    let rules = rules::all_rows().map(|row| row.keyword);
    words.map(|word| word.name).chain(rules)
}

/// Reads one keyword into a schema.
pub fn read_keyword<'n>(
    reader: &mut SchemaReader<'_, 'n>,
    id: SchemaId,
    map: &'n Map,
    entry: &'n Entry,
    root: Root<'n>,
) {
    let Some(word) = vocabulary::find_word(&entry.key) else {
        if !scalar::read_rule(reader, id, map, entry) {
            meant::report_unknown(reader, entry);
        }
        return;
    };
    if !word.works_with.is_empty() && !word.works_with.iter().any(|name| map.contains(name)) {
        doubtful::report_alone(reader, entry, word.works_with);
    }
    let mut keyword = Keyword {
        reader,
        id,
        map,
        entry,
        root,
    };
    keyword.read(&word.reads);
}

/// A keyword with parts, or one of a kind, that is to be read.
struct Keyword<'a, 'r, 'n> {
    reader: &'a mut SchemaReader<'r, 'n>,
    id: SchemaId,
    map: &'n Map,
    entry: &'n Entry,
    root: Root<'n>,
}

impl Keyword<'_, '_, '_> {
    fn read(&mut self, reads: &Reads) {
        match reads {
            Reads::Nothing => {}
            Reads::Flag(set) => {
                if let Some(flag) = scalar::read_flag(self.reader, self.id, self.entry) {
                    let flag = Spanned::new(flag, self.entry.value.span);
                    set(self.schema(), flag);
                }
            }
            Reads::Mark(set) => {
                if self.entry.value.as_bool() == Some(true) {
                    set(self.schema());
                }
            }
            Reads::One(set) => {
                let schema = self.read_schema();
                set(self.schema(), schema);
            }
            Reads::Branches(names, set) => {
                let schema = self.read_schema();
                let branches = names.map(|name| self.read_schema_beside(name));
                set(self.schema(), schema, branches);
            }
            Reads::Counted(names, set) => {
                let schema = self.read_schema();
                let counts = names.map(|name| self.read_count_beside(name));
                set(self.schema(), schema, counts);
            }
            Reads::Several(set) => self.put(Self::read_schemas, *set),
            Reads::Named(set) => self.put(Self::read_named, *set),
            Reads::Patterns(set) => self.read_patterns(*set),
            Reads::Names(set) => self.put(Self::read_names, *set),
            Reads::NamesByName(set) => self.put(Self::read_names_by_name, *set),
            Reads::Types(set) => self.put(Self::read_types, *set),
            Reads::Value(set) => self.put(Self::read_value, *set),
            Reads::Values(set) => self.put(Self::read_values, *set),
            Reads::Reference => self.reader.read_reference(self.id, self.entry, self.root),
            Reads::Dialect => self.reader.mark_unknown_vocabulary(self.id, self.entry),
            Reads::RustType(set) => self.put(Self::read_rust_type, *set),
            Reads::Leftover => self.refuse_leftover(),
            Reads::Doc(set) => {
                let value = &self.entry.value;
                set(&mut self.schema().doc, value);
            }
        }
    }

    fn schema(&mut self) -> &mut Schema {
        self.reader.schemas.get_mut(self.id)
    }

    /// Reads a value, and writes it if it could be read.
    fn put<T>(&mut self, read: fn(&mut Self) -> Option<T>, set: fn(&mut Schema, T)) {
        if let Some(value) = read(self) {
            set(self.schema(), value);
        }
    }

    fn refuse<T>(&mut self, expected: &str) -> Option<T> {
        self.reader.note_malformed(self.id, self.entry, expected);
        None
    }
}
