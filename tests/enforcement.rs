//! Single texts against single schemas: cases that a reference validator which reads numbers as doubles and
//! keys from a map cannot decide.

#[path = "enforcement/hosts.rs"]
mod hosts;
#[path = "enforcement/numbers.rs"]
mod numbers;
#[path = "enforcement/workers.rs"]
mod workers;

use toolc::compile::{Options, compile};
use toolc::diagnostic::Diagnostics;
use toolc::load::Loaded;
use toolc::source::{Role, Source};
use toolc_model::config::Config;
use toolc_schema::schema::formats::Formats;
use toolc_schema::schema::tables::Tables;

/// Returns whether the argument `v` is valid under this schema with this text.
fn accepts(schema: &str, value: &str) -> bool {
    accepts_under(Formats::Assert, schema, value)
}

fn accepts_under(formats: Formats, schema: &str, value: &str) -> bool {
    let config = Config {
        formats: Some(formats),
        ..Config::default()
    };
    let mut loaded = Loaded {
        config,
        ..Loaded::default()
    };
    loaded.sources.add(Source {
        path: "tool.json".to_owned(),
        text: format!(
            r#"{{"tools":[{{"name":"t","inputSchema":{{"type":"object","properties":{{"v":{schema}}}}}}}]}}"#
        )
        .into(),
        role: Role::Found,
    });
    let outcome = compile(Diagnostics::default(), &loaded, &Options::default());
    let checked = outcome.checked.expect("no error");
    let catalog = checked.catalog();
    let input = catalog.tools.first().expect("the tool compiles").input;
    let table = Tables::new(&catalog.shapes).table(input, 8);
    toolc_runtime::validate(table, &format!(r#"{{"v":{value}}}"#)).is_ok()
}

fn assert_each(rows: &[(&str, &str, bool)]) {
    for (schema, value, expected) in rows {
        assert_eq!(accepts(schema, value), *expected, "{schema} and {value}");
    }
}

#[test]
fn formats_are_rules_unless_they_are_made_annotations() {
    let rows = [
        (r#"{"format":"date"}"#, r#""2023-02-29""#),
        (r#"{"format":"byte"}"#, r#""TQ""#),
        (r#"{"type":"integer","format":"int32"}"#, "2147483648"),
        (r#"{"type":"number","format":"int64"}"#, "1.5"),
        (r#"{"format":"float"}"#, "1e39"),
        (
            r#"{"allOf":[{"format":"int64"},{"format":"int32"}]}"#,
            "-3e9",
        ),
        (r#"{"enum":[1,3000000000],"format":"int32"}"#, "3000000000"),
    ];
    for (schema, value) in rows {
        assert!(!accepts(schema, value), "{schema} and {value}");
        let annotated = accepts_under(Formats::Annotate, schema, value);
        assert!(annotated, "{schema} and {value}");
    }
    assert_each(&[
        (r#"{"format":"int32"}"#, r#""2147483648""#, true),
        (r#"{"format":"date"}"#, "20230229", true),
        (r#"{"format":"password"}"#, r#""x""#, true),
        (r#"{"maximum":5,"format":"int32"}"#, "6", false),
        (r#"{"minimum":-9e18,"format":"int64"}"#, "9.3e18", false),
        (
            r#"{"contentEncoding":"base64","contentMediaType":"application/json","contentSchema":false}"#,
            r#""no""#,
            true,
        ),
    ]);
}

#[test]
fn strings_are_compared_by_value_and_not_by_spelling() {
    assert_each(&[
        (r#"{"enum":["\\n","b"]}"#, r#""\n""#, false),
        (r#"{"enum":["\\n","b"]}"#, r#""\\n""#, true),
        (r#"{"enum":["\n","b"]}"#, r#""\n""#, true),
        (r#"{"enum":["\n","b"]}"#, r#""\u000a""#, true),
        (r#"{"enum":["\"","b"]}"#, r#"""""#, false),
        (r#"{"enum":["\"","b"]}"#, r#""\"""#, true),
        (r#"{"enum":["\t","b"]}"#, "\"\t\"", false),
        (
            r#"{"properties":{"a\"b":{"type":"string"}}}"#,
            r#"{"a"b":1}"#,
            false,
        ),
        (
            r#"{"properties":{"a\"b":{"type":"string"}}}"#,
            r#"{"a\"b":1}"#,
            false,
        ),
        (
            r#"{"properties":{"a\"b":{"type":"string"}}}"#,
            r#"{"a\"b":"x"}"#,
            true,
        ),
        (
            r#"{"properties":{"a\\n":{"type":"string"}}}"#,
            r#"{"a\n":1}"#,
            true,
        ),
        (
            r#"{"properties":{"a\\n":{"type":"string"}}}"#,
            r#"{"a\\n":1}"#,
            false,
        ),
    ]);
}

#[test]
fn limits_hold_to_the_last_digit() {
    const I64: &str =
        r#"{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807}"#;
    const U64: &str = r#"{"type":"integer","minimum":0,"maximum":18446744073709551615}"#;
    assert_each(&[
        (I64, "-9223372036854775808", true),
        (I64, "-9223372036854775809", false),
        (I64, "9223372036854775807", true),
        (I64, "9223372036854775808", false),
        (I64, "9.223372036854775807e18", true),
        (U64, "18446744073709551615", true),
        (U64, "18446744073709551616", false),
        (U64, "-1", false),
        (
            r#"{"exclusiveMinimum":18446744073709551615}"#,
            "1.8446744073709552e19",
            true,
        ),
        (
            r#"{"exclusiveMinimum":18446744073709551615}"#,
            "18446744073709551615",
            false,
        ),
        (
            r#"{"maximum":9007199254740992}"#,
            "9007199254740992.5",
            false,
        ),
        (
            r#"{"maximum":9007199254740992}"#,
            "9007199254740992.0",
            true,
        ),
        (r#"{"minimum":0.1}"#, "0.1", true),
        (r#"{"minimum":0}"#, "-1e-300", false),
    ]);
}

#[test]
fn keywords_that_an_edition_lacks_assert_nothing() {
    let under = |edition: &str| {
        format!(r#"{{"$schema":"https://json-schema.org/{edition}","dependencies":{{"a":["b"]}}}}"#)
    };
    for (edition, asserts) in [
        ("draft-07/schema", true),
        ("draft/2019-09/schema", false),
        ("draft/2020-12/schema", false),
    ] {
        assert_eq!(
            accepts(&under(edition), r#"{"a":1}"#),
            !asserts,
            "{edition}"
        );
    }
    assert!(!accepts(r#"{"dependencies":{"a":["b"]}}"#, r#"{"a":1}"#));
}

#[test]
fn what_is_too_costly_to_decide_is_refused_on_both_sides() {
    const PATTERN: &str = r#""pattern":"^(?:((?:aa|a)*)x\\1|a*z)$""#;
    let long = format!("\"{}z\"", "a".repeat(60));
    assert!(!accepts(&format!("{{{PATTERN}}}"), &long));
    assert!(!accepts(&format!(r#"{{"not":{{{PATTERN}}}}}"#), &long));
    assert!(accepts(&format!("{{{PATTERN}}}"), "\"az\""));
    assert!(!accepts(&format!(r#"{{"not":{{{PATTERN}}}}}"#), "\"az\""));
    assert!(accepts(&format!(r#"{{"not":{{{PATTERN}}}}}"#), "\"b\""));
}
