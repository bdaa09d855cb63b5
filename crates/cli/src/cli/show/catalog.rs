//! A tool in the catalog, field by field.

use super::page::Page;
use super::parts::{
    describe_statuses, print_approval, print_error, print_operation, print_placed, print_rule,
    print_runner, print_stated, print_timeout,
};
use toolc_model::model::effect::ToolEffect;
use toolc_model::model::policy::{Blocked, Grant};
use toolc_model::model::rule::{Ruled, SideRules};
use toolc_model::model::{Catalog, Injected, Refusal, SchemaText, Tool, ToolId};

/// Prints a tool.
pub(super) fn print_tool(page: &mut Page<'_>, catalog: &Catalog, id: ToolId) {
    let tool = catalog.tool(id);
    let Tool {
        namespace,
        namespace_from,
        name,
        overload,
        description,
        described,
        title,
        input,
        output,
        input_text,
        // the draft stage shows these
        written: _,
        output_text,
        shows_output,
        output_fingerprint,
        approval: _,
        timeout: _,
        rules: _,
        execution: _,
        metadata,
        effect: _,
        untrusted: _,
        trust_stated: _,
        inject: _,
        constants: _,
        errors: _,
        extras,
        secrets: _,
        own_secrets: _,
        foreign: _,
        structured,
        wire_name,
        raw_fingerprint,
        structural_fingerprint,
        digest,
        http: _,
        refusals: _,
        injected: _,
        native: _,
        remote: _,
        engine: _,
        shipped: _,
        formats,
        rust,
        entry,
        span,
    } = tool;
    let head = format!("catalog entry {} of {}", id.0, tool.qualified());
    page.section(&head, Some(*span), |page| {
        let from = format!("{namespace} (from the {namespace_from})");
        page.row("namespace", &from);
        page.row("name", name);
        page.row("overload", &overload.to_string());
        page.row("wire name", wire_name);
        if let Some(entry) = entry {
            page.row("registry entry", &entry.0.to_string());
        }
        page.row("title", title.as_deref().unwrap_or_default());
        print_placed(page, "description", description, *described);
        print_policy(page, tool);
        print_workers(page, catalog, id);
        print_work(page, tool);
        print_text(page, catalog, "input", input.0, input_text);
        if let (Some(output), Some(text)) = (output, output_text) {
            print_text(page, catalog, "output", output.0, text);
            if !shows_output {
                page.row("output schema", "not shown to models");
                page.row("output fingerprint", output_fingerprint);
            }
        }
        page.row("structured content", &format!("{structured:?}"));
        for (key, value) in metadata {
            page.node(&format!("metadata {key}"), value);
        }
        for (key, json) in extras {
            page.row(&format!("in definitions, `{key}`"), json);
        }
        page.row("formats", &format!("{formats:?}"));
        page.row("types", &format!("{rust:?}"));
        page.row("raw fingerprint", raw_fingerprint);
        page.row("structural fingerprint", structural_fingerprint);
        page.row("digest", digest);
    });
}

fn print_policy(page: &mut Page<'_>, tool: &Tool) {
    print_approval(page, tool.approval.as_ref());
    tool.rules.iter().for_each(|rule| print_rule(page, rule));
    page.row("execution", tool.execution.name());
    print_timeout(page, tool.timeout.as_ref());
    let ToolEffect {
        stated,
        class,
        open_world,
    } = &tool.effect;
    print_stated(page, stated);
    let reach = if *open_world { ", open_world" } else { "" };
    page.row("effect", &format!("{}{reach}", class.name()));
    let by = if tool.trust_stated { ", as stated" } else { "" };
    page.row("untrusted", &format!("{}{by}", tool.untrusted));
    for pointer in &tool.secrets {
        let shown = if tool.own_secrets.contains(pointer) {
            ""
        } else {
            ", which approvers see"
        };
        page.row("secret at", &format!("{pointer}{shown}"));
    }
    for injected in &tool.inject {
        page.placed("inject", &injected.value, injected.span);
    }
    for constant in &tool.constants {
        let name = format!("argument `{}` is always", constant.argument.value);
        page.placed(&name, &constant.within.value, constant.argument.span);
    }
    tool.errors
        .iter()
        .for_each(|error| print_error(page, error));
}

