//! What a model answers when it is asked for a result, read as the result of a tool.

use crate::entry::ToolEntry;
use crate::json::{Json, exact_json};
use crate::schema::{Object, Schema};
use crate::walk::validate;
use serde_json::Value;

/// The key of an object in which models like to wrap a result, and in which they have to wrap one that is no object.
pub(super) const RESULT: &str = "result";

/// The key under which a model says that the tool fails.
const ERROR: &str = "error";

/// One answer of a model.
#[derive(Debug, Clone, Default)]
pub(super) struct Candidate {
    /// What it says.
    pub text: String,
    /// How likely each of its tokens was, as logarithms, if the endpoint says so.
    pub logprobs: Option<Vec<f64>>,
    /// Whether the endpoint broke it off.
    pub is_cut: bool,
}

/// What candidates say about a call.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Reading {
    /// A result, which the output schema accepts.
    Result(Json),
    /// The tool fails, with these words.
    Failure(String),
    /// None of them can be used; why not, of the last one.
    Unusable(String),
}

/// The candidates in a response of an endpoint: `choices[].message.content`.
pub(super) fn list_candidates(response: &Value) -> Vec<Candidate> {
    let choices = response["choices"]
        .as_array()
        .map_or(&[][..], Vec::as_slice);
    let mut candidates = Vec::new();
    for choice in choices {
        let content = choice["message"]["content"].as_str();
        let tokens = choice["logprobs"]["content"].as_array();
        candidates.push(Candidate {
            text: content.unwrap_or_default().to_owned(),
            logprobs: tokens.map(|tokens| {
                let each = tokens.iter().map(|token| &token["logprob"]);
                each.filter_map(Value::as_f64).collect()
            }),
            is_cut: choice["finish_reason"] == "length",
        });
    }
    candidates
}

/// Reads the candidates, of which the likeliest that can be used decides; without likelihoods, the first.
pub(super) fn read_candidates(entry: &ToolEntry, candidates: &[Candidate]) -> Reading {
    let mut best: Option<(f64, Reading)> = None;
    let mut why = "there is no answer".to_owned();
    for candidate in candidates {
        let reading = match read_answer(entry.output, &candidate.text) {
            Reading::Unusable(_) if candidate.is_cut => {
                "it was broken off, as it is too long".clone_into(&mut why);
                continue;
            }
            Reading::Unusable(reason) => {
                why = reason;
                continue;
            }
            usable => usable,
        };
        let tokens = candidate.logprobs.as_ref();
        let likely = tokens.map_or(f64::NEG_INFINITY, |tokens| tokens.iter().sum());
        if best.as_ref().is_none_or(|(most, _)| likely > *most) {
            best = Some((likely, reading));
        }
    }
    best.map_or(Reading::Unusable(why), |(_, reading)| reading)
}

/// An object is cut to what the schema describes, without empty values; if the schema accepts that, it is the result. What is
/// under `result` goes first, unless the schema has a property of that name. Else what is under `error` is how the tool
/// fails.
fn read_answer(schema: Option<&'static Schema>, text: &str) -> Reading {
    let Some((text, answer)) = read_json(text) else {
        return Reading::Unusable("it is not JSON".to_owned());
    };
    let object = schema.and_then(find_object);
    let Value::Object(map) = &answer else {
        // where objects are asked for, a wrapped value is expected, and a bare one is as good
        return match fit_value(schema, object, &answer) {
            Ok(fit) if schema.is_some() => Reading::Result(write_result(text, &answer, &fit)),
            Ok(_) => Reading::Unusable("it is not a JSON object".to_owned()),
            Err(_) if object.is_some() => Reading::Unusable("it is not a JSON object".to_owned()),
            Err(why) => Reading::Unusable(why),
        };
    };
    if map.is_empty() && object.is_none_or(|object| !object.fields.is_empty()) {
        return Reading::Unusable("it is an empty object".to_owned());
    }
    let is_failure = map.get(ERROR).is_some_and(is_said);
    let is_own = object.is_some_and(|object| has_field(object, RESULT));
    let inner = map.get(RESULT).filter(|_| !is_own);
    // what is not an object has to be wrapped to be asked for as one
    let inner = inner.filter(|inner| inner.is_object() || object.is_none() && schema.is_some());
    let mut why = String::new();
    for value in inner.into_iter().chain([&answer]) {
        match fit_value(schema, object, value) {
            // a failure is not a success with nothing in it
            Ok(fit) if is_empty(&fit) && is_failure => {}
            Ok(fit) => return Reading::Result(write_result(text, &answer, &fit)),
            Err(reason) if why.is_empty() => why = reason,
            Err(_) => {}
        }
    }
    match map.get(ERROR).filter(|said| is_said(said)) {
        Some(Value::String(said)) => Reading::Failure(said.clone()),
        Some(other) => Reading::Failure(other.to_string()),
        None => Reading::Unusable(why),
    }
}

