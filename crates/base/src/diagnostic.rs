//! Noun: a finding about the input, and the collector that every stage writes to.

pub mod about;
pub mod class;
pub mod code;
pub mod fix;
#[cfg(feature = "cli")]
pub mod identity;
pub mod level;
pub mod meant;
#[cfg(feature = "cli")]
mod page;
pub mod quote;
mod recorded;
pub mod render;
mod stage;
mod stale;
pub mod suggest;

use crate::date::Date;
use crate::order::sort_by_key;
use crate::source::{SourceId, Sources, Span, Spanned};
pub use about::{About, Owners};
pub use class::Class;
pub use code::Code;
pub use fix::{Fix, Help};
use level::{Level, Levels};
pub use recorded::Recorded;
pub use stage::Stage;
use std::collections::HashSet;

/// How severe a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Nothing is written, and the exit code is 1.
    Error,
    /// The rest compiles; something was dropped or is questionable.
    Warning,
    /// Something was read differently from how it was written, without loss.
    Note,
}

/// A place, and a few words on what is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What is here; may be empty.
    pub text: String,
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The kind of finding; documented in `docs/errors`.
    pub code: Code,
    /// Its severity.
    pub severity: Severity,
    /// One sentence in the user's terms: lower case, no full stop, literals in backticks.
    pub message: String,
    /// The first label is the primary place; a finding that is not about a file has none.
    pub labels: Vec<Label>,
    /// What to write instead; may be empty.
    pub help: String,
    /// The same as an edit, unless a person has to decide. Boxed because results carry findings by value.
    pub fix: Option<Box<Fix>>,
    /// Places that are never quoted.
    pub secrets: Vec<Span>,
    /// The code of the finding that caused this one, if any.
    pub because: Option<Code>,
    /// The class of change, if it reports one.
    pub class: Option<Class>,
    /// What it is about. Boxed because results carry findings by value.
    pub about: Box<About>,
}

impl Diagnostic {
    /// A finding at a place, with the default severity of its code.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            labels: vec![Label {
                span,
                text: String::new(),
            }],
            ..Diagnostic::placeless(code, message)
        }
    }

    /// A finding without a place in a file.
    pub fn placeless(code: Code, message: impl Into<String>) -> Self {
        Diagnostic {
            code,
            severity: code.severity(),
            message: message.into(),
            labels: Vec::new(),
            help: String::new(),
            fix: None,
            secrets: Vec::new(),
            because: None,
            class: None,
            about: Box::default(),
        }
    }

    /// Sets a severity other than the default of its code.
    pub fn severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// Sets the code of the finding that caused this one.
    pub fn because(mut self, code: Code) -> Self {
        self.because = Some(code);
        self
    }

    /// Sets the text at the primary place.
    pub fn label(mut self, text: impl Into<String>) -> Self {
        if let Some(first) = self.labels.first_mut() {
            first.text = text.into();
        }
        self
    }

    /// Adds another place.
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label {
            span,
            text: text.into(),
        });
        self
    }

    /// Sets the class of change.
    pub fn class(mut self, class: Class) -> Self {
        self.class = Some(class);
        self
    }

    /// Sets what it is about, where that does not follow from its place.
    pub fn about(mut self, about: About) -> Self {
        self.about = Box::new(about);
        self
    }

    /// Sets what to write instead. A replacement is for the primary place.
    pub fn help(mut self, help: impl Into<Help>) -> Self {
        let Help { text, replacement } = help.into();
        self.help = text;
        let place = self.span().zip(replacement);
        self.fix = place.map(|(span, replacement)| Box::new(Fix { span, replacement }));
        self
    }

    fn mask(&mut self, secrets: &[Spanned<String>]) {
        let labels = self.labels.iter_mut().map(|label| &mut label.text);
        for text in [&mut self.message, &mut self.help]
            .into_iter()
            .chain(labels)
        {
            mask_text(text, secrets);
        }
        let mut telling = secrets.iter().map(|secret| secret.value.trim());
        let mut is_telling = |fix: &Fix| {
            let texts = telling.by_ref().filter(|secret| secret.len() >= TELLING);
            fix.replacement.mentions(texts)
        };
        self.fix = self.fix.take().filter(|fix| !is_telling(fix));
        self.secrets
            .extend(secrets.iter().map(|secret| secret.span));
    }

    /// The primary place.
    pub fn span(&self) -> Option<Span> {
        self.labels.first().map(|label| label.span)
    }
}

fn mask_text(text: &mut String, secrets: &[Spanned<String>]) {
    let secrets = secrets.iter().map(|secret| secret.value.trim());
    for secret in secrets.filter(|secret| secret.len() >= TELLING) {
        if text.contains(secret) {
            *text = text.replace(secret, MASK);
        }
    }
}

/// A finding, and its level in `lints`.
#[derive(Debug)]
struct Found {
    diagnostic: Diagnostic,
    /// The severity before the level was applied.
    severity: Severity,
    level: Option<Level>,
}

/// Whether a level that `lints` sets is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lints {
    /// Findings with a level keep it.
    Respected,
    /// The level does not count.
    Overruled,
}

/// Collects the findings of all stages; every stage takes it as its first parameter.
#[derive(Debug, Default)]
pub struct Diagnostics {
    found: Vec<Found>,
    levels: Levels,
    owners: Owners,
    /// The places of the exceptions that cover a finding.
    used: HashSet<Span>,
    secrets: Vec<Spanned<String>>,
    is_silent: bool,
    /// Whether there were errors before this collector was set apart from another.
    has_earlier_errors: bool,
}

