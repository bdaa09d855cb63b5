//! The settings for commands as rows, and which rules allow more.

use super::{Commands, ShellRule};
use crate::model::approval::Approval;
use crate::model::field::field;
use crate::model::toolset::setting::{ToolsetSetting, ToolsetValue, Unit, Wider};
use toolc_base::node::Node;
use toolc_base::order::sort_by;
use toolc_base::source::Spanned;
use toolc_runtime::json::write_string;
use toolc_runtime::shell::{Matching, decide};
use toolc_schema::data::Data;

/// The key of the rules in the lock.
pub const COMMAND_RULES: &str = "shell.rules";

/// What is written in the lock after the words of a rule that any options may follow. No word ends with a colon without
/// quotes.
pub const ANY_OPTIONS: &str = ": any options";

/// A row for each setting.
pub const COMMAND_SETTINGS: &[ToolsetSetting<Commands>] = &[
    ToolsetSetting {
        key: "rules",
        locked: COMMAND_RULES,
        value: ToolsetValue::Parts {
            record: write_rules,
            inherit: |own, theirs| own.rules.clone_from(&theirs.rules),
            find_wider: find_wider_rule,
        },
    },
    ToolsetSetting {
        key: "matching",
        locked: "shell.matching",
        value: ToolsetValue::Parts {
            record: |commands| {
                let matching = commands.matching.as_ref()?;
                let word = match matching.value {
                    Matching::First => "first",
                    Matching::Strictest => "strictest",
                };
                Some(Node::string(word, matching.span))
            },
            inherit: |own, theirs| own.matching.clone_from(&theirs.matching),
            // what it does is compared with the rules
            find_wider: |_, _| None,
        },
    },
    ToolsetSetting {
        key: "default",
        locked: "shell.default",
        value: ToolsetValue::Parts {
            record: |commands| {
                let default = commands.default.as_ref()?;
                Some(Node::string(default.value.name(), default.span))
            },
            inherit: |own, theirs| own.default.clone_from(&theirs.default),
            find_wider: |own, than| {
                let default = own.default.as_ref()?;
                let is_wider = !allows(than, None, default.value);
                is_wider.then_some(("default", default.span))
            },
        },
    },
    ToolsetSetting {
        key: "timeout",
        locked: "shell.timeout_ms",
        value: ToolsetValue::Limit(Unit::Duration, field!(timeout)),
    },
    ToolsetSetting {
        key: "max_output",
        locked: "shell.max_output_bytes",
        value: ToolsetValue::Limit(Unit::Size, field!(max_output)),
    },
    ToolsetSetting {
        key: "env",
        locked: "shell.env",
        value: ToolsetValue::Parts {
            record: write_env,
            inherit: |own, theirs| own.env.clone_from(&theirs.env),
            find_wider: |own, than| {
                let is_known = |name: &Spanned<String>| {
                    let mut others = than.env.iter();
                    others.any(|other| other.value == name.value)
                };
                let new = own.env.iter().find(|name| !is_known(name))?;
                Some(("env", new.span))
            },
        },
    },
    ToolsetSetting {
        key: "root",
        locked: "shell.root",
        value: ToolsetValue::Folder(field!(root)),
    },
];

/// The rules in their order, which matters.
fn write_rules(commands: &Commands) -> Option<Node> {
    let first = commands.rules.first()?.pattern.span;
    let rules = commands.rules.iter();
    let rules = rules.map(|rule| Node::string(show_rule(rule), rule.pattern.span));
    Some(Node::list(rules.collect(), first))
}

/// `blocked git push: releases are made by people`, with quotes around words that contain spaces;
/// `preApproved ./check.sh: any options`.
fn show_rule(rule: &ShellRule) -> String {
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
            write_string(word, &mut text)
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

fn write_env(commands: &Commands) -> Option<Node> {
    let first = commands.env.first()?.span;
    let mut names: Vec<_> = commands.env.iter().collect();
    sort_by(&mut names, &mut |one, other| one.value.cmp(&other.value));
    let names = names
        .into_iter()
        .map(|name| Node::string(&name.value, name.span));
    Some(Node::list(names.collect(), first))
}

fn find_wider_rule(own: &Commands, than: &Commands) -> Option<Wider> {
    for rule in &own.rules {
        let approval = rule.approval.value;
        if !allows(than, Some(rule), approval) || !allows_words(than, rule) {
            return Some(("rules", rule.pattern.span));
        }
        if let Some(span) = rule.any_options
            && approval == Approval::PreApproved
            && !allows_any_options(than, rule)
        {
            return Some(("options", span));
        }
    }
    None
}

/// Whether all commands matched by a rule (or all commands, if none is given) need at most this
/// approval here.
fn allows(commands: &Commands, of: Option<&ShellRule>, approval: Approval) -> bool {
    if approval == Approval::Blocked {
        return true;
    }
    let mut is_decided = false;
    for rule in &commands.rules {
        let covers = of.is_some_and(|of| rule.covers(of));
        let overlaps = covers || of.is_none_or(|of| of.covers(rule));
        if overlaps && rule.approval.value > approval {
            return false;
        }
        is_decided |= covers;
        if covers && commands.matching() == Matching::First {
            // Later rules are never consulted for these commands.
            return true;
        }
    }
    let default = commands.default.as_ref();
    is_decided || default.is_some_and(|default| default.value <= approval)
}

/// Whether the words of a rule need at most its approval here too: a rule names its own words, and they are
/// no longer what a model adds to those of another.
fn allows_words(commands: &Commands, rule: &ShellRule) -> bool {
    let approval = rule.approval.value;
    let default = commands
        .default
        .as_ref()
        .map(|default| default.value.build());
    let needed = commands
        .with_rules(|rules| decide(rules, commands.matching(), default, &rule.words).approval());
    approval == Approval::Blocked || needed <= approval.build()
}

/// Whether any options may follow the words of a rule here too.
fn allows_any_options(commands: &Commands, rule: &ShellRule) -> bool {
    let mut covering = commands.rules.iter().filter(|other| other.covers(rule));
    let has_any = |other: &ShellRule| other.any_options.is_some();
    match commands.matching() {
        Matching::First => covering.next().is_some_and(has_any),
        Matching::Strictest => covering.all(has_any),
    }
}
