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

/// The parts of a URI in which a byte means itself.
static PARTS: [u8; 256] = {
    let mut parts = [0; 256];
    let mut byte = 0;
    while byte < 128 {
        parts[byte] = match byte as u8 {
            byte if is_unreserved(byte) || is_sub_delim(byte) => HOST | USER | PATH | QUERY,
            b':' => USER | PATH | QUERY,
            b'@' | b'/' => PATH | QUERY,
            b'?' => QUERY,
            _ => 0,
        };
        byte += 1;
    }
    parts
};

/// RFC 3986 §3.2.2, `reg-name`.
const HOST: u8 = 1;
/// RFC 3986 §3.2.1, `userinfo`.
const USER: u8 = 2;
/// RFC 3986 §3.3, `path`.
const PATH: u8 = 4;
/// RFC 3986 §3.4, `query`, and §3.5, `fragment`.
const QUERY: u8 = 8;

impl Syntax {
    /// RFC 3986 §3, `URI`; RFC 3987 §2.2, `IRI`.
    #[inline]
    pub(super) fn is_absolute(&self, text: &str) -> bool {
        let end = scheme_length(text.as_bytes());
        let rest = text[end..].strip_prefix(':');
        end > 0 && rest.is_some_and(|rest| self.is_relative(rest))
    }

    /// RFC 3986 §4.1, `URI-reference`; RFC 3987 §2.2, `IRI-reference`.
    #[inline]
    pub(super) fn is_reference(&self, text: &str) -> bool {
        // The first segment of a path without a scheme contains no colon (§4.2).
        let is_end = |byte: &u8| matches!(byte, b':' | b'/' | b'?' | b'#');
        if text.as_bytes().iter().find(|byte| is_end(byte)) == Some(&b':') {
            self.is_absolute(text)
        } else {
            self.is_relative(text)
        }
    }

    /// What may follow a scheme: authority, path, query and fragment.
    #[inline]
    fn is_relative(&self, text: &str) -> bool {
        let mut at = 0;
        if text.starts_with("//") {
            let is_end = |byte: u8| matches!(byte, b'/' | b'?' | b'#');
            let length = text.bytes().skip(2).position(is_end);
            at = length.map_or(text.len(), |length| length + 2);
            if !self.is_authority(&text[2..at]) {
                return false;
            }
        }
        at = self.skip(text, at, PATH);
        if text.as_bytes().get(at) == Some(&b'?') {
            at = self.skip_query(text, at + 1);
        }
        if text.as_bytes().get(at) == Some(&b'#') {
            at = self.skip(text, at + 1, QUERY);
        }
        at == text.len()
    }

    /// RFC 3986 §3.2, `authority`.
    #[inline]
    fn is_authority(&self, text: &str) -> bool {
        if self.consists(text, HOST) {
            return true;
        }
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
        self.consists(user, USER)
            && self.consists(host, HOST)
            && (port.is_empty() || port.strip_prefix(':').is_some_and(is_port))
    }

    #[inline]
    fn consists(&self, text: &str, part: u8) -> bool {
        self.skip(text, 0, part) == text.len()
    }

    /// The offset of the first character from `at` on that a part of a URI cannot contain.
    #[inline]
    fn skip(&self, text: &str, mut at: usize, part: u8) -> usize {
        let bytes = text.as_bytes();
        while let Some(byte) = bytes.get(at) {
            at += match byte {
                byte if PARTS[usize::from(*byte)] & part != 0 => 1,
                b'%' if is_encoded(&bytes[at..]) => 3,
                byte if byte.is_ascii() => return at,
                _ => match text[at..].chars().next().filter(|c| (self.is_further)(*c)) {
                    Some(c) => c.len_utf8(),
                    None => return at,
                },
            };
        }
        at
    }

    /// The same for a query, which may contain private characters.
    #[inline]
    fn skip_query(&self, text: &str, mut at: usize) -> usize {
        loop {
            at = self.skip(text, at, QUERY);
            match text[at..].chars().next().filter(|c| (self.is_private)(*c)) {
                Some(c) => at += c.len_utf8(),
                None => return at,
            }
        }
    }
}

/// RFC 3986 §2.1, `pct-encoded`, at the start of a text.
#[inline]
fn is_encoded(bytes: &[u8]) -> bool {
    matches!(bytes, [b'%', one, two, ..] if one.is_ascii_hexdigit() && two.is_ascii_hexdigit())
}

/// The length of a scheme at the start of a text (RFC 3986 §3.1); 0 if there is none.
#[inline]
fn scheme_length(bytes: &[u8]) -> usize {
    if !bytes.first().is_some_and(u8::is_ascii_alphabetic) {
        return 0;
    }
    let is_scheme = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    let end = bytes.iter().position(|byte| !is_scheme(byte));
    end.unwrap_or(bytes.len())
}

/// RFC 3986 §3.2.2, `IP-literal` without its brackets.
#[inline]
fn is_ip_literal(text: &str) -> bool {
    let Some(future) = text.strip_prefix(['v', 'V']) else {
        return text.parse::<Ipv6Addr>().is_ok();
    };
    let is_version = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_hexdigit());
    let is_address = |byte: u8| is_unreserved(byte) || is_sub_delim(byte) || byte == b':';
    future.split_once('.').is_some_and(|(version, address)| {
        is_version(version) && !address.is_empty() && address.bytes().all(is_address)
    })
}

/// RFC 3986 §2.3.
#[inline]
const fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

/// RFC 3986 §2.2.
#[inline]
const fn is_sub_delim(byte: u8) -> bool {
    matches!(
        byte,
        b'!' | b'$' | b'&' | b'\'' | b'(' | b')' | b'*' | b'+' | b',' | b';' | b'='
    )
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
