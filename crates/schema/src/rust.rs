//! Noun: Rust code under construction. Text of a spec can only enter it as a [`Text`] or an
//! [`Ident`]; everything else is in a template of `rust!`, and templates are Rust.
//!
//! A piece of code is not data but a way to write it: its user supplies the [`Tokens`] to write to.
//! So each token is written once, directly to its place, however deeply pieces are nested.

mod layout;
mod literal;
mod span;
mod template;
mod tokens;

pub use crate::{put, put_tokens, rust};
pub use literal::{Bytes, Escaped, Hex, Text, doc_line};
pub use tokens::Tokens;

use std::fmt::Debug;

/// A piece of generated code.
pub trait Rust {
    /// Appends it to what is there.
    fn put(&self, out: &mut Tokens);
}

/// Code written by a function.
#[derive(Clone, Copy)]
pub struct Snippet<F>(F);

/// Code written by a function. Most functions come from `rust!`, which makes them from templates.
pub fn write_snippet<F: Fn(&mut Tokens)>(write: F) -> Snippet<F> {
    Snippet(write)
}

impl<F: Fn(&mut Tokens)> Rust for Snippet<F> {
    fn put(&self, out: &mut Tokens) {
        (self.0)(out);
    }
}

impl<R: Rust + ?Sized> Rust for &R {
    fn put(&self, out: &mut Tokens) {
        (**self).put(out);
    }
}

/// `None` writes nothing.
impl<R: Rust> Rust for Option<R> {
    fn put(&self, out: &mut Tokens) {
        if let Some(code) = self {
            code.put(out);
        }
    }
}

/// `Some(…)` or `None`.
pub fn write_option(value: Option<impl Rust>) -> impl Rust {
    write_snippet(move |out| match &value {
        Some(value) => put!(out, Some(#value)),
        None => put!(out, None),
    })
}

/// A tuple, or its type. Without its comma, a tuple of one would be the value itself.
pub fn write_tuple<R: Rust>(elements: impl Iterator<Item = R>) -> impl Rust {
    let elements: Vec<R> = elements.collect();
    write_snippet(move |out| {
        out.open('(');
        for element in &elements {
            element.put(out);
            match elements.as_slice() {
                [_] => out.cling(","),
                _ => out.comma(),
            }
        }
        out.close(')');
    })
}

/// A valid identifier that is unique in its scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ident<'t>(pub &'t str);

impl Rust for Ident<'_> {
    fn put(&self, out: &mut Tokens) {
        out.word(self.0);
    }
}

/// The name of one of toolc's own enum variants, which the runtime has under the same name.
pub struct Variant<T>(pub T);

impl<T: Debug> Rust for Variant<T> {
    fn put(&self, out: &mut Tokens) {
        out.value(format_args!("{:?}", self.0));
    }
}

macro_rules! numbers {
    ($($number:ty),*) => {
        $(impl Rust for $number {
            fn put(&self, out: &mut Tokens) {
                out.value(format_args!("{self}"));
            }
        })*
    };
}

numbers!(bool, u8, u16, u32, u64, u128, usize, i64, i128);

impl Rust for f64 {
    fn put(&self, out: &mut Tokens) {
        let digits = self.to_string();
        out.word(&digits);
        if !digits.contains('.') {
            out.cling(".0");
        }
    }
}

/// Formats code on one line.
pub fn write_line(code: impl Rust) -> String {
    let mut tokens = Tokens::default();
    code.put(&mut tokens);
    tokens.into_line()
}

/// Formats code on one line, as it is written outside of generated modules.
#[cfg(feature = "cli")]
pub fn write_line_outside(code: impl Rust) -> String {
    let mut tokens = Tokens::outside();
    code.put(&mut tokens);
    tokens.into_line()
}

/// The items of one file, separated by blank lines. Each is laid out as soon as it is complete.
#[derive(Default)]
pub struct Page {
    text: String,
    tokens: Tokens,
}

impl Page {
    /// Adds an item.
    pub fn item(&mut self, item: impl Rust) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.tokens.begin_item();
        item.put(&mut self.tokens);
        self.tokens.end_item();
        layout::lay_out(&mut self.text, &self.tokens);
    }

    /// Adds the items of another page.
    pub fn append(&mut self, other: &Page) {
        if !self.text.is_empty() && !other.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(&other.text);
    }

    /// All items.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl<R: Rust> FromIterator<R> for Page {
    fn from_iter<I: IntoIterator<Item = R>>(items: I) -> Self {
        let mut page = Page::default();
        items.into_iter().for_each(|item| page.item(item));
        page
    }
}

#[cfg(test)]
mod tests;
