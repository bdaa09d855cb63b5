//! Noun: a text as it is laid out. Unlike a [`Node`](crate::node::Node) it has comments, quotes, anchors and the styles of
//! collections, all by their places in the text; it is what the formatter prints again.

use std::ops::Range;

/// A whole text. Offsets are in bytes.
pub(crate) struct Concrete {
    /// The outermost value.
    pub root: Item,
    /// All comments, in order.
    pub comments: Vec<Comment>,
    /// Where the `---` above the value is.
    pub marker: Option<usize>,
    /// The starts of all values, keys and dashes, in order.
    pub starts: Vec<usize>,
    /// Whether it is JSON, so that quotes stay.
    pub is_json: bool,
}

/// A comment.
pub(crate) struct Comment {
    /// From `#` to the end of the line, without blanks at its end.
    pub place: Range<usize>,
    /// The number of characters before it in its line.
    pub column: usize,
    /// Whether nothing else is in its line.
    pub is_alone: bool,
}

/// A value or key.
pub(crate) struct Item {
    /// Where it begins, its properties included.
    pub start: usize,
    /// Its anchor and its tag, in order.
    pub properties: Vec<Range<usize>>,
    pub kind: Kind,
}

/// What a value is.
pub(crate) enum Kind {
    /// Nothing is written, which is null.
    Empty,
    /// A scalar in one or more lines of flow style.
    Scalar(Scalar),
    /// A literal or folded scalar.
    Block(Block),
    /// `*name`
    Alias(Range<usize>),
    List(List),
    Map(Map),
}

/// A plain or quoted scalar.
pub(crate) struct Scalar {
    /// Its text, quotes included.
    pub place: Range<usize>,
    /// What it says.
    pub text: String,
    pub quotes: Quotes,
}

/// How a scalar is quoted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Quotes {
    Plain,
    Single,
    Double,
}

/// A scalar whose lines are indented below a header.
pub(crate) struct Block {
    /// `|` or `>` with its indicators.
    pub header: Range<usize>,
    /// The lines below the header; the last one may be followed by blank lines.
    pub lines: Range<usize>,
    /// How far the lines are indented.
    pub indent: usize,
    /// What it says.
    pub text: String,
}

/// A list.
pub(crate) struct List {
    /// The brackets of a list in flow style.
    pub brackets: Option<Range<usize>>,
    pub items: Vec<ListItem>,
    /// The column of its first dash.
    pub column: usize,
    /// Whether its dashes are no deeper than the key above them.
    pub is_flush: bool,
}

/// An item of a list.
pub(crate) struct ListItem {
    /// Where its dash is, or else where it begins.
    pub start: usize,
    pub item: Item,
}

/// A mapping.
pub(crate) struct Map {
    /// The braces of a mapping in flow style.
    pub brackets: Option<Range<usize>>,
    /// Whether it is in flow style: a single pair in a list has no braces.
    pub is_flow: bool,
    pub entries: Vec<(Item, Item)>,
    /// The column of its first key.
    pub column: usize,
}

/// Why a text cannot be laid out anew.
pub(crate) struct Unfit {
    /// Where that is.
    pub offset: usize,
    /// What is there.
    pub reason: &'static str,
}

/// The column of an offset, in characters.
pub(crate) fn column_of(text: &str, offset: usize) -> usize {
    let before = text.get(..offset).unwrap_or(text);
    let line = before.rfind('\n').map_or(before, |at| &before[at + 1..]);
    line.chars().count()
}
