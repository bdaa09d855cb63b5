//! Tokens as text on a single line, with the positions where the line could be broken.

use super::span::{Kind, Span, Style};
use std::fmt::{Arguments, Write};

/// How the text ends.
#[derive(Clone, Copy, Default, PartialEq)]
enum Last {
    /// Nothing yet, or a token that is not separated from the next one.
    #[default]
    Open,
    /// A word or a bracket, which a space separates from a following word.
    Word,
}

/// A group that is still open.
#[derive(Clone, Copy, Default)]
struct Frame {
    /// The index of the group's span.
    span: usize,
    style: Style,
    is_braces: bool,
    /// Whether it contains a finished element.
    is_filled: bool,
    /// Whether one of its elements must never share a line.
    is_endless: bool,
    /// The element being written.
    element: Option<usize>,
    /// The number of open `<` in the element.
    angles: usize,
    /// How to format the element's next braces.
    braces: Style,
    is_function: bool,
    is_where: bool,
}

/// The tokens of one item.
#[derive(Default)]
pub struct Tokens {
    pub(super) text: String,
    pub(super) spans: Vec<Span>,
    last: Last,
    frame: Frame,
    outer: Vec<Frame>,
    /// The name of the runtime, unless it is `rt`, as in generated modules.
    runtime: Option<&'static str>,
}

impl Tokens {
    /// Tokens for code outside of generated modules.
    #[cfg(feature = "cli")]
    pub(super) fn outside() -> Self {
        Tokens {
            runtime: Some("toolc_runtime"),
            ..Tokens::default()
        }
    }

    /// The text of code that is not an item.
    pub(super) fn into_line(self) -> String {
        self.text
    }

    pub(super) fn begin_item(&mut self) {
        self.text.clear();
        self.spans.clear();
        self.last = Last::Open;
        self.frame = Frame {
            style: Style::Block,
            ..Frame::default()
        };
    }

    pub(super) fn end_item(&mut self) {
        self.end(false);
    }

    /// A word in a template, or an identifier.
    pub fn word(&mut self, word: &str) {
        self.value_begins();
        self.text.push_str(word);
    }

    /// The name of the runtime.
    pub fn runtime(&mut self) {
        self.word(self.runtime.unwrap_or("rt"));
    }

    /// A value, as formatted by `Display`.
    pub fn value(&mut self, value: Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.value_begins().write_fmt(value);
    }

    /// The text, ready for a literal or a word to be appended.
    pub(super) fn value_begins(&mut self) -> &mut String {
        self.begin();
        if self.last == Last::Word {
            self.text.push(' ');
        }
        self.last = Last::Word;
        &mut self.text
    }

    /// Punctuation without spaces around it, except for those it contains.
    pub fn cling(&mut self, operator: &str) {
        self.begin();
        self.text.push_str(operator);
        self.last = Last::Open;
    }

    /// An operator without a space after it.
    pub fn prefix(&mut self, operator: &str) {
        self.value_begins().push_str(operator);
        self.last = Last::Open;
    }

    /// The `<` of generic arguments.
    pub fn open_angle(&mut self) {
        self.cling("<");
        self.frame.angles += 1;
    }

    /// The `>` of generic arguments.
    pub fn close_angle(&mut self) {
        self.cling(">");
        self.last = Last::Word;
        self.frame.angles = self.frame.angles.saturating_sub(1);
    }

    /// The `=` of an item or a binding.
    pub fn equals(&mut self) {
        // The value of a constant is not a block.
        if self.frame.braces == Style::Block {
            self.frame.braces = Style::Free;
        }
        self.cling(" = ");
    }

    /// A `,`, which ends an element where each has its line.
    pub fn comma(&mut self) {
        if self.frame.angles == 0 && self.frame.style != Style::Block {
            self.end(false);
        } else if self.frame.angles == 0 && self.frame.is_where {
            self.text.push(',');
            self.break_line(4);
        } else {
            self.cling(", ");
        }
    }

    /// A `;`, which ends a statement.
    pub fn semicolon(&mut self) {
        match self.frame.style {
            Style::Block => self.end(true),
            _ => self.cling("; "),
        }
    }

    /// A keyword before braces with one element per line.
    pub fn lines(&mut self, keyword: &str) {
        self.word(keyword);
        self.frame.braces = Style::Lines;
    }

    /// A keyword before braces with items or statements.
    pub fn block(&mut self, keyword: &str) {
        self.word(keyword);
        self.frame.braces = Style::Block;
    }

    /// The keyword of an item that is separated from others by a blank line and ends with its
    /// braces.
    pub fn function(&mut self, keyword: &str) {
        self.block(keyword);
        self.frame.is_function = true;
    }

    /// The keyword on a separate line, before bounds that are also on separate lines.
    pub fn bounds(&mut self, keyword: &str) {
        self.break_line(0);
        self.word(keyword);
        self.break_line(4);
        self.frame.is_where = true;
    }

