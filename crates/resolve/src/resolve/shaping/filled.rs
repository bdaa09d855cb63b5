//! `defaults: fill` of registry entries: the arguments of their tools are shaped with their defaults, and what is not filled
//! in is reported.

use super::Shaped;
use crate::resolve::options;
use std::collections::HashSet;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use toolc_base::source::Span;
use toolc_model::config::Config;
use toolc_model::model::Tool;
use toolc_schema::schema::fill::{Filler, Obstacle, Unfilled};
use toolc_schema::schema::shape::Shapes;

/// Replaces the shapes of arguments that are filled.
pub(super) fn fill_arguments(
    diagnostics: &mut Diagnostics,
    config: &Config,
    shaped: &mut Shaped<'_>,
    shapes: &mut Shapes,
) {
    let mut filler = Filler::default();
    let mut reported = HashSet::new();
    for tool in &mut shaped.tools {
        let draft = &tool.entry.tool.draft;
        let Some(place) = options::fills(config, draft.entry) else {
            continue;
        };
        let (filled, unfilled) = filler.fill(shapes, tool.input);
        tool.input = filled;
        for one in unfilled {
            if reported.insert((one.span, one.obstacle)) {
                let severity = match draft.foreign {
                    true => Severity::Note,
                    false => Severity::Warning,
                };
                diagnostics.push(describe_unfilled(&one, place).severity(severity));
            }
        }
    }
}

fn describe_unfilled(one: &Unfilled, place: Span) -> Diagnostic {
    let (why, help) = match one.obstacle {
        Obstacle::Rule => (
            "a rule on the whole object, or on what it is in, could refuse it",
            "express the rule by `properties` and `required` alone, or let the handler use the default",
        ),
        Obstacle::Alternatives => (
            "it is in one of several alternatives",
            "move the property out of the alternatives, or let the handler use the default",
        ),
        Obstacle::Patterns => (
            "it is under a key that a pattern describes",
            "describe the keys by `properties` or `additionalProperties` alone, or let the handler use the default",
        ),
        Obstacle::Endless => (
            "it contains an object that would be filled with it again",
            "remove the default, or let the handler use it",
        ),
        Obstacle::Undecided => (
            "it is too deep, or takes too long, for toolc to decide whether its schema accepts it",
            "simplify the default or its schema",
        ),
    };
    let message = format!("the default of `{}` is not filled in: {why}", one.name);
    Diagnostic::new(Code::UNFILLED_DEFAULT, one.span, message)
        .label("a call may leave it out, and then it stays out")
        .also(place, "defaults are to be filled in")
        .help(help)
}

/// Reports entries of whose tools nothing is filled.
pub fn check_idle(diagnostics: &mut Diagnostics, config: &Config, tools: &[Tool]) {
    for entry in config.entries() {
        let Some(place) = entry.fills else { continue };
        let mut own = tools.iter().filter(|tool| tool.entry == Some(entry.id));
        let has_tools = own.clone().next().is_some();
        if has_tools && own.all(|tool| tool.filling.is_none()) {
            let message = "`defaults: fill` has no effect: no tool of this entry has a default that is filled in";
            let finding = Diagnostic::new(Code::IDLE_FILL, place, message);
            diagnostics.push(finding.help(
                "write `default:` in the schema of an optional argument, or remove `defaults`",
            ));
        }
    }
}
