//! A tool as a file defines it.

use super::page::Page;
use crate::draft::DraftTool;

/// Prints it; `namespace` is the one that it will have, and `from` says why.
pub(super) fn print_draft(page: &mut Page<'_>, namespace: &str, from: &str, tool: &DraftTool) {
    let head = format!("draft of {namespace}::{}", tool.name.value);
    page.section(&head, Some(tool.span), |page| {
        page.placed("name", &tool.name.value, tool.name.span);
        page.row("namespace", &format!("{namespace} (from the {from})"));
        page.row("title", tool.title.as_deref().unwrap_or_default());
        match tool.described {
            Some(span) => page.placed("description", &tool.description, span),
            None => page.row("description", &tool.description),
        }
        if let Some(approval) = &tool.approval {
            page.placed("approval", approval.value.name(), approval.span);
        }
        for rule in &tool.rules {
            page.placed("rule", rule.approval.value.name(), rule.span);
        }
        page.row("execution", tool.execution.name());
        if let Some(timeout) = &tool.timeout {
            page.placed("timeout", &format!("{} ms", timeout.value), timeout.span);
        }
        page.row("effect", &tool.effect.words().unwrap_or_default());
        if let Some(untrusted) = &tool.untrusted {
            page.placed("untrusted", &untrusted.value.to_string(), untrusted.span);
        }
        for injected in &tool.inject {
            page.placed("inject", &injected.value, injected.span);
        }
        for error in &tool.errors {
            page.placed("error", &error.code.value, error.code.span);
        }
        print_work(page, tool);
        print_schemas(page, tool);
    });
}

/// What does the work, as far as it is not a handler.
fn print_work(page: &mut Page<'_>, tool: &DraftTool) {
    if let Some(operation) = &tool.http {
        let request = format!("{} {}", operation.method, operation.path);
        page.placed("request", &request, operation.span);
    }
    if let Some(native) = &tool.native {
        page.row("Rust", &native.path.join("::"));
    }
    if tool.foreign {
        page.row("written by", "somebody else");
    }
}

fn print_schemas(page: &mut Page<'_>, tool: &DraftTool) {
    for given in &tool.given {
        let name = format!("argument `{}` is always", given.argument.value);
        page.placed(&name, &given.value.value, given.value.span);
    }
    page.node("input", &tool.input.node);
    if let Some(output) = &tool.output {
        page.node("output", &output.node);
    }
    for (key, value) in &tool.metadata {
        page.node(&format!("metadata {key}"), value);
    }
    page.row(
        "raw fingerprint",
        tool.raw_fingerprint.as_deref().unwrap_or_default(),
    );
}
