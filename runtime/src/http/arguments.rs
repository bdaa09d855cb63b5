//! The arguments of a call by their names, as a request takes them apart.

use super::value::Value;
use std::borrow::Cow;

/// The arguments of a call, or some of them, by their names.
pub(super) type Arguments<'j> = Vec<(Cow<'j, str>, Value<'j>)>;

/// The argument of a name.
pub(super) fn find_argument<'j>(arguments: &Arguments<'j>, name: &str) -> Option<Value<'j>> {
    let mut named = arguments.iter().filter(|(other, _)| other == name);
    named.next().map(|(_, value)| *value)
}
