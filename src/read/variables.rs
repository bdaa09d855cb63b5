//! Names of environment variables, which `env` of a shell and of a server lists.

use crate::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use crate::source::Spanned;

/// Whether a text can be the name of an environment variable; reports any other.
pub(super) fn is_fit_name(
    diagnostics: &mut Diagnostics,
    name: &Spanned<String>,
    help: &str,
) -> bool {
    let fits = is_variable(&name.value);
    if !fits {
        let message = match name.value.as_str() {
            "" => "the name of a variable is empty".to_owned(),
            other => format!("`{other}` is not the name of a variable"),
        };
        let finding = Diagnostic::new(Code::UNSAFE_VARIABLE, name.span, message).help(help);
        diagnostics.push(Diagnostic {
            severity: Severity::Error,
            ..finding
        });
    }
    fits
}

fn is_variable(name: &str) -> bool {
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    name.chars().all(is_letter) && name.starts_with(|first: char| !first.is_ascii_digit())
}
