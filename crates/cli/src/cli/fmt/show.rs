//! What is said of a file: how it differs, and why it was not written.

use crate::cli::output::print_data;
use similar::TextDiff;
use std::io;
use toolc_base::diagnostic::{Code, Diagnostic};
use toolc_base::source::{SourceId, Span};

/// Prints how a text differs from another, as `diff -u` does.
pub(super) fn print_difference(shown: &str, before: &str, after: &str) {
    let difference = TextDiff::from_lines(before, after);
    let mut unified = difference.unified_diff();
    let text = unified
        .header(shown, &format!("{shown} (laid out)"))
        .to_string();
    // a reader that is gone is told elsewhere
    let _ = print_data(&text);
}

/// The finding on a file that is not laid out.
pub(super) fn report_unformatted(id: SourceId, shown: &str) -> Diagnostic {
    let message = format!("`{shown}` is not laid out");
    Diagnostic::new(Code::UNFORMATTED, Span::file(id), message)
        .help("run `toolc fmt` with the same paths")
}

/// The finding on a file that cannot be written.
pub(super) fn report_unwritable(shown: &str, error: &io::Error) -> Diagnostic {
    let message = format!("cannot write `{shown}`: {error}");
    Diagnostic::placeless(Code::UNWRITABLE_OUTPUT, message)
        .help("make it a file that you may write, and try again")
}
