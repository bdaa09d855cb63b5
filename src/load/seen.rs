//! The files that were read, and who asked for each: no file is read twice.

use super::{Loader, canonical};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::source::{Listing, Role, Span};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Why a file was read.
#[derive(Clone)]
struct Asked {
    role: Role,
    /// The place that lists it.
    span: Option<Span>,
}

impl Asked {
    fn new(role: &Role, listed: Option<Span>) -> Self {
        let span = match role {
            Role::Listed(listing) => Some(listing.span),
            _ => listed,
        };
        Asked {
            role: role.clone(),
            span,
        }
    }
}

/// The files that were read, by their canonical paths.
#[derive(Default)]
pub(super) struct Seen {
    files: HashMap<PathBuf, Asked>,
}

impl Seen {
    pub(super) fn contains(&self, path: &Path) -> bool {
        self.files.contains_key(&canonical(path))
    }

    pub(super) fn insert(&mut self, path: &Path, role: &Role, listed: Option<Span>) {
        self.files.insert(canonical(path), Asked::new(role, listed));
    }
}

impl Loader<'_> {
    /// Whether a listed file is still to be read. One that is listed twice is reported.
    pub(super) fn is_new(&mut self, path: &Path, shown: &str, role: &Role, written: Span) -> bool {
        let Some(first) = self.seen.files.get(&canonical(path)) else {
            return true;
        };
        let now = Asked::new(role, Some(written));
        if takes_other_operations(&first.role, role) {
            return true;
        }
        // The configuration itself under a pattern, and one entry that reaches a file by two ways.
        let (Some(before), Some(again)) = (first.span, now.span) else {
            return false;
        };
        if before != again {
            let finding = twice(shown, is_same(&first.role, role), before, again);
            self.diagnostics.push(finding);
        }
        false
    }
}

fn twice(shown: &str, is_same: bool, before: Span, again: Span) -> Diagnostic {
    let (severity, message, help) = match is_same {
        true => (
            Severity::Warning,
            format!("`{shown}` is listed twice"),
            "remove one of the two; the file is read once",
        ),
        false => (
            Severity::Error,
            format!("`{shown}` is listed twice, and not as the same"),
            "remove one of the two: a file has one kind, one namespace and one engine",
        ),
    };
    let finding = Diagnostic::new(Code::WRONG_SHAPE, again, message)
        .label("listed again here")
        .also(before, "first listed here")
        .help(help);
    Diagnostic {
        severity,
        ..finding
    }
}

/// Whether two entries say the same of a file.
fn is_same(first: &Role, second: &Role) -> bool {
    let (Role::Listed(first), Role::Listed(second)) = (first, second) else {
        return first == second;
    };
    let namespace = |listing: &Listing| listing.namespace.clone().map(|name| name.value);
    let engine = |listing: &Listing| listing.engine.clone().map(|name| name.value);
    first.kind == second.kind
        && namespace(first) == namespace(second)
        && engine(first) == engine(second)
        && operations(first) == operations(second)
}

/// Two entries may each take some operations of one document.
fn takes_other_operations(first: &Role, second: &Role) -> bool {
    let (Role::Listed(first), Role::Listed(second)) = (first, second) else {
        return false;
    };
    let (first, second) = (operations(first), operations(second));
    !first.is_empty() && !second.is_empty() && first != second
}

fn operations(listing: &Listing) -> Vec<(bool, &str)> {
    let choices = listing.operations.iter();
    choices
        .map(|choice| (choice.include, choice.pattern.value.as_str()))
        .collect()
}
