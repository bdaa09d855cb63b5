//! Why a type has no schema, and what to do about it.

/// Why most types have no schema.
pub(super) const UNDEFINED: &str = "is not defined in this file";
pub(super) const GENERIC: &str = "is generic";
pub(super) const MAP_KEY: &str = "is the key of a map, and JSON keys are strings";
pub(super) const NO_LENGTH: &str = "has a length that is not written out";

/// What to do about a type without a schema, before what is possible for any type.
pub(super) fn remedy_for(why: &str) -> &'static str {
    match why {
        UNDEFINED => "define the type in this file, ",
        GENERIC => "write the type without parameters, ",
        MAP_KEY => "use `String` as the key, ",
        NO_LENGTH => "write the length as a number, ",
        _ => "",
    }
}
