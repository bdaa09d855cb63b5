//! Which toolsets of a worker are mounted by the program at startup, and with what configuration.

use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Map, Node, Value};
use toolc_base::source::{Span, Spanned};
use toolc_model::draft::{DraftToolset, DraftWorker};
use toolc_model::model::Catalog;
use toolc_model::model::configured::{Configured, Mount};
use toolc_model::model::policy::Worker;

/// Finds the mounts of every worker.
pub(super) fn resolve_mounts(
    diagnostics: &mut Diagnostics,
    drafts: &[DraftWorker],
    catalog: &mut Catalog,
) {
    let mut workers = std::mem::take(&mut catalog.workers);
    for worker in &mut workers {
        let is_it = |draft: &&DraftWorker| Some(draft.name.span) == worker.span;
        worker.mounts = match drafts.iter().find(is_it) {
            Some(draft) => mounts_of(diagnostics, draft, worker, catalog),
            None => mounts_of_all(worker, catalog),
        };
    }
    catalog.workers = workers;
}

fn mounts_of(
    diagnostics: &mut Diagnostics,
    draft: &DraftWorker,
    worker: &Worker,
    catalog: &Catalog,
) -> Vec<Mount> {
    let mut mounts = Vec::new();
    for toolset in &draft.toolsets {
        let namespace = &toolset.name.value;
        let said = &toolset.mounting;
        let declared = catalog.config(namespace);
        let has_tools = || {
            catalog
                .tools
                .iter()
                .any(|tool| tool.namespace == *namespace)
        };
        if let (Some(config), None) = (&said.config, declared) {
            if has_tools() {
                diagnostics.push(no_config(namespace, config.span));
            }
            continue;
        }
        if declared.is_none() && said.mount.is_none() && said.optional.is_none() {
            continue;
        }
        if !is_handled(worker, catalog, namespace) {
            report_idle(diagnostics, worker, catalog, toolset);
            continue;
        }
        let written = said.config.clone();
        let written = written.unwrap_or(nothing(toolset.name.span));
        mounts.push(Mount {
            namespace: namespace.clone(),
            span: Some(toolset.name.span),
            optional: said.optional,
            config: declared
                .map(|declared| Configured::new(&catalog.shapes, declared.shape, written)),
        });
    }
    mounts
}

/// The mounts of the default worker. Without a worker file there are no values, so required ones
/// are missing.
fn mounts_of_all(worker: &Worker, catalog: &Catalog) -> Vec<Mount> {
    let mut mounts: Vec<Mount> = Vec::new();
    for grant in &worker.grants {
        let namespace = &catalog.tool(grant.tool).namespace;
        let is_known = mounts.iter().any(|mount| mount.namespace == *namespace);
        let Some(declared) = catalog.config(namespace).filter(|_| !is_known) else {
            continue;
        };
        if !is_handled(worker, catalog, namespace) {
            continue;
        }
        let written = nothing(declared.span);
        mounts.push(Mount {
            namespace: namespace.clone(),
            span: None,
            optional: None,
            config: Some(Configured::new(&catalog.shapes, declared.shape, written)),
        });
    }
    mounts
}

fn nothing(span: Span) -> Spanned<Node> {
    Spanned::new(Node::new(Value::Map(Map::default()), span), span)
}

/// Whether a granted tool of a namespace is run by a handler in the program.
fn is_handled(worker: &Worker, catalog: &Catalog, namespace: &str) -> bool {
    let mut granted = worker.grants.iter().map(|grant| catalog.tool(grant.tool));
    granted.any(|tool| {
        tool.namespace == namespace && tool.shipped.is_none() && !catalog.has_engine(tool)
    })
}

/// Reports settings for handlers of a toolset that has none.
fn report_idle(
    diagnostics: &mut Diagnostics,
    worker: &Worker,
    catalog: &Catalog,
    toolset: &DraftToolset,
) {
    let namespace = &toolset.name.value;
    let mut granted = worker.grants.iter().map(|grant| catalog.tool(grant.tool));
    // if nothing is granted, that has been reported
    if !granted.any(|tool| tool.namespace == *namespace) {
        return;
    }
    let said = &toolset.mounting;
    let config = said.config.as_ref().map(|config| config.span);
    let keys = [
        ("config", config),
        ("mount", said.mount),
        ("optional", said.optional),
    ];
    for (key, span) in keys {
        let Some(span) = span else { continue };
        let message = format!(
            "`{key}` of toolset `{namespace}` has no effect: no handler of the program runs its tools"
        );
        diagnostics.push(
            Diagnostic::new(Code::UNSUPPORTED_TOOLSET, span, message)
                .label("nothing is mounted")
                .help(format!("remove `{key}`")),
        );
    }
}

fn no_config(namespace: &str, span: Span) -> Diagnostic {
    let message =
        format!("the toolset `{namespace}` declares no `config`, so nothing would read this one");
    Diagnostic::new(Code::UNSUPPORTED_TOOLSET, span, message)
        .label("not enforced")
        .help(
            "declare it in the tool file, as a JSON Schema: `config: { properties: { … } }`, or remove it",
        )
}
