//! Whether the rules of a shell do what they seem to do.

use toolc_base::diagnostic::quote::quote_names;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use toolc_base::source::{Span, Spanned};
use toolc_model::model::approval::Approval;
use toolc_model::model::toolset::{Commands, ShellRule};
use toolc_runtime::shell::{
    Escape, Launch, Launcher, Matching, Rule, Unfit, Verdict, decide, find_launcher, split,
};

/// Environment variables through which a program loads or runs what they name.
const LOADING: &[&str] = &[
    "LD_PRELOAD",
    "LD_LIBRARY_PATH",
    "LD_AUDIT",
    "DYLD_INSERT_LIBRARIES",
    "DYLD_LIBRARY_PATH",
    "BASH_ENV",
    "ENV",
    "PROMPT_COMMAND",
    "PYTHONPATH",
    "PYTHONSTARTUP",
    "PERL5LIB",
    "PERL5OPT",
    "RUBYOPT",
    "RUBYLIB",
    "NODE_OPTIONS",
    "JAVA_TOOL_OPTIONS",
    "GIT_SSH_COMMAND",
    "GIT_EXTERNAL_DIFF",
    "GIT_EXEC_PATH",
    "PAGER",
    "EDITOR",
    "VISUAL",
    "RUSTC_WRAPPER",
    "LESSOPEN",
];

/// Reports rules that never decide or that allow too much, and examples that another rule decides.
pub(super) fn check_shell(diagnostics: &mut Diagnostics, commands: &Commands) {
    if commands.rules.is_empty() && commands.default.is_none() {
        let message = "this shell runs nothing: it has no `rules` and no `default`";
        let finding = Diagnostic::new(Code::IDLE_SETTING, commands.span, message).help(
            "add `rules: [{ pattern: \"git status\", approval: ask }]`, or `default: { approval: ask }`",
        );
        diagnostics.push(finding);
    }
    for (number, rule) in commands.rules.iter().enumerate() {
        match commands.find_overruling(number) {
            Some(other) => diagnostics.push(unreachable(commands.matching(), other, rule)),
            None => check_breadth(diagnostics, rule),
        }
    }
    commands.with_rules(|rules| check_examples(diagnostics, commands, rules));
    if let Some(default) = &commands.default
        && default.value == Approval::PreApproved
    {
        let message = "`preApproved` as the default lets every command run that no rule names";
        let finding = Diagnostic::new(Code::BROAD_RULE, default.span, message)
            .label("nobody is asked")
            .help("write `default: { approval: ask }`, and a rule for each command that may run unasked");
        diagnostics.push(finding);
    }
    for name in &commands.env {
        if LOADING.contains(&name.value.as_str()) {
            diagnostics.push(loading(name));
        }
    }
}

/// A rule that is stricter than the one that decides in its place looks like a restriction but is
/// not one.
fn unreachable(matching: Matching, other: &ShellRule, rule: &ShellRule) -> Diagnostic {
    let (was, is) = (other.approval.value, rule.approval.value);
    let message = format!(
        "the rule `{}` never decides: `{}` covers the same commands, and says `{}`",
        rule.pattern.value.trim(),
        other.pattern.value.trim(),
        was.name()
    );
    let help = match matching {
        _ if other.words == rule.words => "remove one of the two rules",
        Matching::First => {
            "move it above that rule: the first rule whose words a command begins with decides"
        }
        Matching::Strictest => "remove it: the strictest of the rules decides",
    };
    let finding = Diagnostic::new(Code::UNREACHABLE_RULE, rule.pattern.span, message)
        .label(format!("`{}` has no effect", is.name()))
        .also(other.pattern.span, "this rule decides")
        .help(help);
    if is > was {
        finding
    } else {
        finding.severity(Severity::Warning)
    }
}

/// A program that runs other programs must not run unasked with arguments chosen by a model, and what no
/// table knows should be named by a rule.
fn check_breadth(diagnostics: &mut Diagnostics, rule: &ShellRule) {
    if rule.approval.value != Approval::PreApproved {
        return;
    }
    let launcher = rule
        .words
        .first()
        .and_then(|program| find_launcher(program));
    let runs_anything = launcher.filter(|launcher| launcher.launch == Launch::Anything);
    if let Some(any_options) = rule.any_options {
        diagnostics.push(any_allowed(rule, any_options, runs_anything));
    }
    let ([program], Some(launcher)) = (rule.words.as_slice(), launcher) else {
        return;
    };
    let finding = match launcher.launch {
        Launch::Anything => {
            let message = format!(
                "`{program}` runs whatever its arguments name, so it cannot be `preApproved` on its own"
            );
            Diagnostic::new(Code::BROAD_RULE, rule.pattern.span, message)
                .label("nobody is asked")
                .help(
                    "write the whole command as the pattern, which then takes no other arguments, \
                     or `approval: ask`",
                )
        }
        Launch::Options { first, any, .. } => {
            let options = first.split_whitespace().chain(any.split_whitespace());
            let shown = quote_names(options.take(4));
            let message = format!(
                "`{program}` alone is broad: what follows runs unasked if it is known to be harmless, \
                 arguments such as {shown} are refused, and all others ask"
            );
            Diagnostic::new(Code::BROAD_RULE, rule.pattern.span, message)
                .severity(Severity::Warning)
                .label("models choose the rest")
                .help(format!(
                    "write more of the command, so that the rule names what is meant; for such \
                     arguments, see {}",
                    launcher.source
                ))
        }
    };
    diagnostics.push(finding);
}

