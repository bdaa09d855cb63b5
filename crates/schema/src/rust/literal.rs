//! Texts from specs as Rust literals: apart from names, the only way for them to enter generated code.

use super::tokens::Tokens;
use super::{Rust, put};
use std::fmt::Write;

/// The maximum number of `#` in a raw literal.
const MAX_HASHES: usize = 255;

/// A string literal: raw if that is easier to read, escaped if the text contains anything unusual.
#[derive(Clone, Copy)]
pub struct Text<'t>(pub &'t str);

/// A string literal that is never raw.
#[derive(Clone, Copy)]
pub struct Escaped<'t>(pub &'t str);

/// A byte string literal.
#[derive(Clone, Copy)]
pub struct Bytes<'t>(pub &'t [u8]);

/// A number whose bits have individual meanings.
#[derive(Clone, Copy)]
pub struct Hex(pub u128);

impl Rust for Hex {
    fn put(&self, out: &mut Tokens) {
        // Writing to a string cannot fail.
        let _ = write!(out.value_begins(), "{:#x}", self.0);
    }
}

impl Rust for Text<'_> {
    fn put(&self, out: &mut Tokens) {
        match Spelling::of(self.0) {
            Spelling::Quoting => match hashes(self.0) {
                Some(hashes) => raw(out.value_begins(), self.0, &hashes),
                None => Escaped(self.0).put(out),
            },
            Spelling::Plain | Spelling::Unusual => Escaped(self.0).put(out),
        }
    }
}

impl Rust for Escaped<'_> {
    fn put(&self, out: &mut Tokens) {
        let out = out.value_begins();
        out.push('"');
        match Spelling::of(self.0) {
            Spelling::Plain => out.push_str(self.0),
            Spelling::Quoting | Spelling::Unusual => escape(out, self.0),
        }
        out.push('"');
    }
}

impl Rust for Bytes<'_> {
    fn put(&self, out: &mut Tokens) {
        let out = out.value_begins();
        out.push_str("b\"");
        for (index, byte) in self.0.iter().enumerate() {
            match byte {
                0 => out.push_str(nul(self.0.get(index + 1))),
                b'\'' => out.push('\''),
                b'\t' | b'\n' | b'\r' | b' '..=b'~' => {
                    out.extend(char::from(*byte).escape_default());
                }
                _ => {
                    // Writing to a string cannot fail.
                    let _ = write!(out, "\\x{byte:02X}");
                }
            }
        }
        out.push('"');
    }
}

/// The kind of characters in a text.
enum Spelling {
    /// Just printable ASCII.
    Plain,
    /// Printable ASCII that includes quotes or backslashes.
    Quoting,
    /// Other characters.
    Unusual,
}

impl Spelling {
    fn of(text: &str) -> Self {
        let mut spelling = Spelling::Plain;
        for byte in text.as_bytes() {
            match byte {
                b'"' | b'\\' => spelling = Spelling::Quoting,
                b' '..=b'~' => {}
                _ => return Spelling::Unusual,
            }
        }
        spelling
    }
}

/// As many `#` as it takes to distinguish the end of a raw literal from the text; `None` if that is
/// more than Rust allows.
fn hashes(text: &str) -> Option<String> {
    let run = |part: &str| part.len() - part.trim_start_matches('#').len();
    let longest = if text.contains("\"#") {
        text.split('"').skip(1).map(run).max().unwrap_or(0)
    } else {
        0
    };
    (longest < MAX_HASHES).then(|| "#".repeat(longest + 1))
}

fn raw(out: &mut String, text: &str, hashes: &str) {
    for part in ["r", hashes, "\"", text, "\"", hashes] {
        out.push_str(part);
    }
}

fn escape(out: &mut String, text: &str) {
    for (index, part) in text.split('\0').enumerate() {
        if index > 0 {
            out.push_str(nul(part.as_bytes().first()));
        }
        let quoted = format!("{part:?}");
        out.push_str(&quoted[1..quoted.len() - 1]);
    }
}

/// An escaped NUL, depending on the next byte: linters take `\01` for an octal number.
fn nul(next: Option<&u8>) -> &'static str {
    match next {
        Some(b'0'..=b'7') => r"\x00",
        _ => r"\0",
    }
}

/// Adds a line of documentation. Characters that a comment would not show are escaped.
pub fn doc_line(out: &mut Tokens, line: &str) {
    let is_shown = |char: char| matches!(char, ' '..='~') || char.escape_debug().len() == 1;
    let is_shown = match Spelling::of(line) {
        Spelling::Plain | Spelling::Quoting => true,
        Spelling::Unusual => line.chars().all(is_shown),
    };
    if is_shown {
        out.doc(line)
    } else {
        put!(out, #[doc = #(Escaped(&format!(" {line}")))])
    }
}
