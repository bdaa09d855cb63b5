//! Types of the standard library and of other crates whose JSON form is the same wherever they are used.
//!
//! What a schema of arguments accepts, the crate reads: `examples/rust-types` tries every row with the crates
//! themselves. Where a crate reads more than one form, the schema has the one that it also writes, or a simple part of
//! it, so that a model has nothing to choose.

use super::nodes::{At, make_nullable, set_key};
use super::scalars::describe_non_zero;
use super::serde::Direction;
use super::undescribed::{LIST_OF_NUMBERS, LIST_WITHOUT_ZONE, NAMED_ZONE};
use toolc_base::node::Node;

/// What is known of a type.
pub(super) enum Known {
    Schema(Node),
    /// Why it has no schema: one of the reasons in `undescribed.rs`.
    Unfit(&'static str),
}

/// The JSON form of a type in one direction.
#[derive(Clone, Copy)]
enum Form {
    /// A text, with what is required of it.
    Text(&'static [(&'static str, &'static str)]),
    /// An integer between two limits.
    Integer(&'static str, &'static str),
    /// A number between two limits.
    Number(&'static str, &'static str),
    /// A number, or its digits as a text.
    Digits,
    /// The address of a host: IPv4 or IPv6.
    Address,
    /// A list of bytes.
    Bytes,
    /// `{secs, nanos}`
    Seconds,
    Unfit(&'static str),
}

/// A type, or a module that a field names with `#[serde(with = "…")]`.
struct Row {
    path: &'static str,
    /// What the crate reads.
    read: Form,
    /// What the crate writes.
    written: Form,
}

const fn both(path: &'static str, form: Form) -> Row {
    Row {
        path,
        read: form,
        written: form,
    }
}

const fn apart(path: &'static str, read: Form, written: Form) -> Row {
    Row {
        path,
        read,
        written,
    }
}

/// A day that there is, such as `2028-02-29`.
macro_rules! day {
    () => {
        "(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)\
         |02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])\
         |(?:[02468][048]|[13579][26])00)-02-29)"
    };
}

/// A time of day without a zone. chrono has leap seconds, jiff has none.
macro_rules! clock {
    ($seconds:literal) => {
        concat!(
            "(?:[01][0-9]|2[0-3]):[0-5][0-9]:",
            $seconds,
            r"(?:\.[0-9]{1,9})?$"
        )
    };
}

const ANY: Form = Form::Text(&[]);
const DATE: Form = Form::Text(&[("format", "date")]);
const DATE_TIME: Form = Form::Text(&[("format", "date-time")]);

/// jiff ends on the second last day of the year 9999, and reads at most nine digits of a second.
const TIMESTAMP: Form = Form::Text(&[
    ("format", "date-time"),
    (
        "pattern",
        r"^(?:[0-8][0-9]{3}|9[0-8][0-9]{2}|99[0-8][0-9]|999[0-8])-[^.]+(?:\.[0-9]{1,9}[Zz+-].*)?$",
    ),
]);

/// Without the limits of jiff, which differ for each unit: so many digits are always within them.
const SPAN: Form = Form::Text(&[
    ("format", "duration"),
    (
        "pattern",
        "^P(?:[0-9]{1,4}Y)?(?:[0-9]{1,5}M)?(?:[0-9]{1,6}[WD])?(?:T(?:[0-9]{1,8}H)?(?:[0-9]{1,9}M)?(?:[0-9]{1,9}S)?)?$",
    ),
]);

/// time has leap seconds only at the end of a month.
const RFC_3339: Form = Form::Text(&[("format", "date-time"), ("pattern", "^.{17}[0-5]")]);
const ISO_8601: Form = Form::Text(&[
    ("format", "date-time"),
    (
        "pattern",
        r"^[0-9-]{10}T[0-9:]{6}[0-5][0-9](?:\.[0-9]{1,9})?(?:Z|[+-][0-9:]{5})$",
    ),
]);

/// Any host that cannot be misread: as a number, as an internationalised name, with a user before it.
const URL: Form = Form::Text(&[
    ("format", "uri"),
    (
        "pattern",
        r"^(?:(?:https?|wss?|ftp)://(?:(?:[A-Za-z0-9_]+(?:-[A-Za-z0-9_]+)*\.)*[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*|(?:(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])\.){3}(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])|\[[0-9A-Fa-f:.]+\])(?::(?:[0-9]{1,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5]))?(?:[/?#].*)?$|file:///|(?:mailto|tel|urn|data):[^/])",
    ),
]);

/// 28 digits fit into the 96 bits of a `Decimal`.
const DECIMAL: Form = Form::Text(&[("pattern", r"^-?[0-9]{1,18}(?:\.[0-9]{1,10})?$")]);
const DECIMAL_NUMBER: Form = Form::Number("-1000000000000000000", "1000000000000000000");

/// The years 0 to 9999, in seconds and milliseconds since 1970.
const SECONDS: Form = Form::Integer("-62167219200", "253402300799");
const MILLISECONDS: Form = Form::Integer("-62167219200000", "253402300799999");

const TYPES: &[Row] = &[
    both("uuid::Uuid", Form::Text(&[("format", "uuid")])),
    both("chrono::NaiveDate", DATE),
    both(
        "chrono::NaiveTime",
        Form::Text(&[("pattern", concat!("^", clock!("(?:[0-5][0-9]|60)")))]),
    ),
    both(
        "chrono::NaiveDateTime",
        Form::Text(&[(
            "pattern",
            concat!("^", day!(), "T", clock!("(?:[0-5][0-9]|60)")),
        )]),
    ),
    apart("jiff::Timestamp", TIMESTAMP, DATE_TIME),
    apart("jiff::Zoned", Form::Unfit(NAMED_ZONE), ANY),
    apart("jiff::Span", SPAN, ANY),
    both("jiff::civil::Date", DATE),
    both(
        "jiff::civil::Time",
        Form::Text(&[("pattern", concat!("^", clock!("[0-5][0-9]")))]),
    ),
    both(
        "jiff::civil::DateTime",
        Form::Text(&[("pattern", concat!("^", day!(), "T", clock!("[0-5][0-9]")))]),
    ),
    both("time::OffsetDateTime", Form::Unfit(LIST_OF_NUMBERS)),
    both("time::PrimitiveDateTime", Form::Unfit(LIST_WITHOUT_ZONE)),
    both("time::Date", Form::Unfit(LIST_WITHOUT_ZONE)),
    both("time::Time", Form::Unfit(LIST_WITHOUT_ZONE)),
    apart("url::Url", URL, ANY),
    apart("rust_decimal::Decimal", DECIMAL, Form::Digits),
    both("bytes::Bytes", Form::Bytes),
    both("bytes::BytesMut", Form::Bytes),
];

/// Types of the standard library, by their paths in it.
const STANDARD: &[Row] = &[
    both("path::PathBuf", ANY),
    both("path::Path", ANY),
    both("time::Duration", Form::Seconds),
    both("net::IpAddr", Form::Address),
    both("net::Ipv4Addr", Form::Text(&[("format", "ipv4")])),
    both("net::Ipv6Addr", Form::Text(&[("format", "ipv6")])),
];

/// The time zones of `chrono::DateTime` that serde reads.
const ZONES: &[&str] = &["chrono::Utc", "chrono::FixedOffset", "chrono::Local"];

/// Modules for `#[serde(with = "…")]`. Those for options have `::option` or `_option` behind their name.
const MODULES: &[Row] = &[
    both("time::serde::rfc3339", RFC_3339),
    apart("time::serde::iso8601", ISO_8601, ANY),
    both("time::serde::timestamp", SECONDS),
    both("chrono::serde::ts_seconds", SECONDS),
    both("chrono::serde::ts_milliseconds", MILLISECONDS),
    apart("rust_decimal::serde::str", DECIMAL, ANY),
    apart(
        "rust_decimal::serde::float",
        DECIMAL_NUMBER,
        Form::Number(
            "-79228162514264337593543950336",
            "79228162514264337593543950336",
        ),
    ),
];

/// Modules in which crates have the same types again.
const AGAIN: &[(&str, &str)] = &[
    ("chrono::naive::", "chrono::"),
    ("chrono::offset::", "chrono::"),
    ("chrono::prelude::", "chrono::"),
    ("rust_decimal::prelude::", "rust_decimal::"),
];

fn usual_path(path: &str) -> String {
    let mut again = AGAIN.iter();
    let found = again.find_map(|(long, short)| Some((path.strip_prefix(long)?, short)));
    found.map_or_else(|| path.to_owned(), |(rest, short)| format!("{short}{rest}"))
}

/// The schema of a type by its full path and those of its type arguments; `None` if it is not well known.
pub(super) fn describe_well_known(
    path: &str,
    arguments: &[String],
    direction: Direction,
    at: At,
) -> Option<Known> {
    let path = usual_path(path);
    if let Some(non_zero) = path.strip_prefix("std::num::NonZero") {
        let integer = match arguments {
            [integer] => integer.clone(),
            _ => non_zero.to_ascii_lowercase(),
        };
        return describe_non_zero(&integer, at).map(Known::Schema);
    }
    if path == "chrono::DateTime" {
        let zone = arguments.first().map(|zone| usual_path(zone))?;
        let is_read = ZONES.contains(&zone.as_str());
        return is_read.then(|| describe_form(DATE_TIME, at));
    }
    let row = match path.strip_prefix("std::") {
        Some(path) => STANDARD.iter().find(|row| row.path == path),
        None => TYPES.iter().find(|row| row.path == path),
    };
    let row = row?;
    Some(describe_row(row, direction, at))
}

/// The schema of a field that says `#[serde(with = "MODULE")]`; `None` if the module is not well known.
pub(super) fn describe_module(module: &str, direction: Direction, at: At) -> Option<Node> {
    let part = match direction {
        Direction::In => "::deserialize",
        Direction::Out => "::serialize",
    };
    let module = module.strip_suffix(part).unwrap_or(module);
    let plain = module.strip_suffix("::option");
    let plain = plain.or_else(|| module.strip_suffix("_option"));
    let row = MODULES
        .iter()
        .find(|row| row.path == plain.unwrap_or(module))?;
    match (describe_row(row, direction, at), plain) {
        (Known::Schema(schema), Some(_)) => Some(make_nullable(schema)),
        (Known::Schema(schema), None) => Some(schema),
        (Known::Unfit(_), _) => None,
    }
}

fn describe_row(row: &Row, direction: Direction, at: At) -> Known {
    let form = match direction {
        Direction::In => row.read,
        Direction::Out => row.written,
    };
    describe_form(form, at)
}

fn describe_form(form: Form, at: At) -> Known {
    let limited = |kind: &str, least: &str, most: &str| {
        at.map(vec![
            ("type", at.text(kind)),
            ("minimum", at.number(least)),
            ("maximum", at.number(most)),
        ])
    };
    let text = |rules: &[(&str, &str)]| {
        let mut schema = at.typed("string");
        for (keyword, value) in rules {
            set_key(&mut schema, keyword, at.text(value));
        }
        schema
    };
    Known::Schema(match form {
        Form::Unfit(why) => return Known::Unfit(why),
        Form::Text(rules) => text(rules),
        Form::Integer(least, most) => limited("integer", least, most),
        Form::Number(least, most) => limited("number", least, most),
        Form::Digits => at.map(vec![(
            "type",
            at.list(vec![at.text("string"), at.text("number")]),
        )]),
        Form::Address => {
            let formats = ["ipv4", "ipv6"].map(|format| text(&[("format", format)]));
            at.map(vec![("anyOf", at.list(formats.to_vec()))])
        }
        Form::Bytes => {
            let byte = limited("integer", "0", "255");
            at.map(vec![("type", at.text("array")), ("items", byte)])
        }
        Form::Seconds => {
            // so many seconds never overflow together with the rest
            let properties = vec![
                at.entry("secs", limited("integer", "0", "9007199254740991")),
                at.entry("nanos", limited("integer", "0", "999999999")),
            ];
            let required = vec![at.text("secs"), at.text("nanos")];
            let mut schema = at.object(properties, required);
            set_key(&mut schema, "additionalProperties", at.flag(false));
            schema
        }
    })
}
