//! Prose in documentation: the text of a spec only has meaning to a reader.

use std::borrow::Cow;
use toolc_runtime::hidden::show_hidden;
use toolc_schema::rust::{Rust, doc_line, write_snippet};
pub use toolc_schema::schema::rules::quote_code;

/// The documentation lines for a text. Markdown in it is escaped, so that nothing runs, links or
/// upsets a linter.
pub fn doc_comment(text: &str) -> impl Rust {
    write_snippet(move |out| {
        for line in lines(text) {
            doc_line(out, &line);
        }
    })
}

/// One line of documentation in toolc's own words; the text of a spec occurs in it only by way of
/// [`quote_code`].
pub fn plain_doc(words: String) -> impl Rust {
    write_snippet(move |out| {
        if !words.is_empty() {
            doc_line(out, &words);
        }
    })
}

/// Capitalizes the first letter.
pub fn starts_upper(words: &str) -> String {
    let mut chars = words.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// The lines, without leading, trailing or repeated blank ones.
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

/// Escapes a line so that nothing in it starts a list, a heading, a quotation, code, a link or a
/// tag.
fn escape(line: &str) -> String {
    let line = &*if line.is_ascii() {
        Cow::Borrowed(line)
    } else {
        Cow::Owned(show_hidden(line))
    };
    let mut out = String::with_capacity(line.len() + 8);
    let after_number = line.trim_start_matches(|char: char| char.is_ascii_digit());
    let is_numbered = after_number.len() < line.len() && after_number.starts_with(['.', ')']);
    let begins_block = line.starts_with(['#', '>', '~', '=', '-', '*', '+', '|']);
    let mut rest = line;
    if is_numbered {
        out.push_str(&line[..line.len() - after_number.len()]);
        rest = after_number;
    }
    if is_numbered || begins_block || line.starts_with("```") {
        out.push('\\');
    }
    while let Some(at) = rest.bytes().position(means_something) {
        let (plain, from) = rest.split_at(at);
        out.push_str(plain);
        let mut chars = from.chars();
        match chars.next() {
            Some('\t') => out.push(' '),
            Some(char @ ('<' | '[' | ']')) => out.extend(['\\', char]),
            Some(char) if char.is_control() => out.extend(char.escape_unicode()),
            char => out.extend(char),
        }
        rest = chars.as_str();
    }
    out.push_str(rest);
    out
}

/// Whether a byte may be special in documentation.
fn means_something(byte: u8) -> bool {
    matches!(byte, b'<' | b'[' | b']') || !matches!(byte, b' '..=b'~')
}

/// Whether a character must not appear unescaped in source code.
pub fn is_hidden(char: char) -> bool {
    char.is_control() || toolc_runtime::hidden::describe_hidden(char).is_some()
}
