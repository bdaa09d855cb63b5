//! Tool definitions as models and clients see them, in the format of each target. The command line and
//! generated workers both render them here, so their output is the same.

mod callers;
mod namespaces;

use crate::called_by::ALLOWED_CALLERS;
use crate::json::{Json, write_string};
use crate::reader::{Kind, Reader};
use callers::name_callers;
use std::borrow::Cow;

/// The API or protocol that a definition is rendered for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// OpenAI Chat Completions.
    OpenAi,
    /// OpenAI Responses, with wire names.
    OpenAiResponses,
    /// OpenAI Responses with namespaces: `ns::tool` is listed as `tool` in the namespace `ns`.
    OpenAiNamespaces,
    /// Anthropic Messages.
    Anthropic,
    /// Amazon Bedrock Converse.
    Bedrock,
    /// Google Gemini, `generateContent`.
    Gemini,
    /// Google Gemini, Interactions.
    GeminiInteractions,
    /// Mistral Chat Completions.
    Mistral,
    /// The Model Context Protocol.
    Mcp,
}

impl Target {
    /// Every target, with its name in `targets:` and on the command line.
    pub const ALL: &'static [(&'static str, Target)] = &[
        ("openai", Target::OpenAi),
        ("openai-responses", Target::OpenAiResponses),
        ("openai-namespaces", Target::OpenAiNamespaces),
        ("anthropic", Target::Anthropic),
        ("bedrock", Target::Bedrock),
        ("gemini", Target::Gemini),
        ("gemini-interactions", Target::GeminiInteractions),
        ("mistral", Target::Mistral),
        ("mcp", Target::Mcp),
    ];

    /// The name in `targets:`.
    pub fn name(self) -> &'static str {
        let mut targets = Self::ALL.iter();
        let found = targets.find(|(_, target)| *target == self);
        found.map_or("", |(name, _)| name)
    }
}

/// Additional fields that a definition may have besides name, description and schemas, and the targets that
/// take them.
pub const EXTRAS: &[(&str, &[Target])] = &[
    ("input_examples", &[Target::Anthropic]),
    (
        DEFER_LOADING,
        &[
            Target::Anthropic,
            Target::OpenAiResponses,
            Target::OpenAiNamespaces,
        ],
    ),
    (
        ALLOWED_CALLERS,
        &[
            Target::Anthropic,
            Target::OpenAiResponses,
            Target::OpenAiNamespaces,
        ],
    ),
    // the result may come in a later request than the next
    (
        "async",
        &[Target::OpenAiResponses, Target::OpenAiNamespaces],
    ),
    ("cache_control", &[Target::Anthropic]),
    ("eager_input_streaming", &[Target::Anthropic]),
    ("icons", &[Target::Mcp]),
];

/// The name of the tool with which a model searches for tools that a list does not show. No tool of a worker has it as
/// its wire name.
#[doc(hidden)]
pub const TOOL_SEARCH: &str = "tool_search";

/// The field of a definition whose tool is only found by searching.
pub(crate) const DEFER_LOADING: &str = "defer_loading";

/// How a tool's results map to the `structuredContent` of MCP. Before its 2026-07-28 revision, MCP allows
/// only objects there; [`structured_content`] turns any result into one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Structured {
    /// Every result is an object, and is passed as it is.
    Object,
    /// No result is an object: each is wrapped as `{"result": …}`.
    Wrapped,
    /// Only some results are objects, so no schema is shown; or nothing is known about the results.
    Unknown,
}

impl Structured {
    /// The schema of structured content, derived from the schema of results; both without `$defs`. `None` if
    /// no schema is shown.
    pub fn schema(self, results: &str) -> Option<Cow<'_, str>> {
        match self {
            Structured::Object => Some(Cow::Borrowed(results)),
            Structured::Wrapped => Some(Cow::Owned(format!(
                r#"{{"type":"object","properties":{{"result":{results}}},"required":["result"]}}"#
            ))),
            Structured::Unknown => None,
        }
    }
}

/// The `structuredContent` of MCP for a result: an object as it is, any other value under `result`. It
/// matches the `outputSchema` that is shown, and is valid in every revision.
pub fn structured_content(result: &Json) -> Cow<'_, str> {
    structure_text(result.as_text())
}

/// The same for the text of a result.
pub(crate) fn structure_text(text: &str) -> Cow<'_, str> {
    match Reader::new(text).kind() {
        Ok(Kind::Object) => Cow::Borrowed(text),
        _ => Cow::Owned(format!(r#"{{"result":{text}}}"#)),
    }
}

/// One tool as it is shown to a model. Schemas are self-contained, and their roots are objects.
#[derive(Debug, Clone)]
pub struct Shown<'t> {
    /// The qualified name: `namespace::tool`.
    pub qualified: &'t str,
    /// The wire name.
    pub name: &'t str,
    /// A short name for people.
    pub title: Option<&'t str>,
    /// The description for the model; omitted if it is empty.
    pub description: &'t str,
    /// The schema of the arguments.
    pub input: Cow<'t, str>,
    /// The schema of the structured content.
    pub output: Option<Cow<'t, str>>,
    /// Whether that is also the schema of the JSON text that a model is sent: results are objects, and nothing is
    /// written around them.
    pub describes_text: bool,
    /// A JSON object of hints such as `readOnlyHint`; empty if there are none.
    pub annotations: &'t str,
    /// Some of [`EXTRAS`], with their values as JSON.
    pub extras: Cow<'t, [(&'t str, &'t str)]>,
    /// Whether the provider enforces the schema. `None` leaves the field out for Anthropic and Mistral, and writes
    /// `false` for the other targets that have it.
    pub strict: Option<bool>,
    /// Whether the schema uses the OpenAPI dialect, for Gemini.
    pub openapi: bool,
}

