//! Final answers: what a model says last, in a form that the specs describe under `answers`. Generated code has a struct
//! for each, which implements [`Answer`]; an [`AnswerForm`] asks a provider for it and reads what comes back.

mod form;
mod request;

use crate::args::Args;
use crate::entry::SchemaText;
use crate::schema::Schema;
use crate::violation::Violations;
pub use form::AnswerForm;
pub use request::{AnswerRequest, AskedAnswer, Unenforced};

/// What is known about a final answer.
#[derive(Debug, Clone, Copy)]
pub struct AnswerEntry {
    /// The name in the specs.
    pub name: &'static str,
    /// The name in a form that providers accept.
    pub wire_name: &'static str,
    /// The description for the model; empty if there is none.
    pub description: &'static str,
    /// The schema.
    pub schema: &'static Schema,
    /// The schema as text.
    pub text: SchemaText,
    /// SHA-256, in hex, of everything that a model is shown of it and that it is held to.
    pub digest: &'static str,
}

/// A final answer. Generated structs implement it.
pub trait Answer: for<'a> Args<'a> {
    /// The static data of the answer.
    const ENTRY: &'static AnswerEntry;

    /// Reads the text of an answer and holds it to the schema.
    ///
    /// # Errors
    /// Returns every violation of the schema.
    fn read_text(text: &str) -> Result<Self, Violations> {
        <Self as Args<'_>>::from_json(strip_fence(text))
    }

    /// Reads an answer that is already parsed, such as the input of a call.
    ///
    /// # Errors
    /// Returns every violation of the schema.
    fn read_value(value: &serde_json::Value) -> Result<Self, Violations> {
        <Self as Args<'_>>::from_value(value)
    }

    /// The form of the answer in requests to a provider, and its reader there: strict where the provider can hold a model
    /// to the schema.
    fn form(target: crate::definition::Target) -> AnswerForm<Self> {
        AnswerForm::new(target)
    }
}

/// The text within a Markdown fence around the whole of it. Models that nothing holds to a form write one around JSON, and
/// no JSON begins with one.
fn strip_fence(text: &str) -> &str {
    let whole = text.trim();
    let within = whole
        .strip_prefix("```")
        .and_then(|rest| rest.strip_suffix("```"));
    match within.and_then(|within| within.split_once('\n')) {
        Some((language, within))
            if language
                .trim()
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric()) =>
        {
            within
        }
        _ => text,
    }
}
