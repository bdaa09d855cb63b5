//! Tokens as elements and groups whose widths are known.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use std::fmt::{Display, Write};
use std::ops::Range;

/// The width of what never fits on a line.
const ENDLESS: usize = 1 << 30;

/// What stands between separators: an item, a statement, a field, an argument.
pub struct Element {
    /// Documentation and attributes, each a line.
    pub attributes: Vec<String>,
    pub pieces: Vec<Piece>,
    /// The semicolon of a statement or item.
    pub end: Option<char>,
    /// On one line.
    pub width: usize,
    /// Whether a blank line stands before it.
    pub stands_apart: bool,
}

/// A part of an element.
pub enum Piece {
    /// Where it stands in the texts of all elements.
    Text(Range<usize>),
    /// A new line with this much further indentation.
    Line(usize),
    Group(Group),
}

/// What stands in brackets.
pub struct Group {
    pub open: char,
    pub close: char,
    pub style: Style,
    pub elements: Vec<Element>,
    /// On one line.
    pub width: usize,
}

/// What a group holds.
#[derive(Clone, Copy, PartialEq)]
pub enum Style {
    /// Values, on one line where they fit.
    Free,
    /// Fields, variants or arms: always an element a line.
    Lines,
    /// Items or statements.
    Block,
}

impl Element {
    /// Whether it opens a group and then only closes it.
    pub fn ends_with_group(&self) -> bool {
        matches!(self.pieces.last(), Some(Piece::Group(_)))
    }

    /// `..OTHER`, which no comma may follow.
    pub fn is_base(&self, texts: &str) -> bool {
        matches!(self.pieces.first(), Some(Piece::Text(text)) if texts[text.clone()].starts_with(".."))
    }
}

/// The elements of a stream. Their texts are added to those that are there.
pub fn elements(texts: &mut String, tokens: TokenStream, style: Style) -> Vec<Element> {
    let mut builder = Builder::new(texts, style);
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '#' => {
                if let Some(TokenTree::Group(group)) = tokens.next() {
                    builder.attributes.push(attribute(group.stream()));
                }
            }
            TokenTree::Punct(punct) => {
                builder.operator.push(punct.as_char());
                if punct.spacing() == Spacing::Alone || punct.as_char() == '\'' {
                    builder.punctuate();
                }
            }
            TokenTree::Ident(ident) => builder.word(&ident),
            TokenTree::Literal(literal) => builder.value(&literal),
            TokenTree::Group(group) => builder.group(group.delimiter(), group.stream()),
        }
    }
    builder.end(None);
    builder.done
}

/// What the text so far ends with.
#[derive(Clone, Copy, PartialEq)]
enum Last {
    /// Nothing, or what the next token clings to.
    Open,
    /// A word or a bracket, from which a word keeps apart.
    Word,
}

struct Builder<'t> {
    /// The texts of all elements.
    texts: &'t mut String,
    /// Where the text begins that is no piece yet.
    begin: usize,
    style: Style,
    done: Vec<Element>,
    attributes: Vec<String>,
    pieces: Vec<Piece>,
    /// An operator of which more may follow.
    operator: String,
    last: Last,
    /// How many `<` are open.
    angles: usize,
    /// How the next brace group is printed.
    braces: Style,
    is_function: bool,
    is_where: bool,
}

impl<'t> Builder<'t> {
    fn new(texts: &'t mut String, style: Style) -> Self {
        Builder {
            begin: texts.len(),
            texts,
            style,
            done: Vec::new(),
            attributes: Vec::new(),
            pieces: Vec::new(),
            operator: String::new(),
            last: Last::Open,
            angles: 0,
            braces: Style::Free,
            is_function: false,
            is_where: false,
        }
    }

    /// Keywords say how the braces after them are printed.
    fn word(&mut self, word: &proc_macro2::Ident) {
        self.punctuate();
        let begin = self.texts.len();
        let is_lifetime = self.text().ends_with('\'');
        self.value(word);
        if is_lifetime {
            return;
        }
        match self.texts[begin..].trim_start() {
            "struct" | "enum" | "match" => self.braces = Style::Lines,
            "impl" | "const" => self.braces = Style::Block,
            "static" | "type" => self.braces = Style::Free,
            "fn" => {
                self.braces = Style::Block;
                self.is_function = true;
            }
            "where" => {
                self.is_where = true;
                self.texts.truncate(begin);
                self.line(0);
                self.texts.push_str("where");
                self.line(4);
            }
            _ => {}
        }
    }

    /// What is no piece yet.
    fn text(&self) -> &str {
        &self.texts[self.begin..]
    }

    fn value(&mut self, value: &impl Display) {
        self.punctuate();
        if self.last == Last::Word {
            self.texts.push(' ');
        }
        let _ = write!(self.texts, "{value}");
        self.last = Last::Word;
    }

    /// Writes the operator that is complete now.
    fn punctuate(&mut self) {
        if self.operator.is_empty() {
            return;
        }
        let mut operator = std::mem::take(&mut self.operator);
        self.operate(&operator);
        operator.clear();
        self.operator = operator;
    }

