//! Verb: renders findings as text for people and machines. The source is quoted here, never stored in a finding.

mod brief;
mod canvas;
mod excerpt;
mod human;
mod place;
mod quotation;
mod repeat;
mod window;

#[cfg(feature = "cli")]
mod github;
#[cfg(feature = "cli")]
mod json;
#[cfg(feature = "cli")]
mod sarif;

pub use brief::render_brief;
pub use excerpt::escape_text;
pub use human::render_human;
pub use place::Places;

#[cfg(feature = "cli")]
pub use {github::render_github, json::render_json, sarif::render_sarif};

use super::{Diagnostic, Severity};

/// Which findings are shown, and how.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RenderOptions {
    /// Whether to use colours and bold type.
    pub color: bool,
    /// Whether to show notes; otherwise the caller only counts them.
    pub notes: bool,
    /// Whether to show every finding in full, even the hundredth of its kind in one file.
    pub every: bool,
}

/// The number of findings of each severity.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Errors.
    pub errors: usize,
    /// Warnings.
    pub warnings: usize,
    /// Notes.
    pub notes: usize,
}

impl Counts {
    /// Counts findings.
    pub fn of<'d>(diagnostics: impl IntoIterator<Item = &'d Diagnostic>) -> Self {
        let mut counts = Counts::default();
        for diagnostic in diagnostics {
            match diagnostic.severity {
                Severity::Error => counts.errors += 1,
                Severity::Warning => counts.warnings += 1,
                Severity::Note => counts.notes += 1,
            }
        }
        counts
    }
}

impl Severity {
    /// Its name: `error`, `warning` or `note`.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        }
    }
}
