//! The form of the codes that models read.

use std::borrow::Cow;

/// Longer codes are cut.
const LONGEST: usize = 64;

/// Whether a text is a code: ASCII letters, digits and `_`, beginning with a letter, at most 64 characters. Capitals as
/// in `UNKNOWN_PLACE` are usual; `file_too_large` and `PathTraversalError` are codes too.
pub fn is_error_code(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes
        .next()
        .is_some_and(|first| first.is_ascii_alphabetic())
        && text.len() <= LONGEST
        && bytes.all(is_of_code)
}

fn is_of_code(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// A code made of any text: what cannot be part of one is `_`.
pub(super) fn write_code(text: Cow<'static, str>) -> Cow<'static, str> {
    if is_error_code(&text) {
        return text;
    }
    let begins = text.starts_with(|first: char| first.is_ascii_alphabetic());
    let mut code = String::from(if begins { "" } else { "E_" });
    for letter in text.chars().take(LONGEST - code.len()) {
        let fits = letter.is_ascii() && is_of_code(letter as u8);
        code.push(if fits { letter } else { '_' });
    }
    Cow::Owned(code)
}
