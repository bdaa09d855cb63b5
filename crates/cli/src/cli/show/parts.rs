//! What drafts and catalog entries have in common. Each part is destructured completely, so that a
//! new field does not compile until it is handled.

use super::page::Page;
use std::sync::Arc;
use toolc_base::source::{Span, Spanned};
use toolc_model::model::approval::Approval;
use toolc_model::model::effect::Stated;
use toolc_model::model::engine::Remote;
use toolc_model::model::failure::DeclaredError;
use toolc_model::model::http::{
    Body, Content, Field, Operation, Origin, Parameter, PartHeader, Requirement, Server, Statuses,
    Variable, Within,
};
use toolc_model::model::native::{Native, NativeType};
use toolc_model::model::rule::Rule;

/// A text with its place, if it has one.
pub(super) fn print_placed(page: &mut Page<'_>, name: &str, text: &str, span: Option<Span>) {
    match span {
        Some(span) => page.placed(name, text, span),
        None => page.row(name, text),
    }
}

/// What runs the tool, if that is a server or a Rust function.
pub(super) fn print_runner(
    page: &mut Page<'_>,
    remote: Option<&Arc<Remote>>,
    native: Option<&Arc<Native>>,
) {
    if let Some(remote) = remote {
        page.row("name at its server", &remote.name);
        page.row("digest at its server", &remote.digest);
    }
    if let Some(native) = native {
        print_native(page, native);
    }
}

pub(super) fn print_approval(page: &mut Page<'_>, approval: Option<&Spanned<Approval>>) {
    if let Some(approval) = approval {
        page.placed("approval", approval.value.name(), approval.span);
    }
}

pub(super) fn print_timeout(page: &mut Page<'_>, timeout: Option<&Spanned<u64>>) {
    if let Some(timeout) = timeout {
        page.placed("timeout", &format!("{} ms", timeout.value), timeout.span);
    }
}

pub(super) fn print_stated(page: &mut Page<'_>, stated: &Stated) {
    let Stated { class, open_world } = stated;
    if let Some(class) = class {
        page.placed("stated effect", class.value.name(), class.span);
    }
    if let Some(span) = open_world {
        page.placed("stated effect", "open_world", *span);
    }
}

pub(super) fn print_rule(page: &mut Page<'_>, rule: &Rule) {
    let Rule {
        tools,
        // The same as `written`, in compiled form.
        when: _,
        written,
        approval,
        reason,
        matches,
        no_matches,
        span,
    } = rule;
    let head = format!("rule: {}", approval.value.name());
    page.section(&head, Some(*span), |page| {
        for tool in tools {
            page.placed("tool", &tool.value, tool.span);
        }
        page.node("when", written);
        if let Some(reason) = reason {
            page.placed("reason", &reason.value, reason.span);
        }
        matches.iter().for_each(|node| page.node("match", node));
        no_matches
            .iter()
            .for_each(|node| page.node("no_match", node));
    });
}

pub(super) fn print_error(page: &mut Page<'_>, error: &DeclaredError) {
    let DeclaredError {
        code,
        message,
        guidance,
        retryable,
        user_fixable,
    } = error;
    let head = format!("error: {}", code.value);
    page.section(&head, Some(code.span), |page| {
        page.row("message", message);
        page.row("guidance", guidance.as_deref().unwrap_or_default());
        page.flag("retryable", *retryable);
        page.flag("user_fixable", *user_fixable);
    });
}

pub(super) fn describe_statuses(statuses: Statuses) -> String {
    let Statuses { first, last } = statuses;
    if first == last {
        first.to_string()
    } else {
        format!("{first} to {last}")
    }
}

fn print_native(page: &mut Page<'_>, native: &Native) {
    let Native {
        path,
        kind,
        arguments,
        output,
    } = native;
    page.section(&format!("Rust: {}", path.join("::")), None, |page| {
        page.row("kind", &format!("{kind:?}"));
        print_native_type(page, "arguments", arguments.as_ref());
        print_native_type(page, "output", output.as_ref());
    });
}

fn print_native_type(page: &mut Page<'_>, role: &str, native: Option<&NativeType>) {
    let Some(NativeType { path, described }) = native else {
        return;
    };
    let described = match described {
        Some(described) => format!(", {described:?}"),
        None => String::new(),
    };
    page.row(role, &format!("{}{described}", path.join("::")));
}

pub(super) fn print_operation(page: &mut Page<'_>, operation: &Operation) {
    let Operation {
        method,
        path,
        parameters,
        body,
        servers,
        security,
        accepts,
        span,
        extent: _,
    } = operation;
    page.section(&format!("request: {method} {path}"), Some(*span), |page| {
        for parameter in parameters {
            print_parameter(page, parameter);
        }
        if let Some(body) = body {
            print_body(page, body);
        }
        for server in servers {
            print_server(page, server);
        }
        for (at, alternative) in security.iter().flatten().enumerate() {
            page.section(&format!("credentials {at}"), None, |page| {
                for requirement in alternative {
                    print_requirement(page, requirement);
                }
            });
        }
        page.row("accepts", &accepts.join(", "));
    });
}

fn print_parameter(page: &mut Page<'_>, parameter: &Parameter) {
    let Parameter {
        value,
        name,
        place,
        form,
    } = parameter;
    let value = match value {
        Origin::Argument(argument) => format!("argument `{argument}`"),
        Origin::Constant(text) => format!("always {text}"),
        Origin::Hidden => "hidden".to_owned(),
    };
    let head = format!("{} `{name}`", place.name());
    page.row(&head, &format!("{value}, {form:?}"));
}

fn print_body(page: &mut Page<'_>, body: &Body) {
    let Body {
        media_type,
        encoding,
        content,
        required,
        within,
        fields,
        names,
        headers,
    } = body;
    let head = format!("body: {media_type}, {encoding:?}");
    page.section(&head, None, |page| {
        page.flag("required", *required);
        match content {
            Content::Argument(argument) => page.row("argument", argument),
            Content::Rest(constants) => {
                page.row("content", "the arguments that are not parameters");
                for (name, value) in constants {
                    page.row(&format!("`{name}` is always"), value);
                }
            }
        }
        for Within { path, value } in within {
            page.row(&format!("within: `{}` is always", path.join(".")), value);
        }
        for Field {
            name,
            form,
            is_file,
        } in fields
        {
            let file = if *is_file { ", a file" } else { "" };
            page.row(&format!("field `{name}`"), &format!("{form:?}{file}"));
        }
        page.row("names", &names.join(", "));
        for PartHeader { part, name, value } in headers {
            page.row(&format!("header of `{part}`"), &format!("{name}: {value}"));
        }
    });
}

fn print_server(page: &mut Page<'_>, server: &Server) {
    let Server {
        url,
        span,
        variables,
    } = server;
    page.section(&format!("server: {url}"), Some(*span), |page| {
        for Variable {
            name,
            default,
            choices,
        } in variables
        {
            page.row(&format!("variable `{name}`"), default);
            page.row("one of", &choices.join(", "));
        }
    });
}

fn print_requirement(page: &mut Page<'_>, requirement: &Requirement) {
    let Requirement {
        name,
        scheme,
        scopes,
    } = requirement;
    page.section(&format!("scheme `{name}`: {scheme:?}"), None, |page| {
        page.row("scopes", &scopes.join(", "));
    });
}
