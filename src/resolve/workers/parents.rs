//! What the parents of a worker decide about the tools in one toolset. The strictest decision applies.

use super::Index;
use super::approval::Settings;
use super::deny::Denied;
use super::rules::{assign_rules, find_floor};
use super::whitelist::Granted;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::draft::DraftToolset;
use crate::model::Tool;
use crate::model::approval::Approval;
use crate::model::policy::Origin;
use crate::model::rule::{Rule, Rules, SideRules};
use crate::source::{Span, Spanned};
use std::collections::HashMap;

/// All ancestors. Problems in their settings have been reported for them.
pub(super) struct Parents<'d> {
    levels: Vec<Level<'d>>,
}

/// The settings of one of them.
struct Level<'d> {
    worker: &'d str,
    settings: Settings<'d>,
    rules: HashMap<&'d str, Rules>,
}

/// The required approval, the place that sets it, and the worker that does.
type Word<'p> = (Approval, Span, &'p str);

impl<'d> Parents<'d> {
    pub(super) fn resolve(
        index: &Index<'_>,
        toolset: &'d DraftToolset,
        granted: &Granted<'_>,
        denied: &Denied<'_>,
    ) -> Self {
        let mut levels = Vec::new();
        for (worker, parent) in &toolset.parents {
            let quietly = &mut Diagnostics::silent();
            let settings = Settings::resolve(quietly, index, parent, granted, denied);
            let rules = assign_rules(quietly, index, parent, granted, (&settings, denied));
            levels.push(Level {
                worker,
                settings,
                rules,
            });
        }
        Parents { levels }
    }

    /// The approval of a tool if no rule matches, apart from the worker's own decision.
    pub(super) fn decide(&self, tool: &Tool, name: &str) -> Option<Word<'d>> {
        let words = self.levels.iter().filter_map(|level| {
            let quietly = &mut Diagnostics::silent();
            let (approval, span) = level.settings.decide(quietly, tool, name)?;
            Some((approval, span.unwrap_or(level.settings.place), level.worker))
        });
        words.reduce(|one, other| if other.0 > one.0 { other } else { one })
    }

    /// Their rules for the calls of a tool. If the worker itself or several of them have rules,
    /// each list also includes the result if none of its rules matches.
    pub(super) fn list_side_rules(
        &self,
        name: &str,
        word: Option<&Word<'_>>,
        is_joined: bool,
    ) -> Vec<SideRules> {
        let speaks = |level: &&Level<'_>| {
            level.rules.contains_key(name) || level.settings.explicit(name).is_some()
        };
        let speaking: Vec<&Level<'_>> = self.levels.iter().filter(speaks).collect();
        let otherwise = word.map(|(approval, span, _)| Spanned::new(*approval, *span));
        if speaking.is_empty() {
            let alone = otherwise.filter(|_| is_joined);
            let said = alone.map(|said| SideRules {
                rules: Vec::new(),
                otherwise: Some(said),
            });
            return said.into_iter().collect();
        }
        let is_joined = is_joined || speaking.len() > 1;
        let said = speaking.iter().map(|level| SideRules {
            rules: level.rules.get(name).cloned().unwrap_or_default(),
            otherwise: match is_joined {
                true => otherwise.clone(),
                false => level.settings.explicit(name).cloned(),
            },
        });
        said.collect()
    }

    /// Reports a rule of the worker that would permit what one of them forbids.
    pub(super) fn check_rule(
        &self,
        diagnostics: &mut Diagnostics,
        tool: &Tool,
        name: &str,
        rule: &Rule,
    ) {
        for level in &self.levels {
            let quietly = &mut Diagnostics::silent();
            let word = level.settings.decide(quietly, tool, name);
            let word = word.map(|(approval, span)| {
                Spanned::new(approval, span.unwrap_or(level.settings.place))
            });
            let said = SideRules {
                rules: level.rules.get(name).cloned().unwrap_or_default(),
                otherwise: word,
            };
            let Some(floor) = find_floor(&said, rule) else {
                continue;
            };
            if rule.approval.value < floor.value {
                let word = (floor.value, floor.span, level.worker);
                let finding = loosened(tool, &rule.approval, "a rule with", &word);
                diagnostics.push(finding);
            }
        }
    }

    /// Reports an entry of the worker that would permit what one of them forbids.
    pub(super) fn check_entry(
        &self,
        diagnostics: &mut Diagnostics,
        tool: &Tool,
        entry: &Spanned<Approval>,
        word: &Word<'_>,
    ) {
        if entry.value < word.0 {
            diagnostics.push(loosened(tool, entry, "approval", word));
        }
    }
}

/// Who sets a parent's approval, given its place.
pub(super) fn origin(tool: &Tool, worker: &str, place: Span) -> Origin {
    match &tool.approval {
        Some(own) if own.span == place => Origin::Tool,
        _ => Origin::Parent(worker.to_owned()),
    }
}

/// Reports a default that is looser than that of a parent.
pub(super) fn check_default(diagnostics: &mut Diagnostics, toolset: &DraftToolset) {
    let Some(own) = &toolset.default else {
        return;
    };
    for (worker, parent) in &toolset.parents {
        let theirs = default_of(parent);
        if own.value >= theirs.value {
            continue;
        }
        let (word, wanted) = (own.value.name(), theirs.value.name());
        let message = format!(
            "`default: {word}` would loosen `{}`, for which worker `{worker}` says `{wanted}`",
            toolset.name.value
        );
        diagnostics.push(
            Diagnostic::new(Code::LOOSENED_APPROVAL, own.span, message)
                .label(format!("the worker says `{word}`"))
                .also(theirs.span, format!("its parent says `{wanted}`"))
                .help(format!("a worker may only tighten what it extends: write `{wanted}`, or remove the default")),
        );
    }
}

/// The default of a toolset, which includes that of its parents by now; `ask` if there is none.
fn default_of(toolset: &DraftToolset) -> Spanned<Approval> {
    let own = toolset.default.clone();
    own.unwrap_or(Spanned::new(Approval::Ask, toolset.name.span))
}

fn loosened(tool: &Tool, own: &Spanned<Approval>, what: &str, word: &Word<'_>) -> Diagnostic {
    let (said, wanted) = (own.value.name(), word.0.name());
    let message = format!(
        "{what} `{said}` would loosen `{}`, of which worker `{}` says `{wanted}`",
        tool.qualified(),
        word.2
    );
    Diagnostic::new(Code::LOOSENED_APPROVAL, own.span, message)
        .label(format!("the worker says `{said}`"))
        .also(word.1, format!("its parent says `{wanted}`"))
        .help(format!(
            "a worker may only tighten what it extends: remove this, or write `{wanted}`"
        ))
}
