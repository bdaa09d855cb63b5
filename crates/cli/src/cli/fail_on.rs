//! Which findings make a command fail.

use clap::Args;
use toolc_base::diagnostic::{Class, Diagnostic, Severity};

/// `--fail-on`
#[derive(Args, Default)]
pub(super) struct FailOn {
    /// What fails: a minimum severity (`error`, `warn`, `note`), or classes of changes such as
    /// `input-breaking`. If only classes are named, changes of other classes do not fail; other errors still do
    #[arg(long = "fail-on", value_name = "SEVERITY|CLASS", value_delimiter = ',', value_parser = parse_failing)]
    fail_on: Vec<Failing>,
}

#[derive(Clone, Copy)]
enum Failing {
    Severity(Severity),
    Class(Class),
}

const SEVERITIES: &[(&str, Severity)] = &[
    ("error", Severity::Error),
    ("warn", Severity::Warning),
    ("note", Severity::Note),
];

fn parse_failing(text: &str) -> Result<Failing, String> {
    let severity = SEVERITIES.iter().find(|(name, _)| *name == text);
    if let Some((_, severity)) = severity {
        return Ok(Failing::Severity(*severity));
    }
    Class::from_name(text).map(Failing::Class).ok_or_else(|| {
        let classes: Vec<&str> = Class::ALL.iter().map(|(_, name, _)| *name).collect();
        format!(
            "expected `error`, `warn`, `note` or one of {}",
            classes.join(", ")
        )
    })
}

impl FailOn {
    /// Whether nothing was named.
    pub(super) fn is_empty(&self) -> bool {
        self.fail_on.is_empty()
    }

    /// Whether any finding is of a kind that fails.
    pub(super) fn fails(&self, diagnostics: &[Diagnostic]) -> bool {
        diagnostics.iter().any(|found| self.fails_on(found))
    }

    fn fails_on(&self, found: &Diagnostic) -> bool {
        let is_named = self.fail_on.iter().any(|failing| match failing {
            Failing::Severity(least) => found.severity <= *least,
            Failing::Class(class) => found.class == Some(*class),
        });
        let is_severity = |failing: &Failing| matches!(failing, Failing::Severity(_));
        let names_severity = self.is_empty() || self.fail_on.iter().any(is_severity);
        let is_error = found.severity == Severity::Error;
        is_named || is_error && (names_severity || found.class.is_none())
    }
}