/// Words that no table knows run unasked, or would if the program took any.
fn any_allowed(rule: &ShellRule, place: Span, launcher: Option<&Launcher>) -> Diagnostic {
    let pattern = rule.pattern.value.trim();
    let Some(launcher) = launcher else {
        let message = format!(
            "`options: any` lets every word follow `{pattern}` that is not refused and leads nowhere else"
        );
        return Diagnostic::new(Code::ANY_OPTIONS, place, message)
            .label("nobody is asked")
            .help("write a rule for each option that is meant: a pattern names what follows, too");
    };
    let message = format!("`options: any` has no effect: nothing else may follow `{pattern}`");
    Diagnostic::new(Code::IDLE_SETTING, place, message)
        .label(format!("`{}` runs what its arguments name", rule.words[0]))
        .help(format!(
            "remove it, and write whole commands as patterns; see {}",
            launcher.source
        ))
}

fn check_examples(diagnostics: &mut Diagnostics, commands: &Commands, rules: &[Rule<'_>]) {
    for (number, rule) in commands.rules.iter().enumerate() {
        for (examples, should) in [(&rule.matches, true), (&rule.no_match, false)] {
            for example in examples {
                let outcome = judge(commands, rules, example);
                let decides = matches!(outcome, Outcome::Rule(decider) if decider == number);
                if decides != should {
                    diagnostics.push(wrong_example(commands, rule, example, &outcome, should));
                }
            }
        }
    }
}

/// How the rules decide an example.
enum Outcome {
    Rule(usize),
    Unfit(Unfit),
    /// Why an argument is refused.
    Escape(String),
    /// Why somebody is asked about a command that the rule covers.
    Asks(String),
    NoRule,
}

fn judge(commands: &Commands, rules: &[Rule<'_>], example: &Spanned<String>) -> Outcome {
    let words = match split(&example.value) {
        Ok(words) => words,
        Err(unfit) => return Outcome::Unfit(unfit),
    };
    match decide(rules, commands.matching(), None, &words) {
        Verdict::Rule(number, _) => Outcome::Rule(number),
        Verdict::Escape(escape) => Outcome::Escape(describe_escape(&words[0], &escape)),
        Verdict::Doubtful(_, doubt) => Outcome::Asks(doubt.to_string()),
        Verdict::Default(_) | Verdict::Unlisted => Outcome::NoRule,
    }
}

fn describe_escape(program: &str, escape: &Escape<'_>) -> String {
    match escape {
        Escape::Option(option) => {
            format!("no rule names `{option}`, which can run other things")
        }
        Escape::Argument(argument) => {
            format!("`{program}` runs what its arguments name, and no rule names `{argument}`")
        }
    }
}

fn wrong_example(
    commands: &Commands,
    rule: &ShellRule,
    example: &Spanned<String>,
    outcome: &Outcome,
    should: bool,
) -> Diagnostic {
    let verb = if should { "does not decide" } else { "decides" };
    let message = format!(
        "the rule `{}` {verb} its example `{}`",
        rule.pattern.value.trim(),
        example.value
    );
    let why = match outcome {
        Outcome::Rule(_) if !should => "it begins with the words of the rule".to_owned(),
        Outcome::Rule(number) => {
            format!("`{}` decides", commands.rules[*number].pattern.value.trim())
        }
        Outcome::Unfit(unfit) => format!("it is refused: {unfit}"),
        Outcome::Escape(why) => format!("it is refused: {why}"),
        Outcome::Asks(why) => format!("it is not let run, but asked about: {why}"),
        Outcome::NoRule => "no rule covers it".to_owned(),
    };
    let finding = Diagnostic::new(Code::WRONG_EXAMPLE, example.span, message).label(why);
    let finding = match outcome {
        Outcome::Rule(number) if should => {
            finding.also(commands.rules[*number].pattern.span, "this rule decides")
        }
        _ => finding.also(rule.pattern.span, "the words of the rule"),
    };
    finding.help(match outcome {
        Outcome::Asks(_) => {
            "name what it needs in the pattern, or correct the example; `options: any` lets any options \
             follow"
        }
        _ => "correct the pattern, the order of the rules, or the example",
    })
}

fn loading(name: &Spanned<String>) -> Diagnostic {
    let message = format!(
        "with the variable `{}`, commands load or run what it names",
        name.value
    );
    Diagnostic::new(Code::UNSAFE_VARIABLE, name.span, message)
        .label("passed on to every command")
        .help("leave it out, unless every command of the rules may run what it names")
}
