//! What the model asked for, and a call as it came in: with its arguments as text, or as a value that was parsed from one.

use crate::args::Input;
use crate::entry::ToolEntry;
use crate::json;
use crate::violation::Violations;
use serde_json::Value;
#[cfg(feature = "dynamic")]
use std::borrow::Cow;
use std::sync::OnceLock;

/// What a model asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolCall {
    /// The provider's name for this call.
    pub id: String,
    /// `namespace::tool`, or the tool's wire name.
    pub name: String,
    /// The arguments as JSON text; blank ones are `{}`.
    pub arguments: String,
}

impl ToolCall {
    /// A call as a provider sends it.
    pub fn new(
        id: impl Into<String>,
        name: impl Into<String>,
        arguments: impl Into<String>,
    ) -> Self {
        ToolCall {
            id: id.into(),
            name: name.into(),
            arguments: arguments.into(),
        }
    }
}

/// A call on its way through a worker.
pub(crate) struct Incoming {
    /// The provider's name for it.
    pub id: String,
    /// The tool, as the call names it.
    pub name: String,
    arguments: Arguments,
}

enum Arguments {
    Text(String),
    Parsed(Box<Parsed>),
}

/// A value, and its text once somebody has asked for it.
struct Parsed {
    value: Value,
    text: OnceLock<String>,
}

/// Whether there is nothing but white space; most texts begin with the bracket of an object.
#[inline]
fn is_blank(text: &str) -> bool {
    !text.starts_with('{') && text.trim_start().is_empty()
}

impl Incoming {
    /// Of a call with text. Where nothing was sent as arguments, it is what that means.
    #[inline]
    pub fn of(mut call: ToolCall) -> Self {
        if is_blank(&call.arguments) {
            "{}".clone_into(&mut call.arguments);
        }
        Incoming {
            id: call.id,
            name: call.name,
            arguments: Arguments::Text(call.arguments),
        }
    }

    /// Of a call whose arguments are parsed.
    pub fn parsed(id: String, name: String, value: Value) -> Self {
        let text = OnceLock::new();
        Incoming {
            id,
            name,
            arguments: Arguments::Parsed(Box::new(Parsed { value, text })),
        }
    }

    /// The same call with other arguments.
    #[cfg(feature = "policies")]
    pub fn with_text(&self, arguments: String) -> Self {
        Incoming {
            id: self.id.clone(),
            name: self.name.clone(),
            arguments: Arguments::Text(arguments),
        }
    }

    /// The arguments as text.
    #[inline]
    pub fn text(&self) -> &str {
        match &self.arguments {
            Arguments::Text(text) => text,
            Arguments::Parsed(parsed) => parsed.text.get_or_init(|| parsed.value.to_string()),
        }
    }

    /// The arguments in the form in which they came.
    #[inline]
    pub fn input(&self) -> Input<'_> {
        match &self.arguments {
            Arguments::Text(text) => Input::Text(text),
            Arguments::Parsed(parsed) => Input::Value(&parsed.value),
        }
    }

    /// The arguments as a value; `null` where the text is not JSON.
    #[cfg(feature = "dynamic")]
    pub fn value(&self) -> Cow<'_, Value> {
        match &self.arguments {
            Arguments::Text(text) => Cow::Owned(serde_json::from_str(text).unwrap_or_default()),
            Arguments::Parsed(parsed) => Cow::Borrowed(&parsed.value),
        }
    }

    /// Checks the arguments against the schema of a tool.
    pub fn validate(&self, entry: &ToolEntry) -> Result<(), Violations> {
        match self.input() {
            Input::Text(text) => entry.validate(text),
            Input::Value(value) => entry.validate_value(value),
        }
    }

    /// The keys of the arguments, as far as they are an object.
    pub fn keys(&self) -> Vec<String> {
        match self.input() {
            Input::Text(text) => json::object_keys(text),
            Input::Value(Value::Object(members)) => members.keys().cloned().collect(),
            Input::Value(_) => Vec::new(),
        }
    }
}