    fn operate(&mut self, operator: &str) {
        match operator {
            "," if self.angles == 0 && self.style != Style::Block => return self.end(None),
            "," if self.is_where && self.angles == 0 => {
                self.texts.push(',');
                return self.line(4);
            }
            "," => self.texts.push_str(", "),
            ";" if self.style == Style::Block => return self.end(Some(';')),
            ";" => self.texts.push_str("; "),
            "=" => {
                // A constant's value is no block.
                self.braces = if self.braces == Style::Block {
                    Style::Free
                } else {
                    self.braces
                };
                self.texts.push_str(" = ");
            }
            "=>" => self.texts.push_str(" => "),
            "->" => self.texts.push_str(" -> "),
            "+" => self.texts.push_str(" + "),
            ":" => self.texts.push_str(": "),
            "<" => {
                self.angles += 1;
                self.texts.push('<');
            }
            ">" | ">>" | ">>>" => {
                self.angles = self.angles.saturating_sub(operator.len());
                self.texts.push_str(operator);
                self.last = Last::Word;
                return;
            }
            "&" | "*" | "'" | "-" => {
                self.texts
                    .push_str(if self.last == Last::Word { " " } else { "" });
                self.texts.push_str(operator);
            }
            _ => self.texts.push_str(operator),
        }
        self.last = Last::Open;
    }

    fn group(&mut self, delimiter: Delimiter, stream: TokenStream) {
        self.punctuate();
        let (open, close, style) = match delimiter {
            Delimiter::Brace => ('{', '}', self.braces),
            Delimiter::Bracket => ('[', ']', Style::Free),
            Delimiter::Parenthesis | Delimiter::None => ('(', ')', Style::Free),
        };
        if open == '{' && self.is_where {
            match self.pieces.last() {
                Some(Piece::Line(_)) if self.text().is_empty() => drop(self.pieces.pop()),
                _ => self.texts.push(','),
            }
            self.line(0);
        } else if open == '{' && self.last == Last::Word {
            self.texts.push(' ');
        }
        self.flush();
        let elements = elements(self.texts, stream, style);
        self.begin = self.texts.len();
        let width = group_width(open, style, &elements);
        self.pieces.push(Piece::Group(Group {
            open,
            close,
            style,
            elements,
            width,
        }));
        self.last = Last::Word;
        if open == '{' && self.style == Style::Block && self.is_function {
            self.end(None);
        }
    }

    fn line(&mut self, further: usize) {
        self.flush();
        self.pieces.push(Piece::Line(further));
        self.last = Last::Open;
    }

    fn flush(&mut self) {
        let end = self.texts.len();
        if end > self.begin {
            self.pieces.push(Piece::Text(self.begin..end));
            self.begin = end;
        }
    }

    fn end(&mut self, end: Option<char>) {
        self.punctuate();
        self.flush();
        let pieces = std::mem::take(&mut self.pieces);
        if !pieces.is_empty() {
            self.done.push(Element {
                attributes: std::mem::take(&mut self.attributes),
                width: pieces.iter().map(piece_width).sum::<usize>().min(ENDLESS),
                pieces,
                end,
                stands_apart: self.is_function,
            });
        }
        self.last = Last::Open;
        self.angles = 0;
        self.braces = Style::Free;
        self.is_function = false;
        self.is_where = false;
    }
}

fn piece_width(piece: &Piece) -> usize {
    match piece {
        Piece::Text(text) => text.len(),
        Piece::Line(_) => ENDLESS,
        Piece::Group(group) => group.width,
    }
}

fn group_width(open: char, style: Style, elements: &[Element]) -> usize {
    if elements.is_empty() {
        return 2;
    }
    let is_plain = |element: &Element| element.attributes.is_empty() && element.end.is_none();
    if style != Style::Free || !elements.iter().all(is_plain) {
        return ENDLESS;
    }
    let inner: usize = elements.iter().map(|element| element.width + 2).sum();
    let brackets = if open == '{' { 4 } else { 2 };
    (inner - 2 + brackets).min(ENDLESS)
}

/// An attribute as a line: documentation as the comment that it is.
fn attribute(tokens: TokenStream) -> String {
    let parts: Vec<TokenTree> = tokens.clone().into_iter().collect();
    if let [TokenTree::Ident(name), _, TokenTree::Literal(literal)] = parts.as_slice()
        && name == "doc"
        && let Some(text) = written(&literal.to_string())
    {
        return format!("///{text}");
    }
    let mut texts = String::new();
    let elements = elements(&mut texts, tokens, Style::Lines);
    let mut line = String::from("#[");
    for (index, element) in elements.iter().enumerate() {
        line.push_str(if index > 0 { ", " } else { "" });
        for piece in &element.pieces {
            match piece {
                Piece::Text(text) => line.push_str(&texts[text.clone()]),
                Piece::Line(_) => line.push(' '),
                Piece::Group(group) => {
                    let plain = |element| plain(&texts, element);
                    let inner: Vec<String> = group.elements.iter().map(plain).collect();
                    let _ = write!(line, "{}{}{}", group.open, inner.join(", "), group.close);
                }
            }
        }
    }
    line.push(']');
    line
}

fn plain(texts: &str, element: &Element) -> String {
    let parts = element.pieces.iter().map(|piece| match piece {
        Piece::Text(text) => &texts[text.clone()],
        Piece::Line(_) | Piece::Group(_) => "",
    });
    parts.collect()
}

/// The text of a string literal, where it is one line.
fn written(literal: &str) -> Option<String> {
    if let Some(raw) = literal.strip_prefix("r\"") {
        return raw.strip_suffix('"').map(str::to_owned);
    }
    let inner = literal.strip_prefix('"')?.strip_suffix('"')?;
    let mut text = String::with_capacity(inner.len());
    let mut chars = inner.chars();
    while let Some(char) = chars.next() {
        match char {
            '\\' => match chars.next()? {
                plain @ ('\\' | '"' | '\'') => text.push(plain),
                _ => return None,
            },
            _ => text.push(char),
        }
    }
    Some(text)
}
