//! Arguments that Gemini streams value by value (`partialArgs`), each at a path in the call's arguments.

use super::malformed;
use crate::provider::gemini::{FUNCTION_CALL, WILL_CONTINUE, find_field};
use crate::provider::{AnswerError, text};
use serde_json::{Map, Value, json};

/// A path of more steps, and a list of more items, are refused.
const MAX_STEPS: usize = 64;
const MAX_ITEMS: usize = 65_536;

/// A call whose arguments are still coming.
#[derive(Debug)]
pub(super) struct PartialCall {
    number: usize,
    part: Value,
    args: Value,
    /// The path of the text that goes on.
    open: Option<String>,
}

enum Step {
    Key(String),
    Index(usize),
}

impl PartialCall {
    pub fn new(part: &Value, number: usize) -> Self {
        let call = find_field(part, FUNCTION_CALL).cloned().unwrap_or_default();
        let args = call.get("args").filter(|args| args.is_object()).cloned();
        let mut written = json!({ "name": text(&call, "name") });
        if !text(&call, "id").is_empty() {
            written["id"] = call["id"].clone();
        }
        PartialCall {
            number,
            part: json!({ "functionCall": written }),
            args: args.unwrap_or_else(|| Value::Object(Map::new())),
            open: None,
        }
    }

    /// `thoughtSignature` must go back with the call.
    pub fn keep_signature(&mut self, part: &Value) {
        for (key, value) in part.as_object().into_iter().flatten() {
            if !FUNCTION_CALL.contains(&key.as_str()) && !value.is_null() {
                self.part[key] = value.clone();
            }
        }
    }

    pub fn add(&mut self, argument: &Value) -> Result<(), AnswerError> {
        let path = find_field(argument, ["jsonPath", "json_path"]).and_then(Value::as_str);
        let path = path.ok_or_else(|| malformed("a part of arguments has no path"))?;
        let steps =
            read_path(path).ok_or_else(|| malformed("a path of arguments is not understood"))?;
        let place = find_place(&mut self.args, &steps)
            .ok_or_else(|| malformed("a path of arguments leads nowhere"))?;
        let more = find_field(argument, ["stringValue", "string_value"]);
        if self.open.as_deref() == Some(path) {
            let (Value::String(known), Some(more)) = (place, more.and_then(Value::as_str)) else {
                return Err(malformed("a text of arguments does not go on as one"));
            };
            known.push_str(more);
        } else {
            let names = [["numberValue", "number_value"], ["boolValue", "bool_value"]];
            let other = names.iter().find_map(|names| find_field(argument, *names));
            *place = match more.or(other) {
                Some(value) => value.clone(),
                None => Value::Null,
            };
        }
        let goes_on = find_field(argument, WILL_CONTINUE) == Some(&Value::Bool(true));
        self.open = goes_on.then(|| path.to_owned());
        Ok(())
    }

    /// The number of the call, and its part with all arguments.
    pub fn into_part(mut self) -> (usize, Value) {
        self.part["functionCall"]["args"] = self.args;
        (self.number, self.part)
    }
}

/// The place at a path, which is made if it is the next one.
fn find_place<'v>(value: &'v mut Value, steps: &[Step]) -> Option<&'v mut Value> {
    let mut place = value;
    for step in steps {
        place = match step {
            Step::Key(key) => {
                if place.is_null() {
                    *place = Value::Object(Map::new());
                }
                place
                    .as_object_mut()?
                    .entry(key.as_str())
                    .or_insert(Value::Null)
            }
            Step::Index(index) => {
                if place.is_null() {
                    *place = Value::Array(Vec::new());
                }
                let items = place.as_array_mut()?;
                if *index == items.len() && *index < MAX_ITEMS {
                    items.push(Value::Null);
                }
                items.get_mut(*index)?
            }
        };
    }
    Some(place)
}

/// A path of RFC 9535 that leads to one place: `$.a.b[0]['c d']`.
fn read_path(path: &str) -> Option<Vec<Step>> {
    let mut rest = path.strip_prefix('$')?;
    let mut steps = Vec::new();
    while !rest.is_empty() {
        if steps.len() == MAX_STEPS {
            return None;
        }
        let step = if let Some(name) = rest.strip_prefix('.') {
            let end = name.find(['.', '[']).unwrap_or(name.len());
            let (name, after) = name.split_at(end);
            rest = after;
            (!name.is_empty()).then(|| Step::Key(name.to_owned()))?
        } else {
            let inner = rest.strip_prefix('[')?;
            match inner.chars().next()? {
                quote @ ('\'' | '"') => {
                    let (name, after) = read_quoted(&inner[1..], quote)?;
                    rest = after.strip_prefix(']')?;
                    Step::Key(name)
                }
                _ => {
                    let (index, after) = inner.split_once(']')?;
                    rest = after;
                    Step::Index(index.parse().ok()?)
                }
            }
        };
        steps.push(step);
    }
    (!steps.is_empty()).then_some(steps)
}

/// A name in quotes, with the escapes that names need.
fn read_quoted(text: &str, quote: char) -> Option<(String, &str)> {
    let mut name = String::new();
    let mut chars = text.char_indices();
    while let Some((at, char)) = chars.next() {
        match char {
            char if char == quote => return Some((name, &text[at + 1..])),
            '\\' => match chars.next()?.1 {
                'n' => name.push('\n'),
                't' => name.push('\t'),
                'r' => name.push('\r'),
                'b' => name.push('\u{8}'),
                'f' => name.push('\u{c}'),
                other @ ('\'' | '"' | '\\' | '/') => name.push(other),
                _ => return None,
            },
            char => name.push(char),
        }
    }
    None
}
