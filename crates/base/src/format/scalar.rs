//! How scalars are written: with quotes only where they are needed, and in the same lines.

use crate::parse::concrete::{Quotes, Scalar};

/// The text of a scalar that has no line breaks. In flow style and JSON, more needs quotes.
pub(super) fn write_scalar(
    text: &str,
    scalar: &Scalar,
    may_unquote: bool,
    is_flow: bool,
) -> String {
    let written = &text[scalar.place.clone()];
    if !may_unquote || written.contains('\n') {
        return written.to_owned();
    }
    match scalar.quotes {
        Quotes::Plain => written.to_owned(),
        Quotes::Double if has_hidden_escapes(written) => written.to_owned(),
        _ if is_plain(&scalar.text, is_flow) => scalar.text.clone(),
        _ => quote_text(&scalar.text),
    }
}

/// The lines of a scalar that has line breaks. What they are indented by does not matter, and neither do blanks at their ends.
pub(super) fn scalar_lines<'t>(text: &'t str, scalar: &Scalar) -> Vec<&'t str> {
    let written = &text[scalar.place.clone()];
    let blanks = [' ', '\t'];
    let mut lines: Vec<&str> = written.split('\n').collect();
    let last = lines.len() - 1;
    for (index, line) in lines.iter_mut().enumerate() {
        if index > 0 {
            *line = line.trim_start_matches(blanks);
        }
        let trimmed = line.trim_end_matches(blanks);
        // a blank behind a backslash is part of the text
        if index < last && !trimmed.ends_with('\\') {
            *line = trimmed;
        }
    }
    lines
}

/// Words that some readers take for something other than a text, in any case.
const WORDS: &[&str] = &[
    "null", "true", "false", "yes", "no", "on", "off", "y", "n", "inf", "nan",
];

/// Whether a text means the same without quotes, for every version of YAML. When in doubt, it keeps them.
fn is_plain(text: &str, is_flow: bool) -> bool {
    let begins_well = text
        .chars()
        .next()
        .is_some_and(|first| first.is_alphabetic() || first == '_');
    let is_word = WORDS.iter().any(|word| text.eq_ignore_ascii_case(word));
    let ends_value = [": ", " #"].iter().any(|signs| text.contains(signs))
        || text.ends_with([' ', ':'])
        || is_flow && text.contains([',', '[', ']', '{', '}', ':', '?']);
    begins_well && !is_word && !ends_value && text.chars().all(is_ordinary)
}

/// Whether everybody sees a character as it is.
fn is_ordinary(character: char) -> bool {
    let is_sign = |character| {
        matches!(character, '\u{a1}'..='\u{ac}' | '\u{ae}'..='\u{ff}' | '\u{2010}'..='\u{2027}'
            | '\u{2030}'..='\u{205e}' | '\u{20a0}'..='\u{20cf}' | '\u{2190}'..='\u{22ff}')
    };
    match character {
        ' '..='~' => true,
        _ => character.is_alphanumeric() || is_sign(character),
    }
}

/// Whether a text in double quotes has escapes that would not be escaped if it were written anew.
fn has_hidden_escapes(written: &str) -> bool {
    let mut characters = written.chars();
    while let Some(character) = characters.next() {
        if character == '\\' && !matches!(characters.next(), Some('"' | '\\')) {
            return true;
        }
    }
    false
}

/// A text in double quotes, or in single ones if it would need escapes.
fn quote_text(text: &str) -> String {
    match text.contains(['"', '\\']) {
        true => format!("'{}'", text.replace('\'', "''")),
        false => format!("\"{text}\""),
    }
}
