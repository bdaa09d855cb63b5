//! Values of which only the beginning is there: whether whatever follows is refused.

use super::fields::find_field;
use super::{decide_validity, matches_pattern};
use crate::json::write_string;
use crate::reader::{Keys, Kind, MAX_DEPTH, Reader};
use crate::schema::{Complete, Keyword, List, NONE, Object, Schema, Select, Union};

/// How much work one look at a beginning may take. What is not decided within it is left to the end.
const MOST_STEPS: u32 = 500_000;

/// Whether a schema refuses every value whose text begins like this. It is not decided by what may still come: a missing key, too
/// few items, or a keyword about the whole value.
#[doc(hidden)]
pub fn refuses_beginning(schema: &'static Schema, text: &str) -> bool {
    let mut look = Look {
        steps: MOST_STEPS,
        depth: 0,
    };
    look.refuses(schema, text)
}

/// A look at a beginning, within limits.
struct Look {
    steps: u32,
    depth: u16,
}

impl Look {
    /// Whether a schema refuses every value that begins like this.
    fn refuses(&mut self, schema: &'static Schema, text: &str) -> bool {
        let Ok(kind) = Reader::new(text).kind() else {
            return false;
        };
        let begun = text.trim_start_matches([' ', '\t', '\n', '\r']);
        if self.steps == 0 || self.depth > MAX_DEPTH {
            return false;
        }
        self.steps -= 1;
        match schema {
            Schema::Any => false,
            Schema::Never => true,
            Schema::Null => kind != Kind::Null,
            Schema::Boolean => kind != Kind::Boolean,
            Schema::Integer(_) | Schema::Number(_) => kind != Kind::Number,
            Schema::Text(rules) => kind != Kind::String || is_longer(begun, rules.max_length),
            Schema::Choice(values) => {
                let begins = |value: &&str| value.starts_with(plain_part(begun));
                kind != Kind::String || !values.iter().any(begins)
            }
            Schema::List(rules) => kind != Kind::Array || self.refuses_items(rules, begun),
            Schema::Object(rules) => kind != Kind::Object || self.refuses_members(rules, begun),
            Schema::Nullable(inner) => kind != Kind::Null && self.refuses(inner, begun),
            Schema::Union(rules) => self.refuses_all(rules, begun, kind),
            Schema::Complete(rules) => self.refuses_whole(rules, begun, kind),
        }
    }

    fn refuses_all(&mut self, rules: &'static Union, begun: &str, kind: Kind) -> bool {
        let by_type = match &rules.select {
            Select::Type(by_type) => Some(by_type),
            Select::Tag(tag) => Some(&tag.by_type),
            Select::Keys(keys) => Some(&keys.by_type),
            Select::AnyOf | Select::OneOf => None,
        };
        if by_type.is_some_and(|by_type| by_type[kind as usize] == NONE) {
            return true;
        }
        let mut branches = rules.branches.iter();
        branches.all(|branch| self.refuses(branch, begun))
    }

    fn refuses_whole(&mut self, rules: &'static Complete, begun: &str, kind: Kind) -> bool {
        let mut keywords = rules.keywords.iter();
        self.refuses(rules.base, begun)
            || keywords.any(|keyword| match keyword {
                Keyword::AllOf(all) => all.iter().any(|schema| self.refuses(schema, begun)),
                Keyword::AnyOf(any) | Keyword::OneOf(any) => {
                    any.iter().all(|schema| self.refuses(schema, begun))
                }
                Keyword::Enum(values) => !values.iter().any(|value| may_become(begun, kind, value)),
                _ => false,
            })
    }

    fn refuses_items(&mut self, rules: &'static List, begun: &str) -> bool {
        let mut reader = Reader::new(begun);
        if reader.begin_array().is_err() {
            return false;
        }
        let mut count = 0;
        while reader.next_item(count == 0) == Ok(true) {
            if reader.peek().is_none() {
                return false;
            }
            let schema = rules.prefix.get(count).copied().unwrap_or(rules.items);
            count += 1;
            if count as u64 > rules.max_items {
                return true;
            }
            match self.look_at_next(&[schema], &mut reader, begun) {
                Looked::Refused => return true,
                Looked::Begun => return false,
                Looked::Accepted => {}
            }
        }
        false
    }

