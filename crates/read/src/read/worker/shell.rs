//! The settings for the toolset `shell`: which commands may run, and their limits.

use super::limits::read_toolset_limits;
use crate::read::fields::{self, Keys};
use crate::read::variables::is_fit_name;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Map, Node};
use toolc_base::source::{Span, Spanned};
use toolc_model::model::approval::Approval;
use toolc_model::model::toolset::{COMMAND_SETTINGS, Commands, LONGEST, ShellRule};
use toolc_runtime::shell::{Matching, Unfit, split};

/// Reads the settings other than tools and approval.
pub(super) fn read_shell(diagnostics: &mut Diagnostics, map: &Map, span: Span) -> Commands {
    let mut commands = Commands::new(span);
    read_toolset_limits(diagnostics, map, COMMAND_SETTINGS, &mut commands);
    let timeout = commands.timeout.take();
    commands.timeout = timeout.filter(|timeout| is_fit_timeout(diagnostics, timeout));
    commands.rules = read_rules(diagnostics, map);
    commands.matching = read_matching(diagnostics, map);
    commands.default = read_default(diagnostics, map);
    commands.env = read_env(diagnostics, map);
    commands.root = read_root(diagnostics, map);
    commands
}

fn is_fit_timeout(diagnostics: &mut Diagnostics, timeout: &Spanned<u64>) -> bool {
    let fits = (1_000..=LONGEST).contains(&timeout.value);
    if !fits {
        let message = "`timeout` of a shell must be between `1s` and `300s`";
        let finding = Diagnostic::new(Code::WRONG_SHAPE, timeout.span, message)
            .help("write a duration between them, such as `30s`");
        diagnostics.push(finding);
    }
    fits
}

fn read_matching(diagnostics: &mut Diagnostics, map: &Map) -> Option<Spanned<Matching>> {
    const WORDS: &[(&str, Matching)] = &[
        ("first", Matching::First),
        ("strictest", Matching::Strictest),
    ];
    let node = map.get("matching")?;
    fields::one_of(diagnostics, node, "`matching`", "way of matching", WORDS)
        // a value that cannot be read is treated as the stricter one
        .or(Some(Spanned::new(Matching::Strictest, node.span)))
}

fn read_rules(diagnostics: &mut Diagnostics, map: &Map) -> Vec<ShellRule> {
    let Some(node) = map.get("rules") else {
        return Vec::new();
    };
    let Some(items) = node.as_list() else {
        let wanted = "a list of rules, such as `[{ pattern: \"git status\", approval: ask }]`";
        fields::wrong_kind(diagnostics, node, "`rules`", wanted);
        return Vec::new();
    };
    let rules = items.iter();
    rules
        .filter_map(|item| read_rule(diagnostics, item))
        .collect()
}

/// `{ pattern: "git status", approval: preApproved }`
fn read_rule(diagnostics: &mut Diagnostics, node: &Node) -> Option<ShellRule> {
    let Some(map) = node.as_map() else {
        let wanted = "a mapping, such as `{ pattern: \"git status\", approval: ask }`";
        fields::wrong_kind(diagnostics, node, "a rule of a shell", wanted);
        return None;
    };
    let keys = Keys {
        owner: "a rule of a shell",
        known: &[
            "pattern", "approval", "reason", "options", "match", "no_match",
        ],
        restrictions: &[],
        idle: &[],
        called: &[
            ("command", "pattern"),
            ("prefix", "pattern"),
            ("blockReason", "reason"),
            ("block_reason", "reason"),
        ],
        elsewhere: &[
            ("allow", "write `approval: preApproved`"),
            ("deny", "write `approval: blocked`"),
            ("option", "did you mean `options: any`?"),
            ("args", "did you mean `options: any`?"),
            ("arguments", "did you mean `options: any`?"),
        ],
    };
    fields::check_keys(diagnostics, map, &keys);
    let approval = read_approval(diagnostics, map);
    let reason = fields::string_at(diagnostics, map, "reason");
    let reason = reason.filter(|reason| is_heard(diagnostics, reason, approval.as_ref()));
    let any_options = read_options(diagnostics, map, approval.as_ref());
    let [matches, no_match] = ["match", "no_match"].map(|key| read_examples(diagnostics, map, key));
    if !map.contains("pattern") {
        let finding = Diagnostic::new(Code::UNFIT_PATTERN, node.span, "a rule has no `pattern`")
            .help("write the first words of the commands: `pattern: \"git status\"`");
        diagnostics.push(finding);
    }
    let pattern = fields::string_at(diagnostics, map, "pattern")?;
    let words = read_words(diagnostics, &pattern)?;
    Some(ShellRule {
        // a rule that cannot be read blocks
        approval: approval.unwrap_or(Spanned::new(Approval::Blocked, node.span)),
        pattern,
        words,
        reason,
        any_options,
        matches,
        no_match,
    })
}

/// The approval, `ask` by default; `None` if it cannot be read.
fn read_approval(diagnostics: &mut Diagnostics, map: &Map) -> Option<Spanned<Approval>> {
    match map.get("approval") {
        Some(node) => fields::read_approval(diagnostics, node, "the approval of a rule"),
        None => {
            let first = map.iter().next().map(|entry| entry.key_span);
            first.map(|span| Spanned::new(Approval::Ask, span))
        }
    }
}

