//! Tokens to text: items with a blank line between, what fits on a line on one line, all else an
//! element a line.
//!
//! Tables are most of what is emitted, and they are long: a printer that knows only the forms that
//! this emitter writes takes a fraction of the time of one for all of Rust.

mod tree;

use proc_macro2::TokenStream;
use tree::{Element, Group, Piece, Style};

/// The longest line, where a break can help.
const WIDTH: usize = 100;

/// Formats items of one file.
pub fn items(items: impl IntoIterator<Item = TokenStream>) -> String {
    let mut printer = Printer::default();
    items.into_iter().for_each(|item| printer.item(item));
    printer.out
}

/// Formats what goes on one line.
#[cfg(feature = "cli")]
pub fn line(tokens: TokenStream) -> String {
    let mut printer = Printer::default();
    for element in &tree::elements(&mut printer.texts, tokens, Style::Free) {
        printer.flat(&element.pieces);
    }
    printer.out
}

/// Formatted items of one file.
#[derive(Default)]
pub struct Printer {
    out: String,
    /// The texts of the elements that are printed now.
    texts: String,
    /// Where the line begins.
    line: usize,
}

impl Printer {
    /// Adds an item.
    pub fn item(&mut self, item: TokenStream) {
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        self.texts.clear();
        for element in &tree::elements(&mut self.texts, item, Style::Block) {
            self.element(element, 0);
            self.out.push('\n');
        }
    }

    /// All items, with a blank line between.
    pub fn as_str(&self) -> &str {
        &self.out
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

    /// Whether this much and a separator still fit on the line.
    fn fits(&self, width: usize) -> bool {
        self.out.len() - self.line + width < WIDTH
    }

    /// An element on lines of its own.
    fn element(&mut self, element: &Element, indent: usize) {
        self.begin(indent);
        for attribute in &element.attributes {
            self.out.push_str(attribute);
            self.begin_line(indent);
        }
        self.pieces(&element.pieces, element.width, indent);
        self.out.extend(element.end);
    }

    fn pieces(&mut self, pieces: &[Piece], width: usize, indent: usize) {
        if self.fits(width) {
            return self.flat(pieces);
        }
        let is_chain = is_chain(&self.texts, pieces);
        let last = pieces
            .iter()
            .rposition(|piece| matches!(piece, Piece::Group(_)));
        for (index, piece) in pieces.iter().enumerate() {
            match piece {
                Piece::Text(text) => {
                    if is_chain && self.texts[text.clone()].starts_with('.') {
                        self.begin_line(indent + 4);
                    }
                    self.out.push_str(&self.texts[text.clone()]);
                }
                Piece::Line(further) => self.begin_line(indent + further),
                Piece::Group(group) => {
                    let is_last = last == Some(index) && !is_chain;
                    if is_last || !self.fits(group.width) {
                        self.broken(group, indent + if is_chain { 4 } else { 0 });
                    } else {
                        self.flat_group(group);
                    }
                }
            }
        }
    }

    /// A group over several lines.
    fn broken(&mut self, group: &Group, indent: usize) {
        self.out.push(group.open);
        match group.elements.as_slice() {
            [] => {}
            [only] if group.open == '(' && only.ends_with_group() => {
                self.pieces(&only.pieces, only.width, indent);
            }
            elements => {
                for (index, element) in elements.iter().enumerate() {
                    if index > 0 && element.stands_apart {
                        self.out.push('\n');
                    }
                    self.out.push('\n');
                    self.element(element, indent + 4);
                    if element.end.is_none()
                        && group.style != Style::Block
                        && !element.is_base(&self.texts)
                    {
                        self.out.push(',');
                    }
                }
                self.begin_line(indent);
            }
        }
        self.out.push(group.close);
    }

    fn flat(&mut self, pieces: &[Piece]) {
        for piece in pieces {
            match piece {
                Piece::Text(text) => self.out.push_str(&self.texts[text.clone()]),
                Piece::Line(_) => self.out.push(' '),
                Piece::Group(group) => self.flat_group(group),
            }
        }
    }

    fn flat_group(&mut self, group: &Group) {
        let is_spaced = group.open == '{' && !group.elements.is_empty();
        let space = is_spaced.then_some(' ');
        self.out.push(group.open);
        self.out.extend(space);
        for (index, element) in group.elements.iter().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            self.flat(&element.pieces);
        }
        self.out.extend(space);
        self.out.push(group.close);
    }
}

