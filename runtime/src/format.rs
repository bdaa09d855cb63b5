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
use std::fmt;
use std::net::{Ipv4Addr, Ipv6Addr};

pub use number::NumberFormat;

/// A format of strings.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A format that is known by its name alone.
    Named(&'static Named),
    /// `x-path`: a path within a workspace.
    Path(&'static PathRules),
}

/// A format that is known by its name alone. Only the formats that a table refers to are compiled, in the
/// crate of that table; all check functions are `#[inline]` for this reason.
pub struct Named {
    /// The name of its constant in [`Format`].
    constant: &'static str,
    /// The value of the keyword.
    name: &'static str,
    /// A description of strings of this format.
    words: &'static str,
    accepts: fn(&str) -> bool,
}

macro_rules! formats {
    ($($(#[$doc:meta])* $format:ident = $name:literal, $words:literal, $accepts:expr;)*) => {
        // Tables write these like `Format::Path`.
        #[allow(non_upper_case_globals)]
        impl Format {
            $(
                $(#[$doc])*
                pub const $format: Format = Format::Named(&Named {
                    constant: stringify!($format),
                    name: $name,
                    words: $words,
                    accepts: $accepts,
                });
            )*

            /// Every format with its name.
            pub const ALL: &'static [(&'static str, Format)] = &[$(($name, Format::$format)),*];
        }
    };
}

formats! {
    /// RFC 3339 §5.6, `date-time`.
    DateTime = "date-time", "a date and time such as `2026-01-31T09:30:00Z`", time::is_date_time;
    /// RFC 3339 §5.6, `full-date`.
    Date = "date", "a date such as `2026-01-31`", time::is_full_date;
    /// RFC 3339 §5.6, `full-time`.
    Time = "time", "a time such as `09:30:00Z`", time::is_full_time;
    /// RFC 3339 appendix A, `duration`.
    Duration = "duration", "a duration such as `P1DT12H`", time::is_duration;
    /// RFC 5321 §4.1.2, `Mailbox`.
    Email = "email", "an email address", email::is_mailbox;
    /// RFC 6531 §3.3, the `Mailbox` that extends that of RFC 5321.
    IdnEmail = "idn-email", "an email address", email::is_internationalized_mailbox;
    /// RFC 1123 §2.1, with the A-labels of RFC 5891 §4.4.
    Hostname = "hostname", "a host name", hostname::is_hostname;
    /// RFC 5890 §2.3.2.3.
    IdnHostname = "idn-hostname", "a host name", hostname::is_internationalized_hostname;
    /// RFC 2673 §3.2, `dotted-quad`.
    Ipv4 = "ipv4", "an IPv4 address", is_ipv4;
    /// RFC 4291 §2.2.
    Ipv6 = "ipv6", "an IPv6 address", is_ipv6;
    /// RFC 3986 §3, `URI`.
    Uri = "uri", "a URI with a scheme, such as `https://example.org/a`", |text| uri::URI.is_absolute(text);
    /// RFC 3986 §4.1, `URI-reference`.
    UriReference = "uri-reference", "a URI or a reference relative to one", |text| uri::URI.is_reference(text);
    /// RFC 3987 §2.2, `IRI`.
    Iri = "iri", "an IRI with a scheme, such as `https://example.org/a`", |text| uri::IRI.is_absolute(text);
    /// RFC 3987 §2.2, `IRI-reference`.
    IriReference = "iri-reference", "an IRI or a reference relative to one", |text| uri::IRI.is_reference(text);
    /// RFC 4122 §3, `UUID`.
    Uuid = "uuid", "a UUID such as `123e4567-e89b-12d3-a456-426614174000`", is_uuid;
    /// RFC 6570 §2, `URI-Template`.
    UriTemplate = "uri-template", "a URI template such as `/pets/{id}`", template::is_uri_template;
    /// RFC 6901 §3, `json-pointer`.
    JsonPointer = "json-pointer", "a JSON Pointer such as `/a/0`", pointer::is_json_pointer;
    /// Relative JSON Pointers (draft-bhutton-relative-json-pointer-00 §3).
    RelativeJsonPointer = "relative-json-pointer", "a relative JSON Pointer such as `1/a`", pointer::is_relative_json_pointer;
    /// ECMA-262 §22.2.1, `Pattern` with the `u` flag.
    Regex = "regex", "an ECMAScript regular expression", regex::is_pattern;
    /// RFC 4648 §4, `base64`, as OpenAPI's `byte` has it.
    Byte = "byte", "Base64 text", base64::is_base64;
}

impl Format {
    /// The value of the keyword.
    pub fn name(self) -> &'static str {
        match self {
            Format::Named(named) => named.name,
            Format::Path(_) => "",
        }
    }

    /// The format with this name.
    #[inline]
    pub fn from_name(name: &str) -> Option<Format> {
        let named = Format::ALL.iter().find(|(known, _)| *known == name);
        named.map(|(_, format)| *format)
    }

    /// A description of strings of this format.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Format::Named(named) => named.words,
            Format::Path(_) => "a path within the workspace",
        }
    }

    /// Whether `text` has this format.
    pub fn accepts(self, text: &str) -> bool {
        match self {
            Format::Named(named) => (named.accepts)(text),
            Format::Path(_) => normalise_path(text).is_ok(),
        }
    }
}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Format::Named(named) => f.write_str(named.constant),
            Format::Path(rules) => f.debug_tuple("Path").field(rules).finish(),
        }
    }
}

impl PartialEq for Named {
    fn eq(&self, other: &Named) -> bool {
        self.name == other.name
    }
}

impl Eq for Named {}

#[inline]
fn is_ipv4(text: &str) -> bool {
    text.parse::<Ipv4Addr>().is_ok()
}

#[inline]
fn is_ipv6(text: &str) -> bool {
    text.parse::<Ipv6Addr>().is_ok()
}

/// RFC 4122 §3: hexadecimal digits in groups of 8, 4, 4, 4 and 12.
#[inline]
fn is_uuid(text: &str) -> bool {
    let fits = |(at, byte): (usize, u8)| match at {
        8 | 13 | 18 | 23 => byte == b'-',
        _ => byte.is_ascii_hexdigit(),
    };
    text.len() == 36 && text.bytes().enumerate().all(fits)
}
