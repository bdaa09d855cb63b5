//! How schemas become Rust types: the rows of `docs/types.md`, at work in `specs/types.yaml`.

use toolc_generated::types::*;
use toolc_runtime::{Args, Integer, Violations};

/// The pointers and keywords of all violations.
fn broken<T: std::fmt::Debug>(result: Result<T, Violations>) -> Vec<(String, String)> {
    let violations = result.expect_err("violations");
    let of = |violation: &toolc_runtime::Violation| {
        (violation.pointer.clone(), violation.keyword.to_owned())
    };
    violations.iter().map(of).collect()
}

fn pair(pointer: &str, keyword: &str) -> (String, String) {
    (pointer.to_owned(), keyword.to_owned())
}

#[test]
fn integers_have_the_type_that_their_limits_prove() {
    let text = r#"{"percent": 1e2, "port": 65535, "offset": -500, "size": 18446744073709551615, "serial": 36893488147419103232, "level": 3}"#;
    let args = CountArgs::from_json(text).expect("valid");
    assert_eq!(
        (args.percent, args.port, args.offset),
        (100, Some(65535), Some(-500))
    );
    assert_eq!((args.size, args.level), (Some(u64::MAX), Some(3)));
    assert_eq!(args.serial, Some(Integer::from(1_u128 << 65)));
}

#[test]
fn a_value_that_does_not_fit_breaks_its_limit_and_nothing_else() {
    let text = r#"{"percent": 256, "port": 1e30, "offset": 1.5, "size": -1}"#;
    assert_eq!(
        broken(CountArgs::from_json(text)),
        [
            pair("/percent", "maximum"),
            pair("/port", "maximum"),
            pair("/offset", "type"),
            pair("/size", "minimum"),
        ]
    );
}

#[test]
fn constants_are_what_they_are() {
    let args = MarkArgs::from_json(r#"{"kind": "mark", "version": 2.0, "nothing": null}"#);
    let args = args.expect("valid");
    assert_eq!(
        (args.kind, args.version, args.nothing),
        (MarkKind, 2, Some(()))
    );
    assert_eq!(args.kind.as_str(), "mark");
    let text = r#"{"kind": "other", "version": 3, "confirmed": false}"#;
    assert_eq!(
        broken(MarkArgs::from_json(text)),
        [
            pair("/kind", "enum"),
            pair("/version", "const"),
            pair("/confirmed", "const")
        ]
    );
}

#[test]
fn strings_of_an_enumeration_come_and_go_unchanged() {
    for (text, order) in [
        ("by_name", MarkOrder::ByName),
        ("by_date", MarkOrder::ByDate),
        ("by_size", MarkOrder::BySize),
    ] {
        let json = format!(r#"{{"kind": "mark", "version": 2, "order": "{text}"}}"#);
        let args = MarkArgs::from_json(&json).expect("valid");
        assert_eq!(args.order, Some(order));
        assert_eq!(order.as_str(), text);
    }
}

#[test]
fn alternatives_are_variants() {
    let read = |member: &str| {
        let json = format!(r#"{{"kind": "mark", "version": 2, {member}}}"#);
        MarkArgs::from_json(&json).expect("valid")
    };
    assert_eq!(
        read(r#""zoom": "auto""#).zoom,
        Some(U8OrText::Text("auto".to_owned()))
    );
    assert_eq!(read(r#""zoom": 2"#).zoom, Some(U8OrText::Integer(2)));
    let object = read(r#""filter": {"field": "a"}"#).filter;
    assert!(matches!(object, Some(Some(MarkFilter::Object(object))) if object.field == "a"));
    let target = read(r#""target": {"by": "number", "number": 7}"#).target;
    assert!(matches!(target, Some(MarkTarget::Number(target)) if target.number == 7));
}

#[test]
fn absent_and_null_are_two_things() {
    let read = |json: &str| MarkArgs::from_json(json).expect("valid").filter;
    assert_eq!(read(r#"{"kind": "mark", "version": 2}"#), None);
    assert_eq!(
        read(r#"{"kind": "mark", "version": 2, "filter": null}"#),
        Some(None)
    );
}