/// Whether methods are called on what methods return.
fn is_chain(texts: &str, pieces: &[Piece]) -> bool {
    let calls = pieces.windows(2).filter(|pair| {
        matches!(pair, [Piece::Group(_), Piece::Text(text)] if texts[text.clone()].starts_with('.'))
    });
    calls.count() > 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::quote;

    fn assert_printed(tokens: TokenStream, expected: &str) {
        assert_eq!(items([tokens]), expected);
    }

    #[test]
    fn types_have_a_field_a_line() {
        assert_printed(
            quote! {
                #[doc = " What \"it\" is."]
                #[derive(Debug, Clone)]
                pub struct A<'a> { #[doc = " One."] pub b: Option<Vec<&'a str>>, pub c: ::std::collections::BTreeMap<String, rt::Json> }
            },
            "/// What \"it\" is.\n#[derive(Debug, Clone)]\npub struct A<'a> {\n    /// One.\n    pub b: Option<Vec<&'a str>>,\n    pub c: ::std::collections::BTreeMap<String, rt::Json>,\n}\n",
        );
        assert_printed(
            quote!(
                pub struct A {}
            ),
            "pub struct A {}\n",
        );
    }

    #[test]
    fn functions_stand_apart() {
        assert_printed(
            quote! {
                impl<'a> rt::Part<'a> for A<'a> {
                    fn empty() -> Self { Self { b: None, c: <B as rt::Part>::empty() } }
                    fn slot(&mut self, index: usize) -> &mut dyn rt::Slot<'a> {
                        *self = match index { 0 => Self::A(-1), _ => Self::B };
                        self
                    }
                }
            },
            "impl<'a> rt::Part<'a> for A<'a> {\n    fn empty() -> Self {\n        Self { b: None, c: <B as rt::Part>::empty() }\n    }\n\n    fn slot(&mut self, index: usize) -> &mut dyn rt::Slot<'a> {\n        *self = match index {\n            0 => Self::A(-1),\n            _ => Self::B,\n        };\n        self\n    }\n}\n",
        );
    }

    #[test]
    fn long_tables_are_broken_where_they_must_be() {
        assert_printed(
            quote!(
                static A: [rt::ToolEntry; 2] =
                    [*<a::B as rt::Tool>::ENTRY, *<c::D as rt::Tool>::ENTRY];
            ),
            "static A: [rt::ToolEntry; 2] = [*<a::B as rt::Tool>::ENTRY, *<c::D as rt::Tool>::ENTRY];\n",
        );
        let name = "a name that takes up a good part of a line on its own";
        assert_printed(
            quote!(static A: rt::Schema = rt::Schema::Object(&rt::Object { fields: &[rt::Field { name: #name, required: true }], ..rt::Object::ANY });),
            &format!(
                "static A: rt::Schema = rt::Schema::Object(&rt::Object {{\n    fields: &[\n        rt::Field {{ name: \"{name}\", required: true }},\n    ],\n    ..rt::Object::ANY\n}});\n"
            ),
        );
    }

    #[test]
    fn chains_and_bounds_have_a_link_a_line() {
        let long = "a".repeat(60);
        assert_printed(
            quote!(fn write(&self, out: &mut String) { rt::object(out).field(#long, &self.a).optional("b", &self.b).end() }),
            &format!(
                "fn write(&self, out: &mut String) {{\n    rt::object(out)\n        .field(\"{long}\", &self.a)\n        .optional(\"b\", &self.b)\n        .end()\n}}\n"
            ),
        );
        assert_printed(
            quote!(
                pub fn worker<H>(handlers: H) -> rt::Worker<H>
                where
                    H: Send + 'static,
                    H: rt::Handle<super::a::B>,
                {
                    rt::Worker::new(handlers)
                }
            ),
            "pub fn worker<H>(handlers: H) -> rt::Worker<H>\nwhere\n    H: Send + 'static,\n    H: rt::Handle<super::a::B>,\n{\n    rt::Worker::new(handlers)\n}\n",
        );
    }
}
