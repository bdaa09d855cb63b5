//! URIs and IRIs.

use std::net::Ipv6Addr;

/// A generic syntax: the code points that it allows beyond those of RFC 3986.
pub(super) struct Syntax {
    /// Allowed in addition to the unreserved characters.
    is_further: fn(char) -> bool,
    /// Allowed in queries only.
    is_private: fn(char) -> bool,
}

/// RFC 3986.
pub(super) const URI: Syntax = Syntax {
    is_further: |_| false,
    is_private: |_| false,
};

/// RFC 3987.
pub(super) const IRI: Syntax = Syntax {
    is_further: is_ucschar,
    is_private: is_iprivate,
};

impl Syntax {
    /// RFC 3986 §3, `URI`; RFC 3987 §2.2, `IRI`.
    #[inline]
    pub(super) fn is_absolute(&self, text: &str) -> bool {
        let parts = text.split_once(':');
        parts.is_some_and(|(scheme, rest)| is_scheme(scheme) && self.is_relative(rest))
    }

    /// RFC 3986 §4.1, `URI-reference`; RFC 3987 §2.2, `IRI-reference`.
    #[inline]
    pub(super) fn is_reference(&self, text: &str) -> bool {
        // The first segment of a path without a scheme contains no colon (§4.2).
        let first = text.split(['/', '?', '#']).next().unwrap_or_default();
        if first.contains(':') {
            self.is_absolute(text)
        } else {
            self.is_relative(text)
        }
    }

    /// What may follow a scheme: authority, path, query and fragment.
    #[inline]
    fn is_relative(&self, text: &str) -> bool {
        let (text, fragment) = text.split_once('#').unwrap_or((text, ""));
        let (hierarchy, query) = text.split_once('?').unwrap_or((text, ""));
        let (authority, path) = match hierarchy.strip_prefix("//") {
            Some(rest) => rest.split_at(rest.find('/').unwrap_or(rest.len())),
            None => ("", hierarchy),
        };
        self.is_authority(authority)
            && self.consists(path, |c| matches!(c, ':' | '@' | '/'))
            && self.consists(query, |c| {
                matches!(c, ':' | '@' | '/' | '?') || (self.is_private)(c)
            })
            && self.consists(fragment, |c| matches!(c, ':' | '@' | '/' | '?'))
    }

    /// RFC 3986 §3.2, `authority`.
    #[inline]
    fn is_authority(&self, text: &str) -> bool {
        let (user, server) = text.rsplit_once('@').unwrap_or(("", text));
        let (host, port) = match server
            .strip_prefix('[')
            .and_then(|rest| rest.split_once(']'))
        {
            Some((literal, port)) if is_ip_literal(literal) => ("", port),
            Some(_) => return false,
            None => server.split_at(server.find(':').unwrap_or(server.len())),
        };
        let is_port = |port: &str| port.bytes().all(|b| b.is_ascii_digit());
        self.consists(user, |c| c == ':')
            && self.consists(host, |_| false)
            && (port.is_empty() || port.strip_prefix(':').is_some_and(is_port))
    }

    /// Whether every character is unreserved, a sub-delimiter, percent-encoded or `special`.
    #[inline]
    fn consists(&self, text: &str, special: impl Fn(char) -> bool) -> bool {
        let mut chars = text.chars();
        while let Some(c) = chars.next() {
            let is_allowed = match c {
                '%' => [chars.next(), chars.next()].iter().all(is_hex_digit),
                c => is_unreserved(c) || is_sub_delim(c) || (self.is_further)(c) || special(c),
            };
            if !is_allowed {
                return false;
            }
        }
        true
    }
}

#[inline]
fn is_hex_digit(c: &Option<char>) -> bool {
    c.is_some_and(|c| c.is_ascii_hexdigit())
}

/// RFC 3986 §3.1, `scheme`.
#[inline]
fn is_scheme(text: &str) -> bool {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.chars().all(is_allowed)
}

/// RFC 3986 §3.2.2, `IP-literal` without its brackets.
#[inline]
fn is_ip_literal(text: &str) -> bool {
    let Some(future) = text.strip_prefix(['v', 'V']) else {
        return text.parse::<Ipv6Addr>().is_ok();
    };
    let is_version = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_hexdigit());
    let is_address = |c: char| is_unreserved(c) || is_sub_delim(c) || c == ':';
    future.split_once('.').is_some_and(|(version, address)| {
        is_version(version) && !address.is_empty() && address.chars().all(is_address)
    })
}

/// RFC 3986 §2.3.
#[inline]
fn is_unreserved(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_' | '~')
}

/// RFC 3986 §2.2.
#[inline]
fn is_sub_delim(c: char) -> bool {
    "!$&'()*+,;=".contains(c)
}

/// RFC 3987 §2.2.
#[inline]
pub(super) fn is_ucschar(c: char) -> bool {
    match u32::from(c) {
        0xA0..=0xD7FF | 0xF900..=0xFDCF | 0xFDF0..=0xFFEF => true,
        code @ 0x1_0000..=0xD_FFFF => code & 0xFFFF < 0xFFFE,
        code @ 0xE_1000..=0xE_FFFF => code & 0xFFFF < 0xFFFE,
        _ => false,
    }
}

/// RFC 3987 §2.2.
#[inline]
pub(super) fn is_iprivate(c: char) -> bool {
    match u32::from(c) {
        0xE000..=0xF8FF => true,
        code @ 0xF_0000..=0x10_FFFF => code & 0xFFFF < 0xFFFE,
        _ => false,
    }
}
