//! Keywords with a single value: what it must be according to its row.

use super::format::read_format;
use super::loose::report_looseness;
use super::path::read_path;
use crate::schema::bound::{Bound, is_counted};
use crate::schema::keywords::{Schema, SchemaId};
use crate::schema::pattern::Pattern;
use crate::schema::read::SchemaReader;
use crate::schema::rules::{self, Reads};
use toolc_base::diagnostic::{Code, Diagnostic, Severity};
use toolc_base::node::{Entry, Map, Node, Value};
use toolc_runtime::compare_numbers;

/// Reads a keyword with a single value; returns `false` if there is no such rule.
pub(super) fn read_rule(
    reader: &mut SchemaReader<'_, '_>,
    id: SchemaId,
    map: &Map,
    entry: &Entry,
) -> bool {
    let key = entry.key.as_str();
    let mut scalar = Scalar {
        reader,
        id,
        map,
        entry,
    };
    if let Some(rule) = rules::find_rule(rules::TEXT, key) {
        scalar.read(&rule.reads, |schema| &mut schema.text);
    } else if let Some(rule) = rules::find_rule(rules::NUMBER, key) {
        scalar.read(&rule.reads, |schema| &mut schema.number);
    } else if let Some(rule) = rules::find_rule(rules::LIST, key) {
        scalar.read(&rule.reads, |schema| &mut schema.list.limits);
    } else if let Some(rule) = rules::find_rule(rules::OBJECT, key) {
        scalar.read(&rule.reads, |schema| &mut schema.object.limits);
    } else {
        return false;
    }
    true
}

/// A keyword with a single value that is to be read.
struct Scalar<'a, 'r, 'n> {
    reader: &'a mut SchemaReader<'r, 'n>,
    id: SchemaId,
    map: &'a Map,
    entry: &'a Entry,
}

impl Scalar<'_, '_, '_> {
    fn read<S>(&mut self, reads: &Reads<S>, rules: fn(&mut Schema) -> &mut S) {
        let (id, entry) = (self.id, self.entry);
        match reads {
            Reads::Count(set) => {
                if let Some(count) = self.count() {
                    set(rules(self.reader.schemas.get_mut(id)), count);
                }
            }
            Reads::Limit(set) => {
                if let Some(limit) = self.limit() {
                    set(rules(self.reader.schemas.get_mut(id)), limit);
                }
            }
            Reads::Divisor(set) => {
                if let Some(divisor) = read_divisor(self.reader, id, entry) {
                    set(rules(self.reader.schemas.get_mut(id)), divisor);
                }
            }
            Reads::Flag(set) => {
                if let Some(flag) = read_flag(self.reader, id, entry) {
                    set(rules(self.reader.schemas.get_mut(id)), flag);
                }
            }
            Reads::Pattern(set) => {
                if let Some(pattern) = read_pattern(self.reader, id, entry) {
                    set(rules(self.reader.schemas.get_mut(id)), pattern);
                }
            }
            Reads::Format => read_format(self.reader, id, entry),
            Reads::Path => read_path(self.reader, id, self.map, entry),
        }
    }

    fn count(&mut self) -> Option<u64> {
        let value = match &self.entry.value.value {
            Value::Number(text) => read_count(text),
            _ => None,
        };
        if value.is_none() {
            let wanted = "a non-negative integer";
            self.reader.note_malformed(self.id, self.entry, wanted);
        }
        value
    }

    fn limit(&mut self) -> Option<Bound> {
        let (bound, wanted) = match &self.entry.value.value {
            Value::Number(text) => (Bound::parse(text), COUNTED),
            _ => (None, "a number"),
        };
        if bound.is_none() {
            self.reader.note_malformed(self.id, self.entry, wanted);
        }
        bound
    }
}

/// A count, which may be written as `2.0` or `1e3`; a value that is too large counts as the
/// maximum.
pub(super) fn read_count(text: &str) -> Option<u64> {
    let whole = || {
        let value = text.parse::<f64>().ok()?;
        (value.fract() == 0.0 && value >= 0.0).then_some(value as u64)
    };
    text.parse().ok().or_else(whole)
}

