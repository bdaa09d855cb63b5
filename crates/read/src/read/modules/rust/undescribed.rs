//! Why a type has no schema, and what to do about it.

/// Why most types have no schema.
pub(super) const UNDEFINED: &str = "is not defined in this file";
pub(super) const GENERIC: &str = "is generic";
pub(super) const MAP_KEY: &str = "is the key of a map, and JSON keys are strings";
pub(super) const NO_LENGTH: &str = "has a length that is not written out";
/// `time` writes its types as lists of numbers or as texts, as features of the crate say.
pub(super) const LIST_OF_NUMBERS: &str =
    "is a list of numbers or a text, as features of `time` say";
pub(super) const LIST_WITHOUT_ZONE: &str = "is written as features of `time` say";
pub(super) const NAMED_ZONE: &str = "has a time zone that only the running program knows";

/// What to do about a type without a schema, before what is possible for any type.
pub(super) fn remedy_for(why: &str) -> &'static str {
    match why {
        UNDEFINED => "define the type in this file, ",
        GENERIC => "write the type without parameters, ",
        MAP_KEY => "use `String` as the key, ",
        NO_LENGTH => "write the length as a number, ",
        LIST_OF_NUMBERS => "write `#[serde(with = \"time::serde::rfc3339\")]` on the field, ",
        LIST_WITHOUT_ZONE => {
            "use a type of `chrono` or `jiff`, write `#[serde(with = …)]` with a module that \
             `time::serde::format_description!` makes and "
        }
        NAMED_ZONE => "take a `jiff::Timestamp`, and the name of the zone as a `String`, ",
        _ => "",
    }
}
