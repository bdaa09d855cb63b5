//! What a tool is, as static data: names, texts, schemas, and the lists that find them by name.

use crate::definition::{self, Shown, Structured, Target};
use crate::effect::Effect;
use crate::json::{Json, write_string};
use crate::schema::Schema;
use crate::text_set::TextSet;
use crate::violation::Violations;
use crate::walk;
use serde_json::Value;
use std::borrow::Cow;

/// All that is known of a tool without a handler.
#[derive(Debug, Clone, Copy)]
pub struct ToolEntry {
    /// `namespace::tool`; overloads share it.
    pub name: &'static str,
    /// The name that a provider accepts; no other tool has it.
    pub wire_name: &'static str,
    /// A short name for people.
    pub title: Option<&'static str>,
    /// What the model is told.
    pub description: &'static str,
    /// What arguments must be.
    pub input: &'static Schema,
    /// What a result is, where the spec says so.
    pub output: Option<&'static Schema>,
    /// The schema of the arguments as text.
    pub input_text: &'static SchemaText,
    /// The schema of the result as text.
    pub output_text: Option<&'static SchemaText>,
    /// SHA-256 of the input schema with sorted keys and without white space.
    pub raw_fingerprint: &'static str,
    /// SHA-256 of what the input schema accepts: no annotations, no references.
    pub structural_fingerprint: &'static str,
    /// What results are in the structured content of MCP.
    pub structured: Structured,
    /// What a call does.
    pub effect: Effect,
    /// Whether a call may reach what nobody here controls: other services, other people.
    pub open_world: bool,
    /// Whether results come from outside: the model then reads them as data alone.
    pub untrusted: bool,
    /// The names of what the program gives to the handler by the context. No schema has an argument of
    /// such a name.
    pub injected: &'static [&'static str],
    /// A JSON object of hints such as `readOnlyHint`, which agree with the effect; empty where there
    /// are none.
    pub annotations: &'static str,
    /// Further fields that some targets take, with their values as JSON; see
    /// [`EXTRAS`](crate::definition::EXTRAS).
    pub extras: &'static [(&'static str, &'static str)],
    /// SHA-256 in hex of all that a model is shown of the tool, and of all that it is held to: the
    /// names, description, title, hints, schemas with their definitions, extras and effect. It
    /// is the same for the same tool in every build.
    pub digest: &'static str,
}

/// A schema as text. Definitions appear once and are joined to it on demand.
#[derive(Debug, Clone, Copy)]
pub struct SchemaText {
    /// The schema without `$defs`.
    pub text: &'static str,
    /// The definitions that the text refers to itself; they may refer to further ones.
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

/// A list of names in the order of bytes; each has the index of its first tool and their number.
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

    /// The whole schema, with `$defs` where it refers to definitions.
    pub fn compose(&self) -> Cow<'static, str> {
        self.compose_at(Cow::Borrowed(self.text))
    }

    /// The whole schema, where this is its root: the text, or what was made of it.
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
    /// The schema of the arguments, complete in itself.
    pub fn schema(&self) -> Cow<'static, str> {
        self.input_text.compose()
    }

    /// The schema of the result, complete in itself.
    pub fn output_schema(&self) -> Option<Cow<'static, str>> {
        self.output_text.map(SchemaText::compose)
    }

    /// Checks arguments: a JSON text. That a blank one is `{}` holds for calls alone.
    ///
    /// # Errors
    /// Every violation of the schema.
    pub fn validate(&self, text: &str) -> Result<(), Violations> {
        walk::validate(self.input, text)
    }

    /// Checks arguments that are parsed already; see [`validate_value`](crate::validate_value).
    ///
    /// # Errors
    /// Every violation of the schema.
    pub fn validate_value(&self, value: &Value) -> Result<(), Violations> {
        walk::validate_value(self.input, value)
    }

    /// What a target is shown of this tool, as its list holds it.
    pub fn definition(&self, target: Target) -> Json {
        let mut out = String::new();
        self.shown().write(target, &mut out);
        Json::trusted(out)
    }

    /// What is shown of this tool.
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

/// What a target is shown of several tools, in the order given: the value of `tools` in a request to
/// OpenAI, Anthropic or Gemini, and the result of `tools/list` in MCP. `toolc export` prints the same.
pub fn definitions<'e>(entries: impl IntoIterator<Item = &'e ToolEntry>, target: Target) -> Json {
    definition::list_definitions(entries.into_iter().map(ToolEntry::shown), target)
}