/// What a limit or a divisor must be.
const COUNTED: &str = "a number of at most 400 digits whose exponent fits into 32 bits";

/// `multipleOf`
fn read_divisor(reader: &mut SchemaReader<'_, '_>, id: SchemaId, entry: &Entry) -> Option<String> {
    match &entry.value.value {
        Value::Number(text) if !is_counted(text) => reader.note_malformed(id, entry, COUNTED),
        Value::Number(text) if compare_numbers(text, "0").is_gt() => {
            return Some(text.to_string());
        }
        _ => reader.note_malformed(id, entry, "a number above 0"),
    }
    None
}

/// `pattern`
fn read_pattern(reader: &mut SchemaReader<'_, '_>, id: SchemaId, entry: &Entry) -> Option<Pattern> {
    match entry.value.as_str() {
        Some(source) => compile_pattern(reader, id, source, &entry.value),
        None => {
            reader.note_malformed(id, entry, "a string");
            None
        }
    }
}

/// A compiled pattern.
pub(super) fn compile_pattern(
    reader: &mut SchemaReader<'_, '_>,
    id: SchemaId,
    source: &str,
    node: &Node,
) -> Option<Pattern> {
    match reader.patterns.compile(source) {
        Ok(compiled) => {
            note_readings(reader, compiled.readings(), node);
            report_delimiters(reader, source, node);
            report_looseness(reader, source, node);
            let source = source.to_owned();
            Some(Pattern { source, compiled })
        }
        Err(fault) => {
            let message = format!("the pattern cannot be compiled: {}", fault.reason);
            reader.note_fault(
                id,
                Diagnostic::new(Code::UNSUPPORTED_PATTERN, node.span, message)
                    .label(format!("at character {} of the pattern", fault.offset + 1))
                    .help(fault.help),
            );
            None
        }
    }
}

/// Reports a pattern in slashes, as JavaScript and Perl write one. In JSON Schema it has none, so that these are searched for.
fn report_delimiters(reader: &mut SchemaReader<'_, '_>, source: &str, node: &Node) {
    let Some((inner, flags)) = source
        .strip_prefix('/')
        .and_then(|rest| rest.rsplit_once('/'))
    else {
        return;
    };
    // a path may begin and end with a slash, and has no anchor within
    let is_anchored = inner.starts_with('^') || inner.ends_with('$');
    let is_flag = |letter: char| "dgimsuvy".contains(letter);
    if !is_anchored || !flags.chars().all(is_flag) {
        return;
    }
    let message = format!("the slashes around the pattern `{source}` are a part of it");
    let help = match flags {
        "" => format!("write `{inner}`"),
        _ => {
            format!(
                "write `{inner}`; JSON Schema has no flags: for a letter in both cases, write `[aA]`"
            )
        }
    };
    let finding = Diagnostic::new(Code::DELIMITED_PATTERN, node.span, message).help(help);
    reader.diagnostics.push(match reader.names_types {
        true => finding,
        // the reader cannot change what others wrote
        false => finding.severity(Severity::Note),
    });
}

/// Adds notes on constructs of other dialects in a pattern.
fn note_readings(reader: &mut SchemaReader<'_, '_>, readings: &[String], node: &Node) {
    if readings.is_empty() {
        return;
    }
    let message = format!(
        "the pattern is not ECMA-262: it is read with {}",
        readings.join(", ")
    );
    reader.diagnostics.push(
        Diagnostic::new(Code::NORMALIZED_TYPE, node.span, message).help("write it in ECMA-262"),
    );
}

/// `true` or `false`.
pub(super) fn read_flag(
    reader: &mut SchemaReader<'_, '_>,
    id: SchemaId,
    entry: &Entry,
) -> Option<bool> {
    let value = entry.value.as_bool();
    if value.is_none() {
        reader.note_malformed(id, entry, "`true` or `false`");
    }
    value
}
