//! The change that explains why a call that held no longer does.

use toolc_base::diagnostic::{Class, Diagnostic, Diagnostics};
use toolc_calls::judge::Verdict;
use toolc_calls::reason::Reason;
use toolc_lock::drift::compare_locks;
use toolc_lock::lock::Lock;

/// What differs between two states.
pub(super) struct Drift {
    found: Vec<Diagnostic>,
}

/// The classes of changes that explain a reason, the likeliest first.
const CAUSES: &[(&[Reason], &[Class])] = &[
    (
        &[Reason::Unoffered],
        &[
            Class::ToolRenamed,
            Class::ToolRemoved,
            Class::WireName,
            Class::WhitelistShrunk,
            Class::WorkerRemoved,
        ],
    ),
    (
        &[Reason::Refused, Reason::Undeclared, Reason::NotAnObject],
        &[
            Class::InputBreaking,
            Class::InputUndecided,
            Class::InputCompatible,
            Class::InputEquivalent,
        ],
    ),
    (
        &[
            Reason::Unfounded,
            Reason::Early,
            Reason::Stray,
            Reason::Nested,
            Reason::Lost,
        ],
        &[
            Class::OutputBreaking,
            Class::OutputUndecided,
            Class::OutputCompatible,
            Class::OutputEquivalent,
            Class::OutputHidden,
            Class::InputCompatible,
            Class::InputEquivalent,
        ],
    ),
];

impl Drift {
    pub(super) fn between(old: &Lock, new: &Lock) -> Self {
        let mut diagnostics = Diagnostics::default();
        compare_locks(&mut diagnostics, old, new);
        Drift {
            found: diagnostics.into_sorted(),
        }
    }

    /// The change of one of the tools that a call was meant for.
    pub(super) fn explain<'t>(
        &self,
        verdict: &'t Verdict,
        old: impl Iterator<Item = &'t str>,
    ) -> Option<&Diagnostic> {
        let tools: Vec<&str> = old.chain(verdict.about.tool.as_deref()).collect();
        let is_about = |found: &&Diagnostic| {
            let named = found.about.tool.iter().chain(&found.about.further);
            named.into_iter().any(|name| tools.contains(&name.as_str()))
        };
        let mut rows = CAUSES.iter();
        let (_, classes) = rows.find(|(reasons, _)| reasons.contains(&verdict.reason))?;
        classes.iter().find_map(|class| {
            let mut found = self
                .found
                .iter()
                .filter(|found| found.class == Some(*class));
            found.find(is_about)
        })
    }
}
