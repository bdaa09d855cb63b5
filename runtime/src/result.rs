//! The result of a call: there is always one for the model, whatever happened.

use crate::error::{Candidate, ErrorKind, ToolError};
use crate::evolution::Outdated;
use crate::json::Json;
use crate::repairs::Repair;
#[cfg(feature = "providers")]
use crate::shown_result::READ_MORE_IN_NAMESPACE;
use crate::shown_result::{READ_MORE, ShownResult};
use crate::untrusted;
use crate::violation::{Violation, Violations};
use serde_core::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The result of a call.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ToolResult {
    /// The provider's id of the call.
    pub call_id: String,
    /// The tool name as the call had it.
    pub name: String,
    /// Whether there is an output.
    pub success: bool,
    /// What the tool returned, all of it. What a model is shown is in [`Metadata::shown`], if that is not the same.
    pub output: Option<Json>,
    /// Why there is no output.
    pub error: Option<Box<ToolError>>,
    /// A note for the model before the output or the error: something else ran than what it asked for.
    pub note: Option<String>,
    /// What else is known about the call.
    pub metadata: Metadata,
}

/// What is known about a call besides its outcome.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Metadata {
    /// How the call was approved, if it needed approval: `asked`, `remembered`, `edited` if somebody approved
    /// another call in its place, or `manually` if a person made the call.
    pub approval: Option<&'static str>,
    /// The policy that denied the call, required approval, or changed the arguments.
    pub policy: Option<&'static str>,
    /// For overloads, the wire name of the one that was called.
    pub overload: Option<&'static str>,
    /// The wire name of the tool that ran in place of the one that was called, if whoever approved the call
    /// chose another one.
    pub ran: Option<&'static str>,
    /// Whether the output comes from outside, so that the model is told to treat it as data.
    pub untrusted: bool,
    /// The file and line of the rule on arguments that decided, if one did.
    pub rule: Option<&'static str>,
    /// Whether the output is not what the output schema of the called tool says, and clients of MCP are shown
    /// that schema: it breaks the schema, or it is the output of another tool.
    pub differs: bool,
    /// What the call used that is no longer meant to be used, if anything: old names, and what is deprecated.
    pub outdated: Option<Box<Outdated>>,
    /// What of the arguments was written in another form than the one in which it was read, if anything: see `repair` in
    /// worker files.
    pub repaired: Option<Box<[Repair]>>,
    /// What models and clients are shown in place of the output, if the worker shows a part of it.
    pub shown: Option<Arc<ShownResult>>,
}

impl Metadata {
    /// Whether nothing else is known.
    pub fn is_empty(&self) -> bool {
        *self == Metadata::default()
    }
}

/// What comes before a result that is not what the output schema says.
#[cfg(any(feature = "providers", feature = "mcp-server"))]
const DIFFERS: &str = "The call ran; do not repeat it. Its result is not what the output schema of the tool \
                       says, so it is given as text:";

impl ToolResult {
    /// The text for the model: the output as JSON text, or the error and what to do now. Output from outside
    /// is marked as data, and written so that nothing in it can be mistaken for anything else.
    pub fn to_llm_message(&self) -> String {
        self.write_message(READ_MORE)
    }

    /// The same for a model whose list has namespaces.
    #[cfg(feature = "providers")]
    pub(crate) fn to_message_in_namespaces(&self) -> String {
        self.write_message(READ_MORE_IN_NAMESPACE)
    }

    /// The text for a model that knows the tool which reads on by this name.
    fn write_message(&self, read_more: &str) -> String {
        let end = match (&self.output, &self.error) {
            (_, Some(error)) => error.to_llm_message(),
            (Some(_), None) => self.output_message(read_more),
            (None, None) => "null".to_owned(),
        };
        match &self.note {
            Some(note) => format!("{note}\n{end}"),
            None => end,
        }
    }

    /// The text for a client of MCP, which was promised a result that the output schema describes.
    #[cfg(any(feature = "providers", feature = "mcp-server"))]
    pub(crate) fn to_client_message(&self) -> String {
        let text = self.to_llm_message();
        match self.success && self.metadata.differs {
            true => format!("{DIFFERS}\n{text}"),
            false => text,
        }
    }

    /// Whether a client of MCP has to take the result for an error: it checks any other against the output
    /// schema, and fails if the two do not agree.
    #[cfg(any(feature = "providers", feature = "mcp-server"))]
    pub(crate) fn is_error_for_client(&self) -> bool {
        !self.success || self.metadata.differs
    }

    /// The output for a model, after a note if it is cut.
    fn output_message(&self, read_more: &str) -> String {
        let output = self.shown_output().unwrap_or("null");
        let is_untrusted = self.metadata.untrusted;
        let text = match is_untrusted {
            true => untrusted::fence_json(output),
            false => output.to_owned(),
        };
        let shown = self.metadata.shown.as_ref();
        match shown.and_then(|shown| shown.note(is_untrusted, read_more)) {
            Some(note) => format!("{note}\n{text}"),
            None => text,
        }
    }