impl<'t> Shown<'t> {
    /// Writes the definition as an element of a target's list; for OpenAI Responses, outside any namespace.
    pub fn write(&self, target: Target, out: &mut String) {
        self.write_as(self.name, target, out);
    }

    fn write_as(&self, name: &str, target: Target, out: &mut String) {
        out.push('{');
        match target {
            Target::OpenAi => {
                out.push_str("\"type\":\"function\",\"function\":{");
                self.write_fields(name, "parameters", target, out);
                // Leaving it out means something else in the Responses API.
                self.write_strict(out);
                out.push('}');
            }
            Target::Mistral => {
                out.push_str("\"type\":\"function\",\"function\":{");
                self.write_fields(name, "parameters", target, out);
                if self.strict.is_some() {
                    self.write_strict(out);
                }
                out.push('}');
            }
            Target::OpenAiResponses | Target::OpenAiNamespaces => {
                out.push_str("\"type\":\"function\",");
                self.write_fields(name, "parameters", target, out);
                self.write_strict(out);
                if let Some(schema) = self.output.as_ref().filter(|_| self.describes_text) {
                    write_field("output_schema", schema, out);
                }
            }
            Target::Anthropic => {
                self.write_fields(name, "input_schema", target, out);
                if self.strict.is_some() {
                    self.write_strict(out);
                }
            }
            Target::Bedrock => {
                out.push_str("\"toolSpec\":{");
                self.write_name(name, target, out);
                out.push_str(",\"inputSchema\":{\"json\":");
                out.push_str(&self.input);
                out.push('}');
                self.write_strict(out);
                out.push('}');
            }
            // `parameters` supports only a subset of JSON Schema.
            Target::Gemini if self.openapi => self.write_fields(name, "parameters", target, out),
            Target::Gemini => self.write_fields(name, "parametersJsonSchema", target, out),
            Target::GeminiInteractions => {
                out.push_str("\"type\":\"function\",");
                self.write_fields(name, "parameters", target, out);
            }
            Target::Mcp => {
                self.write_fields(name, "inputSchema", target, out);
                if let Some(schema) = &self.output {
                    write_field("outputSchema", schema, out);
                }
                if !self.annotations.is_empty() {
                    write_field("annotations", self.annotations, out);
                }
            }
        }
        out.push('}');
    }

    fn write_strict(&self, out: &mut String) {
        let strict = self.strict.unwrap_or(false).to_string();
        write_field("strict", &strict, out);
    }

    /// Writes the fields that all targets except Bedrock share.
    fn write_fields(&self, name: &str, schema_key: &str, target: Target, out: &mut String) {
        self.write_name(name, target, out);
        // An OpenAPI schema is left out if there are no arguments.
        if !self.input.is_empty() {
            write_field(schema_key, &self.input, out);
        }
        for (name, targets) in EXTRAS {
            let value = self.extras.iter().find(|(extra, _)| extra == name);
            let Some((_, value)) = value.filter(|_| targets.contains(&target)) else {
                continue;
            };
            match *name {
                ALLOWED_CALLERS => {
                    if let Some(callers) = name_callers(value, target) {
                        write_field(name, &callers, out);
                    }
                }
                _ => write_field(name, value, out),
            }
        }
    }

    fn write_name(&self, name: &str, target: Target, out: &mut String) {
        out.push_str("\"name\":");
        write_string(name, out);
        if let Some(title) = self.title.filter(|_| target == Target::Mcp) {
            out.push_str(",\"title\":");
            write_string(title, out);
        }
        if !self.description.is_empty() {
            out.push_str(",\"description\":");
            write_string(self.description, out);
        }
    }
}

fn write_field(name: &str, json: &str, out: &mut String) {
    out.push(',');
    write_string(name, out);
    out.push(':');
    out.push_str(json);
}

/// The list of several tools, in the order given, with whatever wrapping the target requires: the value of
/// `tools` in a request to OpenAI, Anthropic or Gemini, and the result of `tools/list` in MCP.
pub fn list_definitions<'t>(tools: impl IntoIterator<Item = Shown<'t>>, target: Target) -> Json {
    let mut tools = tools.into_iter().peekable();
    let (before, after) = match target {
        Target::OpenAiNamespaces => return namespaces::list_namespaces(tools.collect()),
        // Gemini rejects a declaration without functions.
        Target::Gemini if tools.peek().is_none() => ("[", "]"),
        Target::Gemini => ("[{\"functionDeclarations\":[", "]}]"),
        Target::Mcp => ("{\"tools\":[", "]}"),
        Target::OpenAi
        | Target::OpenAiResponses
        | Target::Anthropic
        | Target::Bedrock
        | Target::GeminiInteractions
        | Target::Mistral => ("[", "]"),
    };
    let mut out = String::from(before);
    let mut first = true;
    for tool in tools {
        if !first {
            out.push(',');
        }
        first = false;
        tool.write(target, &mut out);
    }
    out.push_str(after);
    Json::trusted(out)
}