    /// An opening bracket of any kind.
    pub fn open(&mut self, bracket: char) {
        self.begin();
        let is_braces = bracket == '{';
        if is_braces && self.frame.is_where {
            let is_break = |span: &Span| matches!(span.kind, Kind::Break(_));
            let end = self.text.len();
            match self.spans.pop_if(|span| is_break(span) && span.from == end) {
                Some(_) => {}
                None => self.text.push(','),
            }
            self.break_line(0);
        } else if is_braces && self.last == Last::Word {
            self.text.push(' ');
        }
        let style = if is_braces {
            self.frame.braces
        } else {
            Style::Free
        };
        let span = self.span(Kind::Group(style));
        self.text.push(bracket);
        self.outer.push(self.frame);
        self.frame = Frame {
            span,
            style,
            is_braces,
            ..Frame::default()
        };
        self.last = Last::Open;
    }

    /// The closing bracket for the one that was opened last.
    pub fn close(&mut self, bracket: char) {
        self.end(false);
        let group = self.frame;
        if group.is_braces && group.is_filled {
            self.text.push(' ');
        }
        self.text.push(bracket);
        let is_endless = group.is_endless || group.is_filled && group.style != Style::Free;
        self.finish(group.span, is_endless);
        self.frame = self.outer.pop().unwrap_or_default();
        self.last = Last::Word;
        if is_endless {
            self.never_fits();
        }
        if group.is_braces && self.frame.style == Style::Block && self.frame.is_function {
            self.end(false);
        }
    }

    /// A line of documentation.
    pub fn doc(&mut self, line: &str) {
        let attribute = self.attribute_begins();
        let line = line.trim_start();
        self.text
            .push_str(if line.is_empty() { "///" } else { "/// " });
        self.text.push_str(line);
        self.attribute_ends(attribute);
    }

    /// An attribute as somebody wrote it, on its own line.
    pub fn attribute(&mut self, code: &str) {
        let attribute = self.attribute_begins();
        self.text.push_str(code);
        self.attribute_ends(attribute);
    }

    /// The `#[` of an attribute.
    pub fn begin_attribute(&mut self) {
        let span = self.attribute_begins();
        self.text.push_str("#[");
        self.outer.push(self.frame);
        self.frame = Frame {
            span,
            ..Frame::default()
        };
        self.last = Last::Open;
    }

    /// The `]` of an attribute.
    pub fn end_attribute(&mut self) {
        self.end(false);
        self.text.push(']');
        let attribute = self.frame.span;
        self.frame = self.outer.pop().unwrap_or_default();
        self.attribute_ends(attribute);
    }
}

impl Tokens {
    /// Begins an element unless one has begun.
    fn begin(&mut self) {
        if self.frame.element.is_none() {
            self.begin_element();
        }
    }

    fn begin_element(&mut self) {
        match self.frame {
            Frame {
                is_filled: true, ..
            } => self.text.push_str(", "),
            Frame {
                is_braces: true, ..
            } => self.text.push(' '),
            _ => {}
        }
        let element = Kind::Element {
            ended: false,
            apart: false,
        };
        self.frame.element = Some(self.span(element));
    }

    /// Ends the element, if one has begun.
    fn end(&mut self, ended: bool) {
        self.last = Last::Open;
        let Some(element) = self.frame.element else {
            return;
        };
        let apart = self.frame.is_function;
        let is_endless = self.spans[element].endless;
        self.spans[element].kind = Kind::Element { ended, apart };
        self.finish(element, is_endless);
        self.frame = Frame {
            span: self.frame.span,
            style: self.frame.style,
            is_braces: self.frame.is_braces,
            is_filled: true,
            is_endless: self.frame.is_endless || is_endless || ended,
            ..Frame::default()
        };
    }

    fn span(&mut self, kind: Kind) -> usize {
        let (at, next) = (self.text.len(), self.spans.len() + 1);
        self.spans.push(Span {
            kind,
            from: at,
            to: at,
            first: next,
            next,
            endless: false,
        });
        next - 1
    }

    fn finish(&mut self, span: usize, endless: bool) {
        let next = self.spans.len();
        let span = &mut self.spans[span];
        (span.to, span.next, span.endless) = (self.text.len(), next, endless);
    }

    fn never_fits(&mut self) {
        if let Some(element) = self.frame.element {
            self.spans[element].endless = true;
        }
    }

    fn break_line(&mut self, further: usize) {
        self.begin();
        self.span(Kind::Break(further));
        self.never_fits();
        self.last = Last::Open;
    }

    fn attribute_begins(&mut self) -> usize {
        self.begin();
        self.frame.is_endless = true;
        self.span(Kind::Attribute)
    }

    /// Ends an attribute; the element itself begins after it.
    fn attribute_ends(&mut self, attribute: usize) {
        self.finish(attribute, true);
        if let Some(element) = self.frame.element {
            self.spans[element].from = self.text.len();
        }
        self.last = Last::Open;
    }
}
