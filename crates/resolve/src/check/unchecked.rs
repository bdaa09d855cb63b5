//! Workers that check results against schemas, and tools whose output schemas cannot be compiled.

use std::collections::HashSet;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use toolc_base::source::Span;
use toolc_model::model::policy::{OutputPolicy, Worker};
use toolc_model::model::{Catalog, Tool};
use toolc_runtime::hidden;

/// Reports granted tools whose results an output policy is to check, but without a schema to check
/// them against.
pub(super) fn check_unchecked_outputs(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    let unchecked = catalog.unchecked.iter();
    let unchecked: HashSet<Span> = unchecked.map(|tool| tool.span).collect();
    if unchecked.is_empty() {
        return;
    }
    for worker in &catalog.workers {
        let severity = match worker.output {
            OutputPolicy::Off => continue,
            OutputPolicy::Warn => Severity::Warning,
            OutputPolicy::Enforce => Severity::Error,
        };
        for grant in &worker.grants {
            let tool = catalog.tool(grant.tool);
            if unchecked.contains(&tool.span) {
                diagnostics.push(idle_policy(worker, tool).severity(severity));
            }
        }
    }
}

fn idle_policy(worker: &Worker, tool: &Tool) -> Diagnostic {
    let name = hidden::show_hidden(&tool.qualified());
    let message = format!(
        "`output_policy: {}` of the worker `{}` has no effect on `{name}`: its output schema cannot be compiled",
        worker.output.name(),
        hidden::show_hidden(&worker.name)
    );
    let place = worker.output_span.or(worker.span).unwrap_or(tool.span);
    Diagnostic::new(Code::UNCHECKED_OUTPUT, place, message)
        .also(tool.span, "the tool whose results nobody checks")
        .help(
            "correct the output schema, take the tool off the list, or write `output_policy: off`",
        )
}
