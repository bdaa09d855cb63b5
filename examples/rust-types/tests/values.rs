//! What the schema of a well-known type accepts, its crate reads, and what the crate writes, the schema accepts. For
//! each type: texts at the edges of its syntax, and thousands of seeded combinations of parts.

#[path = "values/parts.rs"]
mod parts;

use parts::{
    BETWEEN, DAYS, FRACTIONS, HOSTS, HOURS, MINUTES, MONTHS, SECONDS, SPANS, YEARS, ZONES,
};
use serde_json::{Value, json};
use toolc_runtime::testing::block_on;
use toolc_runtime::{Context, ErrorKind, ToolCall, ToolResult};

/// How many combinations are tried for each tool.
const ROUNDS: usize = 4000;

fn call(name: &str, value: &Value) -> ToolResult {
    let arguments = json!({ "value": value }).to_string();
    let call = ToolCall::new("1", format!("custom::{name}"), arguments);
    block_on(rust_types::types().call(&Context::new("tests"), call))
}

/// Whether a value is accepted. Panics if the schema accepts it and the crate does not, or if what the crate writes
/// breaks the schema of the result.
fn is_accepted(name: &str, value: &Value) -> bool {
    let result = call(name, value);
    match result.error {
        None => true,
        Some(error)
            if error.kind == ErrorKind::InvalidArguments && !error.violations.is_empty() =>
        {
            false
        }
        // in UTC, the first and the last day can be in a year that RFC 3339 does not have
        Some(error) if error.kind == ErrorKind::InvalidOutput && is_in_edge_year(value) => true,
        Some(error) => panic!("{name}: {value}: {error:?}"),
    }
}

fn is_in_edge_year(value: &Value) -> bool {
    let text = value.as_str().unwrap_or_default();
    text.starts_with("0000") || text.starts_with("9999")
}

/// Numbers that follow from a seed (xorshift).
struct Random(u64);

impl Random {
    fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % below as u64) as usize
    }

    fn pick<'p>(&mut self, parts: &[&'p str]) -> &'p str {
        parts[self.next(parts.len())]
    }

    fn join(&mut self, lists: &[&[&str]]) -> String {
        lists.iter().map(|list| self.pick(list)).collect()
    }
}

/// Calls a tool with every text, and with combinations of the parts. Some must be accepted, and some refused.
fn try_texts(name: &str, lists: &[&[&str]], certain: &[&str]) {
    for text in certain {
        assert!(is_accepted(name, &json!(text)), "{name} refuses {text}");
    }
    let mut random = Random(0x2545_F491_4F6C_DD1D ^ name.len() as u64);
    let texts = (0..ROUNDS).map(|_| random.join(lists));
    let accepted = texts.filter(|text| is_accepted(name, &json!(text))).count();
    assert!(accepted < ROUNDS, "{name} accepts everything");
}

fn date_times() -> Vec<&'static [&'static str]> {
    vec![
        YEARS, MONTHS, DAYS, BETWEEN, HOURS, MINUTES, SECONDS, FRACTIONS, ZONES,
    ]
}

#[test]
fn points_in_time_are_read_by_their_crates() {
    let usual = ["2026-01-31T09:30:00Z", "2024-02-29T23:59:59.25+02:00"];
    for name in [
        "instant",
        "offset_instant",
        "local_instant",
        "rfc3339",
        "rfc3339_option",
        "iso8601",
        "timestamp",
    ] {
        try_texts(name, &date_times(), &usual);
        // more of them are right
        let likely: Vec<&[&str]> = vec![
            &YEARS[..10],
            &MONTHS[..5],
            &DAYS[..5],
            &["T", "t"],
            &HOURS[..5],
            &MINUTES[..3],
            &SECONDS[..4],
            FRACTIONS,
            ZONES,
        ];
        try_texts(name, &likely, &[]);
    }
}

#[test]
fn days_and_clocks_are_read_by_their_crates() {
    let day: &[&[&str]] = &[YEARS, MONTHS, DAYS];
    let clock: &[&[&str]] = &[HOURS, MINUTES, SECONDS, FRACTIONS, &["", "", "", "Z", " "]];
    for name in ["naive_date", "civil_date"] {
        try_texts(name, day, &["2026-01-31", "0000-02-29"]);
    }
    for name in ["naive_time", "civil_time"] {
        try_texts(name, clock, &["09:30:00", "23:59:59.123456789"]);
    }
    let both: Vec<&[&str]> = [day, &[BETWEEN], clock].concat();
    for name in ["naive_date_time", "civil_date_time"] {
        try_texts(
            name,
            &both,
            &["2026-01-31T09:30:00", "2000-02-29T00:00:00.5"],
        );
        assert!(!is_accepted(name, &json!("1900-02-29T00:00:00")));
    }
}

#[test]
fn spans_are_read_by_jiff() {
    let parts: &[&[&str]] = &[
        &["P", "P", "P", "-P", "p", ""],
        SPANS,
        &["Y", "", "D", "W"],
        SPANS,
        &["M", "D", "W", ""],
        &["T", ""],
        SPANS,
        &["H", "M", "S", ""],
        SPANS,
        &["M", "S", ""],
    ];
    try_texts("span", parts, &["P1DT12H", "P2W", "P1Y2M3D", "PT90M"]);
    let mut random = Random(99);
    for _ in 0..ROUNDS {
        let unit = random.pick(&["Y", "M", "W", "D", "TH", "TM", "TS"]);
        let count = random.pick(SPANS);
        let time = if unit.len() > 1 { "T" } else { "" };
        let unit = unit.trim_start_matches('T');
        is_accepted("span", &json!(format!("P{time}{count}{unit}")));
    }
}

