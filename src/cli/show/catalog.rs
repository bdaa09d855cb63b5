//! A tool as it is in the catalog.

use super::page::Page;
use crate::model::{Catalog, SchemaText, Tool, ToolId};

/// Prints it.
pub(super) fn print_tool(page: &mut Page<'_>, catalog: &Catalog, id: ToolId) {
    let tool = catalog.tool(id);
    let head = format!("catalog entry {} of {}", id.0, tool.qualified());
    page.section(&head, Some(tool.span), |page| {
        page.row(
            "namespace",
            &format!("{} (from the {})", tool.namespace, tool.namespace_from),
        );
        page.row("name", &tool.name);
        page.row("overload", &tool.overload.to_string());
        page.row("wire name", &tool.wire_name);
        page.row("title", tool.title.as_deref().unwrap_or_default());
        match tool.described {
            Some(span) => page.placed("description", &tool.description, span),
            None => page.row("description", &tool.description),
        }
        print_policy(page, tool);
        print_workers(page, catalog, id);
        print_work(page, tool);
        print_text(page, catalog, "input", tool.input.0, &tool.input_text);
        if let (Some(output), Some(text)) = (tool.output, &tool.output_text) {
            print_text(page, catalog, "output", output.0, text);
        }
        for (key, value) in &tool.metadata {
            page.node(&format!("metadata {key}"), value);
        }
        page.row("raw fingerprint", &tool.raw_fingerprint);
        page.row("structural fingerprint", &tool.structural_fingerprint);
        page.row("digest", &tool.digest);
    });
}

fn print_policy(page: &mut Page<'_>, tool: &Tool) {
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
    let reach = if tool.effect.open_world {
        ", open_world"
    } else {
        ""
    };
    page.row("effect", &format!("{}{reach}", tool.effect.class.name()));
    page.row("untrusted", &tool.untrusted.to_string());
    for pointer in &tool.secrets {
        page.row("secret at", pointer);
    }
    for injected in &tool.inject {
        page.placed("inject", &injected.value, injected.span);
    }
    for error in &tool.errors {
        page.placed("error", &error.code.value, error.code.span);
    }
}

fn print_workers(page: &mut Page<'_>, catalog: &Catalog, id: ToolId) {
    let wire_name = &catalog.tool(id).wire_name;
    for worker in &catalog.workers {
        for grant in worker.grants.iter().filter(|grant| grant.tool == id) {
            let rules = if grant.rules.is_some() {
                ", by rules"
            } else {
                ""
            };
            let head = format!("worker {}: {}{rules}", worker.name, grant.approval.name());
            page.section(&head, grant.span, |_| {});
        }
        let blocked = worker.blocked.iter();
        for blocked in blocked.filter(|blocked| blocked.wire_name == *wire_name) {
            let head = format!("worker {}: blocked, {}", worker.name, blocked.reason);
            page.section(&head, blocked.span, |_| {});
        }
    }
}

/// What does the work.
fn print_work(page: &mut Page<'_>, tool: &Tool) {
    if let Some(operation) = &tool.http {
        let request = format!("{} {}", operation.method, operation.path);
        page.placed("request", &request, operation.span);
    }
    page.row("engine", tool.engine.as_deref().unwrap_or_default());
    page.row("toolset", tool.shipped.map_or("", |toolset| toolset.name));
    if let Some(native) = &tool.native {
        page.row("Rust", &native.path.join("::"));
    }
    if tool.is_handled() {
        page.row("run by", "a handler of the program");
    }
}

fn print_text(page: &mut Page<'_>, catalog: &Catalog, side: &str, shape: u32, text: &SchemaText) {
    page.section(&format!("{side} -> shape {shape}"), None, |page| {
        page.row("text", &text.text);
        for index in catalog.reached(text) {
            let definition = &catalog.definitions[index];
            page.row(
                &format!("$defs {}", definition.name),
                &definition.schema.text,
            );
        }
    });
}
