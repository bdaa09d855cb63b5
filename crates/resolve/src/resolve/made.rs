//! Makes the tools of a catalog from the contents of their files.

use super::names::{self, Named};
use super::{Entry, extras, options, roots};
use std::sync::Arc;
use toolc_base::node::escape_pointer;
use toolc_base::source::{Sources, Spanned};
use toolc_model::config::Config;
use toolc_model::draft::Given as DraftGiven;
use toolc_model::model::effect::ToolEffect;
use toolc_model::model::evolution::Evolution;
use toolc_model::model::filling::Filling;
use toolc_model::model::rust_options::RustOptions;
use toolc_model::model::wire::{bare_wire_name, is_legal_wire_name};
use toolc_model::model::{Definition, Given, Injected, Refusal, Tool};
use toolc_runtime::definition::Structured;
use toolc_schema::schema::shape::{ShapeId, Shapes};
use toolc_schema::schema::tables::Tables;

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

/// Names without a namespace are those of the tool's own.
fn qualify_names(namespace: &str, said: &Evolution) -> Evolution {
    let qualify = |name: &mut Spanned<String>| {
        if !name.value.contains("::") {
            name.value = format!("{namespace}::{}", name.value);
        }
    };
    let mut evolution = said.clone();
    for old in &mut evolution.old_names {
        qualify(&mut old.name);
    }
    if let Some(instead) = evolution
        .deprecated
        .iter_mut()
        .find_map(|said| said.instead.as_mut())
    {
        qualify(instead);
    }
    evolution
}

/// Secrets are as secret under the old name of their argument, which calls may have that are refused.
fn with_old_names(mut secrets: Vec<String>, evolution: &Evolution) -> Vec<String> {
    let segment = |name: &str| format!("/{}", escape_pointer(name).replace('*', "~2"));
    let mut more = Vec::new();
    for argument in &evolution.arguments {
        let Some(now) = argument.now.as_deref().map(segment) else {
            continue;
        };
        let old = segment(&argument.name.value);
        let below = secrets
            .iter()
            .filter_map(|secret| secret.strip_prefix(&now));
        let below = below.filter(|rest| rest.is_empty() || rest.starts_with('/'));
        more.extend(below.map(|rest| format!("{old}{rest}")));
    }
    secrets.extend(more);
    secrets
}

/// What the schemas of a tool became.
pub struct ShapedParts {
    /// The shape of the arguments.
    pub input: ShapeId,
    /// The shape of the result.
    pub output: Option<ShapeId>,
    /// SHA-256 of what the input schema accepts.
    pub structural_fingerprint: String,
    /// Likewise of the output schema, if it is not shown.
    pub output_fingerprint: String,
    /// Where the arguments contain secrets.
    pub secrets: Vec<String>,
    /// Those that the user's own files mark.
    pub own_secrets: Vec<String>,
    /// The error responses that the model may read.
    pub refusals: Vec<Refusal>,
    /// The arguments that the program provides.
    pub injected: Vec<Injected>,
}

/// What applies to all tools.
pub struct Surroundings<'c> {
    pub config: &'c Config,
    pub sources: &'c Sources,
    pub definitions: &'c [Definition],
}

/// Makes tools out of their parts.
pub struct Maker<'c> {
    surroundings: &'c Surroundings<'c>,
    shapes: &'c Shapes,
    tables: Tables<'c>,
}

impl<'c> Maker<'c> {
    pub fn new(surroundings: &'c Surroundings<'c>, shapes: &'c Shapes) -> Self {
        Maker {
            surroundings,
            shapes,
            tables: Tables::new(shapes),
        }
    }

    /// The name that the tool itself chooses, else that by which its registry entry calls its tools, else the usual one.
    fn wire_name(&self, tool: &Named, overload: Option<&str>) -> String {
        let (namespace, name) = (&tool.namespace, &tool.draft.name.value);
        let chosen = tool.draft.wire_name.as_ref();
        if let Some(chosen) = chosen.filter(|chosen| is_legal_wire_name(&chosen.value)) {
            return chosen.value.clone();
        }
        let entry = tool
            .draft
            .entry
            .and_then(|id| self.surroundings.config.entry(id));
        match tool.is_answer || entry.is_some_and(|entry| entry.bare.is_some()) {
            true => bare_wire_name(namespace, name, overload),
            false => names::wire_name(namespace, name, overload),
        }
    }

    /// A tool for the catalog. Only its digest is missing, which depends on the workers that may call it.
    pub fn make_tool(&mut self, entry: &Entry, parts: ShapedParts) -> Tool {
        let Named {
            namespace,
            namespace_from,
            is_answer,
            draft,
        } = &entry.tool;
        let overload = (entry.overload > 0).then_some(entry.fingerprint.as_str());
        let effect = ToolEffect::of(
            draft.effect.clone(),
            draft.annotations(),
            draft.http.as_deref(),
            draft.foreign,
        );
        let Surroundings {
            config,
            sources,
            definitions,
        } = self.surroundings;
        let settings = options::settings_of(config, sources, &entry.tool, &effect);
        let input_text =
            roots::write_input(&entry.input, self.shapes.takes(parts.input), definitions);
        let (output_text, structured) = match (parts.output, &entry.output) {
            (Some(output), Some(text)) => {
                let (text, structured) = roots::write_output(text, self.shapes.takes(output));
                (Some(text), structured)
            }
            (_, text) => (text.clone(), Structured::Unknown),
        };
        let filling = options::fills(config, draft.entry)
            .and_then(|span| Filling::find(self.shapes, parts.input, span));
        let qualified = format!("{namespace}::{}", draft.name.value);
        let is_deferred = config.deferred.iter().any(|name| name.value == qualified);
        Tool {
            namespace: namespace.clone(),
            namespace_from,
            name: draft.name.value.clone(),
            is_answer: *is_answer,
            overload: entry.overload,
            description: draft.description.clone(),
            described: draft.described,
            title: draft.title.clone(),
            input: parts.input,
            output: parts.output,
            input_text,
            written: Arc::clone(&draft.input.node),
            output_text,
            shows_output: settings.shows_output,
            output_fingerprint: parts.output_fingerprint,
            approval: draft.approval.clone(),
            untrusted: settings.untrusted,
            trust_stated: settings.trust_stated,
            inject: draft.inject.clone(),
            constants: draft.constants.clone(),
            errors: draft.errors.clone(),
            timeout: draft.timeout.clone(),
            effect,
            rules: draft.rules.clone(),
            execution: draft.execution,
            metadata: draft.metadata.clone(),
            extras: extras::take_extras(&mut self.tables, draft, parts.input, is_deferred),
            secrets: with_old_names(parts.secrets, &draft.evolution),
            own_secrets: with_old_names(parts.own_secrets, &draft.evolution),
            foreign: draft.foreign,
            structured,
            wire_name: self.wire_name(&entry.tool, overload),
            evolution: qualify_names(namespace, &draft.evolution),
            filling,
            raw_fingerprint: entry.fingerprint.clone(),
            structural_fingerprint: parts.structural_fingerprint,
            digest: String::new(),
            http: draft.http.clone(),
            refusals: parts.refusals,
            injected: parts.injected,
            native: draft.native.clone(),
            remote: draft.remote.clone(),
            engine: settings.engine,
            shipped: settings.shipped,
            formats: settings.formats,
            rust: match is_answer {
                // what is read of a response outlives it
                true => RustOptions {
                    borrowed: Some(false),
                    ..settings.rust
                },
                false => settings.rust,
            },
            entry: draft.entry,
            span: draft.span,
        }
    }
}
