//! What the method of a request says beside what is said of its tool: who runs it unasked, and its
//! annotations. A method is a hint of the API's authors: it grants nothing.

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::model::http::Operation;
use crate::model::policy::{Approval, Worker};
use crate::model::{Catalog, Tool};
use crate::node::Node;

/// Reports workers that run operations without asking whose method says that they change something.
pub(super) fn check_preapproved(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    for worker in &catalog.workers {
        for grant in &worker.grants {
            let tool = catalog.tool(grant.tool);
            let Some(http) = tool.http.as_deref().filter(|http| !http.is_safe()) else {
                continue;
            };
            // a search may be a POST, but nothing that only reads is a DELETE
            let is_reading = http.method == "POST" && tool.hint("readOnlyHint") == Some(true);
            if grant.approval == Approval::PreApproved && !is_reading {
                let span = grant.span.or(worker.span).unwrap_or(tool.span);
                let finding = Diagnostic::new(Code::UNATTENDED_CHANGE, span, unasked(worker, http));
                diagnostics.push(
                    finding
                        .also(
                            tool.span,
                            format!("the operation of `{}`", tool.qualified()),
                        )
                        .help(help(http)),
                );
            }
        }
    }
}

fn unasked(worker: &Worker, http: &Operation) -> String {
    format!(
        "worker `{}` runs `{} {}` without asking",
        worker.name, http.method, http.path
    )
}

fn help(http: &Operation) -> String {
    match http.method.as_str() {
        "POST" => "write `ask`; if it only reads, write `annotations: { readOnlyHint: true }` in an override of the operation",
        _ => "write `ask`, or `unattended_change: allow` under `lints` if this is what you want",
    }
    .to_owned()
}

/// Reports annotations that say the opposite of the method.
pub(super) fn check_annotations(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    for tool in &catalog.tools {
        let Some(http) = &tool.http else { continue };
        let Some(annotations) = tool.annotations() else {
            continue;
        };
        for (hint, wrong, word) in wrong_hints(http) {
            if let Some(node) = annotations.get(hint)
                && node.as_bool() == Some(*wrong)
            {
                diagnostics.push(contradiction(tool, http, node, hint, word));
            }
        }
    }
}

/// Hints, the value that contradicts the method, and what it would mean.
fn wrong_hints(http: &Operation) -> &'static [(&'static str, bool, &'static str)] {
    match http.method.as_str() {
        _ if http.is_safe() => &[
            ("destructiveHint", true, "destroys something"),
            ("readOnlyHint", false, "does not only read"),
        ],
        "DELETE" => &[
            ("readOnlyHint", true, "only reads"),
            ("destructiveHint", false, "destroys nothing"),
        ],
        "PUT" | "PATCH" => &[("readOnlyHint", true, "only reads")],
        _ => &[],
    }
}

fn contradiction(tool: &Tool, http: &Operation, node: &Node, hint: &str, word: &str) -> Diagnostic {
    let message = format!(
        "`{}` makes a {} request, and its annotations say that it {word}",
        tool.qualified(),
        http.method
    );
    Diagnostic::new(Code::CONTRADICTING_ANNOTATIONS, node.span, message)
        .also(tool.span, "the operation")
        .help(format!("remove `{hint}`, or correct it"))
}