/// The JSON in an answer, alone or in a block of code, as it is written and as a value.
fn read_json(text: &str) -> Option<(&str, Value)> {
    let read = |text| Some((text, serde_json::from_str(text).ok()?));
    let text = text.trim();
    let inside = || {
        let rest = text.strip_prefix("```")?.strip_suffix("```")?;
        rest.split_once('\n').map(|(_, inside)| inside)
    };
    read(text).or_else(|| read(inside()?))
}

/// The result as text: as the model wrote it if nothing was left out, so that no digit changes.
fn write_result(text: &str, answer: &Value, fit: &Value) -> Json {
    let exact = (answer == fit).then(|| exact_json(text).ok()).flatten();
    Json::trusted(exact.unwrap_or_else(|| fit.to_string()))
}

/// The rules of a schema of objects with properties.
fn find_object(schema: &'static Schema) -> Option<&'static Object> {
    match schema {
        Schema::Nullable(inner) => find_object(inner),
        Schema::Complete(complete) => find_object(complete.base),
        Schema::Object(object) => Some(object),
        _ => None,
    }
}

fn has_field(object: &Object, key: &str) -> bool {
    object.fields.iter().any(|field| field.name == key)
}

/// Whether a schema says something about a key; every one is welcome if it names none.
fn describes(object: &Object, key: &str) -> bool {
    let others = !object.patterns.is_empty() || !matches!(object.rest, Schema::Any | Schema::Never);
    object.fields.is_empty() || others || has_field(object, key)
}

/// The value as the schema accepts it: cut, without empty values if it holds without them.
fn fit_value(
    schema: Option<&'static Schema>,
    object: Option<&'static Object>,
    value: &Value,
) -> Result<Value, String> {
    let mut cut = value.clone();
    if let (Value::Object(map), Some(object)) = (&mut cut, object) {
        let has_keys = !map.is_empty();
        map.retain(|key, _| describes(object, key));
        if has_keys && map.is_empty() {
            return Err("it has none of the properties of the output schema".to_owned());
        }
    }
    let mut bare = cut.clone();
    drop_empty(&mut bare);
    let Some(schema) = schema else {
        return Ok(bare);
    };
    // what is empty may be required, and what is left out may be described elsewhere in the schema
    if validate(schema, &bare.to_string()).is_ok() {
        return Ok(bare);
    }
    let Err(violations) = validate(schema, &cut.to_string()) else {
        return Ok(cut);
    };
    match validate(schema, &value.to_string()) {
        Ok(()) => Ok(value.clone()),
        Err(_) => Err(violations.to_string()),
    }
}

/// Removes empty values of keys at any depth; what becomes empty by that stays.
fn drop_empty(value: &mut Value) {
    match value {
        Value::Object(map) => {
            map.retain(|_, value| !is_empty(value));
            map.values_mut().for_each(drop_empty);
        }
        Value::Array(items) => items.iter_mut().for_each(drop_empty),
        _ => {}
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(map) => map.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

fn is_said(value: &Value) -> bool {
    !is_empty(value) && *value != Value::Bool(false)
}
