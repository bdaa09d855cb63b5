//! Noun: a finding about the input, and the collector that every stage writes to.

pub mod about;
pub mod class;
pub mod code;
#[cfg(feature = "cli")]
pub mod fix;
#[cfg(feature = "cli")]
pub mod identity;
pub mod level;
pub mod render;
mod stage;
mod stale;
pub mod suggest;

use crate::source::{SourceId, Span, Spanned};
pub use about::{About, Owners};
pub use class::Class;
pub use code::Code;
use level::{Level, Levels};
pub use stage::Stage;
use std::collections::HashSet;

/// How much a finding weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Nothing is written and the exit code is 1.
    Error,
    /// The rest compiles; something was dropped or is doubtful.
    Warning,
    /// Something was read in another way than it was written, without loss.
    Note,
}

/// A place with a word on what is there.
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
    /// Which kind of finding; has a page in `docs/errors`.
    pub code: Code,
    /// How much it weighs.
    pub severity: Severity,
    /// One sentence in the user's words, lower case, without a full stop, literals in backticks.
    pub message: String,
    /// The first label is the primary place; a finding about no file has none.
    pub labels: Vec<Label>,
    /// What to write instead; may be empty.
    pub help: String,
    /// Places that are never quoted.
    pub secrets: Vec<Span>,
    /// The code of the finding that it follows from, where it does.
    pub because: Option<Code>,
    /// The kind of change, where it tells of one.
    pub class: Option<Class>,
    /// What it is about; in a box, for results carry findings by value.
    pub about: Box<About>,
}

impl Diagnostic {
    /// A finding at a place, with the severity that its code has by default.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            code,
            severity: code.severity(),
            message: message.into(),
            labels: vec![Label {
                span,
                text: String::new(),
            }],
            help: String::new(),
            secrets: Vec::new(),
            because: None,
            class: None,
            about: Box::default(),
        }
    }

    /// A finding that belongs to no place in a file.
    pub fn placeless(code: Code, message: impl Into<String>) -> Self {
        Diagnostic {
            code,
            severity: code.severity(),
            message: message.into(),
            labels: Vec::new(),
            help: String::new(),
            secrets: Vec::new(),
            because: None,
            class: None,
            about: Box::default(),
        }
    }

    /// Says what is at the primary place.
    pub fn label(mut self, text: impl Into<String>) -> Self {
        if let Some(first) = self.labels.first_mut() {
            first.text = text.into();
        }
        self
    }

    /// Adds a further place.
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label {
            span,
            text: text.into(),
        });
        self
    }

    /// Says which kind of change it is.
    pub fn class(mut self, class: Class) -> Self {
        self.class = Some(class);
        self
    }

    /// Says what it is about, where the place alone does not.
    pub fn about(mut self, about: About) -> Self {
        self.about = Box::new(about);
        self
    }

    /// Says what to write instead.
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = text.into();
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

/// A finding, and what `lints` says of it.
#[derive(Debug)]
struct Found {
    diagnostic: Diagnostic,
    /// Before it was weighed.
    severity: Severity,
    level: Option<Level>,
}

/// Collects the findings of all stages; the first parameter of each.
#[derive(Debug, Default)]
pub struct Diagnostics {
    found: Vec<Found>,
    levels: Levels,
    owners: Owners,
    /// The places of exceptions that cover a finding.
    used: HashSet<Span>,
    secrets: Vec<Spanned<String>>,
    is_silent: bool,
}

/// What is shown in place of a secret.
pub const MASK: &str = "***";

/// A shorter secret may be part of any word, so only the places of such are hidden.
const TELLING: usize = 4;

impl Diagnostics {
    /// A collector that keeps nothing, for what is read a second time only to be looked at: whoever reads
    /// it for itself has its findings.
    pub fn silent() -> Self {
        Diagnostics {
            is_silent: true,
            ..Diagnostics::default()
        }
    }

    /// Weighs the findings so far and all that follow.
    pub fn set_levels(&mut self, levels: Levels) {
        self.levels = levels;
        self.weigh_all();
    }

    /// Says where tools and workers are: what the findings so far and all that follow are about.
    pub fn set_owners(&mut self, owners: Owners) {
        self.owners = owners;
        self.weigh_all();
    }

    fn weigh_all(&mut self) {
        for found in std::mem::take(&mut self.found) {
            let severity = found.severity;
            self.push(Diagnostic {
                severity,
                ..found.diagnostic
            });
        }
    }

    /// Whether findings of a code can be shown. Others need not be looked for.
    pub fn asks_for(&self, code: Code) -> bool {
        self.levels.asks_for(code)
    }

    /// Takes a finding in.
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

    /// Makes errors of some findings; of those of which `lints` says something only where `also_told`.
    pub fn raise(&mut self, also_told: bool, is_raised: impl Fn(&Diagnostic) -> bool) {
        for found in &mut self.found {
            if (also_told || found.level.is_none()) && is_raised(&found.diagnostic) {
                found.diagnostic.severity = Severity::Error;
            }
        }
    }

    /// Whether any finding in a source is an error.
    pub fn has_errors_in(&self, source: SourceId) -> bool {
        let is_there = |found: &Diagnostic| found.span().is_some_and(|span| span.source == source);
        let mut found = self.iter();
        found.any(|found| found.severity == Severity::Error && is_there(found))
    }

    /// Hides a text: no finding says it, and no quotation shows its place.
    pub fn hide_secret(&mut self, secret: Spanned<String>) {
        self.secrets.push(secret);
    }

    /// A text without what was hidden.
    pub fn mask(&self, mut text: String) -> String {
        mask_text(&mut text, &self.secrets);
        text
    }

    /// Whether any finding is an error.
    pub fn has_errors(&self) -> bool {
        self.iter()
            .any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// All findings that are shown, sorted by place, each once; those of no file come last. The order
    /// of equal places is the order in which they were found.
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
        shown.sort_by_key(|diagnostic| {
            let span = diagnostic.span();
            (span.is_none(), span, diagnostic.severity)
        });
        shown.dedup();
        shown
    }

    /// The findings so far, in the order in which they were found.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.found.iter().map(|found| &found.diagnostic)
    }
}
