//! What grants each tool in a toolset: its name in the whitelist, or the toolset.

use std::collections::HashMap;
use toolc_base::source::Span;
use toolc_model::draft::{DraftToolset, Whitelist};

/// The places where a toolset grants its tools.
pub(super) struct Listed<'d> {
    names: HashMap<&'d str, Span>,
    /// The place for tools that are not named.
    otherwise: Span,
}

impl<'d> Listed<'d> {
    pub(super) fn new(toolset: &'d DraftToolset) -> Self {
        let (names, otherwise) = match &toolset.tools {
            Whitelist::Names(list) => (list.value.as_slice(), list.span),
            Whitelist::All(span) => (&[][..], *span),
            Whitelist::Missing | Whitelist::Null | Whitelist::Unreadable => {
                (&[][..], toolset.name.span)
            }
        };
        let names = names.iter();
        let names = names.map(|name| {
            let bare = name.bare();
            (bare, name.span)
        });
        Listed {
            names: names.collect(),
            otherwise,
        }
    }

    pub(super) fn place(&self, name: &str) -> Span {
        self.names.get(name).copied().unwrap_or(self.otherwise)
    }
}
