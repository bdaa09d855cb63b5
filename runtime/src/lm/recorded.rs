//! One recorded answer: what identifies the call that it answers, and its line of JSON.

use super::answer::Reading;
use super::prompt::Asked;
use crate::json::{Json, canonical_json, write_string};
use crate::simulated::AnswerFormat;
use hmac_sha256::Hash;
use serde_json::Value;
use std::fmt::Write;

/// Rises if what is hashed means something else.
const VERSION: &str = "1";

/// What identifies a call: everything that the model reads of it, and how it is asked. The engine and its address may change,
/// and so may the words of a failure, as a failure of the endpoint is not recorded.
pub(super) fn make_key(asked: &Asked<'_>) -> String {
    let mut hash = Hash::new();
    let mut add = |part: &str| {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    };
    let canonical = |text: &str| canonical_json(text).unwrap_or_else(|_| text.to_owned());
    let (model, entry) = (asked.model, asked.entry);
    let temperature = model.temperature.map(|temperature| temperature.to_string());
    add(VERSION);
    add(model.name);
    add(&temperature.unwrap_or_default());
    add(&model.simulator.seed.to_string());
    add(&model.candidates.to_string());
    add(match model.format {
        AnswerFormat::Schema => "schema",
        AnswerFormat::Object => "object",
        AnswerFormat::Unsaid => "unsaid",
    });
    add(entry.name);
    add(entry.description);
    add(&entry.schema());
    add(&entry.output_schema().unwrap_or_default());
    for past in asked.history {
        add(past.tool);
        add(&canonical(&past.arguments));
        match &past.output {
            Some(output) => add(&canonical(output.as_text())),
            None => add("failed"),
        }
    }
    add(&canonical(asked.arguments));
    let mut hex = String::new();
    for byte in hash.finalize() {
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}

/// The line about an answer, with its end.
pub(super) fn write_line(key: &str, asked: &Asked<'_>, answer: &Reading) -> String {
    let mut line = format!("{{\"key\":\"{key}\"");
    let mut add = |name: &str, text: &str| {
        let _ = write!(line, ",\"{name}\":");
        write_string(text, &mut line);
    };
    add("engine", asked.model.simulator.engine);
    add("model", asked.model.name);
    add("tool", asked.entry.name);
    let arguments = canonical_json(asked.arguments).unwrap_or_default();
    let earlier = asked.history.len();
    let _ = write!(
        line,
        ",\"arguments\":{arguments},\"earlier_calls\":{earlier}"
    );
    let mut add = |name: &str, text: &str| {
        let _ = write!(line, ",\"{name}\":");
        write_string(text, &mut line);
    };
    match answer {
        Reading::Failure(text) => add("error", text),
        Reading::Unusable(why) => add("unusable", why),
        // on one line, as the arguments are
        Reading::Result(result) => {
            let _ = write!(line, ",\"result\":{result}");
        }
    }
    line.push_str("}\n");
    line
}

/// The key and the answer in a line; `None` if it is not one.
pub(super) fn read_line(line: &str) -> Option<(String, Reading)> {
    let line: Value = serde_json::from_str(line).ok()?;
    let key = line["key"].as_str()?.to_owned();
    let text = |key: &str| line.get(key)?.as_str().map(str::to_owned);
    let answer = match line.get("result") {
        Some(result) => Reading::Result(Json::parse(result.to_string()).ok()?),
        None => match text("error") {
            Some(text) => Reading::Failure(text),
            None => Reading::Unusable(text("unusable")?),
        },
    };
    Some((key, answer))
}
