//! What `toolc check` prints for tools that no worker has yet: what their calls do, and which
//! provider would refuse them.

use super::input::Input;
use super::output::{count_noun, print_line};
use super::report::is_refusal;
use std::collections::BTreeSet;
use toolc_base::date::Date;
use toolc_base::diagnostic::render::escape_text;
use toolc_base::diagnostic::{Diagnostics, Severity};
use toolc_compile::compile::{Options, Outcome, compile};
use toolc_model::model::effect::Effect;
use toolc_model::model::{Catalog, Target};
use toolc_read::load::Loaded;

/// Larger sets of tools are compiled a second time only on request.
const MOST: usize = 500;

/// Lines for more workers than this would hide the findings; `toolc list --workers` has them all.
const MOST_WORKERS: usize = 12;

/// The targets their definitions are judged for: the usual format of each provider.
const PROVIDERS: &[&str] = &[
    "openai",
    "anthropic",
    "bedrock",
    "gemini",
    "gemini-openapi",
    "mcp",
];

/// Prints this if there is neither a worker nor a target, and no error.
pub(super) fn print_first_look(
    input: &Input,
    loaded: &Loaded,
    outcome: &Outcome,
    today: Option<Date>,
) {
    let Some(checked) = &outcome.checked else {
        return;
    };
    let catalog = checked.catalog();
    let is_wrong = outcome
        .diagnostics
        .iter()
        .any(|found| found.severity == Severity::Error);
    let count = catalog.tools.len();
    let is_undecided = outcome.summary.is_open && catalog.targets.is_empty();
    if is_wrong || !is_undecided || count == 0 {
        return;
    }
    print_line(&describe_effects(catalog));
    if count > MOST {
        print_line(
            "targets: none is named, and there are too many tools to try them all: `toolc check --target NAME`",
        );
        return;
    }
    let providers: Vec<&'static Target> = PROVIDERS
        .iter()
        .filter_map(|name| Target::named(name))
        .collect();
    let options = Options {
        targets: providers.clone(),
        today,
        ..input.options()
    };
    let judged = compile(Diagnostics::default(), loaded, &options);
    print_line(&describe_targets(catalog, &providers, &judged));
}

/// `effects: of 9 tools 4 only read, 5 do not say what they do (which counts as the worst); …`
fn describe_effects(catalog: &Catalog) -> String {
    let count = |class: Effect| {
        catalog
            .tools
            .iter()
            .filter(|tool| tool.effect.class == class)
            .count()
    };
    let kinds = [
        (Effect::Read, "only reads", "only read"),
        (Effect::Write, "changes something", "change something"),
        (
            Effect::Destructive,
            "may destroy something",
            "may destroy something",
        ),
        (
            Effect::Unknown,
            "does not say what it does (which counts as the worst)",
            "do not say what they do (which counts as the worst)",
        ),
    ];
    let kinds = kinds
        .into_iter()
        .filter_map(|(class, one, several)| match count(class) {
            0 => None,
            1 => Some(format!("1 {one}")),
            count => Some(format!("{count} {several}")),
        });
    let kinds: Vec<String> = kinds.collect();
    format!(
        "effects: of {} {}; a worker file says who is asked before which call",
        count_noun(catalog.tools.len(), "tool"),
        kinds.join(", "),
    )
}

/// `targets: gemini-openapi refuses 2 of them (…); openai, mcp would take all of them; …`
fn describe_targets(catalog: &Catalog, providers: &[&'static Target], judged: &Outcome) -> String {
    let refused_by = |target: &&'static Target| {
        let found = judged.diagnostics.iter();
        let found =
            found.filter(|it| is_refusal(it.code) && it.about.targets.contains(&target.name));
        let tools: BTreeSet<&String> = found.filter_map(|it| it.about.tool.as_ref()).collect();
        (target.name, tools.len())
    };
    let counts: Vec<(&str, usize)> = providers.iter().map(refused_by).collect();
    let takes = counts.iter().filter(|(_, count)| *count == 0);
    let takes: Vec<&str> = takes.map(|(name, _)| *name).collect();
    let mut parts = Vec::new();
    for (name, count) in counts.iter().filter(|(_, count)| *count > 0) {
        parts.push(format!(
            "{name} refuses {count} of them (`toolc check --target {name}`)"
        ));
    }
    if !takes.is_empty() {
        parts.push(format!("{} would take all of them", takes.join(", ")));
    }
    let ids: Vec<_> = catalog.numbered().map(|(id, _)| id).collect();
    let tokens = providers.iter();
    let tokens = tokens.map(|target| describe_count(target, catalog.count_tokens(&ids, target)));
    let tokens: Vec<String> = tokens.collect();
    format!(
        "targets: {}\ntokens: their definitions are {}",
        parts.join(", "),
        tokens.join(", ")
    )
}

fn describe_count(target: &Target, tokens: u64) -> String {
    format!("about {tokens} for {}", target.name)
}

/// Prints what the definitions of each worker cost for each target of `toolc.yaml`, if there are any and no error:
/// `tokens: worker support: about 2475 for anthropic, about 2600 for mcp`.
pub(super) fn print_tokens(outcome: &Outcome) {
    let Some(checked) = &outcome.checked else {
        return;
    };
    let catalog = checked.catalog();
    if catalog.targets.is_empty() || catalog.workers.len() > MOST_WORKERS {
        return;
    }
    for worker in &catalog.workers {
        let ids = catalog.order_overloads(worker.grants.iter().map(|grant| grant.tool));
        let counts = catalog.targets.iter();
        let counts =
            counts.map(|target| describe_count(target, catalog.count_loaded_tokens(&ids, target)));
        let counts: Vec<String> = counts.collect();
        let name = escape_text(&worker.name);
        print_line(&format!("tokens: worker {name}: {}", counts.join(", ")));
    }
}
