//! Words in documentation: what a spec says there means nothing to anybody but a reader.

use crate::rust::{Rust, doc_line, snippet};

/// The lines of documentation for a text. Markdown in it means nothing that could run, link or upset
/// a linter.
pub fn doc(text: &str) -> impl Rust {
    snippet(move |out| {
        for line in lines(text) {
            doc_line(out, &line);
        }
    })
}

/// One line of documentation of our own words; spec text stands in it as [`code`] only.
pub fn plain_doc(words: String) -> impl Rust {
    snippet(move |out| {
        if !words.is_empty() {
            doc_line(out, &words);
        }
    })
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