    /// The output as models and clients are shown it, as JSON text: the output itself, or what the worker shows of it.
    pub fn shown_output(&self) -> Option<&str> {
        match &self.metadata.shown {
            Some(shown) => Some(&shown.text),
            None => self.output.as_ref().map(Json::as_text),
        }
    }
}

impl Serialize for ToolResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("call_id", &self.call_id)?;
        map.serialize_entry("name", &self.name)?;
        map.serialize_entry("success", &self.success)?;
        map.serialize_entry("output", &self.output)?;
        map.serialize_entry("error", &self.error)?;
        if let Some(note) = &self.note {
            map.serialize_entry("note", note)?;
        }
        map.serialize_entry("metadata", &self.metadata)?;
        map.end()
    }
}

impl Serialize for Metadata {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let facts = [
            ("approval", self.approval),
            ("policy", self.policy),
            ("overload", self.overload),
            ("ran", self.ran),
            ("rule", self.rule),
        ];
        for (name, fact) in facts {
            if let Some(fact) = fact {
                map.serialize_entry(name, fact)?;
            }
        }
        if self.untrusted {
            map.serialize_entry("untrusted", &true)?;
        }
        if self.differs {
            map.serialize_entry("differs", &true)?;
        }
        if let Some(outdated) = &self.outdated {
            map.serialize_entry("outdated", outdated.as_ref())?;
        }
        if let Some(repaired) = &self.repaired {
            map.serialize_entry("repaired", &View(repaired.as_ref()))?;
        }
        if let Some(shown) = &self.shown {
            map.serialize_entry("shown", shown.as_ref())?;
        }
        map.end()
    }
}

impl Serialize for Outdated {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let facts = [
            ("name", self.name()),
            ("meant", self.meant()),
            ("deprecated", self.deprecated()),
        ];
        for (name, fact) in facts {
            if let Some(fact) = fact {
                map.serialize_entry(name, fact)?;
            }
        }
        let arguments: BTreeMap<&str, &str> = self
            .arguments()
            .map(|argument| {
                let said = argument.now.or(argument.deprecated);
                (argument.name, said.unwrap_or_default())
            })
            .collect();
        if !arguments.is_empty() {
            map.serialize_entry("arguments", &arguments)?;
        }
        map.end()
    }
}

impl Serialize for ShownResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("bytes", &self.text.len())?;
        let missing: u64 = self.missing.iter().map(|missing| missing.items).sum();
        for (name, number) in [("missing_items", missing), ("cut_texts", self.cut_texts)] {
            if number > 0 {
                map.serialize_entry(name, &number)?;
            }
        }
        map.end()
    }
}

impl Serialize for ToolError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("kind", &self.kind)?;
        map.serialize_entry("code", self.code.as_deref().unwrap_or(self.kind.code()))?;
        map.serialize_entry("message", &self.message)?;
        map.serialize_entry("guidance", self.guidance())?;
        map.serialize_entry("retryable", &self.retryable)?;
        if let Some(wait) = self.retry_after {
            // Rounded up, so that it is never too early to try again.
            let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
            map.serialize_entry("retry_after", &seconds)?;
        }
        map.serialize_entry("user_fixable", &self.user_fixable)?;
        map.serialize_entry("tool_name", &self.tool_name)?;
        map.serialize_entry("call_id", &self.call_id)?;
        if !self.violations.is_empty() {
            map.serialize_entry("violations", &View(&self.violations))?;
        }
        if !self.candidates.is_empty() {
            map.serialize_entry("candidates", &View(self.candidates.as_slice()))?;
        }
        map.end()
    }
}

impl Serialize for ErrorKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// Serializes a part of an error.
struct View<'v, T: ?Sized>(&'v T);

impl Serialize for View<'_, Violations> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.0.len()))?;
        for violation in self.0 {
            list.serialize_element(&View(violation))?;
        }
        list.end()
    }
}

impl Serialize for View<'_, Violation> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("pointer", &self.0.pointer)?;
        map.serialize_entry("keyword", self.0.keyword)?;
        map.serialize_entry("message", &self.0.message)?;
        map.end()
    }
}

impl Serialize for View<'_, [Repair]> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.0.len()))?;
        for repair in self.0 {
            list.serialize_element(&View(repair))?;
        }
        list.end()
    }
}

impl Serialize for View<'_, Repair> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("pointer", &self.0.pointer)?;
        map.serialize_entry("kind", self.0.kind.name())?;
        map.end()
    }
}

impl Serialize for View<'_, [Candidate]> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.0.len()))?;
        for candidate in self.0 {
            list.serialize_element(&View(candidate))?;
        }
        list.end()
    }
}

impl Serialize for View<'_, Candidate> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("wire_name", self.0.wire_name)?;
        map.serialize_entry("violations", &View(&self.0.violations))?;
        map.end()
    }
}
