//! What definitions would break at the targets of a catalog, and what of them is not shown there.

use crate::collections::BTreeSet;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::model::target::find_refused;
use crate::model::{Catalog, Target, Tool, ToolId};
use toolc_runtime::definition::Structured;
use toolc_runtime::reader::{Reader, Stop};

/// Reports granted tools whose input schema is refused by a target of the catalog.
pub(super) fn check_input_roots(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    for tool in exported(catalog) {
        let keywords = root_keywords(&tool.input_text.text);
        let keywords: Vec<&str> = keywords.iter().map(String::as_str).collect();
        let is_object = catalog.shapes.takes(tool.input).objects;
        let refusal = |target: &Target| {
            let reason = match find_refused(*target, &keywords) {
                _ if !is_object => "accepts no object".to_owned(),
                Some(keyword) => format!("has `{keyword}` at its root"),
                None => return None,
            };
            Some((*target, reason))
        };
        let refusals: Vec<_> = catalog.targets.iter().filter_map(refusal).collect();
        if let Some((_, reason)) = refusals.first() {
            let targets: Vec<&str> = refusals.iter().map(|(target, _)| target.name()).collect();
            diagnostics.push(illegal_root(tool, reason, is_object, &targets));
        }
    }
}

/// Reports granted tools whose output schema MCP is shown in another form, or not at all.
pub(super) fn check_output_roots(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    if !catalog.targets.contains(&Target::Mcp) {
        return;
    }
    for tool in exported(catalog).filter(|tool| tool.shown_output().is_some()) {
        if let Some(reshaped) = reshaped_output(tool) {
            diagnostics.push(reshaped);
        }
    }
}

/// What some worker may call, where somebody is shown it.
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

/// The keywords at the root of a schema.
fn root_keywords(text: &str) -> Vec<String> {
    let mut keywords = Vec::new();
    let _: Result<(), Stop> = read_keywords(&mut Reader::new(text), &mut keywords);
    keywords
}

fn read_keywords(reader: &mut Reader<'_>, keywords: &mut Vec<String>) -> Result<(), Stop> {
    reader.begin_object()?;
    let mut first = true;
    while reader.next_key(first)? {
        first = false;
        keywords.push(reader.string()?.into_owned());
        reader.colon()?;
        reader.capture()?;
    }
    Ok(())
}

fn illegal_root(tool: &Tool, reason: &str, is_object: bool, targets: &[&str]) -> Diagnostic {
    let refuse = match targets {
        [_] => "refuses",
        _ => "refuse",
    };
    let message = format!(
        "the input schema of `{}` {reason}, which {} {refuse}",
        tool.qualified(),
        targets.join(" and "),
    );
    let help = if is_object {
        "put the alternatives under a property of an object, or take the target out of `targets`"
    } else {
        "arguments are always an object: write `type: object` at the root"
    };
    Diagnostic::new(Code::ILLEGAL_ROOT, tool.span, message)
        .label("granted to a worker and exported")
        .help(help)
}

fn reshaped_output(tool: &Tool) -> Option<Diagnostic> {
    let name = tool.qualified();
    let (message, help) = match tool.structured {
        Structured::Object => return None,
        Structured::Wrapped => (
            format!("mcp is shown the result of `{name}` as an object that has it under `result`"),
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
