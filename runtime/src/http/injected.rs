//! Arguments that the program provides: they come from the context of a call, and join the model's arguments
//! when the request is built.

use super::failure::Failure;
use super::operation::{Injected, Operation, Origin};
use super::redact::Secrets;
use crate::context::Context;
use crate::json::write_string;
use crate::schema::Schema;
use crate::walk::validate;
use std::borrow::Cow;

/// The arguments of a call together with those that the program provides, of which the secret ones are
/// recorded.
pub(super) fn add_injected<'a>(
    operation: &Operation,
    arguments: &'a str,
    context: &Context,
    secrets: &Secrets,
) -> Result<Cow<'a, str>, Failure> {
    if operation.injected.is_empty() {
        return Ok(Cow::Borrowed(arguments));
    }
    let arguments = arguments.trim();
    let members = match arguments {
        "" => Some(""),
        _ => arguments
            .strip_prefix('{')
            .and_then(|rest| rest.strip_suffix('}')),
    };
    let Some(members) = members else {
        return Err(Failure::internal("the arguments are not an object"));
    };
    // These come first, because the first of several equal keys counts, whatever the model has written.
    let mut all = String::from("{");
    for (index, injected) in operation.injected.iter().enumerate() {
        let text = find_value(injected, context)?;
        if injected.is_secret {
            secrets.add(context.value(injected.name).unwrap_or_default());
        }
        if index > 0 {
            all.push(',');
        }
        write_string(injected.name, &mut all);
        all.push(':');
        all.push_str(&text);
    }
    if !members.trim().is_empty() {
        all.push(',');
    }
    all.push_str(members);
    all.push('}');
    Ok(Cow::Owned(all))
}

/// Keeps the name of an injected argument from the model, which has not written it.
pub(super) fn hide_injected(operation: &Operation, failure: Failure) -> Failure {
    let Some(argument) = &failure.argument else {
        return failure;
    };
    let is_injected = |name: &str| operation.injected.iter().any(|one| one.name == name);
    let mut parameters = operation.parameters.iter();
    let is_parameter = parameters.any(|parameter| {
        let of_context = matches!(parameter.value, Origin::Argument(name) if is_injected(name));
        of_context && *parameter.name == **argument
    });
    match is_parameter || is_injected(argument) {
        true => Failure::not_given(format!(
            "the value of the context for `{argument}` cannot be sent"
        )),
        false => failure,
    }
}

/// The context's value as JSON: as a string if the schema accepts that, otherwise parsed as JSON, for example
/// as a number.
fn find_value(injected: &Injected, context: &Context) -> Result<String, Failure> {
    let name = injected.name;
    let Some(text) = context.value(name) else {
        let detail = format!("the context has no value `{name}`, which the request needs");
        return Err(Failure::not_given(detail));
    };
    let mut quoted = String::with_capacity(text.len() + 2);
    write_string(text, &mut quoted);
    let holds = |schema: &'static Schema, text: &str| validate(schema, text).is_ok();
    if holds(injected.schema, &quoted) {
        return Ok(quoted);
    }
    if holds(injected.schema, text) {
        return Ok(text.to_owned());
    }
    let detail = format!("the value `{name}` of the context is not what its schema says");
    Err(Failure::not_given(detail))
}
