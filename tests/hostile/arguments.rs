//! Hostile arguments: the reader and the validator refuse them in bounded time.

use crate::support::timed;
use toolc_runtime::schema::{Complete, Field, Keyword, List, Object, Schema, Select, Text, Union};
use toolc_runtime::{Json, validate};

static ANY: Schema = Schema::Any;
static TEXT: Schema = Schema::Text(&Text::ANY);

/// An object with values of any kind, a number, a string, and itself.
static NODE: Schema = Schema::Object(&Object {
    fields: &[
        Field {
            name: "number",
            spelled: "\"number\":",
            required: false,
            schema: &NUMBER,
        },
        Field {
            name: "integer",
            spelled: "\"integer\":",
            required: false,
            schema: &INTEGER,
        },
        Field {
            name: "text",
            spelled: "\"text\":",
            required: false,
            schema: &TEXT,
        },
        Field {
            name: "any",
            spelled: "\"any\":",
            required: false,
            schema: &ANY,
        },
        Field {
            name: "list",
            spelled: "\"list\":",
            required: false,
            schema: &UNIQUE,
        },
        Field {
            name: "next",
            spelled: "\"next\":",
            required: false,
            schema: &NODE,
        },
        Field {
            name: "explode",
            spelled: "\"explode\":",
            required: false,
            schema: &EXPLODE,
        },
    ],
    rest: &TEXT,
    ..Object::ANY
});
static NUMBER: Schema = Schema::Number(&toolc_runtime::schema::Number {
    multiple_of: Some(toolc_runtime::schema::Divisor::new("0.01")),
    ..toolc_runtime::schema::Number::ANY
});
static INTEGER: Schema = Schema::Integer(&toolc_runtime::schema::Number::ANY);
static UNIQUE: Schema = Schema::List(&List {
    items: &ANY_LIST,
    unique: Some(toolc_runtime::schema::Unique::ITEMS),
    ..List::ANY
});
static ANY_LIST: Schema = Schema::Union(&Union {
    select: Select::AnyOf,
    branches: &[&UNIQUE, &ANY],
});

/// A list of itself in two ways: each level of a value is visited twice as often as the one above.
static EXPLODE: Schema = Schema::Complete(&Complete::new(
    &ANY,
    &[
        Keyword::AnyOf(&[&LEFT, &RIGHT]),
        Keyword::OneOf(&[&LEFT, &RIGHT]),
        Keyword::Not(&LEFT),
    ],
));
static LEFT: Schema = Schema::List(&List {
    items: &EXPLODE,
    min_items: 1,
    ..List::ANY
});
static RIGHT: Schema = Schema::List(&List {
    items: &EXPLODE,
    max_items: 1,
    ..List::ANY
});

/// Returns the violations for which a text is refused.
fn refused(name: &str, text: &str) -> String {
    let violations = timed(name, || validate(&NODE, text)).expect_err(name);
    let shown = violations.to_string();
    assert!(
        shown.len() < 200_000,
        "{name}: {} bytes of violations",
        shown.len()
    );
    assert!(
        violations.len() <= toolc_runtime::violation::MAX_VIOLATIONS,
        "{name}"
    );
    shown
}

fn accepted(name: &str, text: &str) {
    if let Err(violations) = timed(name, || validate(&NODE, text)) {
        panic!("{name}: {violations}");
    }
}

#[test]
fn deep_nesting() {
    for depth in [127, 129, 1_000, 1_000_000] {
        let forms = [
            ("[", "]", ""),
            ("{\"next\":", "}", "{}"),
            ("{\"any\":", "}", "1"),
            ("{\"explode\":[", "]}", ""),
        ];
        for (open, close, core) in forms {
            let text = format!("{}{core}{}", open.repeat(depth), close.repeat(depth));
            let inner = format!("{{\"any\":{text}}}");
            let done = timed("nesting", || {
                (
                    validate(&NODE, &text),
                    validate(&NODE, &inner),
                    Json::parse(text.as_str()),
                )
            });
            assert!(depth < 128 || done.0.is_err(), "{open} {depth}");
            assert!(
                depth < 128 || (done.1.is_err() && done.2.is_err()),
                "{open} {depth}"
            );
            refused("cut off", &open.repeat(depth));
        }
    }
}

#[test]
fn huge_strings_and_keys() {
    let huge = "x".repeat(8 << 20);
    accepted("text", &format!("{{\"text\":\"{huge}\"}}"));
    accepted("key", &format!("{{\"{huge}\":\"\"}}"));
    accepted(
        "escapes",
        &format!("{{\"text\":\"{}\"}}", "\\u0041\\n\\\"".repeat(500_000)),
    );
    refused("unknown value", &format!("{{\"{huge}\":1}}"));
    refused(
        "many under a huge key",
        &format!("{{\"{huge}\":[{}]}}", "1,".repeat(100)),
    );
    refused("cut off", &format!("{{\"text\":\"{huge}"));
    let below = "{\"next\":".repeat(100);
    refused(
        "a huge key below",
        &format!("{below}{{\"{huge}\":1}}{}", "}".repeat(100)),
    );
    let wrong: String = (0..100_000).map(|at| format!("\"k{at}\":{at},")).collect();
    refused("100,000 violations", &format!("{{{wrong}\"z\":1}}"));
}

