//! Makes the tools of a catalog from the contents of their files.

use super::Entry;
use super::names::{self, Named};
use std::sync::Arc;
use toolc_model::draft::Given as DraftGiven;
use toolc_model::model::effect::ToolEffect;
use toolc_model::model::rust_options::RustOptions;
use toolc_model::model::{Given, Tool};
use toolc_runtime::definition::Structured;
use toolc_schema::schema::formats::Formats;
use toolc_schema::schema::shape::ShapeId;

/// An argument value that callers never provide, for the catalog.
pub fn make_given(tool: &Named, given: &DraftGiven, shape: ShapeId) -> Given {
    let Named {
        namespace, draft, ..
    } = tool;
    Given {
        tool: format!("{namespace}::{}", draft.name.value),
        argument: given.argument.value.clone(),
        value: given.value.clone(),
        shape,
        span: draft.span,
    }
}

/// A tool for the catalog, before the settings of `toolc.yaml` are applied.
pub fn make_tool(
    entry: &Entry,
    input: ShapeId,
    output: Option<ShapeId>,
    structural_fingerprint: String,
) -> Tool {
    let Named {
        namespace,
        namespace_from,
        draft,
    } = &entry.tool;
    let overload = (entry.overload > 0).then_some(entry.fingerprint.as_str());
    Tool {
        namespace: namespace.clone(),
        namespace_from,
        name: draft.name.value.clone(),
        overload: entry.overload,
        description: draft.description.clone(),
        described: draft.described,
        title: draft.title.clone(),
        input,
        output,
        input_text: entry.input.clone(),
        written: Arc::clone(&draft.input.node),
        output_text: entry.output.clone(),
        shows_output: true,
        output_fingerprint: String::new(),
        approval: draft.approval.clone(),
        untrusted: draft
            .untrusted
            .as_ref()
            .map_or(draft.served, |own| own.value),
        trust_stated: draft.untrusted.is_some(),
        inject: draft.inject.clone(),
        constants: draft.constants.clone(),
        errors: draft.errors.clone(),
        timeout: draft.timeout.clone(),
        effect: ToolEffect::of(
            draft.effect.clone(),
            draft.annotations(),
            draft.http.as_deref(),
            draft.foreign,
        ),
        rules: draft.rules.clone(),
        execution: draft.execution,
        metadata: draft.metadata.clone(),
        extras: Vec::new(),
        secrets: Vec::new(),
        own_secrets: Vec::new(),
        foreign: draft.foreign,
        structured: Structured::Unknown,
        wire_name: names::wire_name(namespace, &draft.name.value, overload),
        raw_fingerprint: entry.fingerprint.clone(),
        structural_fingerprint,
        digest: String::new(),
        http: draft.http.clone(),
        refusals: Vec::new(),
        injected: Vec::new(),
        native: draft.native.clone(),
        remote: draft.remote.clone(),
        engine: None,
        shipped: None,
        formats: Formats::default(),
        rust: RustOptions::default(),
        entry: draft.entry,
        span: draft.span,
    }
}
