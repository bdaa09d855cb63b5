//! The size of the list of each worker, as a target is sent it.

use toolc_base::diagnostic::{About, Code, Diagnostic, Diagnostics};
use toolc_base::order::sort_by;
use toolc_model::model::policy::Worker;
use toolc_model::model::{Catalog, Target, ToolId};

/// What clients and models still take in well, in bytes.
const MOST: usize = 256 * 1024;

/// How many tools a finding names.
const SHOWN: usize = 3;

/// Reports workers whose definitions take more than [`MOST`] for a target: those of `toolc.yaml`, or MCP.
pub(super) fn check_list_sizes(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    let mcp = Target::named("mcp");
    let targets = match catalog.targets.is_empty() {
        true => mcp.into_iter().collect(),
        false => catalog.targets.clone(),
    };
    for worker in &catalog.workers {
        let ids = catalog.order_overloads(worker.grants.iter().map(|grant| grant.tool));
        let measure = |target: &&'static Target| {
            let size = catalog.definitions(&ids, target).as_text().len();
            (size > MOST).then_some((*target, size))
        };
        let large: Vec<(&Target, usize)> = targets.iter().filter_map(measure).collect();
        let largest = large.iter().max_by_key(|(_, size)| *size);
        if let Some((target, size)) = largest {
            let names: Vec<&'static str> = large.iter().map(|(target, _)| target.name).collect();
            let finding = large_list(catalog, worker, &ids, (target, *size), &names);
            diagnostics.push(finding);
        }
    }
}

fn large_list(
    catalog: &Catalog,
    worker: &Worker,
    ids: &[ToolId],
    (target, size): (&'static Target, usize),
    targets: &[&'static str],
) -> Diagnostic {
    let mut sizes: Vec<(usize, String)> = ids
        .iter()
        .map(|id| {
            let size = catalog.definitions(&[*id], target).as_text().len();
            (size, catalog.tool(*id).qualified())
        })
        .collect();
    sort_by(&mut sizes, &mut |one, other| {
        other.0.cmp(&one.0).then_with(|| one.1.cmp(&other.1))
    });
    let largest = sizes.iter().take(SHOWN);
    let largest: Vec<String> = largest
        .map(|(size, name)| format!("`{name}` ({} KB)", size.div_ceil(1024)))
        .collect();
    let remedy = match target.name == "mcp" && shows_results_of_others(catalog, ids) {
        true => "grant fewer tools to the worker, or remove `output: show` where nobody needs it",
        false => "grant fewer tools to the worker, or shorten their schemas",
    };
    let message = format!(
        "the definitions of worker `{}` take {} KB for {}: many clients refuse a list of more than {} KB, or cut it off",
        worker.name,
        size.div_ceil(1024),
        targets.join(", "),
        MOST / 1024,
    );
    let first = ids.first().map(|id| catalog.tool(*id).span);
    let finding = match worker.span.or(first) {
        Some(span) => Diagnostic::new(Code::LARGE_LIST, span, message),
        None => Diagnostic::placeless(Code::LARGE_LIST, message),
    };
    finding
        .help(format!("the largest are {}: {remedy}", largest.join(", ")))
        .about(About::worker(&worker.name))
}

fn shows_results_of_others(catalog: &Catalog, ids: &[ToolId]) -> bool {
    ids.iter().any(|id| {
        let tool = catalog.tool(*id);
        tool.shown_output().is_some() && (tool.http.is_some() || tool.remote.is_some())
    })
}
