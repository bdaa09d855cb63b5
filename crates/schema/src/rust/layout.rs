//! Formats tokens as lines: whatever fits on a line stays on one line, everything else gets one element per line.

use super::span::{Kind, Span, Style};
use super::tokens::Tokens;

/// The maximum length of a line, if breaking it helps.
const WIDTH: usize = 100;

/// Adds the lines of an item.
pub fn lay_out(out: &mut String, tokens: &Tokens) {
    let mut layout = Layout {
        out,
        text: &tokens.text,
        spans: &tokens.spans,
        line: 0,
    };
    for item in layout.among(0, tokens.spans.len()) {
        layout.element(item, 0);
        layout.out.push('\n');
    }
}

struct Layout<'t> {
    out: &'t mut String,
    text: &'t str,
    spans: &'t [Span],
    /// Where the current line begins.
    line: usize,
}

impl<'t> Layout<'t> {
    /// The spans from `next` up to `end`, skipping those nested within them.
    fn among(&self, mut next: usize, end: usize) -> impl Iterator<Item = &'t Span> + use<'t> {
        let spans = self.spans;
        std::iter::from_fn(move || {
            let span = spans.get(next).filter(|_| next < end)?;
            next = span.next;
            Some(span)
        })
    }

    /// The direct children of a span.
    fn within(&self, span: &Span) -> impl Iterator<Item = &'t Span> + use<'t> {
        self.among(span.first, span.next)
    }

    fn begin_line(&mut self, indent: usize) {
        self.out.push('\n');
        self.begin(indent);
    }

    fn begin(&mut self, indent: usize) {
        self.line = self.out.len();
        for _ in 0..indent / 4 {
            self.out.push_str("    ");
        }
    }

    /// Whether the span and a separator still fit on the line.
    fn fits(&self, span: &Span) -> bool {
        !span.endless && self.out.len() - self.line + span.to - span.from < WIDTH
    }

    /// An element on separate lines.
    fn element(&mut self, element: &Span, indent: usize) {
        self.begin(indent);
        for attribute in self.within(element) {
            if attribute.kind == Kind::Attribute {
                self.flat(attribute.from, attribute.to);
                self.begin_line(indent);
            }
        }
        self.pieces(element, indent);
        if let Kind::Element { ended: true, .. } = element.kind {
            self.out.push(';');
        }
    }

    /// An element that starts at the current position of the line.
    fn pieces(&mut self, element: &Span, indent: usize) {
        if self.fits(element) {
            return self.flat(element.from, element.to);
        }
        let groups = self.within(element).filter(|span| span.is_group());
        let (mut head, mut last) = (None, 0);
        for group in groups {
            if head.is_none() && self.is_link(group, element) {
                head = Some(group.to);
            }
            last = group.from;
        }
        // Whether this is a chain of method calls. The later calls go below the part that fits on
        // one line.
        let is_chain = head.is_some();
        let fits = |end: usize| self.out.len() - self.line + end - element.from < WIDTH;
        let further = if head.is_some_and(fits) { 4 } else { 0 };
        let mut at = element.from;
        for piece in self.within(element) {
            match piece.kind {
                Kind::Attribute | Kind::Element { .. } => continue,
                Kind::Break(further) => {
                    self.flat(at, piece.from);
                    self.begin_line(indent + further);
                }
                Kind::Group(style) => {
                    self.flat(at, piece.from);
                    let is_last = piece.from == last && !is_chain;
                    if is_last || !self.fits(piece) {
                        self.broken(piece, style, indent + further)
                    } else {
                        self.flat(piece.from, piece.to)
                    }
                    if is_chain && self.is_link(piece, element) {
                        self.begin_line(indent + further);
                    }
                }
            }
            at = piece.to;
        }
        self.flat(at, element.to);
    }

    /// A group over several lines.
    fn broken(&mut self, group: &Span, style: Style, indent: usize) {
        self.flat(group.from, group.from + 1);
        let mut elements = self.within(group);
        let only = elements.next().filter(|first| first.next == group.next);
        let is_call = self.text[group.from..].starts_with('(');
        if let Some(only) = only.filter(|only| is_call && self.ends_with_group(only)) {
            self.pieces(only, indent);
        } else {
            self.elements(group, style, indent);
        }
        self.flat(group.to - 1, group.to);
    }

    /// One element per line.
    fn elements(&mut self, group: &Span, style: Style, indent: usize) {
        for (index, element) in self.within(group).enumerate() {
            let Kind::Element { ended, apart } = element.kind else {
                continue;
            };
            if apart && index > 0 {
                self.out.push('\n');
            }
            self.out.push('\n');
            self.element(element, indent + 4);
            // `..OTHER` must not be followed by a comma, and that of a tuple of one is already there.
            let text = &self.text[element.from..element.to];
            let is_complete = ended || text.starts_with("..") || text.ends_with(',');
            if !is_complete && style != Style::Block {
                self.out.push(',');
            }
        }
        if group.first < group.next {
            self.begin_line(indent);
        }
    }

    fn ends_with_group(&self, element: &Span) -> bool {
        let last = self.within(element).last();
        last.is_some_and(|last| last.is_group() && last.to == element.to)
    }

    /// Whether a method is called on the expression that ends with this group.
    fn is_link(&self, group: &Span, element: &Span) -> bool {
        self.text[group.to..element.to].starts_with('.')
    }

    fn flat(&mut self, from: usize, to: usize) {
        self.out.push_str(&self.text[from..to]);
    }
}
