//! Typed, checked arguments from text, and what bad input costs.

use crate::harness::Group;
use crate::peers;
use crate::tools::{borrowed, cases};
use jsonschema::Validator;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::rc::Rc;
use toolc_runtime::{Args, validate};

/// The texts of one case.
struct Case {
    name: &'static str,
    schema: &'static str,
    good: &'static str,
    bad: [(&'static str, &'static str); 4],
}

macro_rules! case {
    ($name:literal) => {
        Case {
            name: $name,
            schema: include_str!(concat!("cases/", $name, ".schema.json")),
            good: include_str!(concat!("cases/", $name, ".json")),
            bad: [
                (
                    "missing",
                    include_str!(concat!("cases/", $name, "_missing.json")),
                ),
                (
                    "range",
                    include_str!(concat!("cases/", $name, "_range.json")),
                ),
                ("type", include_str!(concat!("cases/", $name, "_type.json"))),
                (
                    "unknown",
                    include_str!(concat!("cases/", $name, "_unknown.json")),
                ),
            ],
        }
    };
}

pub fn groups() -> Vec<Group> {
    [
        compare::<cases::AArgs, borrowed::AArgs<'static>, peers::A>(&case!("a")),
        compare::<cases::BArgs, borrowed::BArgs<'static>, peers::B>(&case!("b")),
        compare::<cases::CArgs, borrowed::CArgs<'static>, peers::C>(&case!("c")),
        compare::<cases::DArgs, borrowed::DArgs<'static>, peers::D>(&case!("d")),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// `T` owns its strings, `B` borrows them, `P` is the peer.
fn compare<T, B, P>(case: &Case) -> Vec<Group>
where
    T: Args<'static> + 'static,
    B: Args<'static> + 'static,
    P: DeserializeOwned + 'static,
{
    let validator = Rc::new(compile(case.schema));
    agree::<T>(case, &validator);
    agree::<B>(case, &validator);
    let (good, same) = (case.good, Rc::clone(&validator));
    let value: Value = serde_json::from_str(good).expect("the case is JSON");
    let arguments = Group::new(format!("arguments/{}", case.name))
        .with("serde", move || serde_json::from_str::<P>(good).is_ok())
        .with("toolc", move || T::from_json(good).is_ok())
        .with("toolc-borrowed", move || B::from_json(good).is_ok())
        .with("toolc-validate", move || validate(T::SCHEMA, good).is_ok())
        .with("jsonschema+serde", move || checked::<P>(&same, good))
        .with("jsonschema", move || validator.is_valid(&value));
    let good = Group::new(format!("bad/{}", case.name)).with("good", move || T::from_json(good));
    let bad = case.bad.iter().fold(good, |group, &(name, text)| {
        group.with(name, move || T::from_json(text))
    });
    vec![arguments, bad]
}

fn compile(schema: &str) -> Validator {
    let schema = serde_json::from_str(schema).expect("the schema is JSON");
    jsonschema::options()
        .should_validate_formats(true)
        .build(&schema)
        .expect("the schema compiles")
}

/// What the work amounts to with the usual libraries.
fn checked<P: DeserializeOwned>(validator: &Validator, text: &str) -> Option<P> {
    let value: Value = serde_json::from_str(text).ok()?;
    validator.is_valid(&value).then_some(())?;
    serde_json::from_value(value).ok()
}

/// A measurement of contestants that disagree is worth nothing.
fn agree<T: Args<'static>>(case: &Case, validator: &Validator) {
    let texts = case.bad.iter().map(|(_, text)| *text).chain([case.good]);
    for text in texts {
        let value = serde_json::from_str(text).expect("the case is JSON");
        let accepted = T::from_json(text).is_ok();
        assert_eq!(accepted, text == case.good, "{}", case.name);
        assert_eq!(accepted, validator.is_valid(&value), "{}", case.name);
    }
}