    fn refuses_members(&mut self, rules: &'static Object, begun: &str) -> bool {
        let mut reader = Reader::new(begun);
        if reader.begin_object().is_err() {
            return false;
        }
        let mut keys = Keys::default();
        let mut count = 0;
        while reader.next_key(count == 0) == Ok(true) {
            let Ok(key) = reader.string() else {
                return false;
            };
            count += 1;
            if count > rules.max_properties || !keys.add(key.clone()) {
                return true;
            }
            if rules
                .names
                .is_some_and(|names| self.refuses_key(names, &key))
            {
                return true;
            }
            let Some(schemas) = find_schemas(&mut reader, rules, &key) else {
                return false;
            };
            if matches!(schemas[..], [Schema::Never]) {
                return true;
            }
            if reader.colon().is_err() || reader.peek().is_none() {
                return false;
            }
            match self.look_at_next(&schemas, &mut reader, begun) {
                Looked::Refused => return true,
                Looked::Begun => return false,
                Looked::Accepted => {}
            }
        }
        false
    }

    fn refuses_key(&mut self, names: &'static Schema, key: &str) -> bool {
        let mut text = String::new();
        write_string(key, &mut text);
        decide_validity(names, &text, &mut self.steps) == Some(false)
    }

    /// Looks at the value that comes next, which must match all of these schemas.
    fn look_at_next(
        &mut self,
        schemas: &[&'static Schema],
        reader: &mut Reader<'_>,
        begun: &str,
    ) -> Looked {
        let start = reader.offset();
        let captured = reader.capture();
        // a number may go on as long as nothing comes after it
        let is_number = begun[start..].starts_with(|first: char| !r#""{[tfn"#.contains(first));
        let is_open = captured.is_err() || (is_number && reader.offset() == begun.len());
        let refused = match captured {
            Ok(text) if !is_open => schemas
                .iter()
                .any(|schema| decide_validity(schema, text, &mut self.steps) == Some(false)),
            _ => {
                self.depth += 1;
                let rest = &begun[start..];
                let refused = schemas.iter().any(|schema| self.refuses(schema, rest));
                self.depth -= 1;
                refused
            }
        };
        match (refused, is_open) {
            (true, _) => Looked::Refused,
            (false, true) => Looked::Begun,
            (false, false) => Looked::Accepted,
        }
    }
}

/// What a value is that was looked at.
enum Looked {
    /// Refused, whatever follows.
    Refused,
    /// Not whole yet.
    Begun,
    /// Whole, and not refused.
    Accepted,
}

/// The schemas that the value under a key must match; `None` if that cannot be decided.
fn find_schemas(
    reader: &mut Reader<'_>,
    rules: &'static Object,
    key: &str,
) -> Option<Vec<&'static Schema>> {
    if let Some(index) = find_field(rules.fields, 0, key) {
        return Some(vec![rules.fields[index].schema]);
    }
    let mut schemas = Vec::new();
    for (pattern, schema) in rules.patterns {
        if matches_pattern(reader, key, pattern).ok()? {
            schemas.push(*schema);
        }
    }
    if schemas.is_empty() {
        schemas.push(rules.rest);
    }
    Some(schemas)
}

/// The characters of a string that has begun, up to the first escape.
fn plain_part(begun: &str) -> &str {
    let content = begun.strip_prefix('"').unwrap_or_default();
    let end = content.find(['\\', '"']).unwrap_or(content.len());
    &content[..end]
}

fn is_longer(begun: &str, max_length: u64) -> bool {
    max_length != u64::MAX && plain_part(begun).chars().count() as u64 > max_length
}

/// Whether a value that begins like this can be this one, which is written as canonical JSON.
fn may_become(begun: &str, kind: Kind, value: &str) -> bool {
    match Reader::new(value).kind() {
        Ok(Kind::String) => kind == Kind::String && value[1..].starts_with(plain_part(begun)),
        Ok(other) => kind == other,
        Err(_) => true,
    }
}
