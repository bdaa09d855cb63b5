//! Typed, validated arguments from text and from parsed values, and the cost of bad input.

use crate::harness::Group;
use crate::peers;
use crate::tools::{borrowed, cases};
use jsonschema::Validator;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::rc::Rc;
use toolc_runtime::{Args, validate, validate_value};

/// The texts of one case.
struct Case {
    name: &'static str,
    schema: &'static str,
    good: &'static str,
    bad: &'static [(&'static str, &'static str)],
}

macro_rules! groups {
    ($($name:literal $args:ident $peer:ident $($kind:literal)*;)*) => {
        /// All groups of all cases.
        pub fn groups() -> Vec<Group> {
            let mut groups = Vec::new();
            $(groups.extend(compare::<cases::$args, borrowed::$args<'static>, peers::$peer>(&Case {
                name: $name,
                schema: include_str!(concat!("cases/", $name, ".schema.json")),
                good: include_str!(concat!("cases/", $name, ".json")),
                bad: &[$((
                    $kind,
                    include_str!(concat!("cases/", $name, "_", $kind, ".json")),
                )),*],
            }));)*
            groups
        }
    };
}

groups! {
    "a" AArgs A "missing" "range" "type" "unknown";
    "b" BArgs B "missing" "range" "type" "unknown";
    "c" CArgs C "missing" "range" "type" "unknown";
    "d" DArgs D "missing" "range" "type" "unknown";
    "e" EArgs E "missing" "type";
    "f" FArgs F "missing" "type" "unknown";
    "g" GArgs G "missing" "range" "type";
    "h" HArgs H "missing" "range" "type";
    "i" IArgs I "missing" "range" "type" "unknown";
    "j" JArgs J "missing" "range" "type" "unknown";
    "k" KArgs K "missing" "range" "type" "unknown";
    "l" LArgs L "missing" "range" "type" "unknown";
    "m" MArgs M "missing" "type" "unknown";
    "n" NArgs N "missing" "type";
}

/// `T` owns its strings, `B` borrows them, and `P` is the peer's type.
fn compare<T, B, P>(case: &Case) -> [Group; 3]
where
    T: for<'a> Args<'a> + 'static,
    B: Args<'static> + 'static,
    P: DeserializeOwned + 'static,
{
    let validator = Rc::new(compile(case.schema));
    agree::<T, P>(case, &validator);
    agree::<B, P>(case, &validator);
    let (good, same) = (case.good, Rc::clone(&validator));
    let value: Value = serde_json::from_str(good).expect("the case is JSON");
    let arguments = Group::new(format!("arguments/{}", case.name))
        .with("serde", move || serde_json::from_str::<P>(good).is_ok())
        .with("toolc", move || T::from_json(good).is_ok())
        .with("toolc-borrowed", move || B::from_json(good).is_ok())
        .with("toolc-validate", move || validate(T::SCHEMA, good).is_ok())
        .with("Value", move || serde_json::from_str::<Value>(good).is_ok())
        .with("jsonschema+serde", move || {
            checked::<P>(good, |value| same.is_valid(value))
        });
    #[cfg(feature = "peers")]
    let arguments = {
        let is_valid = crate::rivals::generated(case.name);
        crate::rivals::readers::<P>(arguments, good).with("jsonschema macro+serde", move || {
            checked::<P>(good, is_valid)
        })
    };
    let arguments = arguments.with("jsonschema", move || validator.is_valid(&value));
    let good = Group::new(format!("bad/{}", case.name)).with("good", move || T::from_json(good));
    let bad = case.bad.iter().fold(good, |group, &(name, text)| {
        group.with(name, move || T::from_json(text))
    });
    [arguments, values::<T, B, P>(case), bad]
}

/// A value that is already parsed: read directly, and serialized to be read as text.
fn values<T, B, P>(case: &Case) -> Group
where
    T: for<'a> Args<'a> + 'static,
    B: Args<'static> + 'static,
    P: DeserializeOwned + 'static,
{
    let value: Value = serde_json::from_str(case.good).expect("the case is JSON");
    let value: &'static Value = Box::leak(Box::new(value));
    assert!(T::from_value(value).is_ok(), "{}", case.name);
    Group::new(format!("value/{}", case.name))
        .with("written", move || T::from_json(&value.to_string()).is_ok())
        .with("toolc", move || T::from_value(value).is_ok())
        .with("toolc-borrowed", move || B::from_value(value).is_ok())
        .with("toolc-validate", move || {
            validate_value(T::SCHEMA, value).is_ok()
        })
        .with("serde", move || P::deserialize(value).is_ok())
        .with("serde, clone", move || {
            serde_json::from_value::<P>(value.clone()).is_ok()
        })
}

fn compile(schema: &str) -> Validator {
    let schema = serde_json::from_str(schema).expect("the schema is JSON");
    jsonschema::options()
        .with_draft(jsonschema::Draft::Draft202012)
        .should_validate_formats(true)
        .build(&schema)
        .expect("the schema compiles")
}

/// The same work with the usual libraries.
fn checked<P: DeserializeOwned>(text: &str, is_valid: impl Fn(&Value) -> bool) -> Option<P> {
    let value: Value = serde_json::from_str(text).ok()?;
    is_valid(&value).then_some(())?;
    serde_json::from_value(value).ok()
}

/// A measurement is worthless if the contestants disagree.
fn agree<T: Args<'static>, P: DeserializeOwned>(case: &Case, validator: &Validator) {
    assert!(
        serde_json::from_str::<P>(case.good).is_ok(),
        "{}",
        case.name
    );
    let texts = case.bad.iter().map(|(_, text)| *text).chain([case.good]);
    for text in texts {
        let value = serde_json::from_str(text).expect("the case is JSON");
        let accepted = T::from_json(text).is_ok();
        assert_eq!(accepted, text == case.good, "{}: {text}", case.name);
        assert_eq!(
            accepted,
            validator.is_valid(&value),
            "{}: {text}",
            case.name
        );
        #[cfg(feature = "peers")]
        assert_eq!(
            accepted,
            crate::rivals::generated(case.name)(&value),
            "{}: {text}",
            case.name
        );
    }
}
