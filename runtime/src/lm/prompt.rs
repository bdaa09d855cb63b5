//! What a model is asked.

use super::answer::RESULT;
use crate::entry::ToolEntry;
use crate::json::write_string;
use crate::schema::Schema;
use crate::simulate::PastCall;
use crate::simulated::{AnswerFormat, Model};
use serde_json::{Value, json};
use std::fmt::Write;

const INSTRUCTIONS: &str = "You simulate the tools of an agent. For each call, write the result that the tool would \
    return if it succeeded: realistic, consistent with the earlier calls and their results, with every required field of \
    the output schema and no others. Write one JSON object and nothing else, with a result that is no object under the key \
    `result`: no explanation, and no words about a simulation or a failure.";

/// A call whose result is asked for.
pub(super) struct Asked<'c> {
    pub model: &'static Model,
    pub entry: &'static ToolEntry,
    /// The arguments, without secrets.
    pub arguments: &'c str,
    /// The calls before it.
    pub history: &'c [PastCall],
}

/// An answer that could not be used.
pub(super) struct Rejected {
    pub text: String,
    pub why: String,
}

impl Asked<'_> {
    /// The body of the request. If an answer was rejected, the model is told why.
    pub fn write_body(&self, rejected: Option<&Rejected>) -> String {
        let mut messages = Messages::default();
        messages.add("system", INSTRUCTIONS);
        for past in self.history {
            let call = write_call(past.tool, &past.arguments);
            messages.add("user", &format!("{{\"call\":{call}}}"));
            messages.add("assistant", &write_end(past));
        }
        let tool = describe_tool(self.entry);
        let call = write_call(self.entry.name, self.arguments);
        messages.add("user", &format!("{{\"tool\":{tool},\"call\":{call}}}"));
        if let Some(Rejected { text, why }) = rejected {
            messages.add("assistant", text);
            messages.add(
                "user",
                &format!(
                    "This cannot be the result: {why}\nWrite the result again, as one JSON object."
                ),
            );
        }
        let mut body = String::from("{\"model\":");
        write_string(self.model.name, &mut body);
        let _ = write!(body, ",\"messages\":[{}]", messages.0);
        if let Some(format) = describe_format(self.model.format, self.entry) {
            let _ = write!(body, ",\"response_format\":{format}");
        }
        if let Some(temperature) = self.model.temperature {
            let _ = write!(body, ",\"temperature\":{temperature}");
        }
        let seed = self.model.simulator.seed;
        if seed != 0 {
            let _ = write!(body, ",\"seed\":{seed}");
        }
        if self.model.candidates > 1 {
            let _ = write!(body, ",\"n\":{},\"logprobs\":true", self.model.candidates);
        }
        body.push('}');
        body
    }
}

#[derive(Default)]
struct Messages(String);

impl Messages {
    fn add(&mut self, role: &str, content: &str) {
        if !self.0.is_empty() {
            self.0.push(',');
        }
        let _ = write!(self.0, "{{\"role\":\"{role}\",\"content\":");
        write_string(content, &mut self.0);
        self.0.push('}');
    }
}

/// The arguments are written as they came, so that no digit changes.
fn write_call(tool: &str, arguments: &str) -> String {
    let mut call = String::from("{\"name\":");
    write_string(tool, &mut call);
    let _ = write!(call, ",\"arguments\":{arguments}}}");
    call
}

fn write_end(past: &PastCall) -> String {
    match (&past.output, &past.error) {
        (Some(output), _) => output.as_text().to_owned(),
        (None, error) => json!({ "error": error }).to_string(),
    }
}

fn describe_tool(entry: &ToolEntry) -> String {
    let mut tool = String::from("{\"name\":");
    write_string(entry.name, &mut tool);
    tool.push_str(",\"description\":");
    write_string(entry.description, &mut tool);
    let _ = write!(tool, ",\"parameters\":{}", entry.schema());
    if let Some(schema) = entry.output_schema() {
        let _ = write!(tool, ",\"output_schema\":{schema}");
    }
    tool.push('}');
    tool
}

/// What the answer must be. Endpoints take schemas of objects alone, so another one is wrapped.
fn describe_format(format: AnswerFormat, entry: &ToolEntry) -> Option<Value> {
    let text = match format {
        AnswerFormat::Schema => entry.output_schema(),
        AnswerFormat::Object => None,
        AnswerFormat::Unsaid => return None,
    };
    let Some(text) = text else {
        return Some(json!({ "type": "json_object" }));
    };
    let mut schema: Value = serde_json::from_str(&text).unwrap_or_default();
    if !entry.output.is_some_and(is_of_objects) {
        let definitions = schema
            .as_object_mut()
            .and_then(|schema| schema.remove("$defs"));
        schema =
            json!({ "type": "object", "properties": { RESULT: schema }, "required": [RESULT] });
        if let Some(definitions) = definitions {
            schema["$defs"] = definitions;
        }
    }
    let schema = json!({ "name": RESULT, "schema": schema });
    Some(json!({ "type": "json_schema", "json_schema": schema }))
}

fn is_of_objects(schema: &'static Schema) -> bool {
    match schema {
        Schema::Object(_) => true,
        Schema::Complete(complete) => is_of_objects(complete.base),
        _ => false,
    }
}