fn print_workers(page: &mut Page<'_>, catalog: &Catalog, id: ToolId) {
    let wire_name = &catalog.tool(id).wire_name;
    for worker in &catalog.workers {
        for grant in worker.grants.iter().filter(|grant| grant.tool == id) {
            print_grant(page, &worker.name, grant);
        }
        let blocked = worker.blocked.iter();
        for blocked in blocked.filter(|blocked| blocked.wire_name == *wire_name) {
            let Blocked {
                name: _,
                wire_name: _,
                span,
                origin,
                reason,
                reason_span,
            } = blocked;
            let head = format!("worker {}: blocked ({})", worker.name, origin.words());
            page.section(&head, *span, |page| {
                print_placed(page, "reason", reason, *reason_span);
            });
        }
    }
}

fn print_grant(page: &mut Page<'_>, worker: &str, grant: &Grant) {
    let Grant {
        tool: _,
        approval,
        rules,
        span,
        origin,
        limits,
        listed,
    } = grant;
    let by = if rules.is_some() { ", by rules" } else { "" };
    let head = format!(
        "worker {worker}: {}{by} ({})",
        approval.name(),
        origin.words()
    );
    page.section(&head, *span, |page| {
        if let Some(listed) = listed {
            page.placed("granted", "yes", *listed);
        }
        print_placed(page, "limits", &limits.words(), limits.span());
        if let Some(rules) = rules {
            print_ruled(page, rules);
        }
    });
}

fn print_ruled(page: &mut Page<'_>, ruled: &Ruled) {
    let Ruled {
        worker,
        inherited,
        own,
        reason,
    } = ruled;
    print_side_rules(page, "the worker says", worker);
    for said in inherited {
        print_side_rules(page, "a worker that it extends says", said);
    }
    print_side_rules(page, "the tool says", own);
    if let Some(reason) = reason {
        page.placed("reason", &reason.value, reason.span);
    }
}

fn print_side_rules(page: &mut Page<'_>, who: &str, said: &SideRules) {
    let SideRules { rules, otherwise } = said;
    if rules.is_empty() && otherwise.is_none() {
        return;
    }
    page.section(who, None, |page| {
        rules.iter().for_each(|rule| print_rule(page, rule));
        if let Some(otherwise) = otherwise {
            page.placed("otherwise", otherwise.value.name(), otherwise.span);
        }
    });
}

/// What runs the tool, and its inputs and outputs other than arguments and result.
fn print_work(page: &mut Page<'_>, tool: &Tool) {
    if let Some(operation) = &tool.http {
        print_operation(page, operation);
    }
    for refusal in &tool.refusals {
        let Refusal {
            statuses,
            shape,
            fingerprint,
            secrets,
        } = refusal;
        let head = format!("refusal {}", describe_statuses(*statuses));
        let shape = shape.map_or("no schema".to_owned(), |id| format!("shape {}", id.0));
        page.section(&format!("{head} -> {shape}"), None, |page| {
            page.row("fingerprint", fingerprint);
            page.row("secrets at", &secrets.join(", "));
        });
    }
    for injected in &tool.injected {
        let Injected {
            name,
            shape,
            is_secret,
        } = injected;
        let secret = if *is_secret { ", a secret" } else { "" };
        page.row(
            &format!("injected `{name}`"),
            &format!("shape {}{secret}", shape.0),
        );
    }
    page.row("engine", tool.engine.as_deref().unwrap_or_default());
    page.row("toolset", tool.shipped.map_or("", |toolset| toolset.name));
    print_runner(page, tool.remote.as_ref(), tool.native.as_ref());
    if tool.is_handled() {
        page.row("run by", "a handler of the program");
    }
}

fn print_text(page: &mut Page<'_>, catalog: &Catalog, side: &str, shape: u32, text: &SchemaText) {
    let SchemaText { text: own, uses } = text;
    page.section(&format!("{side} -> shape {shape}"), None, |page| {
        page.row("text", own);
        for index in catalog.reached_definitions(text) {
            let definition = &catalog.definitions[index];
            let by = if uses.contains(&index) {
                ""
            } else {
                ", by another one"
            };
            page.row(
                &format!("$defs {}{by}", definition.name),
                &definition.schema.text,
            );
        }
    });
}
