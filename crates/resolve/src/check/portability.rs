//! What the targets of a catalog would refuse in definitions, and what is not shown to them.

mod facts;
mod judge;
mod lists;
mod loss;
mod obstacle;

pub(super) use lists::check_lists;
use std::collections::BTreeSet;
use toolc_base::diagnostic::quote::join_names;
use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_base::diagnostic::{About, Code, Diagnostic, Diagnostics, Help};
use toolc_base::source::Span;
use toolc_model::model::names::explain_old_name;
use toolc_model::model::provider::{Check, Effect};
use toolc_model::model::{Catalog, Form, Target, Tool, ToolId};
use toolc_runtime::definition::Structured;
use toolc_runtime::strict::tree::Tree;

/// Reports granted tools whose input schema a target of the catalog refuses.
pub(super) fn check_input_roots(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    for tool in exported(catalog) {
        let schema = Tree::parse(&tool.input_text.text);
        let keywords = schema.iter().flat_map(Tree::as_map).flatten();
        let keywords: Vec<&str> = keywords.map(|(key, _)| key.as_str()).collect();
        let is_object = catalog.shapes.takes(tool.input).objects;
        let refusal = |target: &&'static Target| {
            let (reason, place) = match find_refused(target, &keywords) {
                _ if !is_object => ("accepts no object".to_owned(), None),
                Some(keyword) => (
                    format!("has `{keyword}` at its root"),
                    tool.place_of(&format!("/{keyword}")),
                ),
                None => return None,
            };
            Some((*target, reason, place))
        };
        let refusals: Vec<_> = catalog.targets.iter().filter_map(refusal).collect();
        if let Some((_, reason, place)) = refusals.first() {
            let targets: Vec<&'static str> =
                refusals.iter().map(|(target, ..)| target.name).collect();
            let place = place.unwrap_or(tool.span);
            diagnostics.push(illegal_root((tool, place), reason, is_object, &targets));
        }
    }
}

/// The first of some keywords that a target refuses at the root of an input schema. A target that
/// takes only a subset of JSON Schema is shown none of them.
fn find_refused<'k>(target: &Target, keywords: &[&'k str]) -> Option<&'k str> {
    if target.dialect.is_some() {
        return None;
    }
    let is_refused = |keyword: &str| {
        target.rules().any(|rule| match &rule.check {
            Check::RootWithout(refused) => {
                rule.effect == Effect::Refused && refused.contains(&keyword)
            }
            _ => false,
        })
    };
    keywords.iter().copied().find(|keyword| is_refused(keyword))
}

/// Reports granted tools whose output schema is changed for MCP or not shown at all.
pub(super) fn check_output_roots(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    let targets = catalog.targets.iter();
    let targets = targets.filter(|target| target.form == Form::Mcp && !target.any_result);
    let targets: Vec<&'static str> = targets.map(|target| target.name).collect();
    if targets.is_empty() {
        return;
    }
    for tool in exported(catalog).filter(|tool| tool.shown_output().is_some()) {
        if let Some(reshaped) = reshaped_output(tool) {
            let about = About::tool(tool.qualified()).at_targets(&targets);
            diagnostics.push(reshaped.about(about));
        }
    }
}

/// Reports names under `exports` that match no exported tool.
pub(super) fn check_exports(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    let shown = catalog.tools.iter().filter(|tool| tool.is_shown());
    let names: Vec<String> = shown
        .flat_map(|tool| [tool.qualified(), tool.wire_name.clone()])
        .collect();
    for export in &catalog.exports {
        for name in export.strict.names().unwrap_or_default() {
            if names.contains(&name.value) {
                continue;
            }
            let message = format!("there is no tool `{}` that could be strict", name.value);
            let old = explain_old_name(&catalog.tools, &name.value).map(Help::from);
            let near = || did_you_mean(&name.value, names.iter().map(String::as_str));
            let help = old.or_else(near);
            let help = help.unwrap_or_else(|| "write `namespace::tool`".into());
            diagnostics.push(Diagnostic::new(Code::UNKNOWN_TOOL, name.span, message).help(help));
        }
    }
}

/// The tools that some worker may call and some target is shown.
fn exported(catalog: &Catalog) -> impl Iterator<Item = &Tool> {
    let workers = catalog
        .workers
        .iter()
        .filter(|_| !catalog.targets.is_empty());
    let grants = workers.flat_map(|worker| &worker.grants);
    let granted: BTreeSet<ToolId> = grants.map(|grant| grant.tool).collect();
    let granted = granted.into_iter().map(|id| catalog.tool(id));
    granted.filter(|tool| tool.is_shown())
}

fn illegal_root(
    (tool, place): (&Tool, Span),
    reason: &str,
    is_object: bool,
    targets: &[&'static str],
) -> Diagnostic {
    let refuse = match targets {
        [_] => "refuses",
        _ => "refuse",
    };
    let message = format!(
        "the input schema of `{}` {reason}, which {} {refuse}",
        tool.qualified(),
        join_names(targets),
    );
    let help = if is_object {
        "put the alternatives under a property of an object, or take the target out of `targets`"
    } else {
        "arguments are always an object: write `type: object` at the root"
    };
    Diagnostic::new(Code::ILLEGAL_ROOT, place, message)
        .label("granted to a worker and exported")
        .about(About::tool(tool.qualified()).at_targets(targets))
        .help(help)
}

fn reshaped_output(tool: &Tool) -> Option<Diagnostic> {
    let name = tool.qualified();
    let (message, help) = match tool.structured {
        Structured::Object => return None,
        Structured::Wrapped => (
            format!("mcp is shown the result of `{name}` wrapped in an object, under `result`"),
            "before its revision of 2026-07-28, MCP takes only objects as structured \
             content; describe an object to choose another key",
        ),
        Structured::Unknown => (
            format!(
                "mcp is not shown the output schema of `{name}`, which accepts more than objects"
            ),
            "write `type: object` at its root where every result is one",
        ),
    };
    Some(Diagnostic::new(Code::RESHAPED_OUTPUT, tool.span, message).help(help))
}
