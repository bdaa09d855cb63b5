//! Email addresses.

use super::hostname::{is_hostname, is_internationalized_hostname};
use std::net::{Ipv4Addr, Ipv6Addr};

/// RFC 5321 §4.5.3.1.1, in octets.
const MAX_LOCAL_PART: usize = 64;

/// RFC 5321 §4.1.2, `Mailbox`.
#[inline]
pub(super) fn is_mailbox(text: &str) -> bool {
    text.is_ascii() && is_local_part_at(text, is_hostname)
}

/// RFC 6531 §3.3: every code point beyond ASCII is allowed where a letter is allowed in a local part.
#[inline]
pub(super) fn is_internationalized_mailbox(text: &str) -> bool {
    is_local_part_at(text, is_internationalized_hostname)
}

#[inline]
fn is_local_part_at(text: &str, is_domain: fn(&str) -> bool) -> bool {
    // A domain contains no `@`, but a quoted string may.
    let Some((local, domain)) = text.rsplit_once('@') else {
        return false;
    };
    let is_short = local.len() <= MAX_LOCAL_PART;
    is_short
        && (is_dot_string(local) || is_quoted_string(local))
        && is_domain_or_address(domain, is_domain)
}

/// `Dot-string`
#[inline]
fn is_dot_string(text: &str) -> bool {
    let is_atom = |atom: &str| !atom.is_empty() && atom.chars().all(is_atext);
    text.split('.').all(is_atom)
}

/// RFC 5322 §3.2.3, `atext`.
#[inline]
fn is_atext(c: char) -> bool {
    let is_mark = matches!(
        c,
        '!' | '#'
            | '$'
            | '%'
            | '&'
            | '\''
            | '*'
            | '+'
            | '-'
            | '/'
            | '='
            | '?'
            | '^'
            | '_'
            | '`'
            | '{'
            | '|'
            | '}'
            | '~'
    );
    c.is_ascii_alphanumeric() || is_mark || !c.is_ascii()
}

/// `Quoted-string`
#[inline]
fn is_quoted_string(text: &str) -> bool {
    let quoted = text
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'));
    let Some(quoted) = quoted else {
        return false;
    };
    let mut chars = quoted.chars();
    while let Some(c) = chars.next() {
        let is_allowed = match c {
            '"' => false,
            '\\' => chars.next().is_some_and(|c| matches!(c, ' '..='~')),
            c => matches!(c, ' '..='~') || !c.is_ascii(),
        };
        if !is_allowed {
            return false;
        }
    }
    true
}

/// `Domain`, or one of the two kinds of `address-literal` that RFC 5321 §4.1.3 defines itself.
#[inline]
fn is_domain_or_address(text: &str, is_domain: fn(&str) -> bool) -> bool {
    let Some(literal) = text
        .strip_prefix('[')
        .and_then(|text| text.strip_suffix(']'))
    else {
        return is_domain(text);
    };
    match literal.split_at_checked("IPv6:".len()) {
        Some((tag, address)) if tag.eq_ignore_ascii_case("IPv6:") => {
            address.parse::<Ipv6Addr>().is_ok()
        }
        _ => literal.parse::<Ipv4Addr>().is_ok(),
    }
}
