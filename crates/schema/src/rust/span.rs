//! Noun: where the text of an item could be broken into lines.

/// A stretch of the text, followed in the list by the spans nested within it.
#[derive(Clone, Copy)]
pub struct Span {
    pub kind: Kind,
    pub from: usize,
    pub to: usize,
    /// The next span in the list, which is nested within this one unless it equals `next`.
    pub first: usize,
    /// The first span that is not nested within this one.
    pub next: usize,
    /// Whether it must never be put on one line.
    pub endless: bool,
}

impl Span {
    pub fn is_group(&self) -> bool {
        matches!(self.kind, Kind::Group(_))
    }
}

/// The kind of a span.
#[derive(Clone, Copy, PartialEq)]
pub enum Kind {
    /// The text between separators: an item, a statement, a field, an argument. Its attributes are
    /// spans nested within it that end where it begins.
    Element {
        /// Whether it ends with a semicolon.
        ended: bool,
        /// Whether it is preceded by a blank line.
        apart: bool,
    },
    /// A line of documentation, or another attribute.
    Attribute,
    /// A line break, with this much additional indentation.
    Break(usize),
    /// A group in brackets, including these.
    Group(Style),
}

/// The contents of a group.
#[derive(Clone, Copy, Default, PartialEq)]
pub enum Style {
    /// Values, on one line if they fit.
    #[default]
    Free,
    /// Fields, variants or match arms: always one per line.
    Lines,
    /// Items or statements.
    Block,
}
