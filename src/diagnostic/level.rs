//! How much findings weigh for one user: what `lints` in `toolc.yaml` says of single codes.

use super::{Code, Diagnostic, Severity};
use std::collections::HashMap;

/// What becomes of the findings of a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// They are not shown.
    Allow,
    /// They are warnings.
    Warn,
    /// They are errors.
    Deny,
}

impl Level {
    /// Every level with its word.
    pub const ALL: &'static [(&'static str, Level)] = &[
        ("allow", Level::Allow),
        ("warn", Level::Warn),
        ("deny", Level::Deny),
    ];
}

/// Codes whose findings are shown only where `lints` asks for them.
const ON_DEMAND: &[Code] = &[Code::MISSING_PARAMETER_DESCRIPTION];

/// Levels by code. Codes that are errors have none: they stay errors.
#[derive(Debug, Clone, Default)]
pub struct Levels(HashMap<Code, Level>);

impl Levels {
    /// The levels of some codes; of a code that is named twice the last.
    pub fn new(levels: impl IntoIterator<Item = (Code, Level)>) -> Self {
        let lints = levels
            .into_iter()
            .filter(|(code, _)| code.severity() != Severity::Error);
        Levels(lints.collect())
    }

    /// Whether findings of a code can be shown.
    pub(super) fn asks_for(&self, code: Code) -> bool {
        match self.0.get(&code) {
            Some(level) => *level != Level::Allow,
            None => !ON_DEMAND.contains(&code),
        }
    }

    /// Gives a finding its severity.
    pub(super) fn set_severity(&self, found: &mut Diagnostic) {
        match self.0.get(&found.code) {
            Some(Level::Deny) => found.severity = Severity::Error,
            Some(Level::Warn) => found.severity = Severity::Warning,
            Some(Level::Allow) | None => {}
        }
    }

    /// Whether a finding is shown. What another rule has made an error is.
    pub(super) fn shows(&self, found: &Diagnostic) -> bool {
        found.severity == Severity::Error || self.asks_for(found.code)
    }
}
