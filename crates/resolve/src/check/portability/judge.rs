//! Which rules of a target a definition breaks, and which a whole list.

use super::facts::Facts;
use toolc_base::diagnostic::Code;
use toolc_base::node::escape_pointer;
use toolc_model::model::Tool;
use toolc_model::model::provider::{Check, Effect, Names, Obstacle, Rule};

/// A rule that is broken.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Fault {
    pub code: Code,
    /// What is wrong: the end of a sentence about the tool.
    pub is_so: String,
    /// What to write instead.
    pub help: String,
    /// The place in the input schema: a pointer to the first occurrence.
    pub at: Option<String>,
}

/// The totals over a whole list.
#[derive(Debug, Default)]
pub(super) struct Totals {
    pub tools: usize,
    pub strict: usize,
    pub optional: usize,
    pub unions: usize,
}

/// The faults of one definition. Its root is covered by a separate check.
pub(super) fn judge_tool(tool: &Tool, facts: &Facts, rule: &Rule) -> Vec<Fault> {
    match &rule.check {
        Check::Name(names) => judge_name(tool, names).into_iter().collect(),
        Check::Argument(names) => judge_arguments(tool, facts, names),
        Check::Without(keywords) => of_keywords(tool, rule, find_keywords(facts, keywords)),
        Check::Grammar(obstacle) => {
            let place = facts.obstacles.get(obstacle);
            let found = place.map(|place| (describe(*obstacle, place), place.as_str()));
            of_keywords(tool, rule, found.into_iter().collect())
        }
        Check::Formats(taken) => of_keywords(tool, rule, find_formats(facts, taken)),
        Check::Acyclic => {
            let told = |name| format!("the definition `{name}`, which leads to itself,");
            let found = facts.cycle.as_ref().map(|name| (told(name), ""));
            of_keywords(tool, rule, found.into_iter().collect())
        }
        Check::Depth(limit) => too_large(tool, "levels", facts.depth, *limit),
        Check::Properties(limit) => too_large(tool, "properties", facts.properties, *limit),
        Check::EnumValues(limit) => too_large(tool, "values of `enum`", facts.enum_values, *limit),
        Check::EnumText(limit) => too_large(tool, "letters in one `enum`", facts.enum_text, *limit),
        Check::Text(limit) => too_large(tool, "letters in names and values", facts.text, *limit),
        Check::None | Check::RootWithout(_) | Check::AllHints => Vec::new(),
        Check::Tools(_) | Check::StrictTools(_) | Check::Optional(_) | Check::Unions(_) => {
            Vec::new()
        }
    }
}

fn judge_name(tool: &Tool, names: &Names) -> Option<Fault> {
    let why = names.fault(&tool.wire_name)?;
    Some(Fault {
        code: Code::REFUSED_NAME,
        is_so: format!("the wire name of `{}` {why}", tool.qualified()),
        help: "rename the tool, or its namespace: the wire name is made from both".to_owned(),
        at: None,
    })
}

fn judge_arguments(tool: &Tool, facts: &Facts, names: &Names) -> Vec<Fault> {
    let refused = facts.arguments.iter();
    let refused = refused.filter_map(|name| Some((name, names.fault(name)?)));
    let fault = |(name, why): (&String, _)| Fault {
        code: Code::REFUSED_NAME,
        is_so: format!("the argument `{name}` of `{}` {why}", tool.qualified()),
        help: "rename it, or take the target out of `targets`".to_owned(),
        at: Some(format!("/properties/{}", escape_pointer(name))),
    };
    refused.map(fault).collect()
}

/// Which of some keywords occur, each worded for a message and with its place.
fn find_keywords<'f>(facts: &'f Facts, keywords: &[&str]) -> Vec<(String, &'f str)> {
    let found = keywords.iter().filter_map(|keyword| {
        let place = facts.keywords.get(*keyword)?;
        Some((format!("`{keyword}` at {place}"), place.as_str()))
    });
    found.collect()
}

/// The formats that are not among the accepted ones, likewise.
fn find_formats<'f>(facts: &'f Facts, taken: &[&str]) -> Vec<(String, &'f str)> {
    let others = facts.formats.iter();
    let others = others.filter(|(format, _)| !taken.contains(&format.as_str()));
    let found = others.map(|(format, place)| {
        let told = format!("the format `{format}` at {place}");
        (told, place.as_str())
    });
    found.collect()
}

/// What a list has too many of, how many, and the limit.
pub(super) fn judge_list(totals: &Totals, check: &Check) -> Option<(&'static str, usize, usize)> {
    let (what, count, limit) = match check {
        Check::Tools(limit) => ("tools", totals.tools, *limit),
        Check::StrictTools(limit) => ("strict tools", totals.strict, *limit),
        Check::Optional(limit) => ("properties that may be absent", totals.optional, *limit),
        Check::Unions(limit) => ("schemas with alternatives", totals.unions, *limit),
        _ => return None,
    };
    (count > limit).then_some((what, count, limit))
}

/// Why it is refused: completes the sentence `it has …`.
fn describe(obstacle: Obstacle, place: &str) -> String {
    match obstacle {
        Obstacle::LookAround => {
            format!("a pattern with lookaround or a back reference at {place}")
        }
        Obstacle::VagueChoice => {
            format!("a `oneOf` at {place} of which several alternatives may match the same value")
        }
        Obstacle::CrossingNames => {
            format!("patterns at {place} of which two may match the same name")
        }
        Obstacle::CountedOptions => {
            format!("a number of properties at {place}, of which some may be absent")
        }
        Obstacle::NoCall => "no arguments that satisfy it".to_owned(),
    }
}

/// One fault for the keywords found, each given by its wording and its place.
fn of_keywords(tool: &Tool, rule: &Rule, found: Vec<(String, &str)>) -> Vec<Fault> {
    let (found, places): (Vec<String>, Vec<&str>) = found.into_iter().unzip();
    let Some(first) = places.first() else {
        return Vec::new();
    };
    let (code, help) = match rule.effect {
        Effect::Ignored => (
            Code::IGNORED_KEYWORD,
            "the worker still checks every call against it; state the rule in the description, so that models know it",
        ),
        Effect::Refused | Effect::Rewritten => (
            Code::REFUSED_KEYWORD,
            "say it in another way, or take the target out of `targets`",
        ),
    };
    vec![Fault {
        code,
        is_so: format!(
            "the input schema of `{}` has {}",
            tool.qualified(),
            found.join(", ")
        ),
        help: help.to_owned(),
        at: Some((*first).to_owned()),
    }]
}

fn too_large(tool: &Tool, what: &str, count: usize, limit: usize) -> Vec<Fault> {
    if count <= limit {
        return Vec::new();
    }
    vec![Fault {
        code: Code::LARGE_SCHEMA,
        is_so: format!(
            "the input schema of `{}` has {count} {what}, more than {limit}",
            tool.qualified()
        ),
        help: "divide the tool, or take a part of it as text".to_owned(),
        at: None,
    }]
}
