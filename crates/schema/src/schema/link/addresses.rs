//! Documents with the same address, for which references are ambiguous.

use super::resources::read_identifier;
use crate::schema::document::DraftDocument;
use crate::schema::uri;
use std::collections::HashMap;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::source::Span;

/// Reports every address that several documents have.
pub fn check_addresses(diagnostics: &mut Diagnostics, documents: &[DraftDocument]) {
    let mut known: HashMap<String, Span> = HashMap::new();
    for document in documents {
        let own = own_address(document);
        let place = match own {
            Some(_) => document
                .node
                .get("$id")
                .map_or(document.node.span, |id| id.span),
            None => document.node.span,
        };
        let mut addresses = document.addresses.clone();
        addresses.extend(own);
        addresses.dedup();
        for address in addresses {
            match known.get(&address) {
                Some(first) => diagnostics.push(duplicate(&address, *first, place)),
                None => drop(known.insert(address, place)),
            }
        }
    }
}

/// The address that a document declares for itself.
fn own_address(document: &DraftDocument) -> Option<String> {
    let own = document.node.as_map().and_then(read_identifier)?;
    Some(uri::resolve_reference(document.addresses.first()?, own))
}

fn duplicate(address: &str, first: Span, again: Span) -> Diagnostic {
    let message = format!("two documents have the address `{address}`");
    Diagnostic::new(Code::DUPLICATE_ADDRESS, again, message)
        .label("references lead to the first one")
        .also(first, "the first one")
        .help("give each document its own `$id`")
}
