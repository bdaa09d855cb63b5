//! Tools as static data: names, texts, schemas, and the lists that find them by name.

#[cfg(feature = "calls")]
mod shown;

use crate::definition::Structured;
use crate::effect::Effect;
use crate::schema::Schema;
#[cfg(feature = "calls")]
pub use shown::definitions;

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
    /// [`EXTRAS`](crate::definition::EXTRAS). And the `metadata` of the spec, which no target takes; see
    /// [`ToolEntry::metadata`].
    pub extras: &'static [(&'static str, &'static str)],
    /// SHA-256, in hex, of everything that a model is shown of the tool and everything that it is held to:
    /// names, description, title, hints, schemas with their definitions, extras and effect. The same tool has
    /// the same digest in every build.
    pub digest: &'static str,
}

/// The name under which the extras have the metadata.
const METADATA: &str = "metadata";

impl ToolEntry {
    /// What the tool's file says under `metadata`, as JSON: anything that programs may want to know about it. No
    /// model is shown it. `None` if there is none.
    pub fn metadata(&self) -> Option<&'static str> {
        let mut extras = self.extras.iter();
        let found = extras.find(|(name, _)| *name == METADATA);
        found.map(|(_, value)| *value)
    }

    /// The namespace in its qualified name.
    pub fn namespace(&self) -> &'static str {
        self.split_name().0
    }

    /// Its name within the namespace.
    pub fn short_name(&self) -> &'static str {
        self.split_name().1
    }

    /// A namespace never contains `::`, but a name may.
    fn split_name(&self) -> (&'static str, &'static str) {
        self.name.split_once("::").unwrap_or(("", self.name))
    }
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
