//! Names of environment variables: those that `env` of a shell and of a server lists, and those within texts.

use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use toolc_base::source::{Span, Spanned};
use toolc_runtime::variables::{Part, is_variable_name, split_variables};

/// Whether a text can be the name of an environment variable; reports any other.
pub(super) fn is_fit_name(
    diagnostics: &mut Diagnostics,
    name: &Spanned<String>,
    help: &str,
) -> bool {
    let fits = is_variable_name(&name.value);
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

/// Reports references in a text that contain no name of a variable, such as `Bearer ${HR TOKEN}`.
pub(super) fn check_references(diagnostics: &mut Diagnostics, text: &str, place: Span) {
    for part in split_variables(text) {
        if let Part::Variable(name) = part
            && !is_variable_name(name)
        {
            let message = format!("`${{{name}}}` does not name an environment variable");
            diagnostics.push(
                Diagnostic::new(Code::ILLEGAL_VARIABLE, place, message)
                    .label("resolved when the program starts")
                    .help(REFERENCE),
            );
        }
    }
}

const REFERENCE: &str =
    "write letters, digits and `_`, as in `${HR_TOKEN}`; `$${` is a literal `${`";
