//! One entry of a journal: what a program asked for, and what it was answered.

use crate::fields::{Fields, ObjectText};
use crate::ids::unique_name;
use toolc_runtime::Json;
use toolc_runtime::json::canonical_json;

/// What a program asks for.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum Asked {
    /// A call, with its arguments in canonical form.
    Call { tool: String, arguments: String },
    /// The time.
    Now,
    /// A random number.
    Random,
}

impl Asked {
    /// Arguments that are no JSON are the same only if their texts are.
    pub fn call(tool: &str, written: &str) -> Self {
        Asked::Call {
            tool: tool.to_owned(),
            arguments: canonical_json(written).unwrap_or_else(|_| written.to_owned()),
        }
    }

    /// How it is called in errors.
    pub fn name(&self) -> &str {
        match self {
            Asked::Call { tool, .. } => tool,
            Asked::Now => NOW,
            Asked::Random => RANDOM,
        }
    }
}

const NOW: &str = "now";
const RANDOM: &str = "random";

/// An entry of a journal.
#[derive(Clone)]
pub(crate) struct Entry {
    pub asked: Asked,
    /// The arguments as they were written; empty if the request is not a call.
    pub written: String,
    /// The id of the call, the same however often it is made; empty if the request is not a call.
    pub call: String,
    /// How many equal ones came before it.
    pub occurrence: usize,
    /// The sealed text of the question about it, if there is one.
    pub question: Option<String>,
    /// What the program was answered.
    pub answer: Option<String>,
}

impl Entry {
    pub fn new(asked: Asked, written: &str, occurrence: usize) -> Self {
        let call = match asked {
            Asked::Call { .. } => unique_name(),
            Asked::Now | Asked::Random => String::new(),
        };
        Entry {
            asked,
            call,
            written: written.to_owned(),
            occurrence,
            question: None,
            answer: None,
        }
    }

    /// The entry with this id, as it is sealed.
    pub fn write(&self, id: &str) -> Json {
        let mut out = ObjectText::new().text("id", id);
        out = match &self.asked {
            Asked::Call { tool, .. } => {
                let out = out.text("call", &self.call).text("tool", tool);
                out.text("arguments", &self.written)
            }
            Asked::Now | Asked::Random => out.text("source", self.asked.name()),
        };
        let out = out
            .raw("occurrence", &self.occurrence.to_string())
            .optional("question", self.question.as_deref())
            .optional("answer", self.answer.as_deref());
        Json::parse(out.end()).unwrap_or_default()
    }

    /// Reads the entry with this id; `None` if it is something else.
    pub fn read(object: &Json, id: &str) -> Option<Self> {
        let mut fields = Fields::read(object.as_text())?;
        let is_it = fields.text("id")? == id;
        let (asked, call, written) = match fields.text("source").as_deref() {
            Some(NOW) => (Asked::Now, String::new(), String::new()),
            Some(RANDOM) => (Asked::Random, String::new(), String::new()),
            Some(_) => return None,
            None => {
                let (call, tool) = (fields.text("call")?, fields.text("tool")?);
                let written = fields.text("arguments")?;
                (Asked::call(&tool, &written), call, written)
            }
        };
        let entry = Entry {
            asked,
            call,
            written,
            occurrence: fields.count("occurrence")?,
            question: fields.text("question"),
            answer: fields.text("answer"),
        };
        (is_it && fields.is_done()).then_some(entry)
    }
}
