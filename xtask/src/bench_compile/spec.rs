//! A spec, and what toolc generates from it in different forms.

use std::path::Path;
use toolc::artifact::Artifact;
use toolc::compile::read_all;
use toolc::diagnostic::Diagnostics;
use toolc::load::{Loaded, load_sources};
use toolc_base::node::{Node, Value};
use toolc_emit::emit::{Attributes, emit_artifacts};
use toolc_model::config::Config;
use toolc_model::draft::Draft;
use toolc_resolve::check::{Checked, check_catalog};
use toolc_resolve::resolve::resolve_catalog;

/// A spec after reading.
pub struct Spec {
    loaded: Loaded,
    draft: Draft,
}

/// Which part of a spec is compiled.
#[derive(Clone, Copy)]
pub struct Form {
    /// Whether results have types.
    pub results: bool,
    /// Whether one schema is changed.
    pub changed: bool,
    /// The maximum number of tools.
    pub tools: usize,
}

impl Default for Form {
    fn default() -> Self {
        Form {
            results: true,
            changed: false,
            tools: usize::MAX,
        }
    }
}

impl Form {
    /// Without results.
    pub const ARGUMENTS: Form = Form {
        results: false,
        changed: false,
        tools: usize::MAX,
    };
}

impl Spec {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<Self, String> {
        let mut diagnostics = Diagnostics::default();
        let loaded = load_sources(&mut diagnostics, &[path.to_owned()]);
        let draft = read_all(&mut diagnostics, &loaded, None);
        Ok(Spec { loaded, draft })
    }

    /// How many tools there are.
    pub fn tools(&self) -> usize {
        self.draft.tools.len()
    }

    /// The catalog of a form.
    pub fn check(&self, form: Form) -> Result<Checked, String> {
        let mut draft = self.draft.clone();
        draft.tools.truncate(form.tools);
        if !form.results {
            draft.tools.iter_mut().for_each(|tool| tool.output = None);
        }
        if form.changed {
            let middle = draft.tools.len() / 2;
            let changed = draft.tools.iter_mut().skip(middle).find_map(|tool| {
                tool.input.node = add_property(&tool.input.node)?.into();
                Some(())
            });
            changed.ok_or("no tool has properties")?;
        }
        let mut diagnostics = Diagnostics::default();
        let sources = &self.loaded.sources;
        let catalog = resolve_catalog(&mut diagnostics, sources, draft, &Config::default());
        check_catalog(&mut diagnostics, catalog).map_err(|_| "the spec has errors".to_owned())
    }

    /// The files of a form.
    pub fn emit(&self, form: Form) -> Result<Vec<Artifact>, String> {
        let checked = self.check(form)?;
        Ok(emit_artifacts(
            &mut Diagnostics::default(),
            &self.loaded.sources,
            &checked,
            &Attributes::default(),
            &[],
        ))
    }
}

/// A schema with one property more: its first under another name.
fn add_property(schema: &Node) -> Option<Node> {
    let mut changed = schema.clone();
    let Value::Map(map) = &mut changed.value else {
        return None;
    };
    let Value::Map(properties) = &mut map.get_mut("properties")?.value else {
        return None;
    };
    let first = properties.iter().next()?.clone();
    properties.insert("added_property", first.key_span, first.value);
    Some(changed)
}
