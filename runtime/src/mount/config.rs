//! Resolves the values of a configuration: those of the spec, and those from the environment in their places.

use super::{ConfigFault, MountTable};
use crate::context::Context;
use crate::violation::Violations;
use serde_json::Value;
use std::collections::HashMap;
use std::fmt;

/// A value that comes from the environment.
#[derive(Debug)]
pub struct ConfigPlace {
    /// A JSON Pointer to its place in the configuration.
    pub pointer: &'static str,
    /// The parts that make up the value.
    pub parts: &'static [ConfigPart],
    /// Whether the place accepts a string; otherwise the value is parsed as JSON.
    pub is_text: bool,
}

/// A part of a value that comes from the environment.
#[derive(Debug)]
pub enum ConfigPart {
    /// Literal text.
    Text(&'static str),
    /// The value of an environment variable.
    Variable(&'static str),
}

/// Replaces the environment variables of the process, within a context: `context.with_extension(…)`.
///
/// ```
/// use toolc_runtime::{Context, Environment};
///
/// let context = Context::new("tests").with_extension(Environment::of([("NOTES_TOKEN", "t")]));
/// ```
#[derive(Clone, Default)]
pub struct Environment(HashMap<String, String>);

impl Environment {
    /// Provides these variables and no others.
    pub fn of<K: Into<String>, V: Into<String>>(
        variables: impl IntoIterator<Item = (K, V)>,
    ) -> Self {
        let variables = variables.into_iter();
        Environment(
            variables
                .map(|(name, value)| (name.into(), value.into()))
                .collect(),
        )
    }
}

impl fmt::Debug for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Environment").finish_non_exhaustive()
    }
}

fn variable(context: &Context, name: &str) -> Option<String> {
    match context.extension::<Environment>() {
        Some(Environment(variables)) => variables.get(name).cloned(),
        None => std::env::var(name).ok(),
    }
}

/// All values, with those from the environment filled in.
pub(super) fn resolve_config(
    table: &MountTable,
    context: &Context,
) -> Result<Value, Vec<ConfigFault>> {
    let mut faults = Vec::new();
    // Generated code contains valid JSON here.
    let mut value: Value = serde_json::from_str(table.config).unwrap_or_default();
    for place in table.places {
        let mut text = String::new();
        for part in place.parts {
            match part {
                ConfigPart::Text(part) => text.push_str(part),
                ConfigPart::Variable(name) => match variable(context, name) {
                    Some(value) => text.push_str(&value),
                    None => faults.push(unset(place, name)),
                },
            }
        }
        if let Some(slot) = value.pointer_mut(place.pointer) {
            *slot = match place.is_text {
                true => Value::String(text),
                // If it is not JSON, it will violate the schema.
                false => serde_json::from_str(&text).unwrap_or(Value::String(text)),
            };
        }
    }
    if faults.is_empty() {
        Ok(value)
    } else {
        Err(faults)
    }
}

fn unset(place: &ConfigPlace, name: &'static str) -> ConfigFault {
    ConfigFault {
        key: place.pointer.to_owned(),
        variables: vec![name],
        is_unset: true,
        message: "is not set".to_owned(),
    }
}

/// The violations of the schema, with the variables that the values come from.
pub(super) fn config_faults(table: &MountTable, violations: &Violations) -> Vec<ConfigFault> {
    let fault = |pointer: &str, message: &str| {
        let is_near = |place: &&ConfigPlace| {
            let below = place.pointer.strip_prefix(pointer);
            let above = pointer.strip_prefix(place.pointer);
            [below, above]
                .into_iter()
                .flatten()
                .any(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let parts = table
            .places
            .iter()
            .filter(is_near)
            .flat_map(|place| place.parts);
        let variables = parts.filter_map(|part| match part {
            ConfigPart::Variable(name) => Some(*name),
            ConfigPart::Text(_) => None,
        });
        ConfigFault {
            key: pointer.to_owned(),
            variables: variables.collect(),
            is_unset: false,
            message: message.to_owned(),
        }
    };
    let violations = violations.iter();
    violations
        .map(|found| fault(&found.pointer, &found.message))
        .collect()
}
