//! `arguments` of an override: the names that arguments had, and which of them are to go.

use crate::read::entry::old_arguments::read_argument;
use crate::read::fields;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Entry, Map};
use toolc_base::source::Spanned;
use toolc_model::model::evolution::Evolution;

/// What may be said about an argument.
const KEYS: [&str; 3] = ["aliases", "renamed_from", "deprecated"];

/// Reads what is said, and returns the arguments of which it is said.
pub(super) fn read_arguments(
    diagnostics: &mut Diagnostics,
    map: &Map,
    evolution: &mut Evolution,
) -> Vec<Spanned<String>> {
    let Some(node) = map.get("arguments") else {
        return Vec::new();
    };
    let Some(arguments) = node.as_map() else {
        let wanted = "a mapping of arguments, such as `{ pet_id: { renamed_from: petId } }`";
        fields::wrong_kind(diagnostics, node, "`arguments`", wanted);
        return Vec::new();
    };
    let mut named = Vec::new();
    for entry in arguments.iter() {
        let name = Spanned::new(entry.key.clone(), entry.key_span);
        if is_place(entry) {
            let message = format!(
                "`{}` is within an argument: it has no old names",
                name.value
            );
            let finding = Diagnostic::new(Code::IDLE_OLD_ARGUMENT, name.span, message);
            diagnostics
                .push(finding.help("write the name of a whole argument: only they have old names"));
            continue;
        }
        let what = format!("the argument `{}`", name.value);
        match entry.value.as_map() {
            Some(said) if !said.is_empty() => {
                fields::refuse_unknown(diagnostics, said, &KEYS, &what);
                let said = read_argument(diagnostics, &name.value, said, KEYS);
                evolution.arguments.extend(said);
            }
            _ => {
                let wanted = "a mapping with `aliases`, `renamed_from` or `deprecated`";
                fields::wrong_kind(diagnostics, &entry.value, &what, wanted);
            }
        }
        named.push(name);
    }
    named
}

/// Whether it is a pointer to what is within an argument.
fn is_place(entry: &Entry) -> bool {
    let rest = entry.key.strip_prefix('/');
    rest.is_some_and(|rest| rest.contains('/'))
}