#[test]
fn keys_that_stand_twice() {
    for text in [
        r#"{"text":"a","text":"b"}"#,
        r#"{"text":"a","t\u0065xt":"b"}"#,
        r#"{"other":"a","other":"b"}"#,
        r#"{"any":{"a":1,"a":1}}"#,
        r#"{"any":[{"a":1,"\u0061":1}]}"#,
        r#"{"explode":{"a":1,"a":1}}"#,
        r#"{"":"","":""}"#,
    ] {
        assert!(refused(text, text).contains("twice"), "{text}");
    }
    let many: String = (0..200_000).map(|at| format!("\"k{at}\":\"\",")).collect();
    assert!(refused("many", &format!("{{{many}\"k0\":\"\"}}")).contains("twice"));
    let any: String = (0..200_000).map(|at| format!("\"k{at}\":1,")).collect();
    assert!(refused("many", &format!("{{\"any\":{{{any}\"k0\":1}}}}")).contains("twice"));
}

#[test]
fn alternatives_that_explode() {
    for depth in [10, 20, 30, 60] {
        let text = format!("{{\"explode\":{}{}}}", "[".repeat(depth), "]".repeat(depth));
        refused("explode", &text);
        let wide = format!(
            "{{\"explode\":{}1,1{}}}",
            "[".repeat(depth),
            "]".repeat(depth)
        );
        refused("wide", &wide);
        let lists = format!("{{\"list\":{}{}}}", "[".repeat(depth), "]".repeat(depth));
        let _ = timed("lists", || validate(&NODE, &lists));
        let many = format!(
            "{{\"list\":{}{}{}}}",
            "[[],".repeat(depth),
            "[1]",
            "]".repeat(depth)
        );
        let _ = timed("many lists", || validate(&NODE, &many));
    }
    let broad = format!("{{\"list\":[{}[]]}}", "[[1],[2],[3]],".repeat(50_000));
    let _ = timed("broad", || validate(&NODE, &broad));
}

#[test]
fn numbers_of_every_length() {
    let digits = "7".repeat(100_000);
    for text in [
        digits.clone(),
        format!("-{digits}"),
        format!("{digits}.{digits}"),
        "1e400".to_owned(),
        "-1e400".to_owned(),
        format!("1e{digits}"),
        "0".repeat(100_000),
        "1.".to_owned(),
        ".1".to_owned(),
        "+1".to_owned(),
        "01".to_owned(),
        "-".to_owned(),
        "1e".to_owned(),
        "1e+".to_owned(),
        "NaN".to_owned(),
        "Infinity".to_owned(),
        "0x10".to_owned(),
    ] {
        for key in ["number", "integer", "any"] {
            refused("a number", &format!("{{\"{key}\":{text}}}"));
        }
        let _ = timed("a list", || {
            validate(&NODE, &format!("{{\"list\":[{text},{text}]}}"))
        });
    }
    for text in [
        format!("0.{digits}"),
        format!("1e-{digits}"),
        format!("1.5e-{}", i64::MAX),
        format!("1.5e{}", i64::MIN),
        "1e-9999999999999999999".to_owned(),
        "1.5e-9223372036854775808".to_owned(),
        "1e-400".to_owned(),
    ] {
        accepted("a fraction", &format!("{{\"any\":{text}}}"));
        let violations = refused("no integer", &format!("{{\"integer\":{text}}}"));
        assert!(violations.contains("must be an integer"), "{violations}");
        let _ = timed("a number", || {
            validate(&NODE, &format!("{{\"number\":{text}}}"))
        });
        let twice = format!("{{\"list\":[{text},{text}]}}");
        assert!(refused("the same twice", &twice).contains("twice"));
    }
    for text in [
        "0e99999999999999999999",
        "-0.0e-99999999999999999999",
        "1.0",
        "10e-1",
        "1e2",
    ] {
        accepted(text, &format!("{{\"integer\":{text},\"number\":{text}}}"));
    }
}

#[test]
fn strings_that_are_none() {
    for text in [
        r#""\ud800""#,
        r#""\udc00""#,
        r#""\ud800\ud800""#,
        r#""\ud800x""#,
        r#""\ud83e\u0041""#,
        r#""\u12""#,
        r#""\u+123""#,
        r#""\uzzzz""#,
        r#""\x41""#,
        r#""\""#,
        r#""\"#,
        r#"""#,
        r#""\u"#,
        r#""\ud800\"#,
        r#""\ud800\u"#,
        "'a'",
        "\"\n\"",
        "\"\t\"",
        "\"\u{0}\"",
        "\"\u{1f}\"",
        "\"\\u12é4\"",
        "\"\\é\"",
    ] {
        for key in ["text", "any", "other", "list", "explode"] {
            refused(text, &format!("{{\"{key}\":{text}}}"));
            refused(text, &format!("{{\"{key}\":{text}"));
            refused(text, &format!("{{\"any\":[{{{text}:1}}]}}"));
            refused(text, &format!("{{{text}:1}}"));
        }
    }
    accepted("a pair", r#"{"text":"\ud83e\udd80","any":"\u0000"}"#);
}

#[test]
fn texts_that_are_none() {
    for text in [
        "",
        " ",
        "\u{feff}{}",
        "{",
        "}",
        "{}}",
        "{},",
        "{,}",
        "{\"a\"}",
        "{\"a\":}",
        "{\"any\":1,}",
        "{\"any\":[1,]}",
        "{\"any\":[,1]}",
        "{any:1}",
        "{'any':1}",
        "{\"any\":1 \"text\":\"\"}",
        "{\"any\":tru}",
        "{\"any\":nul",
        "{\"any\":True}",
        "{\"any\":undefined}",
        "{} // x",
        "/* */ {}",
        "{}\u{0}",
        "\u{a0}{}",
        "[]",
        "null",
        "\"{}\"",
        "{\"any\":1}{\"any\":1}",
        "\u{c}{}",
        "{\"any\":[}]}",
    ] {
        refused(text, text);
    }
}
