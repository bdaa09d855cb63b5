//! Unique names for operations, with reports on names that look alike.

use super::argument::OperationPlace;
use std::collections::HashMap;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::Map;
use toolc_base::source::{Span, Spanned};

/// The `operationId` or, without one, the method and path: `get_pets_petId`.
pub(super) fn name_operation(place: &OperationPlace<'_>, operation: &Map) -> Spanned<String> {
    let given = operation
        .get("operationId")
        .and_then(|node| Some((node.as_str()?.trim(), node.span)));
    if let Some((id, span)) = given.filter(|(id, _)| !id.is_empty()) {
        return Spanned::new(id.to_owned(), span);
    }
    let words = place
        .path
        .split(|char: char| !char.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty());
    let slug = words.fold(place.method.to_ascii_lowercase(), |slug, word| {
        slug + "_" + word
    });
    Spanned::new(slug, place.span)
}

/// The names of the operations that were read.
#[derive(Default)]
pub(super) struct Names {
    /// Each name with its place, and the number of its last repetition.
    taken: HashMap<String, (Span, u32)>,
    /// The first of all names that differ only in case and punctuation.
    folded: HashMap<String, (String, Span)>,
}

impl Names {
    /// A name that no earlier operation has: `name`, else `name_2` and so on.
    pub(super) fn claim_name(
        &mut self,
        diagnostics: &mut Diagnostics,
        mut name: Spanned<String>,
    ) -> Spanned<String> {
        let Some(&(first, asked)) = self.taken.get(&name.value) else {
            self.taken.insert(name.value.clone(), (name.span, 1));
            self.compare(diagnostics, &name);
            return name;
        };
        let taken = std::mem::take(&mut name.value);
        let mut number = asked;
        while name.value.is_empty() || self.taken.contains_key(&name.value) {
            number += 1;
            name.value = format!("{taken}_{number}");
        }
        let message = format!(
            "the name `{taken}` is used by two operations; this one is called `{}`",
            name.value
        );
        let finding = Diagnostic::new(Code::NORMALIZED_OPERATION, name.span, message);
        diagnostics.push(
            finding
                .also(first, "the first one")
                .help("give each operation its own `operationId`"),
        );
        self.taken.insert(taken, (first, number));
        self.taken.insert(name.value.clone(), (name.span, 1));
        name
    }

    /// Reports a name that differs from another only in case and punctuation.
    fn compare(&mut self, diagnostics: &mut Diagnostics, name: &Spanned<String>) {
        let letters = name.value.chars().filter(|char| char.is_alphanumeric());
        let folded: String = letters.flat_map(char::to_lowercase).collect();
        if folded.is_empty() {
            return;
        }
        let Some((other, place)) = self.folded.get(&folded) else {
            let known = (name.value.clone(), name.span);
            self.folded.insert(folded, known);
            return;
        };
        let message = format!(
            "a model can hardly tell the operation `{}` from `{other}`",
            name.value
        );
        let finding = Diagnostic::new(Code::NORMALIZED_OPERATION, name.span, message);
        diagnostics.push(
            finding
                .also(*place, "the other one")
                .help("give one of them another `operationId`, or a name under `overrides`"),
        );
    }
}
