//! What a model is shown of a tool, and whether arguments match its schema.

use super::{Definition, SchemaText, ToolEntry};
use crate::definition::{self, Shown, Structured, Target};
use crate::json::{Json, write_string};
use crate::schema::Schema;
use crate::text_set::TextSet;
use crate::violation::Violations;
use crate::walk;
use serde_json::Value;
use std::borrow::Cow;

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

    /// Whether the schema has an argument with this name.
    pub(crate) fn knows_argument(&self, key: &str) -> bool {
        let mut schema = self.input;
        loop {
            schema = match schema {
                Schema::Nullable(inner) => inner,
                Schema::Complete(complete) => complete.base,
                Schema::Object(object) => {
                    return object.fields.iter().any(|field| field.name == key);
                }
                _ => return false,
            };
        }
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
            describes_text: self.structured == Structured::Object && !self.untrusted,
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
