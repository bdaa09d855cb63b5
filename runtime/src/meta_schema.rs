//! What JSON Schema 2020-12 allows as the value of each keyword, as its meta-schema says, and what clients
//! that compile schemas refuse beyond that. A provider refuses a whole request for one schema that is not
//! valid, so nothing else is exported.

use crate::value::Value;
use std::collections::HashSet;
use std::fmt;

/// What the value of a keyword must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// A schema: an object or a boolean.
    Schema,
    /// A list of one schema or more.
    Schemas,
    /// An object of schemas.
    Named,
    /// A string.
    Text,
    /// A boolean.
    Flag,
    /// A list.
    List,
    /// A number.
    Number,
    /// A number above 0.
    Divisor,
    /// A whole number of at least 0.
    Count,
    /// A list of different strings.
    Names,
    /// An object of such lists.
    NamesByName,
    /// The name of a type, or a list of different ones.
    Types,
    /// The address of a schema, without a fragment (Core, section 8.2.1).
    Address,
    /// A name within a schema (Core, section 8.2.2).
    Anchor,
    /// An object of booleans.
    Flags,
}

/// What the meta-schema demands of a keyword; `None` if it allows any value, or does not know the keyword.
pub fn form_of(keyword: &str) -> Option<Form> {
    Some(match keyword {
        "items"
        | "contains"
        | "additionalProperties"
        | "propertyNames"
        | "if"
        | "then"
        | "else"
        | "not"
        | "unevaluatedItems"
        | "unevaluatedProperties"
        | "contentSchema" => Form::Schema,
        "prefixItems" | "allOf" | "anyOf" | "oneOf" => Form::Schemas,
        "properties" | "patternProperties" | "dependentSchemas" | "$defs" | "definitions" => {
            Form::Named
        }
        "title" | "description" | "$comment" | "$schema" | "$ref" | "$dynamicRef"
        | "$recursiveRef" | "pattern" | "format" | "contentEncoding" | "contentMediaType" => {
            Form::Text
        }
        "deprecated" | "readOnly" | "writeOnly" | "uniqueItems" => Form::Flag,
        "examples" | "enum" => Form::List,
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" => Form::Number,
        "multipleOf" => Form::Divisor,
        "minLength" | "maxLength" | "minItems" | "maxItems" | "minContains" | "maxContains"
        | "minProperties" | "maxProperties" => Form::Count,
        "required" => Form::Names,
        "dependentRequired" => Form::NamesByName,
        "type" => Form::Types,
        "$id" => Form::Address,
        "$anchor" | "$dynamicAnchor" => Form::Anchor,
        "$vocabulary" => Form::Flags,
        _ => return None,
    })
}

/// A JSON value, whatever tree it is in.
pub trait AnyJson: Sized {
    /// What it is.
    fn view(&self) -> View<'_, Self>;
}

/// What a JSON value is.
#[derive(Debug)]
pub enum View<'v, V> {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, as text.
    Number(String),
    /// A string.
    Text(&'v str),
    /// A list.
    List(&'v [V]),
    /// An object.
    Object(Vec<(&'v str, &'v V)>),
}

impl AnyJson for Value {
    fn view(&self) -> View<'_, Self> {
        match self {
            Value::Null => View::Null,
            Value::Bool(flag) => View::Bool(*flag),
            Value::Number(number) => View::Number(number.to_string()),
            Value::String(text) => View::Text(text),
            Value::Array(list) => View::List(list),
            Value::Object(map) => View::Object(
                map.iter()
                    .map(|(key, value)| (key.as_str(), value))
                    .collect(),
            ),
        }
    }
}

impl<V: AnyJson> View<'_, V> {
    /// How messages refer to it.
    fn kind(&self) -> &'static str {
        match self {
            View::Null => "null",
            View::Bool(_) => "a boolean",
            View::Number(_) => "a number",
            View::Text(_) => "a string",
            View::List(_) => "a list",
            View::Object(_) => "a mapping",
        }
    }
}

