//! Spec text as literals of Rust: the only way in which it enters generated code.

use proc_macro2::{Literal, TokenStream};
use quote::ToTokens;
use std::str::FromStr;

/// A string literal: raw where that reads better, escaped where the text has anything unusual.
pub fn text(text: &str) -> TokenStream {
    if !text.contains(['"', '\\']) || !is_printable(text) {
        return escaped(text);
    }
    let longest = text
        .split('"')
        .skip(1)
        .map(|part| part.len() - part.trim_start_matches('#').len())
        .max()
        .unwrap_or(0);
    let hashes = "#".repeat(longest + 1);
    as_it_is(format!("r{hashes}\"{text}\"{hashes}"), text)
}

/// A string literal with escapes where they are needed.
fn escaped(text: &str) -> TokenStream {
    match is_printable(text) && !text.contains(['"', '\\']) {
        true => as_it_is(format!("\"{text}\""), text),
        false => text.to_token_stream(),
    }
}

fn is_printable(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' '..=b'~'))
}

/// A literal that is written already; looking at it is less work than escaping it.
fn as_it_is(literal: String, text: &str) -> TokenStream {
    match Literal::from_str(&literal) {
        Ok(literal) => literal.to_token_stream(),
        Err(_) => text.to_token_stream(),
    }
}

/// The lines of documentation for a text, as `#[doc]` attributes. Markdown in it means nothing
/// that could run, link or upset a linter.
pub fn doc(text: &str) -> TokenStream {
    lines(text)
        .map(|line| {
            let line = if line.is_empty() {
                line
            } else {
                format!(" {line}")
            };
            let line = escaped(&line);
            quote::quote!(#[doc = #line])
        })
        .collect()
}

/// One line of documentation of our own words; spec text stands in it as [`code`] only.
pub fn plain_doc(words: &str) -> TokenStream {
    if words.is_empty() {
        return TokenStream::new();
    }
    let line = format!(" {words}");
    quote::quote!(#[doc = #line])
}

/// Spec text as code within a line of documentation.
pub fn code(text: &str) -> String {
    if text.is_empty() {
        return "`\"\"`".to_owned();
    }
    let mut out = String::from("`");
    for char in text.chars() {
        match char {
            '`' => out.push('\''),
            _ if is_hidden(char) => out.extend(char.escape_unicode()),
            _ => out.push(char),
        }
    }
    out.push('`');
    out
}

/// The words with a capital to begin a sentence.
pub fn starts_upper(words: &str) -> String {
    let mut chars = words.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// The lines, without blank ones at either end and without two blank ones in a row.
fn lines(text: &str) -> impl Iterator<Item = String> + '_ {
    let mut blank = true;
    text.trim()
        .split('\n')
        .map(|line| escape(line.trim()))
        .filter(move |line| {
            let keep = !(blank && line.is_empty());
            blank = line.is_empty();
            keep
        })
}

/// A line in which nothing begins a list, a heading, a quotation, code, a link or a tag.
fn escape(line: &str) -> String {
    let mut out = String::with_capacity(line.len() + 8);
    let number = line.bytes().take_while(u8::is_ascii_digit).count();
    for (index, char) in line.chars().enumerate() {
        let begins_block = index == 0 && ("#>~=-*+|".contains(char) || line.starts_with("```"));
        let ends_number = number > 0 && index == number && matches!(char, '.' | ')');
        match char {
            '\t' => out.push(' '),
            '<' | '[' | ']' => out.extend(['\\', char]),
            _ if begins_block || ends_number => out.extend(['\\', char]),
            _ if is_hidden(char) => out.extend(char.escape_unicode()),
            _ => out.push(char),
        }
    }
    out
}

/// What must not stand in source code as it is.
pub fn is_hidden(char: char) -> bool {
    char.is_control() || toolc_runtime::hidden::describe(char).is_some()
}
