//! How severe findings are for one user: what `lints` in `toolc.yaml` says about codes, tools and workers.

use super::{About, Code, Diagnostic, Severity};
use crate::date::Date;
use crate::source::{Span, Spanned};
use std::collections::HashMap;

/// How the findings of a code are treated.
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
    /// Every level, with its name.
    pub const ALL: &'static [(&'static str, Level)] = &[
        ("allow", Level::Allow),
        ("warn", Level::Warn),
        ("deny", Level::Deny),
    ];

    /// `allow`, `warn`, `deny`
    pub fn name(self) -> &'static str {
        let mut levels = Level::ALL.iter();
        levels
            .find(|(_, level)| *level == self)
            .map_or("", |(name, _)| name)
    }
}

/// The levels of a code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lint {
    /// The code.
    pub code: Code,
    /// The level of its findings; `None` if there are only exceptions.
    pub level: Option<Level>,
    /// The levels of some of them.
    pub exceptions: Vec<Exception>,
}

impl Lint {
    /// A level for a code, without exceptions.
    pub fn new(code: Code, level: Level) -> Self {
        Lint {
            code,
            level: Some(level),
            exceptions: Vec::new(),
        }
    }
}

/// The level of a code's findings about one tool or worker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exception {
    /// `namespace::name`, or `namespace::*`
    pub tool: Option<Spanned<String>>,
    /// The worker.
    pub worker: Option<Spanned<String>>,
    /// The level of these findings.
    pub level: Level,
    /// The last day on which it applies; `None` if it does not expire.
    pub until: Option<Spanned<Date>>,
    /// Its place.
    pub span: Span,
}

impl Exception {
    fn covers(&self, about: &About) -> bool {
        let is_named = |wanted: &Option<Spanned<String>>, found: &Option<String>| match wanted {
            Some(wanted) => found.as_deref() == Some(&wanted.value),
            None => true,
        };
        let is_tool = match self.namespace() {
            Some(namespace) => about.namespace.as_deref() == Some(namespace),
            None => is_named(&self.tool, &about.tool),
        };
        is_tool && is_named(&self.worker, &about.worker)
    }

    /// The namespace, if all its tools are meant.
    pub fn namespace(&self) -> Option<&str> {
        self.tool.as_ref()?.value.strip_suffix("::*")
    }

    /// Whether its last day has passed; never if the current day is unknown.
    pub(super) fn is_expired(&self, today: Option<Date>) -> bool {
        match (&self.until, today) {
            (Some(until), Some(today)) => until.value < today,
            _ => false,
        }
    }
}

/// Codes whose findings are shown only if `lints` asks for them.
const ON_DEMAND: &[Code] = &[Code::MISSING_PARAMETER_DESCRIPTION];

/// The levels of one user. Codes that are errors by default can only have `deny`, which turns those
/// of their findings that are less severe into errors.
#[derive(Debug, Clone, Default)]
pub struct Levels {
    lints: Vec<Lint>,
    rows: HashMap<Code, usize>,
    today: Option<Date>,
}

impl Levels {
    /// The levels of some codes. If a code occurs twice, the last one counts. Without a day, no
    /// exception expires.
    pub fn new(lints: &[Lint], today: Option<Date>) -> Self {
        let is_raised = |lint: &Lint| lint.level == Some(Level::Deny) && lint.exceptions.is_empty();
        let has_level = |lint: &&Lint| lint.code.severity() != Severity::Error || is_raised(lint);
        let lints: Vec<Lint> = lints.iter().filter(has_level).cloned().collect();
        let rows = lints.iter().enumerate();
        Levels {
            rows: rows.map(|(at, lint)| (lint.code, at)).collect(),
            lints,
            today,
        }
    }

    /// Every exception, with its code.
    pub(super) fn exceptions(&self) -> impl Iterator<Item = (Code, &Exception)> {
        let lints = self.lints.iter();
        lints.flat_map(|lint| lint.exceptions.iter().map(|it| (lint.code, it)))
    }

    /// The day for which exceptions are evaluated.
    pub(super) fn today(&self) -> Option<Date> {
        self.today
    }

    fn lint(&self, code: Code) -> Option<&Lint> {
        self.lints.get(*self.rows.get(&code)?)
    }

    /// Whether findings with this code can be shown.
    pub(super) fn asks_for(&self, code: Code) -> bool {
        let Some(lint) = self.lint(code) else {
            return !ON_DEMAND.contains(&code);
        };
        let own = lint
            .level
            .map_or(!ON_DEMAND.contains(&code), |it| it != Level::Allow);
        own || lint.exceptions.iter().any(|it| it.level != Level::Allow)
    }

    /// The exceptions that cover a finding; the first one decides.
    pub(super) fn covering(&self, found: &Diagnostic) -> impl Iterator<Item = &Exception> {
        let exceptions = self.lint(found.code).map(|lint| lint.exceptions.iter());
        exceptions
            .into_iter()
            .flatten()
            .filter(|exception| exception.covers(&found.about) && !exception.is_expired(self.today))
    }

    /// The level of a finding, if any.
    pub(super) fn level(&self, found: &Diagnostic) -> Option<Level> {
        let exception = self.covering(found).next().map(|it| it.level);
        exception.or_else(|| self.lint(found.code)?.level)
    }

    /// Whether a finding is shown. Errors always are, even if another rule made them errors.
    pub(super) fn shows(&self, found: &Diagnostic, level: Option<Level>) -> bool {
        match level {
            _ if found.severity == Severity::Error => true,
            Some(level) => level != Level::Allow,
            None => !ON_DEMAND.contains(&found.code),
        }
    }
}
