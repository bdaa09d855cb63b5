//! Tools as static data: names, texts, schemas, and the lists that find them by name.

use crate::definition::{self, Shown, Structured, Target};
use crate::effect::Effect;
use crate::json::{Json, write_string};
use crate::schema::Schema;
use crate::text_set::TextSet;
use crate::violation::Violations;
use crate::walk;
use serde_json::Value;
use std::borrow::Cow;

/// Everything that is known about a tool without its handler.
#[derive(Debug, Clone, Copy)]
pub struct ToolEntry {
    /// The qualified name, `namespace::tool`; overloads share it.
    pub name: &'static str,
    /// The unique name of the tool in a form that providers accept.
    pub wire_name: &'static str,
    /// A short name for people.
    pub title: Option<&'static str>,
    /// The description for the model.
    pub description: &'static str,
    /// The schema of the arguments.
    pub input: &'static Schema,
    /// The schema of the result, if the spec gives one.
    pub output: Option<&'static Schema>,
    /// The schema of the arguments, as text.
    pub input_text: &'static SchemaText,
    /// The schema of the result, as text.
    pub output_text: Option<&'static SchemaText>,
    /// SHA-256 of the input schema, with sorted keys and without white space.
    pub raw_fingerprint: &'static str,
    /// SHA-256 of what the input schema accepts, without annotations and with references resolved.
    pub structural_fingerprint: &'static str,
    /// How results map to the structured content of MCP.
    pub structured: Structured,
    /// What a call does.
    pub effect: Effect,
    /// Whether a call may reach things outside the program's control: other services, other people.
    pub open_world: bool,
    /// Whether results come from outside, so that the model is told to treat them as data.
    pub untrusted: bool,
    /// The names of the values that the program provides to the handler through the context. They never
    /// appear as arguments in the schema.
    pub injected: &'static [&'static str],
    /// A JSON object of hints such as `readOnlyHint`, consistent with the effect; empty if there are none.
    pub annotations: &'static str,
    /// Additional fields that some targets take, with their values as JSON; see
    /// [`EXTRAS`](crate::definition::EXTRAS).
    pub extras: &'static [(&'static str, &'static str)],
    /// SHA-256, in hex, of everything that a model is shown of the tool and everything that it is held to:
    /// names, description, title, hints, schemas with their definitions, extras and effect. The same tool has
    /// the same digest in every build.
    pub digest: &'static str,
}

/// A schema as text. Definitions are stored once and are inserted on demand.
#[derive(Debug, Clone, Copy)]
pub struct SchemaText {
    /// The schema, without `$defs`.
    pub text: &'static str,
    /// The definitions that the text refers to directly; they may refer to further ones.
    pub uses: &'static [&'static Definition],
}

/// A schema that others refer to as `#/$defs/name`.
#[derive(Debug, Clone, Copy)]
pub struct Definition {
    /// Its key under `$defs`.
    pub name: &'static str,
    /// The schema.
    pub schema: SchemaText,
}

/// Names sorted by bytes, each with the index of its first tool and the number of its tools.
pub type Index = &'static [(&'static str, u32, u32)];

impl SchemaText {
    /// All definitions that the schema reaches, each once.
    fn reached(&self) -> Vec<&'static Definition> {
        let mut reached = Vec::new();
        let mut known = TextSet::default();
        let mut waiting: Vec<&'static Definition> = self.uses.iter().rev().copied().collect();
        while let Some(definition) = waiting.pop() {
            if known.insert(definition.name.to_owned()) {
                reached.push(definition);
                waiting.extend(definition.schema.uses.iter().rev().copied());
            }
        }
        reached
    }

    /// The complete schema, with `$defs` if it refers to definitions.
    pub fn compose(&self) -> Cow<'static, str> {
        self.compose_at(Cow::Borrowed(self.text))
    }

    /// The complete schema with this text as its root: the schema's own text, or one derived from it.
    fn compose_at(&self, root: Cow<'static, str>) -> Cow<'static, str> {
        let Some(open) = root.strip_suffix('}').filter(|_| !self.uses.is_empty()) else {
            return root;
        };
        let mut out = String::from(open);
        out.push_str(if open.len() == 1 {
            "\"$defs\":{"
        } else {
            ",\"$defs\":{"
        });
        for (index, definition) in self.reached().into_iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            write_string(definition.name, &mut out);
            out.push(':');
            out.push_str(definition.schema.text);
        }
        out.push_str("}}");
        Cow::Owned(out)
    }
}

impl ToolEntry {
    /// The self-contained schema of the arguments.
    pub fn schema(&self) -> Cow<'static, str> {
        self.input_text.compose()
    }

    /// The self-contained schema of the result.
    pub fn output_schema(&self) -> Option<Cow<'static, str>> {
        self.output_text.map(SchemaText::compose)
    }

    /// Validates arguments, given as a JSON text. Unlike in a call, a blank text does not stand for `{}`.
    ///
    /// # Errors
    /// Returns every violation of the schema.
    pub fn validate(&self, text: &str) -> Result<(), Violations> {
        walk::validate(self.input, text)
    }

    /// Validates arguments that are already parsed; see [`validate_value`](crate::validate_value).
    ///
    /// # Errors
    /// Returns every violation of the schema.
    pub fn validate_value(&self, value: &Value) -> Result<(), Violations> {
        walk::validate_value(self.input, value)
    }

    /// The definition of this tool for a target, as one element of its list.
    pub fn definition(&self, target: Target) -> Json {
        let mut out = String::new();
        self.shown().write(target, &mut out);
        Json::trusted(out)
    }

    /// The parts of this tool that are shown to a model.
    pub fn shown<'t>(&self) -> Shown<'t> {
        let output = self.output_text.and_then(|text| {
            let root = self.structured.schema(text.text)?;
            Some(text.compose_at(root))
        });
        Shown {
            qualified: self.name,
            name: self.wire_name,
            title: self.title,
            description: self.description,
            input: self.schema(),
            output,
            annotations: self.annotations,
            extras: Cow::Borrowed(self.extras),
            strict: None,
            openapi: false,
        }
    }
}

/// The definitions of several tools for a target, in the order given: the value of `tools` in a request to
/// OpenAI, Anthropic or Gemini, and the result of `tools/list` in MCP. `toolc export` prints the same.
pub fn definitions<'e>(entries: impl IntoIterator<Item = &'e ToolEntry>, target: Target) -> Json {
    definition::list_definitions(entries.into_iter().map(ToolEntry::shown), target)
}
