//! How a request asks for a final answer, for each provider.

use crate::definition::Target;
use crate::json::{Json, write_string};
use crate::strict::{Dialect, LeftOut, Rewritten, rewrite_alone};
use serde_json::Value;

/// A final answer as a model is asked for it.
#[derive(Debug, Clone, Copy)]
pub struct AskedAnswer<'a> {
    /// The name in a form that providers accept.
    pub name: &'a str,
    /// The description for the model; empty if there is none.
    pub description: &'a str,
    /// The self-contained schema, an object.
    pub schema: &'a str,
}

/// Why a provider does not hold a model to the schema of an answer. [`AnswerForm::read`](super::AnswerForm::read) does,
/// whatever a provider does.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unenforced {
    /// The provider cannot express the schema.
    Schema(LeftOut),
    /// The API has no place for the form of an answer.
    NoForm,
}

/// What a request to one provider has for a final answer.
#[derive(Debug)]
pub struct AnswerRequest {
    members: Json,
    rewritten: Option<Rewritten>,
    unenforced: Option<Unenforced>,
}

impl AnswerRequest {
    /// Asks for an answer: strictly if the provider can hold a model to the schema.
    pub fn new(asked: &AskedAnswer<'_>, target: Target) -> Self {
        let rewritten =
            Dialect::of_answers(target).map(|dialect| rewrite_alone(asked.schema, dialect));
        let (rewritten, unenforced) = match rewritten {
            Some(Ok(rewritten)) => (Some(rewritten), None),
            Some(Err(reason)) => (None, Some(Unenforced::Schema(reason))),
            None if takes_any_schema(target) => (None, None),
            None => (None, Some(Unenforced::NoForm)),
        };
        let members = match &rewritten {
            Some(rewritten) => {
                let schema = &rewritten.schema().to_text();
                write_members(target, &AskedAnswer { schema, ..*asked }, true)
            }
            None if takes_any_schema(target) => write_members(target, asked, false),
            None => Json::trusted("{}".to_owned()),
        };
        AnswerRequest {
            members,
            rewritten,
            unenforced,
        }
    }

    /// The members that a request has for the answer, as an object: `{"response_format": …}` for OpenAI, for example.
    /// Empty if the provider cannot be told, which [`AnswerRequest::unenforced`] explains.
    pub fn members(&self) -> &Json {
        &self.members
    }

    /// Adds the members to a request. Objects that the request has already keep their other members.
    pub fn add_to(&self, request: &mut Value) {
        let members = serde_json::from_str(self.members.as_text());
        merge_members(request, members.unwrap_or_default());
    }

    /// The schema that the provider is told instead of the answer's own.
    pub fn rewritten(&self) -> Option<&Rewritten> {
        self.rewritten.as_ref()
    }

    /// Why the provider does not hold a model to the schema; `None` if it does.
    pub fn unenforced(&self) -> Option<&Unenforced> {
        self.unenforced.as_ref()
    }
}

fn merge_members(into: &mut Value, from: Value) {
    match (into, from) {
        (Value::Object(into), Value::Object(from)) => {
            for (key, value) in from {
                merge_members(into.entry(key).or_insert(Value::Null), value);
            }
        }
        (into, from) => *into = from,
    }
}

/// Whether requests may have any schema. If the target has a [subset](Dialect::of_answers), it is a wish there.
fn takes_any_schema(target: Target) -> bool {
    match target {
        Target::OpenAi
        | Target::OpenAiResponses
        | Target::OpenAiNamespaces
        | Target::Gemini
        | Target::GeminiInteractions
        | Target::Mistral => true,
        Target::Anthropic | Target::Bedrock | Target::Mcp => false,
    }
}

/// The members of a request that ask for an answer, as an object; empty if the API has none.
fn write_members(target: Target, asked: &AskedAnswer<'_>, strict: bool) -> Json {
    let mut out = String::new();
    match target {
        Target::OpenAi | Target::Mistral => {
            out.push_str(r#"{"response_format":{"type":"json_schema","json_schema":{"#);
            write_named(asked, strict, &mut out);
            out.push_str("}}}");
        }
        Target::OpenAiResponses | Target::OpenAiNamespaces => {
            out.push_str(r#"{"text":{"format":{"type":"json_schema","#);
            write_named(asked, strict, &mut out);
            out.push_str("}}}");
        }
        Target::Anthropic => {
            out.push_str(r#"{"output_config":{"format":{"type":"json_schema","schema":"#);
            write_described(asked, &mut out);
            out.push_str("}}}");
        }
        Target::Bedrock => {
            out.push_str(r#"{"outputConfig":{"textFormat":{"type":"json_schema","structure":{"jsonSchema":{"#);
            write_name(asked, &mut out);
            // the schema is a text here
            out.push_str(r#","schema":"#);
            write_string(asked.schema, &mut out);
            out.push_str("}}}}}");
        }
        Target::Gemini => {
            out.push_str(
                r#"{"generationConfig":{"responseMimeType":"application/json","responseJsonSchema":"#,
            );
            write_described(asked, &mut out);
            out.push_str("}}");
        }
        Target::GeminiInteractions => {
            out.push_str(
                r#"{"response_format":{"type":"text","mime_type":"application/json","schema":"#,
            );
            write_described(asked, &mut out);
            out.push_str("}}");
        }
        Target::Mcp => out.push_str("{}"),
    }
    Json::trusted(out)
}

/// The members that the APIs of OpenAI share.
fn write_named(asked: &AskedAnswer<'_>, strict: bool, out: &mut String) {
    write_name(asked, out);
    out.push_str(r#","strict":"#);
    out.push_str(if strict { "true" } else { "false" });
    out.push_str(r#","schema":"#);
    out.push_str(asked.schema);
}

fn write_name(asked: &AskedAnswer<'_>, out: &mut String) {
    out.push_str(r#""name":"#);
    write_string(asked.name, out);
    if !asked.description.trim().is_empty() {
        out.push_str(r#","description":"#);
        write_string(asked.description, out);
    }
}

/// The schema with the description of the answer, which has no other place in some APIs, unless the schema has its own.
fn write_described(asked: &AskedAnswer<'_>, out: &mut String) {
    let has_own = serde_json::from_str::<Value>(asked.schema)
        .is_ok_and(|schema| schema.get("description").is_some());
    match asked.schema.strip_suffix('}') {
        Some(open) if !has_own && !asked.description.trim().is_empty() => {
            out.push_str(open);
            if open.len() > 1 {
                out.push(',');
            }
            out.push_str(r#""description":"#);
            write_string(asked.description, out);
            out.push('}');
        }
        _ => out.push_str(asked.schema),
    }
}
