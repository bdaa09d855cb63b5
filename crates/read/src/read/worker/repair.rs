//! `repair`: what is read in another form where a call that is refused can mean one thing only.

use crate::read::fields;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Node, Value};
use toolc_base::source::Spanned;
use toolc_model::model::repair::{REPAIR_WORDS, RepairKind, sort_kinds};

/// The kinds that a worker lists. An empty list says that nothing is repaired, also where a worker that this one extends says
/// otherwise.
pub(super) fn read_repair(
    diagnostics: &mut Diagnostics,
    node: &Node,
) -> Option<Spanned<Vec<RepairKind>>> {
    let Value::List(words) = &node.value else {
        let wanted = "a list: `[text, numbers, lists, case]`";
        fields::wrong_kind(diagnostics, node, "`repair`", wanted);
        return None;
    };
    let mut kinds: Vec<Spanned<RepairKind>> = Vec::new();
    for word in words {
        let owner = "a word of `repair`";
        let Some(kind) = fields::one_of(diagnostics, word, owner, "repair", REPAIR_WORDS) else {
            continue;
        };
        match kinds.iter().find(|known| known.value == kind.value) {
            None => kinds.push(kind),
            Some(first) => diagnostics.push(repeated_word(&kind, first)),
        }
    }
    let kinds = sort_kinds(kinds.iter().map(|kind| kind.value));
    Some(Spanned::new(kinds, node.span))
}

fn repeated_word(again: &Spanned<RepairKind>, first: &Spanned<RepairKind>) -> Diagnostic {
    let message = format!("`{}` is listed twice under `repair`", again.value.name());
    Diagnostic::new(Code::IDLE_KEY, again.span, message)
        .label("this has no effect")
        .also(first.span, "listed first here")
        .help("remove one of them")
}
