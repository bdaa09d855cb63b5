//! The keys of the objects of a description. All others have no effect, except that `x-…` belongs to extensions. Each
//! is reported once for all objects of a kind.

mod table;

use super::methods::METHODS;
use super::object_map::{self, Kind};
use super::responses::is_status;
use super::version::Version;
use std::collections::HashMap;
use table::{ROWS, Row};
use toolc_base::diagnostic::suggest::{Guesses, ask_whether, nearest};
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics, Help, Severity};
use toolc_base::node::{Entry, Map, Node, Value};
use toolc_model::reading::dialect::is_yes;
use toolc_model::reading::foreign::is_key_of_operation;

/// What is wrong with an entry of an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Fault {
    /// Its key resembles one that exists.
    Misspelt(&'static str),
    /// Its key means nothing.
    Idle,
    /// It is beside a reference, which takes its place.
    BesideReference,
    /// It is a keyword beside the schema that it belongs into.
    OutsideSchema,
    /// It is the name of a parameter without this key, which describes its values.
    WithoutSchema(&'static str),
    /// Its value is not what the key must have.
    WrongShape(&'static str),
    /// It is a response, but its key is not a status.
    NotStatus,
    /// It is `required`, but neither true nor false, and read as this.
    NotBoolean(bool),
}

/// The first entry with a fault, and their number.
struct Found<'n> {
    fault: Fault,
    owner: &'static str,
    entry: &'n Entry,
    count: usize,
}

/// Reports what has no effect in the objects of a document, as it was written.
pub(super) fn report_idle_keys(diagnostics: &mut Diagnostics, version: Version, root: &Node) {
    let mut found: Vec<Found<'_>> = Vec::new();
    let mut positions: HashMap<(Kind, Fault, &str), usize> = HashMap::new();
    let guesses = Guesses::default();
    object_map::visit_objects(root, &mut |kind, node| {
        let rows = ROWS.iter().find(|row| row.kind == kind);
        let (Some(row), Some(map)) = (rows, node.as_map()) else {
            return;
        };
        let own = map.iter().filter_map(|entry| {
            let fault = find_fault(&guesses, version, row, map, entry)?;
            Some((fault, entry))
        });
        for (fault, entry) in own.chain(list_lost_responses(kind, map)) {
            let next = found.len();
            let position = *positions.entry((kind, fault, &entry.key)).or_insert(next);
            match found.get_mut(position) {
                Some(known) => known.count += 1,
                None => found.push(Found {
                    fault,
                    owner: row.owner,
                    entry,
                    count: 1,
                }),
            }
        }
    });
    for found in &found {
        diagnostics.push(describe_fault(found));
    }
}

/// The responses of an operation under keys that are not statuses.
fn list_lost_responses(kind: Kind, map: &Map) -> impl Iterator<Item = (Fault, &Entry)> {
    let operation = Some(map).filter(|_| kind == Kind::Operation);
    let responses = operation
        .into_iter()
        .flat_map(|map| map.entries("responses"));
    responses
        .filter(|entry| !entry.key.starts_with("x-") && !is_status(&entry.key))
        .map(|entry| (Fault::NotStatus, entry))
}

/// The entries of a path that were meant as operations, under keys that are not methods.
pub(super) fn lost_operations(item: &Map) -> impl Iterator<Item = &Entry> {
    item.iter().filter(|entry| is_lost_operation(entry))
}

/// The method that a key resembles.
pub(super) fn nearest_method(key: &str) -> Option<&'static str> {
    nearest(key, METHODS.iter().copied())
}

fn is_lost_operation(entry: &Entry) -> bool {
    let key = entry.key.as_str();
    let is_known = METHODS.contains(&key) || key.starts_with("x-");
    let is_operation = |map: &Map| {
        map.contains("responses") || map.contains("operationId") || nearest_method(key).is_some()
    };
    !is_known && entry.value.as_map().is_some_and(is_operation)
}

fn find_fault(
    guesses: &Guesses,
    version: Version,
    row: &Row,
    map: &Map,
    entry: &Entry,
) -> Option<Fault> {
    let key = entry.key.as_str();
    let is_swagger = version == Version::Swagger2;
    let is_read_elsewhere = match row.kind {
        Kind::PathItem => METHODS.contains(&key) || is_lost_operation(entry),
        Kind::Operation => is_key_of_operation(entry),
        _ => false,
    };
    if key.starts_with("x-") || is_read_elsewhere {
        return None;
    }
    let is_known = row.keys.contains(&key) || is_swagger && row.swagger.contains(&key);
    if !is_known {
        return find_unknown(guesses, row, map, key);
    }
    let is_text = matches!(key, "$ref" | "summary" | "description");
    let is_reference = map.contains("$ref") && row.kind != Kind::PathItem;
    let lacks = |key: &str| !map.contains(key);
    if let Some(wanted) = wanted_shape(row, entry) {
        return Some(Fault::WrongShape(wanted));
    }
    match key {
        _ if is_reference => (!is_text).then_some(Fault::BesideReference),
        "required" if entry.value.as_bool().is_none() => {
            Some(Fault::NotBoolean(is_yes(&entry.value)))
        }
        "name"
            if row.kind == Kind::Parameter
                && lacks("schema")
                && lacks("content")
                && !(is_swagger && map.contains("type")) =>
        {
            Some(Fault::WithoutSchema(if is_swagger {
                "type"
            } else {
                "schema"
            }))
        }
        _ => None,
    }
}

