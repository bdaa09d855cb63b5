//! The files that were read, and what requested each: no file is read twice.

use super::Loader;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use toolc_base::diagnostic::{Code, Diagnostic, Severity};
use toolc_base::source::{Role, Span, Spanned};
use toolc_model::config::Entry;

/// Why a file was read.
#[derive(Clone)]
struct ReadReason {
    role: Role,
    /// The place that lists it.
    span: Option<Span>,
}

/// The files that were read, by canonical path.
#[derive(Default)]
pub(super) struct Seen {
    files: HashMap<PathBuf, ReadReason>,
}

impl Loader<'_> {
    /// Whether a file was read.
    pub(super) fn is_seen(&self, path: &Path) -> bool {
        self.seen.files.contains_key(&self.files.canonical(path))
    }

    /// Records that a file is read, and what requests it.
    pub(super) fn note_file(&mut self, path: &Path, role: &Role, listed: Option<Span>) {
        let asked = self.asked(role, listed);
        let place = self.files.canonical(path);
        self.seen.files.insert(place, asked);
    }

    fn asked(&self, role: &Role, listed: Option<Span>) -> ReadReason {
        let entry = self.listing(role);
        ReadReason {
            role: role.clone(),
            span: entry.map(|entry| entry.span).or(listed),
        }
    }

    /// The registry entry that lists a file for its tools.
    fn listing(&self, role: &Role) -> Option<&Entry> {
        let is_listed = matches!(role, Role::Listed(_));
        self.entry_of(role).filter(|_| is_listed)
    }

    /// Whether a listed file has not been read yet. A file that is listed twice is reported.
    pub(super) fn is_new(&mut self, path: &Path, shown: &str, role: &Role, written: Span) -> bool {
        let Some(first) = self.seen.files.get(&self.files.canonical(path)) else {
            return true;
        };
        let now = self.asked(role, Some(written));
        let entries = self.listing(&first.role).zip(self.listing(role));
        if entries.is_some_and(|(first, second)| takes_other_operations(first, second)) {
            return true;
        }
        // The configuration itself may match a pattern, and one entry may reach a file in two ways.
        let (Some(before), Some(again)) = (first.span, now.span) else {
            return false;
        };
        if before != again {
            let is_same = match entries {
                Some((first, second)) => says_same(first, second),
                None => first.role == *role,
            };
            let finding = match is_same {
                true => repeated_file(shown, before, again),
                false => conflicting_file(shown, before, again),
            };
            self.diagnostics.push(finding);
        }
        false
    }
}

fn repeated_file(shown: &str, before: Span, again: Span) -> Diagnostic {
    listed_again(format!("`{shown}` is listed twice"), before, again)
        .severity(Severity::Warning)
        .help("remove one of the two; the file is read once")
}

fn conflicting_file(shown: &str, before: Span, again: Span) -> Diagnostic {
    let message = format!("`{shown}` is listed twice, with different settings");
    listed_again(message, before, again)
        .help("remove one of the two: a file has one kind, one namespace and one engine")
}

fn listed_again(message: String, before: Span, again: Span) -> Diagnostic {
    Diagnostic::new(Code::WRONG_SHAPE, again, message)
        .label("listed again here")
        .also(before, "first listed here")
}

/// Whether two entries agree on a file.
fn says_same(first: &Entry, second: &Entry) -> bool {
    first.kind == second.kind
        && value_of(&first.namespace) == value_of(&second.namespace)
        && value_of(&first.engine) == value_of(&second.engine)
        && operations(first) == operations(second)
}

fn value_of(written: &Option<Spanned<String>>) -> Option<&str> {
    written.as_ref().map(|written| written.value.as_str())
}

/// Whether two entries take different operations of one document, which is allowed.
fn takes_other_operations(first: &Entry, second: &Entry) -> bool {
    let (first, second) = (operations(first), operations(second));
    !first.is_empty() && !second.is_empty() && first != second
}

fn operations(entry: &Entry) -> Vec<(bool, &str)> {
    let choices = entry.operations.iter();
    choices
        .map(|choice| (choice.include, choice.pattern.value.as_str()))
        .collect()
}
