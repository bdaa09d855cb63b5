//! Whether one worker's settings for a built-in toolset allow something that another's do not.

use crate::model::approval::Approval;
use crate::model::shell::{Commands, ShellRule};
use crate::model::toolset::{Files, Settings};
use toolc_base::source::{Span, Spanned};
use toolc_runtime::path::has_suffix;
use toolc_runtime::shell::{Matching, decide};
use toolc_schema::data::Data;

/// A key whose setting allows more, and its place.
pub type Wider = (&'static str, Span);

/// Finds a setting that allows more than its counterpart. `None` is proved; a setting that is found
/// may in rare cases be equivalent.
pub fn find_wider(own: &Settings, than: &Settings) -> Option<Wider> {
    match (own, than) {
        (Settings::Files(own), Settings::Files(than)) => find_wider_files(own, than),
        (Settings::Commands(own), Settings::Commands(than)) => find_wider_commands(own, than),
        _ => None,
    }
}

fn find_wider_files(own: &Files, than: &Files) -> Option<Wider> {
    if !lies_below(own.root.as_ref(), than.root.as_ref()) {
        return Some(("root", place(own.root.as_ref(), own.span)));
    }
    if than.read_only.is_some() && own.read_only.is_none() {
        return Some(("read_only", own.span));
    }
    for mount in &own.mounts {
        let same = than.mounts.iter().find(|other| {
            other.target.value == mount.target.value && other.path.value == mount.path.value
        });
        if same.is_none_or(|same| same.read_only && !mount.read_only) {
            return Some(("mounts", mount.target.span));
        }
    }
    if let Some(allowed) = &than.suffixes {
        let suffixes = own.suffixes.as_ref();
        let within = |own: &Spanned<Vec<String>>| {
            own.value
                .iter()
                .all(|suffix| has_suffix(suffix, allowed.value.iter().map(String::as_str)))
        };
        if !suffixes.is_some_and(within) {
            return Some(("allowed_suffixes", place(suffixes, own.span)));
        }
    }
    let file = exceeds(
        own.max_file_size.as_ref(),
        than.max_file_size.as_ref(),
        own.span,
    );
    let entries = exceeds(
        own.max_entries.as_ref(),
        than.max_entries.as_ref(),
        own.span,
    );
    file.map(|span| ("max_file_size", span))
        .or(entries.map(|span| ("max_entries", span)))
}

fn find_wider_commands(own: &Commands, than: &Commands) -> Option<Wider> {
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
    if let Some(default) = &own.default
        && !allows(than, None, default.value)
    {
        return Some(("default", default.span));
    }
    let is_new = |name: &&Spanned<String>| than.env.iter().all(|other| other.value != name.value);
    if let Some(name) = own.env.iter().find(is_new) {
        return Some(("env", name.span));
    }
    if !lies_below(own.root.as_ref(), than.root.as_ref()) {
        return Some(("root", place(own.root.as_ref(), own.span)));
    }
    let time = exceeds(own.timeout.as_ref(), than.timeout.as_ref(), own.span);
    let output = exceeds(own.max_output.as_ref(), than.max_output.as_ref(), own.span);
    time.map(|span| ("timeout", span))
        .or(output.map(|span| ("max_output", span)))
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

/// Whether a folder equals another or is within it, judging by their paths. Without a root, it is
/// the working folder of the program.
fn lies_below(own: Option<&Spanned<String>>, root: Option<&Spanned<String>>) -> bool {
    match (own, root) {
        (None, None) => true,
        (Some(own), Some(root)) if own.value == root.value => true,
        (Some(own), Some(root)) => {
            let (own, root) = (parts(&own.value), parts(&root.value));
            !own.contains(&"..") && !root.contains(&"..") && own.starts_with(&root)
        }
        _ => false,
    }
}

fn parts(path: &str) -> Vec<&str> {
    let (start, rest) = match path.strip_prefix('/') {
        Some(rest) => (Some("/"), rest),
        None => (None, path),
    };
    let parts = rest
        .split('/')
        .filter(|part| !part.is_empty() && *part != ".");
    start.into_iter().chain(parts).collect()
}

/// The place where a limit is higher than the other one, or missing.
fn exceeds(
    own: Option<&Spanned<u64>>,
    than: Option<&Spanned<u64>>,
    otherwise: Span,
) -> Option<Span> {
    let limit = than?.value;
    match own {
        Some(own) if own.value <= limit => None,
        own => Some(place(own, otherwise)),
    }
}

fn place<T>(value: Option<&Spanned<T>>, otherwise: Span) -> Span {
    value.map_or(otherwise, |value| value.span)
}
