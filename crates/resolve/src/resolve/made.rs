//! Makes the tools of a catalog from the contents of their files.

use super::names::{self, Named};
use super::{Entry, extras, options, roots};
use std::sync::Arc;
use toolc_base::source::Sources;
use toolc_model::config::Config;
use toolc_model::draft::Given as DraftGiven;
use toolc_model::model::effect::ToolEffect;
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

    /// A tool for the catalog. Only its digest is missing, which depends on the workers that may call it.
    pub fn make_tool(&mut self, entry: &Entry, parts: ShapedParts) -> Tool {
        let Named {
            namespace,
            namespace_from,
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
        let qualified = format!("{namespace}::{}", draft.name.value);
        let is_deferred = config.deferred.iter().any(|name| name.value == qualified);
        Tool {
            namespace: namespace.clone(),
            namespace_from,
            name: draft.name.value.clone(),
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
            secrets: parts.secrets,
            own_secrets: parts.own_secrets,
            foreign: draft.foreign,
            structured,
            wire_name: names::wire_name(namespace, &draft.name.value, overload),
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
            rust: settings.rust,
            entry: draft.entry,
            span: draft.span,
        }
    }
}
