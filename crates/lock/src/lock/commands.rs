//! The commands that a worker may run, as written in the lock.

use super::Settings;
use toolc_base::node::{Node, Value};
use toolc_base::order::sort_by;
use toolc_base::source::Span;
use toolc_model::model::shell::{Commands, ShellRule};
use toolc_runtime::shell::Matching;

/// Adds the settings for commands. Rules are kept in order, because their order matters.
pub(super) fn add_commands(settings: &mut Settings, commands: &Commands) {
    let Commands {
        rules,
        matching,
        default,
        timeout,
        max_output,
        env,
        root,
        span: _,
    } = commands;
    let mut add = |key: &str, value: Value, span: Span| {
        settings.insert(format!("shell.{key}"), Node::new(value, span));
    };
    if let Some(first) = rules.first() {
        let rules = rules
            .iter()
            .map(|rule| Node::new(Value::String(words(rule)), rule.pattern.span));
        add("rules", Value::List(rules.collect()), first.pattern.span);
    }
    if let Some(matching) = matching {
        let word = match matching.value {
            Matching::First => "first",
            Matching::Strictest => "strictest",
        };
        add("matching", Value::String(word.to_owned()), matching.span);
    }
    if let Some(default) = default {
        let word = default.value.name().to_owned();
        add("default", Value::String(word), default.span);
    }
    let numbers = [("timeout_ms", timeout), ("max_output_bytes", max_output)];
    for (key, number) in numbers {
        if let Some(number) = number {
            let text = number.value.to_string();
            add(key, Value::Number(text.into()), number.span);
        }
    }
    if let Some(first) = env.first() {
        let mut names: Vec<_> = env.iter().collect();
        sort_by(&mut names, &mut |one, other| one.value.cmp(&other.value));
        let names = names
            .into_iter()
            .map(|name| Node::new(Value::String(name.value.clone()), name.span));
        add("env", Value::List(names.collect()), first.span);
    }
    if let Some(root) = root {
        add("root", Value::String(root.value.clone()), root.span);
    }
}

/// What stands after the words of a rule that any options may follow. No word ends with a colon without
/// quotes.
pub const ANY_OPTIONS: &str = ": any options";

/// The setting that has the rules.
#[cfg(feature = "drift")]
pub const COMMAND_RULES: &str = "shell.rules";

/// `blocked git push: releases are made by people`, with quotes around words that contain spaces;
/// `preApproved ./check.sh: any options`.
fn words(rule: &ShellRule) -> String {
    let ShellRule {
        words,
        approval,
        reason,
        any_options,
        // `words` are the pattern, and the examples have been checked
        pattern: _,
        matches: _,
        no_match: _,
    } = rule;
    let mut text = approval.value.name().to_owned();
    for word in words {
        text.push(' ');
        if word.is_empty() || word.contains([' ', '\t', '"', '\'', '\\', ':']) {
            toolc_runtime::json::write_string(word, &mut text)
        } else {
            text.push_str(word)
        }
    }
    if any_options.is_some() {
        text.push_str(ANY_OPTIONS);
    }
    if let Some(reason) = reason {
        text.push_str(": ");
        text.push_str(&reason.value);
    }
    text
}
