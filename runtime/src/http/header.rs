//! Names and values of headers and cookies; invalid ones are rejected.

use super::failure::Failure;
use super::style::Pair;
use crate::headers::{COOKIE, DESCRIBED, FRAMING};
use reqwest::header::{HeaderName, HeaderValue};

/// Whether the engine sets this header itself.
pub(super) fn is_ours(name: &str) -> bool {
    let mut ours = DESCRIBED.iter().chain(FRAMING).chain([&COOKIE]);
    ours.any(|ours| name.eq_ignore_ascii_case(ours))
}

/// The name of a header.
pub(super) fn header_name(name: &str) -> Result<HeaderName, Failure> {
    HeaderName::from_bytes(name.as_bytes()).map_err(|_| {
        Failure::internal(format!(
            "no header can be called `{}`",
            crate::hidden::show_hidden(name)
        ))
    })
}

/// The value of a header; line breaks and other control characters are rejected.
pub(super) fn header_value(name: &str, text: &str) -> Result<HeaderValue, Failure> {
    HeaderValue::from_bytes(text.as_bytes())
        .map_err(|_| Failure::unsendable(name, "no header may hold such control characters"))
}

/// Checks a cookie against RFC 6265, section 4.1.1, so that it stays one cookie.
///
/// Commas are accepted: the style `form` puts them between items, and servers accept them.
pub(super) fn check_cookie(parameter: &str, (name, value): &Pair) -> Result<(), Failure> {
    let is_name = HeaderName::from_bytes(name.as_bytes()).is_ok();
    let is_octet = |byte: u8| byte.is_ascii_graphic() && !matches!(byte, b'"' | b';' | b'\\');
    if is_name && value.bytes().all(is_octet) {
        Ok(())
    } else {
        Err(Failure::unsendable(
            parameter,
            "no cookie may hold such characters",
        ))
    }
}