impl Form {
    /// How messages describe it.
    pub fn expected(self) -> &'static str {
        match self {
            Form::Schema => "a schema",
            Form::Schemas => "a list of one schema or more",
            Form::Named => "a mapping of schemas",
            Form::Text => "a string",
            Form::Flag => "`true` or `false`",
            Form::List => "a list",
            Form::Number => "a number",
            Form::Divisor => "a number above 0",
            Form::Count => "a whole number of at least 0",
            Form::Names => "a list of different names",
            Form::NamesByName => "a mapping of lists of different names",
            Form::Types => "a type or a list of different types",
            Form::Address => "an address without a fragment",
            Form::Anchor => "a name of letters, digits, `-`, `_` and `.`",
            Form::Flags => "a mapping of `true` and `false`",
        }
    }

    /// Whether a value has this form.
    pub fn fits<V: AnyJson>(self, value: &V) -> bool {
        match (self, value.view()) {
            (Form::Schema, View::Bool(_) | View::Object(_))
            | (Form::Flag, View::Bool(_))
            | (Form::Text, View::Text(_))
            | (Form::List, View::List(_))
            | (Form::Number, View::Number(_)) => true,
            (Form::Divisor, View::Number(text)) => crate::compare_numbers(&text, "0").is_gt(),
            (Form::Count, View::Number(text)) => is_count(&text),
            (Form::Schemas, View::List(list)) => {
                !list.is_empty() && list.iter().all(|schema| Form::Schema.fits(schema))
            }
            (Form::Named, View::Object(map)) => {
                map.iter().all(|(_, schema)| Form::Schema.fits(*schema))
            }
            (Form::Names, View::List(list)) => are_different(list),
            (Form::NamesByName, View::Object(map)) => {
                map.iter().all(|(_, names)| Form::Names.fits(*names))
            }
            (Form::Types, View::Text(name)) => is_type(name),
            (Form::Types, View::List(list)) => {
                let is_named = |one: &V| matches!(one.view(), View::Text(name) if is_type(name));
                !list.is_empty() && are_different(list) && list.iter().all(is_named)
            }
            (Form::Address, View::Text(text)) => is_address(text),
            (Form::Anchor, View::Text(text)) => is_anchor(text),
            (Form::Flags, View::Object(map)) => map.iter().all(|(_, flag)| Form::Flag.fits(*flag)),
            _ => false,
        }
    }
}

fn is_type(name: &str) -> bool {
    const TYPES: &[&str] = &[
        "null", "boolean", "integer", "number", "string", "array", "object",
    ];
    TYPES.contains(&name)
}

/// Whether all elements are strings, each of them once.
fn are_different<V: AnyJson>(list: &[V]) -> bool {
    let mut known = HashSet::new();
    list.iter()
        .all(|item| matches!(item.view(), View::Text(text) if known.insert(text.to_owned())))
}

fn is_count(text: &str) -> bool {
    let is_whole = || {
        text.parse::<f64>()
            .is_ok_and(|value| value.fract() == 0.0 && value >= 0.0)
    };
    text.parse::<u64>().is_ok() || is_whole()
}

/// RFC 3986 has no white space and none of these characters; an empty fragment may follow.
fn is_address(text: &str) -> bool {
    let address = text.strip_suffix('#').unwrap_or(text);
    let is_illegal =
        |char: char| char.is_whitespace() || char.is_control() || "<>\"{}|\\^`#".contains(char);
    !address.contains(is_illegal)
}

fn is_anchor(text: &str) -> bool {
    let starts = text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    starts
        && text
            .chars()
            .all(|char| char.is_ascii_alphanumeric() || "-._".contains(char))
}

/// Why a keyword cannot be exported as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unfit {
    /// Its value has the wrong form.
    Form {
        /// What it must be.
        expected: &'static str,
        /// What it is.
        found: &'static str,
    },
    /// It is not a keyword, but has something in it that clients take for the address of a schema, and for one
    /// that they know already.
    Address,
    /// It is a reference that leads nowhere.
    Dangling,
    /// It is not a keyword of this edition, and clients refuse every schema that has it.
    Refused,
}

