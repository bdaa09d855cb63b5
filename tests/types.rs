//! How schemas become Rust types: the rows of `docs/types.md`, as used in `specs/types.yaml`.

use std::net::{Ipv4Addr, Ipv6Addr};
use std::num::NonZeroU16;
use toolc_generated::types::*;
use toolc_runtime::{Args, Integer, Json, Output, Violations};

/// Returns the pointers and keywords of all violations.
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
    assert_eq!((args.version, args.nothing), (2, Some(())));
    let text = r#"{"kind": "other", "version": 3, "confirmed": false}"#;
    assert_eq!(
        broken(MarkArgs::from_json(text)),
        [
            pair("/kind", "const"),
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
        assert_eq!((order.as_str(), order.to_string().as_str()), (text, text));
        assert_eq!(text.parse(), Ok(order));
    }
    let error = "by_colour".parse::<MarkOrder>().expect_err("no such order");
    assert_eq!(error.known(), ["by_name", "by_date", "by_size"]);
    assert_eq!(
        error.to_string(),
        "must be one of `by_name`, `by_date`, `by_size`"
    );
}

#[test]
fn defaults_are_said_by_a_method() {
    let args = HabitsArgs::from_json("{}").expect("valid");
    assert_eq!((args.days, args.days_or_default()), (None, 20));
    assert_eq!(args.any_or_default(), Integer::from(-3));
    assert_eq!(args.share_or_default().to_bits(), 0.5_f64.to_bits());
    assert_eq!(
        (args.from_home_or_default(), args.type_or_default()),
        (true, "tea")
    );
    assert_eq!(args.mood_or_default(), HabitsMood::VeryGood);
    let text = r#"{"days": 3, "any": 4, "from_home": false, "type": "milk", "mood": "bad"}"#;
    let args = HabitsArgs::from_json(text).expect("valid");
    assert_eq!(
        (args.days_or_default(), args.any_or_default()),
        (3, Integer::from(4))
    );
    assert_eq!(
        (args.from_home_or_default(), args.type_or_default()),
        (false, "milk")
    );
    assert_eq!(args.mood_or_default(), HabitsMood::Bad);
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

fn book(place: &str) -> Result<BookPlace, Violations> {
    BookArgs::from_json(&format!(r#"{{"place": {place}}}"#)).map(|args| args.place)
}

fn json(text: &str) -> Option<Json> {
    Some(Json::parse(text).expect("JSON"))
}

#[test]
fn what_only_conditions_describe_is_a_field() {
    let text =
        r#"{"kind": "room", "quiet": true, "seats": 4, "catering": "tea", "email": "a@b.example"}"#;
    let place = book(text).expect("valid");
    assert_eq!(place.quiet, Some(true));
    assert_eq!(place.catering, json(r#""tea""#));
    assert_eq!((place.email, place.phone), (json(r#""a@b.example""#), None));
}

#[test]
fn a_field_is_as_strict_as_its_conditions() {
    let text = r#"{"kind": "room", "monitors": "many", "email": "a@b.example", "phone": 5}"#;
    let place = book(text).expect("a room may have anything as its monitors");
    assert_eq!(place.monitors, json(r#""many""#));
    let text = r#"{"kind": "desk", "monitors": "many", "quiet": 1, "email": "a@b.example"}"#;
    assert_eq!(
        broken(book(text)),
        [
            pair("/place/quiet", "type"),
            pair("/place/monitors", "type")
        ]
    );
}

#[test]
fn arrays_of_a_fixed_length_are_tuples() {
    let text = r#"{
        "from": [1, 2.5], "style": ["dashed", 3], "path": [[0, 0], [1, 1]],
        "tree": {"sides": [{"sides": [null, null]}, null]}, "alike": [1]
    }"#;
    let args = DrawArgs::from_json(text).expect("valid");
    assert_eq!((args.from, args.to), ((1.0, 2.5), None));
    assert_eq!(args.style, (DrawStyleItem1::Dashed, 3));
    assert_eq!(args.path, Some(vec![(0.0, 0.0), (1.0, 1.0)]));
    assert_eq!(args.alike, Some(vec![1.0]));
    let (left, right) = args.tree.expect("a tree").sides.expect("sides");
    assert_eq!(
        (left.expect("a side").sides, right),
        (Some((None, None)), None)
    );
}

#[test]
fn arrays_of_one_element_are_tuples_too() {
    let text = r#"{"only":["a"],"closed":[7],"first":[true],"nested":[["b"]],"list":[["c"],["d"]],"chain":{"next":[{"next":[{}]}]},"either":["e"],"option":["f"],"address":["192.0.2.1"]}"#;
    let args = WrapArgs::from_json(text).expect("valid");
    let own = |text: &str| (text.to_owned(),);
    assert_eq!((&args.only, &args.nested), (&own("a"), &Some((own("b"),))));
    assert_eq!(
        (&args.closed, args.first),
        (&Some((7.into(),)), Some((true,)))
    );
    assert_eq!(args.list, Some(vec![own("c"), own("d")]));
    let (next,) = args
        .chain
        .clone()
        .expect("a chain")
        .next
        .expect("a next one");
    let (last,) = next.next.expect("a last one");
    assert_eq!(*last, Chain { next: None });
    assert_eq!(args.either, Some(WrapEither::One(own("e"))));
    assert_eq!(args.option, Some(Some(own("f"))));
    assert_eq!(
        *args.address.expect("an address").0,
        Ipv4Addr::new(192, 0, 2, 1)
    );
    let others = WrapArgs::from_json(r#"{"only":["a"],"either":3,"option":null}"#).expect("valid");
    assert_eq!(
        (others.either, others.option),
        (Some(WrapEither::Integer(3)), Some(None))
    );
    assert_eq!(
        broken(WrapArgs::from_json(
            r#"{"only":"a","closed":[],"first":[true,"x"],"nested":["b"],"list":[[1]],"option":["long"]}"#
        )),
        [
            pair("/only", "type"),
            pair("/closed", "minItems"),
            pair("/first", "maxItems"),
            pair("/nested/0", "type"),
            pair("/list/0/0", "type"),
            pair("/option/0", "maxLength"),
        ]
    );
    let mut written = String::new();
    Output::write(&("x".to_owned(),), &mut written);
    assert_eq!(written, r#"["x"]"#);
}

#[test]
fn a_tuple_has_all_its_elements_and_no_more() {
    let text = r#"{"from": [1], "to": [1, 2, 3], "style": ["wavy", 0, "x", "y"]}"#;
    assert_eq!(
        broken(DrawArgs::from_json(text)),
        [
            pair("/from", "minItems"),
            pair("/to", "maxItems"),
            pair("/style/0", "enum"),
            pair("/style/1", "minimum"),
            pair("/style/2", "false schema"),
            pair("/style/3", "false schema"),
        ]
    );
}

#[test]
fn values_are_read_to_types_of_the_program() {
    let text = r#"{"address": "10.0.0.1", "fallback": null, "peers": ["::1"], "count": 7, "share": 9, "pair": [1, 2.0e1]}"#;
    let args = AssignArgs::from_json(text).expect("valid");
    assert_eq!(*args.address, Ipv4Addr::new(10, 0, 0, 1));
    assert_eq!(args.fallback, Some(None));
    assert_eq!(
        args.peers.as_deref().map(|peers| *peers[0]),
        Some(Ipv6Addr::LOCALHOST)
    );
    assert_eq!(args.count.get(), 7);
    assert_eq!(args.share.flatten().map(|share| share.get()), Some(9));
    assert_eq!(args.pair.map(|pair| pair[1].into_inner().get()), Some(20));
}

#[test]
fn what_the_type_refuses_is_a_violation_at_its_place() {
    let text = r#"{"address": "10.0.0.256", "count": 0, "share": 1001, "peers": ["::1", "x"]}"#;
    assert_eq!(
        broken(AssignArgs::from_json(text)),
        [
            pair("/address", "format"),
            pair("/count", "x-rust-type"),
            pair("/share", "maximum"),
            pair("/peers/1", "format"),
        ]
    );
}

#[test]
fn types_of_the_program_are_written_as_they_came() {
    let output = AssignOutput {
        address: Ipv4Addr::LOCALHOST.into(),
        count: NonZeroU16::new(3).map(Into::into),
    };
    assert_eq!(output.to_json(), r#"{"address":"127.0.0.1","count":3}"#);
}
