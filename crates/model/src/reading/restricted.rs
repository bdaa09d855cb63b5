//! Keys with a meaning elsewhere: those that restrict are refused, because toolc does not enforce
//! them; the others are reported.

use toolc_base::diagnostic::suggest::nearest;
use toolc_base::diagnostic::{Code, Diagnostic};
use toolc_base::node::Entry;
use toolc_base::restriction::{
    OF_TOOL, Restriction, find_extension, find_misspelt_extension, find_prefixed, find_restriction,
};

/// The finding on a key that restricts, or seems to; `None` for other keys.
pub fn restriction_finding(
    entry: &Entry,
    rows: &'static [Restriction],
    owner: &str,
) -> Option<Diagnostic> {
    if entry.key.starts_with("x-") {
        let row = find_extension(rows, &entry.key);
        let row = row.or_else(|| find_prefixed(&entry.key));
        let row = row.or_else(|| find_misspelt_extension(&entry.key, nearest))?;
        return (!row.is_idle(&entry.value)).then(|| unread(entry, row));
    }
    let row = find_restriction(rows, &entry.key)?;
    Some(if row.is_idle(&entry.value) {
        idle_finding(entry, owner, "it restricts nothing: remove it")
    } else {
        refused(entry, row, owner)
    })
}

/// The restriction that a key of a tool asks for, if any.
pub fn find_asking(entry: &Entry) -> Option<&'static Restriction> {
    let row = find_restriction(OF_TOOL, &entry.key).or_else(|| find_extension(OF_TOOL, &entry.key));
    row.filter(|row| !row.is_idle(&entry.value))
}

fn refused(entry: &Entry, row: &Restriction, owner: &str) -> Diagnostic {
    let message = format!("toolc does not enforce `{}` of {owner}", entry.key);
    Diagnostic::new(Code::UNENFORCED_RESTRICTION, entry.key_span, message)
        .label("not enforced")
        .help(row.help)
}

/// An `x-` key, which belongs to others, but looks as if toolc read it.
fn unread(entry: &Entry, row: &Restriction) -> Diagnostic {
    let message = format!(
        "`{}` looks like a restriction, but toolc does not read it",
        entry.key
    );
    Diagnostic::new(Code::UNREAD_EXTENSION, entry.key_span, message)
        .label("not enforced")
        .help(row.help)
}

/// A key without effect.
pub fn idle_finding(entry: &Entry, owner: &str, help: &str) -> Diagnostic {
    let message = format!("`{}` of {owner} has no effect in toolc", entry.key);
    Diagnostic::new(Code::IDLE_KEY, entry.key_span, message).help(help)
}