/// What is wrong with a keyword; `beside` finds another keyword of the same schema.
pub fn find_unfit<'v, V: AnyJson + 'v>(
    keyword: &str,
    value: &V,
    beside: impl Fn(&str) -> Option<&'v V>,
) -> Option<Unfit> {
    if let Some(form) = form_of(keyword) {
        return (!form.fits(value)).then(|| Unfit::Form {
            expected: form.expected(),
            found: value.view().kind(),
        });
    }
    match keyword {
        "default" | "const" => None,
        // Draft 4's name of `$id`, which ajv knows in order to refuse it.
        "id" => Some(Unfit::Refused),
        "nullable" if is_refused_nullable(value, beside("type")) => Some(Unfit::Refused),
        _ if has_address(value) => Some(Unfit::Address),
        _ => None,
    }
}

/// OpenAPI's `nullable` is a keyword to ajv: it needs a type beside it, and must not contradict it.
fn is_refused_nullable<V: AnyJson>(value: &V, types: Option<&V>) -> bool {
    let Some(types) = types else { return true };
    let has_null = match types.view() {
        View::Text(name) => name == "null",
        View::List(list) => list
            .iter()
            .any(|one| matches!(one.view(), View::Text("null"))),
        _ => false,
    };
    has_null && matches!(value.view(), View::Bool(false))
}

/// Whether a value of a key that is no keyword contains what names a schema. Clients look for it in every
/// object there, but not in lists.
fn has_address<V: AnyJson>(value: &V) -> bool {
    let mut waiting = match value.view() {
        View::Object(map) => map,
        _ => return false,
    };
    while let Some((key, value)) = waiting.pop() {
        match value.view() {
            View::Text(_) if matches!(key, "$id" | "$anchor" | "$dynamicAnchor") => return true,
            // The value borrows from the same tree.
            View::Object(map) => waiting.extend(map),
            _ => {}
        }
    }
    false
}

/// The first place where a schema cannot be exported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The keyword, as a JSON pointer.
    pub pointer: String,
    /// What is wrong with it.
    pub unfit: Unfit,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pointer = &self.pointer;
        match self.unfit {
            Unfit::Form { expected, found } => {
                write!(f, "{pointer} must be {expected}, found {found}")
            }
            Unfit::Address => write!(
                f,
                "{pointer} has an `$id` or an anchor in it, which clients take for that of a schema"
            ),
            Unfit::Dangling => write!(f, "{pointer} refers to nothing"),
            Unfit::Refused => {
                write!(
                    f,
                    "{pointer} is not a keyword of JSON Schema 2020-12, and clients refuse it"
                )
            }
        }
    }
}

/// Looks through a whole schema.
pub fn find_unfit_place(schema: &Value) -> Option<Place> {
    let mut waiting = vec![(String::new(), schema)];
    while let Some((pointer, schema)) = waiting.pop() {
        let Value::Object(map) = schema else { continue };
        for (keyword, value) in map {
            let pointer = step(&pointer, keyword);
            if let Some(unfit) = find_unfit(keyword, value, |name| map.get(name)) {
                return Some(Place { pointer, unfit });
            }
            match (form_of(keyword), value) {
                (Some(Form::Schema), _) => waiting.push((pointer, value)),
                (Some(Form::Schemas), Value::Array(list)) => {
                    let below = list.iter().enumerate();
                    waiting.extend(
                        below.map(|(index, schema)| (format!("{pointer}/{index}"), schema)),
                    );
                }
                (Some(Form::Named), Value::Object(named)) => {
                    waiting.extend(
                        named
                            .iter()
                            .map(|(name, schema)| (step(&pointer, name), schema)),
                    );
                }
                _ => {}
            }
        }
    }
    None
}

fn step(pointer: &str, key: &str) -> String {
    format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1"))
}
