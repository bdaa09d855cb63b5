//! What a tool is, as static data: names, texts, schemas, and the lists that find them by name.

use crate::json::{Json, write_string};
use crate::schema::Schema;
use crate::violation::Violations;
use crate::walk;
use std::borrow::Cow;
use std::collections::HashSet;

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
    /// A JSON object of hints such as `readOnlyHint`; empty where there are none.
    pub annotations: &'static str,
}

/// A schema as text. Definitions stand once and are joined to it on demand.
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

/// Who is shown a definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// OpenAI Chat Completions.
    OpenAi,
    /// Anthropic Messages.
    Anthropic,
    /// Google Gemini.
    Gemini,
    /// The Model Context Protocol.
    Mcp,
}

/// A list of names in the order of bytes; each has the index of its first tool and their number.
pub type Index = &'static [(&'static str, u32, u32)];

impl SchemaText {
    /// All definitions that the schema reaches, each once.
    fn reached(&self) -> Vec<&'static Definition> {
        let mut reached = Vec::new();
        let mut known = HashSet::new();
        let mut waiting: Vec<&'static Definition> = self.uses.iter().rev().copied().collect();
        while let Some(definition) = waiting.pop() {
            if known.insert(Cow::Borrowed(definition.name)) {
                reached.push(definition);
                waiting.extend(definition.schema.uses.iter().rev().copied());
            }
        }
        reached
    }

    /// The whole schema, with `$defs` where it refers to definitions.
    pub fn compose(&self) -> Cow<'static, str> {
        let Some(open) = self
            .text
            .strip_suffix('}')
            .filter(|_| !self.uses.is_empty())
        else {
            return Cow::Borrowed(self.text);
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

    /// What a provider is shown of this tool.
    pub fn definition(&self, target: Target) -> Json {
        let mut out = String::new();
        self.write_definition(target, &mut out);
        Json::trusted(out)
    }

    fn write_definition(&self, target: Target, out: &mut String) {
        match target {
            Target::OpenAi => {
                out.push_str("{\"type\":\"function\",\"function\":");
                self.write_function("parameters", out);
                out.push_str("}}");
            }
            Target::Anthropic => {
                self.write_function("input_schema", out);
                out.push('}');
            }
            Target::Gemini => {
                self.write_function("parametersJsonSchema", out);
                out.push('}');
            }
            Target::Mcp => self.write_mcp(out),
        }
    }

    /// Name, description and schema of an object that is left open.
    fn write_function(&self, schema_key: &str, out: &mut String) {
        out.push_str("{\"name\":");
        write_string(self.wire_name, out);
        out.push_str(",\"description\":");
        write_string(self.description, out);
        out.push(',');
        write_string(schema_key, out);
        out.push(':');
        out.push_str(&self.schema());
    }

    fn write_mcp(&self, out: &mut String) {
        self.write_function("inputSchema", out);
        if let Some(title) = self.title {
            out.push_str(",\"title\":");
            write_string(title, out);
        }
        if let Some(schema) = self.output_schema() {
            out.push_str(",\"outputSchema\":");
            out.push_str(&schema);
        }
        if !self.annotations.is_empty() {
            out.push_str(",\"annotations\":");
            out.push_str(self.annotations);
        }
        out.push('}');
    }
}

/// What a provider is shown of several tools: an array, in the order given.
pub fn definitions<'e>(entries: impl IntoIterator<Item = &'e ToolEntry>, target: Target) -> Json {
    let mut out = String::from("[");
    for entry in entries {
        if out.len() > 1 {
            out.push(',');
        }
        entry.write_definition(target, &mut out);
    }
    out.push(']');
    Json::trusted(out)
}
