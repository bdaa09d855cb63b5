//! What the model asked for, and a call as it came in: with its arguments as text or as a parsed value.

use crate::args::Input;
use crate::called_by::CalledBy;
use crate::constants::set_constant;
use crate::entry::ToolEntry;
use crate::json;
use crate::operation::Within;
use crate::repairs::Repair;
use crate::violation::Violations;
use serde_json::Value;
use std::borrow::Cow;
use std::sync::OnceLock;

/// A tool call, as the model requested it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolCall {
    /// The provider's id of this call.
    pub id: String,
    /// The qualified name `namespace::tool`, or the wire name of the tool.
    pub name: String,
    /// The arguments as JSON text; blank ones are `{}`.
    pub arguments: String,
    /// Who made the call. [`Target::calls`](crate::Target::calls) takes it from the answer.
    pub called_by: CalledBy,
}

impl ToolCall {
    /// Creates a call as a provider sends it. Who made it is not known; see [`ToolCall::by`].
    pub fn new(
        id: impl Into<String>,
        name: impl Into<String>,
        arguments: impl Into<String>,
    ) -> Self {
        ToolCall {
            id: id.into(),
            name: name.into(),
            arguments: arguments.into(),
            called_by: CalledBy::Unknown,
        }
    }

    /// The same call, made by the model itself or by a program of it. Tools with `allowed_callers` refuse calls of
    /// which this is not known.
    #[must_use]
    pub fn by(mut self, called_by: CalledBy) -> Self {
        self.called_by = called_by;
        self
    }
}

/// A call on its way through a worker.
pub(crate) struct Incoming {
    /// The provider's id of the call.
    pub id: String,
    /// The tool name as the call has it.
    pub name: String,
    /// Who made it.
    pub called_by: CalledBy,
    arguments: Arguments,
    /// The arguments with the constants of the tool.
    complete: OnceLock<Box<str>>,
    /// The arguments as they came, if some had old names, were repaired, or defaults were filled in.
    original: Option<Box<str>>,
    /// Where defaults have been filled in, as JSON pointers.
    pub filled: Vec<String>,
    /// What of the arguments has been read in another form.
    pub repaired: Option<Box<[Repair]>>,
    /// The tool that it means, once that is known.
    pub meant: Option<&'static ToolEntry>,
}

enum Arguments {
    Text(String),
    Parsed(Box<Parsed>),
}

/// A value, and its text once it has been requested.
struct Parsed {
    value: Value,
    text: OnceLock<String>,
}

/// Whether there is only white space; most texts start with the brace of an object.
#[inline]
fn is_blank(text: &str) -> bool {
    !text.starts_with('{') && text.trim_start().is_empty()
}

/// Arguments under their new names, repaired or with their defaults, in the form in which they came.
pub(crate) enum NewArguments {
    Text(String),
    Value(Value),
}

impl NewArguments {
    /// Whether a tool accepts them.
    pub fn are_valid(&self, entry: &ToolEntry) -> bool {
        match self {
            NewArguments::Text(text) => entry.validate(text).is_ok(),
            NewArguments::Value(value) => entry.validate_value(value).is_ok(),
        }
    }
}

impl Incoming {
    /// A call with arguments as text. Blank arguments become `{}`.
    #[inline]
    pub fn of(mut call: ToolCall) -> Self {
        if is_blank(&call.arguments) {
            "{}".clone_into(&mut call.arguments);
        }
        Incoming {
            id: call.id,
            name: call.name,
            called_by: call.called_by,
            arguments: Arguments::Text(call.arguments),
            complete: OnceLock::new(),
            original: None,
            filled: Vec::new(),
            repaired: None,
            meant: None,
        }
    }

    /// A call with arguments that are already parsed.
    pub fn parsed(id: String, name: String, value: Value) -> Self {
        let text = OnceLock::new();
        Incoming {
            id,
            name,
            called_by: CalledBy::Unknown,
            arguments: Arguments::Parsed(Box::new(Parsed { value, text })),
            complete: OnceLock::new(),
            original: None,
            filled: Vec::new(),
            repaired: None,
            meant: None,
        }
    }

    /// The same call with other arguments.
    #[cfg(feature = "policies")]
    pub fn with_text(&self, arguments: String) -> Self {
        Incoming {
            id: self.id.clone(),
            name: self.name.clone(),
            called_by: self.called_by,
            arguments: Arguments::Text(arguments),
            complete: OnceLock::new(),
            original: None,
            filled: Vec::new(),
            repaired: None,
            meant: None,
        }
    }

    /// Replaces the arguments by the same ones under their new names, repaired or with their defaults.
    pub fn set_arguments(&mut self, arguments: NewArguments) {
        if self.original.is_none() {
            self.original = Some(self.text().into());
        }
        self.arguments = match arguments {
            NewArguments::Text(text) => Arguments::Text(text),
            NewArguments::Value(value) => {
                let text = OnceLock::new();
                Arguments::Parsed(Box::new(Parsed { value, text }))
            }
        };
    }

    /// Whether it is known to mean a tool.
    pub fn means(&self, entry: &ToolEntry) -> bool {
        self.meant.is_some_and(|meant| std::ptr::eq(meant, entry))
    }

    /// Adds the constants of the tool to what [`Incoming::complete_text`] returns. Text that is not JSON stays as
    /// it is.
    #[inline]
    pub fn set_constants(&self, constants: &'static [Within]) {
        if !constants.is_empty() {
            self.complete(constants);
        }
    }

    #[cold]
    fn complete(&self, constants: &'static [Within]) {
        let mut text = Cow::Borrowed(self.text());
        for constant in constants {
            let Some(with) = set_constant(&text, constant) else {
                return;
            };
            text = Cow::Owned(with);
        }
        let _ = self.complete.set(text.into());
    }

    /// The arguments as text, as the model wrote them.
    #[inline]
    pub fn text(&self) -> &str {
        match &self.arguments {
            Arguments::Text(text) => text,
            Arguments::Parsed(parsed) => parsed.text.get_or_init(|| parsed.value.to_string()),
        }
    }

    /// The arguments as text, as they came: some may have old names, or none at all.
    #[cfg(feature = "approvals")]
    pub fn original_text(&self) -> &str {
        self.original.as_deref().unwrap_or_else(|| self.text())
    }

    /// The arguments as text, with the constants of the tool: what runs, and what approvers see.
    #[inline]
    pub fn complete_text(&self) -> &str {
        match self.complete.get() {
            Some(text) => text,
            None => self.text(),
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

    /// The arguments as a value; `null` if the text is not JSON.
    #[cfg(feature = "dynamic")]
    pub fn value(&self) -> Cow<'_, Value> {
        match &self.arguments {
            Arguments::Text(text) => Cow::Owned(serde_json::from_str(text).unwrap_or_default()),
            Arguments::Parsed(parsed) => Cow::Borrowed(&parsed.value),
        }
    }

    /// Validates the arguments against the schema of a tool.
    pub fn validate(&self, entry: &ToolEntry) -> Result<(), Violations> {
        match self.input() {
            Input::Text(text) => entry.validate(text),
            Input::Value(value) => entry.validate_value(value),
        }
    }

    /// The keys of the arguments; if the text is malformed, those before the error.
    pub fn keys(&self) -> Vec<String> {
        match self.input() {
            Input::Text(text) => json::object_keys(text),
            Input::Value(Value::Object(members)) => members.keys().cloned().collect(),
            Input::Value(_) => Vec::new(),
        }
    }
}
