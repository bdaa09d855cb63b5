//! What applies to the calls of one tool, considering everyone who decides about it.

use super::approval::Settings;
use super::parents::{ParentSays, Parents};
use super::tool_side_rules;
use std::sync::Arc;
use toolc_base::diagnostic::Diagnostics;
use toolc_base::source::{Span, Spanned};
use toolc_model::model::Tool;
use toolc_model::model::approval::Approval;
use toolc_model::model::policy::Origin;
use toolc_model::model::rule::{Rule, Ruled, Rules, SideRules};

/// Those who decide about the calls of a tool: the toolset of the worker, and those of its parents.
pub(super) struct Words<'d> {
    pub(super) settings: Settings<'d>,
    pub(super) parents: Parents<'d>,
}

/// The approval of a tool if no rule matches.
pub(super) struct Decided {
    pub(super) approval: Approval,
    /// The place that sets it.
    pub(super) place: Option<Span>,
    /// Who sets it.
    pub(super) origin: Origin,
}

impl Words<'_> {
    /// Reports an entry and rules that would permit what a parent forbids.
    pub(super) fn check_parents(
        &self,
        diagnostics: &mut Diagnostics,
        tool: &Tool,
        name: &str,
        rules: &[Arc<Rule>],
    ) {
        let Some(said) = self.parents.decide(tool, name) else {
            return;
        };
        let own = self.settings.own(tool);
        // An entry that is looser than the tool's own approval is reported for that.
        let entry = self.settings.explicit(name);
        let entry = entry.filter(|entry| own.is_none_or(|own| entry.value >= own.value));
        if let Some(entry) = entry {
            self.parents.check_entry(diagnostics, tool, entry, &said);
        }
        for rule in rules {
            self.parents.check_rule(diagnostics, tool, name, rule);
        }
    }

    /// The strictest approval if no rule matches.
    pub(super) fn decide(&self, diagnostics: &mut Diagnostics, tool: &Tool, name: &str) -> Decided {
        let own = self.settings.decide(diagnostics, tool, name);
        let inherited = self.parents.decide(tool, name);
        let from_parent = |said: ParentSays<'_>| Decided {
            approval: said.approval,
            place: Some(said.place),
            origin: said.origin(tool),
        };
        match (own, inherited) {
            (Some((own, _)), Some(said)) if said.approval > own => from_parent(said),
            (Some((approval, place)), _) => Decided {
                approval,
                place,
                origin: self.settings.origin(tool, name, place),
            },
            (None, Some(said)) => from_parent(said),
            (None, None) => Decided {
                approval: Approval::Ask,
                place: None,
                origin: Origin::Unsaid,
            },
        }
    }

    /// The rules of everyone who has any.
    pub(super) fn collect_rules(
        &self,
        tool: &Tool,
        name: &str,
        rules: &Rules,
        reason: Option<&Spanned<String>>,
    ) -> Ruled {
        let explicit = self.settings.explicit(name);
        let inherited = self.parents.decide(tool, name);
        let is_joined = !rules.is_empty() || explicit.is_some();
        Ruled {
            worker: SideRules {
                rules: rules.clone(),
                otherwise: explicit.cloned(),
            },
            inherited: self
                .parents
                .list_side_rules(name, inherited.as_ref(), is_joined),
            own: tool_side_rules(tool, self.settings.own(tool)),
            reason: reason.cloned(),
        }
    }
}