/// What the value of a known key must be, if it is something else. An empty value counts as none.
fn wanted_shape(row: &Row, entry: &Entry) -> Option<&'static str> {
    let key = entry.key.as_str();
    let wanted = match &entry.value.value {
        Value::Null => None,
        Value::List(_) => row.mappings.contains(&key).then_some("a mapping"),
        Value::Map(_) => row.lists.contains(&key).then_some("a list"),
        _ if row.lists.contains(&key) => Some("a list"),
        _ => row.mappings.contains(&key).then_some("a mapping"),
    };
    let is_reference = entry.value.get("$ref").is_some();
    wanted.filter(|_| !is_reference)
}

/// The fault of a key that the object does not have.
fn find_unknown(guesses: &Guesses, row: &Row, map: &Map, key: &str) -> Option<Fault> {
    if row.swagger.contains(&key) {
        let is_keyword = row.kind == Kind::Parameter;
        let fault = if is_keyword {
            Fault::OutsideSchema
        } else {
            Fault::Idle
        };
        return (!row.is_open).then_some(fault);
    }
    let absent = row
        .keys
        .iter()
        .copied()
        .filter(|known| !map.contains(known));
    match guesses.nearest(key, absent) {
        Some(meant) => Some(Fault::Misspelt(meant)),
        None => (!row.is_open).then_some(Fault::Idle),
    }
}

fn describe_fault(found: &Found<'_>) -> Diagnostic {
    let Found {
        fault,
        owner,
        entry,
        count,
    } = *found;
    let more = match count - 1 {
        0 => String::new(),
        1 => " (and in one more place)".to_owned(),
        more => format!(" (and in {more} more places)"),
    };
    let span = match fault {
        Fault::WrongShape(_) => entry.value.span,
        _ => entry.key_span,
    };
    let message = fault.message(owner, entry) + &more;
    let finding = Diagnostic::new(fault.code(), span, message).help(fault.help(&entry.key));
    match fault {
        Fault::Misspelt(_) => Diagnostic {
            severity: Severity::Warning,
            ..finding
        },
        _ => finding,
    }
}

impl Fault {
    fn code(self) -> Code {
        match self {
            Fault::Misspelt(_) => Code::UNKNOWN_KEY,
            Fault::Idle | Fault::BesideReference | Fault::NotStatus => Code::IDLE_KEY,
            Fault::OutsideSchema => Code::IDLE_KEYWORD,
            Fault::WithoutSchema(_) | Fault::NotBoolean(_) => Code::NORMALIZED_OPERATION,
            Fault::WrongShape(_) => Code::WRONG_SHAPE,
        }
    }

    fn message(self, owner: &str, entry: &Entry) -> String {
        let key = &entry.key;
        match self {
            Fault::Misspelt(_) => format!("{owner} has no key `{key}`"),
            Fault::Idle => format!("{owner} has no key `{key}`, so it has no effect"),
            Fault::BesideReference => format!("`{key}` beside `$ref` has no effect"),
            Fault::OutsideSchema => format!(
                "`{key}` of a parameter checks nothing: since OpenAPI 3 it belongs under `schema`"
            ),
            Fault::WithoutSchema(lacking) => {
                format!("a parameter has no `{lacking}`, so any value is accepted")
            }
            Fault::WrongShape(wanted) => {
                let found = entry.value.kind();
                format!("`{key}` of {owner} must be {wanted}, found {found}")
            }
            Fault::NotStatus => {
                format!("`{key}` is not a status, so this response has no effect")
            }
            Fault::NotBoolean(read) => {
                format!("`required` is neither `true` nor `false`; it is read as `{read}`")
            }
        }
    }

    fn help(self, key: &str) -> Help {
        let text = match self {
            Fault::Misspelt(meant) => return ask_whether(key, meant),
            Fault::Idle => "remove it, or begin it with `x-` if other programs read it".to_owned(),
            Fault::BesideReference => "write it where the reference leads".to_owned(),
            Fault::OutsideSchema => "write it into the parameter's `schema`".to_owned(),
            Fault::WithoutSchema(lacking) => format!("describe its values with `{lacking}`"),
            Fault::WrongShape(wanted) => format!("write {wanted}"),
            Fault::NotStatus => match nearest(key, ["default"]) {
                Some(meant) => return ask_whether(key, meant),
                None => "write a status such as `200`, a class of them such as `2XX`, or `default`"
                    .to_owned(),
            },
            Fault::NotBoolean(_) => "write `true` or `false`".to_owned(),
        };
        Help::from(text)
    }
}
