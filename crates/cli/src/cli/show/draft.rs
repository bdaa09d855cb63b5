//! A tool as defined in a file, field by field.

use super::page::Page;
use super::parts::{
    describe_statuses, print_approval, print_error, print_operation, print_placed, print_rule,
    print_runner, print_stated, print_timeout,
};
use toolc_model::draft::{DraftInjected, DraftRefusal, DraftSchema, DraftTool, Given};

/// Prints a tool; `namespace` is the one it will have, and `from` says why.
pub(super) fn print_draft(page: &mut Page<'_>, namespace: &str, from: &str, tool: &DraftTool) {
    let DraftTool {
        name,
        own_namespace,
        file_namespace,
        description,
        described,
        title,
        input: _,
        output: _,
        approval,
        timeout,
        effect,
        untrusted,
        served,
        inject,
        errors,
        rules,
        execution,
        metadata: _,
        http: _,
        refusals: _,
        native: _,
        remote: _,
        given: _,
        // with `given`
        constants: _,
        injected: _,
        raw_fingerprint: _,
        overload,
        foreign,
        entry,
        span,
    } = tool;
    let head = format!("draft of {namespace}::{}", name.value);
    page.section(&head, Some(*span), |page| {
        page.placed("name", &name.value, name.span);
        page.row("namespace", &format!("{namespace} (from the {from})"));
        if let Some(own) = own_namespace {
            page.placed("namespace of the tool", &own.value, own.span);
        }
        if let Some(file) = file_namespace {
            page.placed("namespace of the file", &file.value, file.span);
        }
        if let Some(entry) = entry {
            page.row("registry entry", &entry.0.to_string());
        }
        page.row("title", title.as_deref().unwrap_or_default());
        print_placed(page, "description", description, *described);
        print_approval(page, approval.as_ref());
        rules.iter().for_each(|rule| print_rule(page, rule));
        page.row("execution", execution.name());
        print_timeout(page, timeout.as_ref());
        print_stated(page, effect);
        if let Some(untrusted) = untrusted {
            page.placed("untrusted", &untrusted.value.to_string(), untrusted.span);
        }
        for injected in inject {
            page.placed("inject", &injected.value, injected.span);
        }
        errors.iter().for_each(|error| print_error(page, error));
        page.flag("meant to share its name", *overload);
        page.flag("written by somebody else", *foreign);
        page.flag("served by somebody else", *served);
        print_work(page, tool);
        print_schemas(page, tool);
    });
}

/// What runs the tool, unless a handler does, and its inputs other than arguments.
fn print_work(page: &mut Page<'_>, tool: &DraftTool) {
    if let Some(operation) = &tool.http {
        print_operation(page, operation);
    }
    for DraftRefusal { statuses, schema } in &tool.refusals {
        let head = format!("refusal {}", describe_statuses(*statuses));
        match schema {
            Some(schema) => print_schema(page, &head, schema),
            None => page.row(&head, "no schema"),
        }
    }
    for DraftInjected { name, schema } in &tool.injected {
        print_schema(page, &format!("injected `{name}`"), schema);
    }
    for given in &tool.given {
        let Given {
            argument,
            value,
            schema,
        } = given;
        let name = format!("argument `{}` is always", argument.value);
        page.placed(&name, &value.value, value.span);
        print_schema(page, &format!("schema of `{}`", argument.value), schema);
    }
    print_runner(page, tool.remote.as_ref(), tool.native.as_ref());
}

fn print_schemas(page: &mut Page<'_>, tool: &DraftTool) {
    print_schema(page, "input", &tool.input);
    if let Some(output) = &tool.output {
        print_schema(page, "output", output);
    }
    for (key, value) in &tool.metadata {
        page.node(&format!("metadata {key}"), value);
    }
    page.row(
        "raw fingerprint",
        tool.raw_fingerprint.as_deref().unwrap_or_default(),
    );
}

/// A schema. Its references lead into the document that contains it, which is not printed.
fn print_schema(page: &mut Page<'_>, role: &str, schema: &DraftSchema) {
    let DraftSchema { node, root, kind } = schema;
    page.node(role, node);
    if node.identity() != root.identity() {
        let of = format!("references of {role}");
        page.placed(&of, &format!("from the root, {kind:?}"), root.span);
    }
}
