//! The commands that a worker may run, as written in the lock.

use super::Settings;
use crate::model::shell::{Commands, ShellRule};
use crate::node::{Node, Value};
use crate::source::Span;
use toolc_runtime::shell::Matching;

/// Adds the settings for commands. Rules are kept in order, because their order matters.
pub(super) fn add_commands(settings: &mut Settings, commands: &Commands) {
    let mut add = |key: &str, value: Value, span: Span| {
        settings.insert(format!("shell.{key}"), Node::new(value, span));
    };
    if let Some(first) = commands.rules.first() {
        let rules = commands.rules.iter();
        let rules = rules.map(|rule| Node::new(Value::String(words(rule)), rule.pattern.span));
        add("rules", Value::List(rules.collect()), first.pattern.span);
    }
    if let Some(matching) = &commands.matching {
        let word = match matching.value {
            Matching::First => "first",
            Matching::Strictest => "strictest",
        };
        add("matching", Value::String(word.to_owned()), matching.span);
    }
    if let Some(default) = &commands.default {
        let word = default.value.name().to_owned();
        add("default", Value::String(word), default.span);
    }
    let numbers = [
        ("timeout_ms", &commands.timeout),
        ("max_output_bytes", &commands.max_output),
    ];
    for (key, number) in numbers {
        if let Some(number) = number {
            let text = number.value.to_string();
            add(key, Value::Number(text.into()), number.span);
        }
    }
    if let Some(first) = commands.env.first() {
        let mut names: Vec<_> = commands.env.iter().collect();
        names.sort_by(|one, other| one.value.cmp(&other.value));
        let names = names
            .into_iter()
            .map(|name| Node::new(Value::String(name.value.clone()), name.span));
        add("env", Value::List(names.collect()), first.span);
    }
    if let Some(root) = &commands.root {
        add("root", Value::String(root.value.clone()), root.span);
    }
}

/// `blocked git push: releases are made by people`, with quotes around words that contain spaces.
fn words(rule: &ShellRule) -> String {
    let mut text = rule.approval.value.name().to_owned();
    for word in &rule.words {
        text.push(' ');
        if word.is_empty() || word.contains([' ', '\t', '"', '\'', '\\', ':']) {
            toolc_runtime::json::write_string(word, &mut text)
        } else {
            text.push_str(word)
        }
    }
    if let Some(reason) = &rule.reason {
        text.push_str(": ");
        text.push_str(&reason.value);
    }
    text
}