/// What is shown instead of a secret.
pub const MASK: &str = "***";

/// A shorter secret may occur in any word, so only its places are hidden, not its text.
const TELLING: usize = 4;

impl Diagnostics {
    /// A collector that discards everything, for input that is read again just to inspect it: the
    /// main pass reports its findings.
    pub fn silent() -> Self {
        Diagnostics {
            is_silent: true,
            ..Diagnostics::default()
        }
    }

    /// A collector for a part of the input of which not every finding is kept. It starts with the
    /// errors found so far, as far as anybody asks whether there are any.
    pub fn begin_apart(&self) -> Self {
        Diagnostics {
            has_earlier_errors: self.has_errors(),
            is_silent: self.is_silent,
            ..Diagnostics::default()
        }
    }

    /// Everything that was found, with the severities that it was found with.
    pub fn into_found(self) -> impl Iterator<Item = Diagnostic> {
        let found = self.found.into_iter();
        found.map(|found| found.diagnostic.severity(found.severity))
    }

    /// The day on which something may be over; only `toolc check` knows it.
    pub fn today(&self) -> Option<Date> {
        self.levels.today()
    }

    /// Applies levels to the findings so far and to all that follow.
    pub fn set_levels(&mut self, levels: Levels) {
        self.levels = levels;
        self.weigh_all();
    }

    /// Sets the places of tools and workers, from which the subjects of the findings so far and of
    /// all that follow are derived.
    pub fn set_owners(&mut self, owners: Owners) {
        self.owners = owners;
        self.weigh_all();
    }

    fn weigh_all(&mut self) {
        for found in std::mem::take(&mut self.found) {
            let severity = found.severity;
            self.push(found.diagnostic.severity(severity));
        }
    }

    /// Whether findings with this code can be shown; if not, there is no need to look for them.
    pub fn asks_for(&self, code: Code) -> bool {
        self.levels.asks_for(code)
    }

    /// Adds a finding.
    pub fn push(&mut self, mut diagnostic: Diagnostic) {
        if self.is_silent {
            return;
        }
        let span = diagnostic.span();
        self.owners.complete(&mut diagnostic.about, span);
        let severity = diagnostic.severity;
        let covering = self.levels.covering(&diagnostic);
        self.used.extend(covering.map(|exception| exception.span));
        let level = self.levels.level(&diagnostic);
        diagnostic.severity = match level {
            Some(Level::Deny) => Severity::Error,
            Some(Level::Warn) => Severity::Warning,
            Some(Level::Allow) | None => severity,
        };
        self.found.push(Found {
            diagnostic,
            severity,
            level,
        });
    }

    /// Turns some findings into errors. With `Overruled`, this includes those that have a level in
    /// `lints`.
    pub fn raise(&mut self, lints: Lints, is_raised: impl Fn(&Diagnostic) -> bool) {
        for found in &mut self.found {
            let may_raise = lints == Lints::Overruled || found.level.is_none();
            if may_raise && is_raised(&found.diagnostic) {
                found.diagnostic.severity = Severity::Error;
            }
        }
    }

    /// Turns some findings into notes, except those that have a level in `lints`.
    pub fn lower_to_notes(&mut self, is_lowered: impl Fn(&Diagnostic) -> bool) {
        for found in &mut self.found {
            if found.level.is_none() && is_lowered(&found.diagnostic) {
                found.diagnostic.severity = Severity::Note;
            }
        }
    }

    /// Whether any finding in a source is an error.
    pub fn has_errors_in(&self, source: SourceId) -> bool {
        let is_there = |found: &Diagnostic| found.span().is_some_and(|span| span.source == source);
        let mut found = self.iter();
        found.any(|found| found.severity == Severity::Error && is_there(found))
    }

    /// Hides a text: no finding mentions it, and no quotation shows its place.
    pub fn hide_secret(&mut self, secret: Spanned<String>) {
        self.secrets.push(secret);
    }

    /// Masks hidden secrets in a text.
    pub fn mask(&self, mut text: String) -> String {
        mask_text(&mut text, &self.secrets);
        text
    }

    /// Completes helps that quote the text of a file.
    pub fn quote_sources(&mut self, sources: &Sources) {
        for found in &mut self.found {
            found.diagnostic.quote_source(sources);
        }
    }

    /// Whether any finding is an error.
    pub fn has_errors(&self) -> bool {
        let mut found = self.iter();
        self.has_earlier_errors || found.any(|found| found.severity == Severity::Error)
    }

    /// All findings that are shown, deduplicated and sorted by place. Those without a file come
    /// last; findings at the same place stay in the order they were found.
    pub fn into_sorted(self) -> Vec<Diagnostic> {
        let Diagnostics {
            found,
            levels,
            secrets,
            ..
        } = self;
        let shown = found
            .into_iter()
            .filter(|found| levels.shows(&found.diagnostic, found.level));
        let mut shown: Vec<Diagnostic> = shown.map(|found| found.diagnostic).collect();
        for found in &mut shown {
            found.mask(&secrets);
        }
        sort_by_key(&mut shown, &mut |diagnostic| {
            let span = diagnostic.span();
            (span.is_none(), span, diagnostic.severity)
        });
        shown.dedup();
        shown
    }

    /// The findings so far, in the order they were found.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.found.iter().map(|found| &found.diagnostic)
    }
}