/// Reports a reason on a rule that blocks nothing: nobody would read it.
fn is_heard(
    diagnostics: &mut Diagnostics,
    reason: &Spanned<String>,
    approval: Option<&Spanned<Approval>>,
) -> bool {
    let heard = approval.is_none_or(|approval| approval.value == Approval::Blocked);
    if !heard {
        let message =
            "the `reason` of this rule has no effect: models read it for blocked commands only";
        let finding = Diagnostic::new(Code::IDLE_SETTING, reason.span, message)
            .help("remove it, or write `approval: blocked`");
        diagnostics.push(finding);
    }
    heard
}

/// `options: any`, on a rule that lets commands run unasked: what it asks about or blocks has any options.
fn read_options(
    diagnostics: &mut Diagnostics,
    map: &Map,
    approval: Option<&Spanned<Approval>>,
) -> Option<Span> {
    let node = map.get("options")?;
    fields::one_of(diagnostics, node, "`options`", "word", &[("any", ())])?;
    let is_heard = approval.is_none_or(|approval| approval.value == Approval::PreApproved);
    if !is_heard {
        let message =
            "`options: any` of this rule has no effect: only `preApproved` depends on options";
        let finding = Diagnostic::new(Code::IDLE_SETTING, node.span, message)
            .help("remove it, or write `approval: preApproved`");
        diagnostics.push(finding);
    }
    is_heard.then_some(node.span)
}

fn read_examples(diagnostics: &mut Diagnostics, map: &Map, key: &str) -> Vec<Spanned<String>> {
    let node = map.get(key);
    let examples =
        node.and_then(|node| fields::read_strings(diagnostics, node, &format!("`{key}`")));
    examples.unwrap_or_default()
}

/// The words of a pattern; reports a pattern that no command can begin with.
fn read_words(diagnostics: &mut Diagnostics, pattern: &Spanned<String>) -> Option<Vec<String>> {
    if pattern.value.trim().is_empty() {
        let message = "a rule with an empty pattern would match every command";
        let finding = Diagnostic::new(Code::BROAD_RULE, pattern.span, message)
            .label("no words")
            .help("write the first words of the commands, or `default: { approval: … }` for all others");
        diagnostics.push(finding);
        return None;
    }
    let words = match split(&pattern.value) {
        Ok(words) => words,
        Err(unfit) => {
            let message = "no command that runs begins with this pattern";
            let help = match unfit {
                Unfit::OpenQuote(_) => "close the quote",
                Unfit::Hidden(_) => "remove the character",
                _ => "write a program and its first arguments: `git status`",
            };
            let finding = Diagnostic::new(Code::UNFIT_PATTERN, pattern.span, message)
                .label(unfit.to_string())
                .help(help);
            diagnostics.push(finding);
            return None;
        }
    };
    let is_wild = |word: &&String| word.contains('*') && !pattern.value.contains(['"', '\'', '\\']);
    if let Some(word) = words.iter().find(is_wild) {
        let message = format!("`{word}` matches only itself in a pattern, not other words");
        let help = match words.split_last() {
            Some((last, first)) if last == "*" && !first.is_empty() => format!(
                "write `{}`: a pattern matches every command that begins with its words",
                first.join(" ")
            ),
            _ => "write only the words before `*`, or quote it to match a literal `*`".to_owned(),
        };
        let finding = Diagnostic::new(Code::UNFIT_PATTERN, pattern.span, message).help(help);
        diagnostics.push(finding);
        return None;
    }
    Some(words)
}

/// `default: { approval: ask }`
fn read_default(diagnostics: &mut Diagnostics, map: &Map) -> Option<Spanned<Approval>> {
    let node = map.get("default")?;
    let Some(default) = node.as_map() else {
        let wanted = "a mapping, such as `{ approval: ask }`";
        fields::wrong_kind(diagnostics, node, "`default`", wanted);
        return None;
    };
    fields::refuse_unknown(diagnostics, default, &["approval"], "`default`");
    match default.get("approval") {
        None => Some(Spanned::new(Approval::Ask, node.span)),
        Some(word) => fields::read_approval(diagnostics, word, "the default approval"),
    }
}

/// `env: [HOME]`: only names, since values do not belong in a file that is reviewed.
fn read_env(diagnostics: &mut Diagnostics, map: &Map) -> Vec<Spanned<String>> {
    let Some(node) = map.get("env") else {
        return Vec::new();
    };
    let mut names = fields::read_strings(diagnostics, node, "`env`").unwrap_or_default();
    names.retain(|name| is_fit_name(diagnostics, name, NAMES_ALONE));
    names
}

const NAMES_ALONE: &str =
    "write names alone: the values are those of the program's own environment";

fn read_root(diagnostics: &mut Diagnostics, map: &Map) -> Option<Spanned<String>> {
    let root = fields::string_at(diagnostics, map, "root")?;
    let fits = !root.value.trim().is_empty() && !root.value.contains('\0');
    if !fits {
        let finding = Diagnostic::new(
            Code::WRONG_SHAPE,
            root.span,
            "`root` must be the path of a folder",
        )
        .help("write a folder, relative to where the program runs: `./workspace`");
        diagnostics.push(finding);
    }
    fits.then_some(root)
}
