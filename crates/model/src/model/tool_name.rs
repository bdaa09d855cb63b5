//! Noun: the name of a tool as a worker writes it, read once.

use toolc_base::source::{Span, Spanned};

/// The name of a tool in a worker. Within a toolset, its namespace may precede it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolName {
    /// As written: `send`, or `mail::send`.
    pub value: String,
    /// Its place.
    pub span: Span,
    /// How many bytes come before the name itself.
    prefix: usize,
}

impl ToolName {
    /// A name in a toolset of this namespace.
    pub fn read(namespace: &str, written: Spanned<String>) -> Self {
        let rest = written.value.strip_prefix(namespace);
        let bare = rest.and_then(|rest| rest.strip_prefix("::"));
        ToolName {
            prefix: bare.map_or(0, |bare| written.value.len() - bare.len()),
            value: written.value,
            span: written.span,
        }
    }

    /// A name outside of toolsets, which has its namespace: `mail::send`.
    pub fn read_qualified(written: Spanned<String>) -> Self {
        ToolName {
            prefix: 0,
            value: written.value,
            span: written.span,
        }
    }

    /// The name without the namespace of the toolset.
    pub fn bare(&self) -> &str {
        self.value.get(self.prefix..).unwrap_or_default()
    }
}
