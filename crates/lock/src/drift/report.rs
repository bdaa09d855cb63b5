//! How a difference is reported: at the entry that changed, with the narrowest way to accept it.

use crate::lock::{LockedTool, Subject};
use std::collections::BTreeSet;
use toolc_base::diagnostic::{About, Class, Code, Diagnostic, Diagnostics};
use toolc_base::source::Span;
use toolc_runtime::hidden;

/// Collects differences.
pub(super) struct Report<'r> {
    diagnostics: &'r mut Diagnostics,
    /// The command that accepts changes; `None` if both sides are locks, so that there is nothing to accept.
    command: Option<&'r str>,
}

impl<'r> Report<'r> {
    /// Compares the current state with what was accepted.
    pub(super) fn to_accept(diagnostics: &'r mut Diagnostics, command: &'r str) -> Self {
        Report {
            diagnostics,
            command: Some(command),
        }
    }

    /// Compares two locks.
    pub(super) fn between_locks(diagnostics: &'r mut Diagnostics) -> Self {
        Report {
            diagnostics,
            command: None,
        }
    }

    /// Reports a difference that is accepted with these subjects.
    pub(super) fn push(&mut self, finding: Diagnostic, subjects: &[Subject<'_>]) {
        let finding = match subjects.first() {
            Some(subject) => finding.about(About {
                further: further_tools(subjects),
                ..about(*subject)
            }),
            None => finding,
        };
        self.push_with(finding, subjects);
    }

    /// Reports a difference of several tools that is accepted with other subjects, such as their engine.
    pub(super) fn push_of_tools(
        &mut self,
        finding: Diagnostic,
        tools: &BTreeSet<&str>,
        subjects: &[Subject<'_>],
    ) {
        let mut tools = tools.iter().map(|tool| (*tool).to_owned());
        let about = About {
            tool: tools.next(),
            further: tools.collect(),
            ..About::default()
        };
        self.push_with(finding.about(about), subjects);
    }

    fn push_with(&mut self, finding: Diagnostic, subjects: &[Subject<'_>]) {
        let Some(command) = self.command else {
            return self.diagnostics.push(finding);
        };
        let accept = say_how_to_accept(command, subjects);
        let help = if finding.help.is_empty() {
            accept
        } else {
            format!("{} {accept}", finding.help)
        };
        self.diagnostics.push(finding.help(help));
    }

    /// Labels an addition: it is missing on the old side.
    pub(super) fn label_addition(&self, finding: Diagnostic) -> Diagnostic {
        finding.label(match self.command {
            Some(_) => "not in the lock",
            None => "only in the new lock",
        })
    }

    /// Labels a removal: it exists only on the old side.
    pub(super) fn label_removal(&self, finding: Diagnostic) -> Diagnostic {
        finding.label(match self.command {
            Some(_) => "only in the lock",
            None => "only in the old lock",
        })
    }
}

/// What a finding is about, given the subject that accepts it.
fn about(subject: Subject<'_>) -> About {
    match subject {
        Subject::Tool(name) | Subject::Approval(name) => About::tool(name),
        Subject::Grant { worker, tool } => About::tool(tool).of_worker(worker),
        Subject::Worker(name) => About::worker(name),
        Subject::Engine(_) | Subject::Artifact(_) => About::default(),
    }
}

/// The tools of all subjects except the first.
fn further_tools(subjects: &[Subject<'_>]) -> Vec<String> {
    let tools = subjects
        .iter()
        .skip(1)
        .filter_map(|subject| about(*subject).tool);
    tools.collect()
}

/// The command that accepts a change. If too many subjects would make it unreadable, the text
/// describes which ones.
fn say_how_to_accept(command: &str, subjects: &[Subject<'_>]) -> String {
    const SHOWN: usize = 6;
    let options: Vec<String> = subjects
        .iter()
        .take(SHOWN)
        .map(|subject| format!("--accept {}", subject.shell_word()))
        .collect();
    let options = options.join(" ");
    let meant = format!("if this is intended, accept it with `{command} {options}`");
    match (subjects, subjects.len().saturating_sub(SHOWN)) {
        (_, 0) => meant,
        ([Subject::Grant { worker, .. }, ..], more) => format!(
            "{meant} and {more} more like these, or with all other changes to the worker: \
             `{command} --accept {}`",
            Subject::Worker(worker).shell_word()
        ),
        (_, more) => format!("{meant} and {more} more like these"),
    }
}

/// A kind of finding: its code and the class of change.
pub(super) type Kind = (Code, Class);

/// A finding at its place, if it has one.
pub(super) fn drift_finding(
    (code, class): Kind,
    span: Option<Span>,
    message: String,
) -> Diagnostic {
    let found = match span {
        Some(span) => Diagnostic::new(code, span, message),
        None => Diagnostic::placeless(code, message),
    };
    found.class(class)
}

/// More calls run without asking.
pub(super) const LOOSENED: Kind = (Code::APPROVAL_LOOSENED, Class::ApprovalLoosened);

/// Fewer calls run without asking.
pub(super) const TIGHTENED: Kind = (Code::APPROVAL_TIGHTENED, Class::ApprovalTightened);

/// Text that a model reads.
pub(super) const TEXT: Kind = (Code::DESCRIPTION_CHANGED, Class::Text);

/// Reports a change of a tool at the changed place, or else at the tool.
pub(super) fn push_change(
    report: &mut Report<'_>,
    kind: Kind,
    tool: &LockedTool,
    span: Option<Span>,
    message: String,
) {
    let found = drift_finding(kind, span.or(tool.span), message);
    report.push(found, &[Subject::Tool(&tool.name)]);
}

/// Joins the first few of many items.
pub(super) fn join_some(items: &[String], separator: &str) -> String {
    const SHOWN: usize = 6;
    let shown = items[..items.len().min(SHOWN)].join(separator);
    match items.len().saturating_sub(SHOWN) {
        0 => shown,
        more => format!("{shown}{separator}and {more} more"),
    }
}

/// How much of a text is shown at most, in characters, of which it has usually far fewer.
const SHOWN: usize = 400;

/// How much is shown of what both texts have in common, on either side of the part that changed.
const AROUND: usize = 24;

/// Both texts on one line each: the part that changed, whole unless it is very long, and a little of what is
/// around it.
pub(super) fn shorten_pair(old: &str, new: &str) -> (String, String) {
    let (old, new): (Vec<char>, Vec<char>) = (old.chars().collect(), new.chars().collect());
    let before = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let rest = old[before..].iter().rev().zip(new[before..].iter().rev());
    let behind = rest.take_while(|(a, b)| a == b).count();
    let (before, behind) = match old.len().max(new.len()) {
        ..=60 => (0, 0),
        _ => (before.saturating_sub(AROUND), behind.saturating_sub(AROUND)),
    };
    let cut = |text: &[char]| {
        let part = &text[before..text.len() - behind];
        if part.is_empty() {
            return "nothing".to_owned();
        }
        let [start, end] = [before, behind].map(|cut| if cut > 0 { "…" } else { "" });
        format!("`{start}{}{end}`", write_line(part))
    };
    (cut(&old), cut(&new))
}

/// Text on one line. From the middle of a very long one, characters are left out and counted.
fn write_line(text: &[char]) -> String {
    let line = |part: &[char]| {
        let part: String = part.iter().collect();
        hidden::show_hidden(&part).replace('\n', "\\n")
    };
    match text.len().saturating_sub(SHOWN) {
        0 => line(text),
        more => {
            let (start, end) = (&text[..SHOWN / 2], &text[text.len() - SHOWN / 2..]);
            format!("{} … {more} characters … {}", line(start), line(end))
        }
    }
}
