//! What a program gets for a call: the output, or why there is none.

use crate::fields::{Fields, ObjectText};
use crate::sealed::narrow_result;
use std::fmt;
use toolc_runtime::{ErrorKind, Json, ToolResult};

/// What a program gets for a request. It is what a model would be shown: where the worker shows a part of a result, that part.
#[derive(Clone, PartialEq)]
pub struct Answer {
    value: Result<Json, Json>,
    cut: bool,
    untrusted: bool,
}

impl Answer {
    /// An answer that is a value.
    pub(crate) fn of_value(value: Json) -> Self {
        Answer {
            value: Ok(value),
            cut: false,
            untrusted: false,
        }
    }

    /// The answer for a call whose outcome nobody will know.
    pub(crate) fn given_up(tool: &str) -> Self {
        let message = format!(
            "tool '{tool}' was interrupted and may have run; a person gave it up. Do not repeat it"
        );
        Answer {
            value: Err(error_object(ErrorKind::Cancelled, &message)),
            cut: false,
            untrusted: false,
        }
    }

    /// The answer that a result is.
    pub(crate) fn of_result(result: &ToolResult) -> Option<Self> {
        let text = Json::encode(&narrow_result(result)).ok()?;
        Answer::of_stored_result(&text)
    }

    /// The answer that a result is which a store has as JSON.
    pub(crate) fn of_stored_result(result: &Json) -> Option<Self> {
        let mut fields = Fields::read(result.as_text())?;
        let mut metadata = Fields::read(fields.raw("metadata")?)?;
        let shown = metadata.raw("shown").and_then(Fields::read);
        let is_cut = |mut shown: Fields<'_>| {
            shown.raw("missing_items").is_some() || shown.raw("cut_texts").is_some()
        };
        let value = match fields.flag("success") {
            true if metadata.flag("differs") => Err(differing(&fields.text("name")?)),
            true => Ok(Json::parse(fields.raw("output")?).ok()?),
            false => Err(Json::parse(fields.raw("error")?).ok()?),
        };
        Some(Answer {
            value,
            cut: shown.is_some_and(is_cut),
            untrusted: metadata.flag("untrusted"),
        })
    }

    /// The output.
    pub fn value(&self) -> Option<&Json> {
        self.value.as_ref().ok()
    }

    /// Why there is no output: an object with `kind`, `code`, `message` and `guidance`, as in results of tools.
    pub fn error(&self) -> Option<&Json> {
        self.value.as_ref().err()
    }

    /// Whether something is missing that the worker would show.
    pub fn is_cut(&self) -> bool {
        self.cut
    }

    /// Whether it comes from outside.
    pub fn is_untrusted(&self) -> bool {
        self.untrusted
    }

    /// As a journal has it.
    pub(crate) fn to_json(&self) -> String {
        let mut out = match &self.value {
            Ok(value) => ObjectText::new().raw("value", value.as_text()),
            Err(error) => ObjectText::new().raw("error", error.as_text()),
        };
        for (name, is_so) in [("cut", self.cut), ("untrusted", self.untrusted)] {
            if is_so {
                out = out.raw(name, "true");
            }
        }
        out.end()
    }

    /// Reads what [`Answer::to_json`] wrote.
    pub(crate) fn read_json(text: &str) -> Option<Self> {
        let mut fields = Fields::read(text)?;
        let json = |raw: &str| Json::parse(raw).ok();
        let value = match fields.raw("value") {
            Some(value) => Ok(json(value)?),
            None => Err(json(fields.raw("error")?)?),
        };
        let answer = Answer {
            value,
            cut: fields.flag("cut"),
            untrusted: fields.flag("untrusted"),
        };
        fields.is_done().then_some(answer)
    }
}

/// The program was written for the type that the output schema stands for, and this result does not match it.
fn differing(tool: &str) -> Json {
    let message = format!(
        "tool '{tool}' ran, but its result is not what its output schema says; do not repeat it"
    );
    error_object(ErrorKind::InvalidOutput, &message)
}

pub(crate) fn error_object(kind: ErrorKind, message: &str) -> Json {
    let object = ObjectText::new()
        .text("kind", kind.name())
        .text("code", kind.code())
        .text("message", message)
        .text("guidance", kind.guidance());
    Json::parse(object.end()).unwrap_or_default()
}

/// Leaves out the values, which may be secret.
impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Answer")
            .field("is_value", &self.value.is_ok())
            .field("cut", &self.cut)
            .field("untrusted", &self.untrusted)
            .finish_non_exhaustive()
    }
}
