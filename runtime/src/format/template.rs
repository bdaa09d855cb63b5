//! URI templates.

use super::uri::{is_iprivate, is_ucschar};

/// RFC 6570 §2, `URI-Template`.
#[inline]
pub(super) fn is_uri_template(text: &str) -> bool {
    let mut rest = text;
    while let Some((literals, after)) = rest.split_once('{') {
        match after.split_once('}') {
            Some((expression, after)) if are_literals(literals) && is_expression(expression) => {
                rest = after;
            }
            _ => return false,
        }
    }
    are_literals(rest)
}

/// RFC 6570 §2.1, with the apostrophe that erratum 6937 adds.
#[inline]
fn are_literals(text: &str) -> bool {
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let is_allowed = match c {
            '%' => is_percent_encoded(rest),
            '"' | '<' | '>' | '\\' | '^' | '`' | '{' | '|' | '}' => false,
            c => matches!(c, '!'..='~') || is_ucschar(c) || is_iprivate(c),
        };
        if !is_allowed {
            return false;
        }
        rest = rest.get(c.len_utf8()..).unwrap_or_default();
    }
    true
}

#[inline]
fn is_percent_encoded(text: &str) -> bool {
    let digits = text.strip_prefix('%').and_then(|text| text.get(..2));
    digits.is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()))
}

/// RFC 6570 §2.2: the part between braces.
#[inline]
fn is_expression(text: &str) -> bool {
    let is_operator = |c: char| "+#./;?&=,!@|".contains(c);
    let variables = text.strip_prefix(is_operator).unwrap_or(text);
    variables.split(',').all(is_variable)
}

/// RFC 6570 §2.3, `varspec`.
#[inline]
fn is_variable(text: &str) -> bool {
    if let Some((name, length)) = text.split_once(':') {
        let is_number = length.bytes().all(|b| b.is_ascii_digit());
        return is_name(name)
            && is_number
            && (1..=4).contains(&length.len())
            && !length.starts_with('0');
    }
    is_name(text.strip_suffix('*').unwrap_or(text))
}

/// RFC 6570 §2.3, `varname`.
#[inline]
fn is_name(text: &str) -> bool {
    text.split('.').all(|part| {
        let mut rest = part;
        while let Some(c) = rest.chars().next() {
            let length = match c {
                '%' if is_percent_encoded(rest) => "%00".len(),
                c if c.is_ascii_alphanumeric() || c == '_' => 1,
                _ => return false,
            };
            rest = rest.get(length..).unwrap_or_default();
        }
        !part.is_empty()
    })
}
