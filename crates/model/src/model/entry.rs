//! What is known about a tool, as static data of the runtime.

use super::Tool;
use toolc_runtime::v1 as rt;
use toolc_schema::data::{Items, Maybe, OwnText, Ref, RuntimeValue, data, list};
use toolc_schema::rust::{Escaped, Text};

/// A tool, and the items that its entry refers to.
pub struct EntryData<'c, I: Items> {
    /// The tool.
    pub tool: &'c Tool,
    /// The schema of its arguments.
    pub input: I::Item<&'static rt::Schema>,
    /// The schema of its result.
    pub output: Option<I::Item<&'static rt::Schema>>,
    /// The text of the schema of its arguments.
    pub input_text: SchemaTextData<'c, I>,
    /// The text of the schema of its result, if that is shown.
    pub output_text: Option<SchemaTextData<'c, I>>,
}

data! {
    EntryData<'_, Items> as [rt::ToolEntry] =>
    EntryData { tool, input, output, input_text, output_text } => {
        name: OwnText(tool.qualified()),
        wire_name: Text(&tool.wire_name),
        title: Maybe(tool.title.as_deref().map(Text)),
        description: Text(&tool.description),
        input: input,
        output: Maybe(output.as_ref()),
        input_text: Ref(input_text),
        output_text: Maybe(output_text.as_ref().map(Ref)),
        raw_fingerprint: Escaped(&tool.raw_fingerprint),
        structural_fingerprint: Escaped(&tool.structural_fingerprint),
        structured: RuntimeValue("Structured", tool.structured),
        effect: RuntimeValue("Effect", tool.effect.class),
        open_world: tool.effect.open_world,
        untrusted: tool.untrusted,
        injected: list(&tool.inject, |name| Text(&name.value)),
        annotations: OwnText(tool.shown_annotations()),
        extras: list(&tool.extras, |(name, value)| (Text(name), Text(value))),
        digest: Escaped(&tool.digest),
    },
}

/// A schema as text, and the definitions that it refers to.
pub struct SchemaTextData<'c, I: Items> {
    /// The schema, without its `$defs`.
    pub text: &'c str,
    /// The definitions.
    pub uses: Vec<I::Item<&'static rt::Definition>>,
}

data! {
    SchemaTextData<'_, Items> as [rt::SchemaText] =>
    SchemaTextData { text, uses } => { text: Text(text), uses: list(uses, |each| each) },
}

/// A schema that others refer to.
pub struct DefinitionData<'c, I: Items> {
    /// Its key under `$defs`.
    pub name: &'c str,
    /// The schema.
    pub schema: SchemaTextData<'c, I>,
}

data! {
    DefinitionData<'_, Items> as [rt::Definition] =>
    DefinitionData { name, schema } => { name: Text(name), schema: schema },
}
