//! The values of `format` that JSON Schema Validation 2020-12 §7.3 defines, and those of OpenAPI.

mod base64;
mod email;
mod hostname;
mod idna;
mod number;
mod pointer;
mod punycode;
mod regex;
mod template;
mod time;
mod uri;

use crate::path::{PathRules, normalise_path};
use std::net::{Ipv4Addr, Ipv6Addr};

pub use number::NumberFormat;

/// A format of strings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// RFC 3339 §5.6, `date-time`.
    DateTime,
    /// RFC 3339 §5.6, `full-date`.
    Date,
    /// RFC 3339 §5.6, `full-time`.
    Time,
    /// RFC 3339 appendix A, `duration`.
    Duration,
    /// RFC 5321 §4.1.2, `Mailbox`.
    Email,
    /// RFC 6531 §3.3, the `Mailbox` that extends that of RFC 5321.
    IdnEmail,
    /// RFC 1123 §2.1, with the A-labels of RFC 5891 §4.4.
    Hostname,
    /// RFC 5890 §2.3.2.3.
    IdnHostname,
    /// RFC 2673 §3.2, `dotted-quad`.
    Ipv4,
    /// RFC 4291 §2.2.
    Ipv6,
    /// RFC 3986 §3, `URI`.
    Uri,
    /// RFC 3986 §4.1, `URI-reference`.
    UriReference,
    /// RFC 3987 §2.2, `IRI`.
    Iri,
    /// RFC 3987 §2.2, `IRI-reference`.
    IriReference,
    /// RFC 4122 §3, `UUID`.
    Uuid,
    /// RFC 6570 §2, `URI-Template`.
    UriTemplate,
    /// RFC 6901 §3, `json-pointer`.
    JsonPointer,
    /// Relative JSON Pointers (draft-bhutton-relative-json-pointer-00 §3).
    RelativeJsonPointer,
    /// ECMA-262 §22.2.1, `Pattern` with the `u` flag.
    Regex,
    /// RFC 4648 §4, `base64`, as OpenAPI's `byte` has it.
    Byte,
    /// `x-path`: a path within a workspace.
    Path(&'static PathRules),
}

impl Format {
    /// Every format with its name.
    pub const ALL: &'static [(&'static str, Format)] = &[
        ("date-time", Format::DateTime),
        ("date", Format::Date),
        ("time", Format::Time),
        ("duration", Format::Duration),
        ("email", Format::Email),
        ("idn-email", Format::IdnEmail),
        ("hostname", Format::Hostname),
        ("idn-hostname", Format::IdnHostname),
        ("ipv4", Format::Ipv4),
        ("ipv6", Format::Ipv6),
        ("uri", Format::Uri),
        ("uri-reference", Format::UriReference),
        ("iri", Format::Iri),
        ("iri-reference", Format::IriReference),
        ("uuid", Format::Uuid),
        ("uri-template", Format::UriTemplate),
        ("json-pointer", Format::JsonPointer),
        ("relative-json-pointer", Format::RelativeJsonPointer),
        ("regex", Format::Regex),
        ("byte", Format::Byte),
    ];

    /// The value of the keyword.
    pub fn name(self) -> &'static str {
        let named = Format::ALL.iter().find(|(_, format)| *format == self);
        named.map_or("", |(name, _)| name)
    }

    /// The format of this name.
    pub fn from_name(name: &str) -> Option<Format> {
        let named = Format::ALL.iter().find(|(known, _)| *known == name);
        named.map(|(_, format)| *format)
    }

    /// What a string of this format is, in words.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Format::DateTime => "a date and time such as `2026-01-31T09:30:00Z`",
            Format::Date => "a date such as `2026-01-31`",
            Format::Time => "a time such as `09:30:00Z`",
            Format::Duration => "a duration such as `P1DT12H`",
            Format::Email | Format::IdnEmail => "an email address",
            Format::Hostname | Format::IdnHostname => "a host name",
            Format::Ipv4 => "an IPv4 address",
            Format::Ipv6 => "an IPv6 address",
            Format::Uri => "a URI with a scheme, such as `https://example.org/a`",
            Format::UriReference => "a URI or a reference relative to one",
            Format::Iri => "an IRI with a scheme, such as `https://example.org/a`",
            Format::IriReference => "an IRI or a reference relative to one",
            Format::Uuid => "a UUID such as `123e4567-e89b-12d3-a456-426614174000`",
            Format::UriTemplate => "a URI template such as `/pets/{id}`",
            Format::JsonPointer => "a JSON Pointer such as `/a/0`",
            Format::RelativeJsonPointer => "a relative JSON Pointer such as `1/a`",
            Format::Regex => "an ECMAScript regular expression",
            Format::Byte => "Base64 text",
            Format::Path(_) => "a path within the workspace",
        }
    }

    /// Whether `text` has this format.
    pub fn accepts(self, text: &str) -> bool {
        match self {
            Format::DateTime => time::is_date_time(text),
            Format::Date => time::is_full_date(text),
            Format::Time => time::is_full_time(text),
            Format::Duration => time::is_duration(text),
            Format::Email => email::is_mailbox(text),
            Format::IdnEmail => email::is_internationalized_mailbox(text),
            Format::Hostname => hostname::is_hostname(text),
            Format::IdnHostname => hostname::is_internationalized_hostname(text),
            Format::Ipv4 => text.parse::<Ipv4Addr>().is_ok(),
            Format::Ipv6 => text.parse::<Ipv6Addr>().is_ok(),
            Format::Uri => uri::URI.is_absolute(text),
            Format::UriReference => uri::URI.is_reference(text),
            Format::Iri => uri::IRI.is_absolute(text),
            Format::IriReference => uri::IRI.is_reference(text),
            Format::Uuid => is_uuid(text),
            Format::UriTemplate => template::is_uri_template(text),
            Format::JsonPointer => pointer::is_json_pointer(text),
            Format::RelativeJsonPointer => pointer::is_relative_json_pointer(text),
            Format::Regex => regex::is_pattern(text),
            Format::Byte => base64::is_base64(text),
            Format::Path(_) => normalise_path(text).is_ok(),
        }
    }
}

/// RFC 4122 §3: hexadecimal digits in groups of 8, 4, 4, 4 and 12.
fn is_uuid(text: &str) -> bool {
    let fits = |(at, byte): (usize, u8)| match at {
        8 | 13 | 18 | 23 => byte == b'-',
        _ => byte.is_ascii_hexdigit(),
    };
    text.len() == 36 && text.bytes().enumerate().all(fits)
}
