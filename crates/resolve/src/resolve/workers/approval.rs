//! What must happen before a granted tool runs: the stricter of the tool's own approval and the
//! worker's explicit entry.

use super::Index;
use super::deny::{Denied, blocked_tool};
use super::whitelist::{Entry, Granted, unreachable_entry};
use std::collections::HashMap;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::source::{Span, Spanned};
use toolc_model::draft::DraftToolset;
use toolc_model::model::Tool;
use toolc_model::model::ToolName;
use toolc_model::model::approval::Approval;
use toolc_model::model::policy::Origin;
use toolc_model::model::toolset::Settings as ToolsetSettings;

/// The `approval` section of one toolset.
#[derive(Debug)]
pub(super) struct Settings<'d> {
    /// By tool name.
    explicit: HashMap<&'d str, Spanned<Approval>>,
    default: (Approval, Option<Span>),
    /// Whether it decides for every tool. A worker that extends another may leave that to its
    /// parent.
    is_complete: bool,
    /// The place of the toolset.
    pub(super) place: Span,
    /// The approval that follows from the rules in the settings, replacing that of the tools
    /// themselves.
    ruled: Option<Spanned<Approval>>,
}

impl<'d> Settings<'d> {
    /// Reads the section, and reports entries for tools that the toolset does not grant.
    pub(super) fn resolve(
        diagnostics: &mut Diagnostics,
        index: &Index<'_>,
        toolset: &'d DraftToolset,
        granted: &Granted<'_>,
        denied: &Denied<'_>,
    ) -> Self {
        let mut explicit: HashMap<&str, Spanned<Approval>> = HashMap::new();
        for (key, approval) in &toolset.approvals {
            let name = key.bare();
            let Some(overloads) = granted.get(name) else {
                if !index.missing.explains(&toolset.name.value, name) {
                    let finding = unreachable_entry(Entry::Approval, index, toolset, key, granted);
                    diagnostics.push(finding);
                }
                continue;
            };
            if let Some(denial) = overloads.iter().find_map(|id| denied.get(id)) {
                diagnostics.push(blocked_tool(key, "an approval", denial.name.span));
            }
            match explicit.get(name) {
                Some(first) => diagnostics.push(repeated_approval(name, key, first.span)),
                None => {
                    explicit.insert(name, approval.clone());
                }
            }
        }
        let default = toolset.default.as_ref();
        let default = default.map_or((Approval::Ask, None), |default| {
            (default.value, Some(default.span))
        });
        // the same keys have no meaning for a namespace defined by files
        let shipped = index.shipped(&toolset.name.value);
        let settings = shipped.and(toolset.settings.as_ref());
        Settings {
            explicit,
            default,
            is_complete: toolset.parents.is_empty(),
            place: toolset.name.span,
            ruled: settings.and_then(ToolsetSettings::approval),
        }
    }

    /// The approval of a tool, and the place that sets it. An entry that would loosen the tool's
    /// own approval is reported and has no effect. `None` if this is left to the worker that is
    /// extended.
    pub(super) fn decide(
        &self,
        diagnostics: &mut Diagnostics,
        tool: &Tool,
        name: &str,
    ) -> Option<(Approval, Option<Span>)> {
        let is_stated = self.default.1.is_some() || self.explicit(name).is_some();
        if !is_stated && !self.is_complete {
            return None;
        }
        let explicit = self.explicit(name).map(|entry| (entry.value, entry.span));
        Some(match (self.own(tool), explicit) {
            (Some(own), Some((approval, span))) if approval < own.value => {
                diagnostics.push(loosened_approval(tool, own, approval, span));
                (own.value, Some(own.span))
            }
            (Some(_), Some((approval, span))) => (approval, Some(span)),
            (Some(own), None) => {
                self.check_default(diagnostics, tool, name);
                (own.value, Some(own.span))
            }
            (None, Some((approval, span))) => (approval, Some(span)),
            (None, None) => {
                self.check_default(diagnostics, tool, name);
                self.default
            }
        })
    }

    /// Who sets the approval, given its place.
    pub(super) fn origin(&self, tool: &Tool, name: &str, place: Option<Span>) -> Origin {
        let is_entry = self.explicit(name).map(|entry| entry.span) == place;
        match place {
            None => Origin::Unsaid,
            Some(_) if is_entry => Origin::Entry,
            Some(_) if self.default.1 == place => Origin::Default,
            // the rules of `shell` are written in the worker
            Some(_) if tool.approval.as_ref().map(|own| own.span) != place => Origin::Entry,
            Some(_) => Origin::Tool,
        }
    }

    /// The entry of a tool.
    pub(super) fn explicit(&self, name: &str) -> Option<&Spanned<Approval>> {
        self.explicit.get(name)
    }

    /// The tool's own approval, for calls that none of its rules matches.
    pub(super) fn own<'t>(&'t self, tool: &'t Tool) -> Option<&'t Spanned<Approval>> {
        self.ruled.as_ref().or(tool.approval.as_ref())
    }

    /// Reports a default that is stricter than the tool's own approval or rules.
    fn check_default(&self, diagnostics: &mut Diagnostics, tool: &Tool, name: &str) {
        let rules = tool.rules.iter().map(|rule| &rule.approval);
        let own = rules.chain(self.own(tool)).min_by_key(|own| own.value);
        if let (Some(own), (default, Some(span))) = (own, self.default)
            && default > own.value
        {
            diagnostics.push(bypassed_default(tool, name, own, default, span));
        }
    }
}

fn repeated_approval(name: &str, key: &ToolName, first: Span) -> Diagnostic {
    let message = format!("two approvals for `{name}`");
    Diagnostic::new(Code::REPEATED_APPROVAL, key.span, message)
        .label("and another one here")
        .also(first, "the first")
        .help("keep one of them")
}

/// The default only applies to tools without their own approval.
fn bypassed_default(
    tool: &Tool,
    name: &str,
    own: &Spanned<Approval>,
    default: Approval,
    span: Span,
) -> Diagnostic {
    let (own_name, default) = (own.value.name(), default.name());
    let message = format!(
        "`default: {default}` does not apply to `{}`, whose own approval is `{own_name}`",
        tool.qualified()
    );
    Diagnostic::new(Code::BYPASSED_DEFAULT, span, message)
        .label("only for tools without their own approval")
        .also(own.span, format!("the tool says `{own_name}`"))
        .help(format!(
            "write `tools: {{ {name}: {default} }}` under `approval`, or `{name}: {own_name}` if this is what you want"
        ))
}

fn loosened_approval(
    tool: &Tool,
    own: &Spanned<Approval>,
    approval: Approval,
    span: Span,
) -> Diagnostic {
    let (own_name, name) = (own.value.name(), approval.name());
    let message = format!(
        "approval `{name}` would loosen `{}`, whose own approval is `{own_name}`",
        tool.qualified()
    );
    Diagnostic::new(Code::LOOSENED_APPROVAL, span, message)
        .label(format!("the worker says `{name}`"))
        .also(own.span, format!("the tool says `{own_name}`"))
        .help(format!(
            "a worker may only tighten: remove this entry or write `{own_name}`"
        ))
}
