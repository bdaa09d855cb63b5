//! What the parents of a worker decide about the tools in one toolset. The strictest decision applies.

use super::Index;
use super::approval::Settings;
use super::deny::Denied;
use super::rules::{assign_rules, find_floor};
use super::whitelist::Granted;
use std::collections::HashMap;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::source::{Span, Spanned};
use toolc_model::draft::DraftToolset;
use toolc_model::model::Tool;
use toolc_model::model::approval::Approval;
use toolc_model::model::policy::Origin;
use toolc_model::model::rule::{Rule, Rules, SideRules};

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

/// What a parent requires for a tool.
pub(super) struct ParentSays<'p> {
    pub(super) approval: Approval,
    /// The place that sets it.
    pub(super) place: Span,
    pub(super) worker: &'p str,
}

impl ParentSays<'_> {
    /// Who sets the approval.
    pub(super) fn origin(&self, tool: &Tool) -> Origin {
        match &tool.approval {
            Some(own) if own.span == self.place => Origin::Tool,
            _ => Origin::Parent(self.worker.to_owned()),
        }
    }
}

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
            let rules = assign_rules(quietly, index, parent, granted, &settings, denied);
            levels.push(Level {
                worker,
                settings,
                rules,
            });
        }
        Parents { levels }
    }

    /// The approval of a tool if no rule matches, apart from the worker's own decision.
    pub(super) fn decide(&self, tool: &Tool, name: &str) -> Option<ParentSays<'d>> {
        let all = self.levels.iter().filter_map(|level| {
            let quietly = &mut Diagnostics::silent();
            let (approval, span) = level.settings.decide(quietly, tool, name)?;
            Some(ParentSays {
                approval,
                place: span.unwrap_or(level.settings.place),
                worker: level.worker,
            })
        });
        all.reduce(|one, other| match other.approval > one.approval {
            true => other,
            false => one,
        })
    }

    /// Their rules for the calls of a tool. If the worker itself or several of them have rules,
    /// each list also includes the result if none of its rules matches.
    pub(super) fn list_side_rules(
        &self,
        name: &str,
        required: Option<&ParentSays<'_>>,
        is_joined: bool,
    ) -> Vec<SideRules> {
        let speaks = |level: &&Level<'_>| {
            level.rules.contains_key(name) || level.settings.explicit(name).is_some()
        };
        let speaking: Vec<&Level<'_>> = self.levels.iter().filter(speaks).collect();
        let otherwise = required.map(|said| Spanned::new(said.approval, said.place));
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
            let otherwise = level.settings.decide(quietly, tool, name);
            let otherwise = otherwise.map(|(approval, span)| {
                Spanned::new(approval, span.unwrap_or(level.settings.place))
            });
            let rules = level.rules.get(name).map_or(&[][..], Vec::as_slice);
            let Some(floor) = find_floor(rules, otherwise.as_ref(), rule) else {
                continue;
            };
            if rule.approval.value < floor.value {
                let said = ParentSays {
                    approval: floor.value,
                    place: floor.span,
                    worker: level.worker,
                };
                diagnostics.push(loosened(tool, &rule.approval, "a rule with", &said));
            }
        }
    }

    /// Reports an entry of the worker that would permit what one of them forbids.
    pub(super) fn check_entry(
        &self,
        diagnostics: &mut Diagnostics,
        tool: &Tool,
        entry: &Spanned<Approval>,
        said: &ParentSays<'_>,
    ) {
        if entry.value < said.approval {
            diagnostics.push(loosened(tool, entry, "approval", said));
        }
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

fn loosened(
    tool: &Tool,
    own: &Spanned<Approval>,
    what: &str,
    theirs: &ParentSays<'_>,
) -> Diagnostic {
    let (said, wanted) = (own.value.name(), theirs.approval.name());
    let message = format!(
        "{what} `{said}` would loosen `{}`, for which worker `{}` says `{wanted}`",
        tool.qualified(),
        theirs.worker
    );
    Diagnostic::new(Code::LOOSENED_APPROVAL, own.span, message)
        .label(format!("the worker says `{said}`"))
        .also(theirs.place, format!("its parent says `{wanted}`"))
        .help(format!(
            "a worker may only tighten what it extends: remove this, or write `{wanted}`"
        ))
}
