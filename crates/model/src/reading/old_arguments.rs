//! Whether what is said about old names of arguments can be so, wherever it is said.

use crate::model::evolution::OldArgument;
use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::Map;

/// A row has a bit for each.
const MAX_ARGUMENTS: usize = 64;

/// Adds old names to those that a tool with these properties has. Names that mean something else are left out and
/// reported, and so are successors that mean nothing.
pub fn add_arguments(
    diagnostics: &mut Diagnostics,
    properties: &Map,
    kept: &mut Vec<OldArgument>,
    said: Vec<OldArgument>,
) {
    for argument in said {
        let name = &argument.name;
        if argument.now.is_some() {
            let twin = kept
                .iter()
                .find(|other| other.now.is_some() && other.name.value == name.value);
            let taken = properties
                .entry(&name.value)
                .map(|entry| (entry.key_span, "the argument of this name"));
            let taken = taken.or_else(|| twin.map(|twin| (twin.name.span, "the same name here")));
            if let Some((place, label)) = taken {
                let message = format!(
                    "`{}` would be an old name of an argument, but it means another one",
                    name.value
                );
                let finding = Diagnostic::new(Code::TAKEN_ARGUMENT, name.span, message)
                    .label("calls that give it would have two meanings")
                    .also(place, label)
                    .help("remove it here, or give the other another name");
                diagnostics.push(finding);
                continue;
            }
        }
        let instead = argument
            .deprecated
            .as_ref()
            .and_then(|said| said.instead.as_ref());
        if let Some(instead) = instead
            && (!properties.contains(&instead.value) || instead.value == name.value)
        {
            let others = properties.iter().map(|entry| entry.key.as_str());
            let near = did_you_mean(&instead.value, others.filter(|other| *other != name.value));
            let message = format!(
                "`{}` is to be used instead of `{}`, but it must be another argument of the tool",
                instead.value, name.value
            );
            let finding = Diagnostic::new(Code::UNKNOWN_ARGUMENT, instead.span, message);
            diagnostics.push(finding.help(
                near.unwrap_or_else(|| {
                    "write the name of another argument, or remove `use`".into()
                }),
            ));
        }
        kept.push(argument);
    }
    if let Some(first) = kept.get(MAX_ARGUMENTS) {
        let message = format!("a tool has more than {MAX_ARGUMENTS} old and deprecated arguments");
        let finding = Diagnostic::new(Code::WRONG_SHAPE, first.name.span, message);
        diagnostics.push(finding.help("remove those that nobody uses any more"));
        kept.truncate(MAX_ARGUMENTS);
    }
}