#[test]
fn addresses_are_read_by_their_crates() {
    let schemes: &[&str] = &[
        "https://", "http://", "ws://", "ftp://", "HTTP://", "https:", "https:/", "mailto:",
        "urn:", "x://", "file://", "file:///",
    ];
    let ports: &[&str] = &[
        "", "", ":80", ":65535", ":65536", ":99999", ":", ":0", ":64999", ":x",
    ];
    let paths: &[&str] = &[
        "",
        "/",
        "/a/b?c=d#e",
        "?q",
        "#f",
        "/%zz",
        "/ä",
        "/a b",
        "/|",
        "\\a",
        "/%41",
    ];
    let certain = [
        "https://example.org/a?b=c#d",
        "http://localhost:3000",
        "https://a.b.c:65000/",
        "http://127.0.0.1:8080/x",
        "http://[::1]:8080/",
        "mailto:ada@example.org",
        "urn:isbn:1",
        "file:///tmp/a",
    ];
    try_texts("url", &[schemes, HOSTS, ports, paths], &certain);
    for name in ["address", "ipv4", "ipv6"] {
        try_texts(name, &[HOSTS, &["", "", "%1", "/8", ":80"]], &[]);
    }
    for (name, text) in [
        ("address", "::1"),
        ("address", "1.2.3.4"),
        ("ipv4", "1.2.3.4"),
        ("ipv6", "::ffff:1.2.3.4"),
    ] {
        assert!(is_accepted(name, &json!(text)), "{name}: {text}");
    }
    for text in [
        "123e4567-e89b-12d3-a456-426614174000",
        "00000000-0000-0000-0000-000000000000",
    ] {
        assert!(is_accepted("uuid", &json!(text)));
    }
    let groups: &[&[&str]] = &[
        &["{", "", "", "urn:uuid:"],
        &["123e4567", "123E4567", "123g4567"],
        &["-", ""],
        &["e89b-12d3-a456-"],
        &["426614174000", "42661417400"],
        &["", "}"],
    ];
    try_texts("uuid", groups, &[]);
}

#[test]
fn numbers_are_read_by_their_crates() {
    let whole: &[&str] = &[
        "0",
        "1",
        "-1",
        "-0",
        "00",
        "9",
        "79228162514264337593543950335",
        "999999999999999999",
        "1000000000000000000",
        "",
        "+1",
        "1_000",
    ];
    let rest: &[&str] = &[
        "",
        "",
        ".5",
        ".0000000001",
        ".9999999999",
        ".99999999999",
        ".",
        "e5",
        "E-3",
    ];
    for name in ["decimal", "decimal_text"] {
        try_texts(
            name,
            &[whole, rest],
            &["12.50", "-999999999999999999.9999999999"],
        );
    }
    let numbers = [
        json!(0),
        json!(-1),
        json!(1.5),
        json!(1e18),
        json!(-1e18),
        json!(1.0000000000000002e18),
        json!(1e28),
        json!(1e300),
        json!(5e-324),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(0.1),
        json!(1e-29),
        json!(123_456_789.123_456_78),
        json!("1"),
        json!(null),
        json!(253_402_300_799_i64),
        json!(253_402_300_800_i64),
        json!(-62_167_219_200_i64),
        json!(-62_167_219_201_i64),
        json!(253_402_300_799_999_i64),
        json!(253_402_300_800_000_i64),
        json!(-62_167_219_200_000_i64),
        json!(-62_167_219_200_001_i64),
        json!(255),
        json!(256),
        json!(32_767),
        json!(-32_768),
        json!(-32_769),
        json!(2_147_483_647),
        json!(2_147_483_648_i64),
    ];
    for name in [
        "decimal_number",
        "decimal",
        "ts_seconds",
        "ts_milliseconds",
        "timestamp_seconds",
        "non_zero",
        "non_zero_signed",
        "non_zero_generic",
    ] {
        let accepted = numbers
            .iter()
            .filter(|number| is_accepted(name, number))
            .count();
        assert!(name == "decimal" || accepted > 0, "{name} accepts none");
    }
    for name in ["non_zero", "non_zero_signed", "non_zero_generic"] {
        assert!(!is_accepted(name, &json!(0)), "{name} accepts 0");
    }
}

#[test]
fn the_rest_is_read_as_it_is_written() {
    for path in ["", "/tmp/a", "C:\\a", "../ä", "a\0b"] {
        assert!(is_accepted("path", &json!(path)));
    }
    for bytes in [
        json!([]),
        json!([0, 255]),
        json!([256]),
        json!([-1]),
        json!("text"),
        json!([1.0]),
    ] {
        is_accepted("bytes", &bytes);
    }
    assert!(is_accepted("bytes", &json!([0, 255])));
    for duration in [
        json!({"secs": 0, "nanos": 0}),
        json!({"secs": 9_007_199_254_740_991_u64, "nanos": 999_999_999}),
        json!({"secs": u64::MAX, "nanos": 999_999_999}),
        json!({"secs": 1, "nanos": 1_000_000_000}),
        json!({"secs": 1}),
        json!({"secs": 1, "nanos": 1, "more": 1}),
        json!([1, 1]),
        json!(1),
    ] {
        is_accepted("seconds", &duration);
    }
    assert!(is_accepted("seconds", &json!({"secs": 5, "nanos": 0})));
    assert!(is_accepted("rfc3339_option", &json!(null)));
    assert!(is_accepted("ts_milliseconds", &json!(null)));
}
