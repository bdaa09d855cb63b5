//! What an override says without effect: a default or an old name for an argument that no model sees, or something hidden within an
//! argument that the same override takes away as a whole. A constant within a constant is set in it.

use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::escape_pointer;
use toolc_base::source::Spanned;
use toolc_model::config::Override;

/// An argument that the model does not write, and the key that says so.
struct Taken<'o> {
    key: &'static str,
    verb: &'static str,
    argument: &'o Spanned<String>,
}

/// Reports what has no effect within one override. Of several that match an operation the first one wins, so what they
/// say may well differ.
pub(super) fn report_idle(diagnostics: &mut Diagnostics, over: &Override) {
    let taken = list_taken(over);
    let hidden = over.hidden.iter().map(|argument| ("hidden", argument));
    let defaults = over.defaults.iter();
    let defaults = defaults.map(|(argument, _)| ("defaults", argument));
    let named = over.arguments.iter();
    let named = named.map(|argument| ("arguments", argument));
    for (key, argument) in hidden.chain(defaults).chain(named) {
        for by in &taken {
            if let Some(what) = by.find_taken(key, argument) {
                diagnostics.push(by.describe_idle(key, argument, &what));
                break;
            }
        }
    }
}

fn list_taken(over: &Override) -> Vec<Taken<'_>> {
    let constants: Vec<_> = over.constants.iter().map(|(name, _)| name).collect();
    let keys = [
        ("inject", "injects", over.injected.iter().collect()),
        ("constants", "fixes", constants),
        ("hidden", "hides", over.hidden.iter().collect()),
    ];
    let mut taken = Vec::new();
    for (key, verb, arguments) in keys {
        for argument in arguments {
            taken.push(Taken {
                key,
                verb,
                argument,
            });
        }
    }
    taken
}

impl Taken<'_> {
    /// What of the argument is taken that another key changes, in words: itself, or an argument that it is within.
    fn find_taken(&self, key: &str, argument: &Spanned<String>) -> Option<String> {
        let place = write_pointer(&argument.value);
        let rest = place.strip_prefix(&write_pointer(&self.argument.value))?;
        match rest {
            // to inject what is changed is an error, and what is fixed may be called hidden, too
            "" if key == "defaults" && self.key != "inject" => Some("it".to_owned()),
            "" if key == "arguments" => Some("it".to_owned()),
            rest if rest.starts_with('/') => Some(format!("all of `{}`", self.argument.value)),
            _ => None,
        }
    }

    fn describe_idle(&self, key: &str, argument: &Spanned<String>, what: &str) -> Diagnostic {
        let Taken {
            key: by,
            verb,
            argument: taken,
        } = self;
        let name = &argument.value;
        let message = format!("`{key}` has no effect on `{name}`: `{by}` {verb} {what}");
        Diagnostic::new(Code::IDLE_SETTING, argument.span, message).help(format!(
            "remove it, or take `{}` out of `{by}`",
            taken.value
        ))
    }
}

/// The place of an argument as a JSON pointer (RFC 6901).
fn write_pointer(argument: &str) -> String {
    match argument.starts_with('/') {
        true => argument.to_owned(),
        false => format!("/{}", escape_pointer(argument)),
    }
}
