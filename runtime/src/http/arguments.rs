//! The arguments of a call by name, as the parts of a request use them.

use super::value::Value;
use std::borrow::Cow;

/// The arguments of a call, or some of them, with their names.
pub(super) type Arguments<'j> = Vec<(Cow<'j, str>, Value<'j>)>;

/// The argument with this name.
pub(super) fn find_argument<'j>(arguments: &Arguments<'j>, name: &str) -> Option<Value<'j>> {
    let mut named = arguments.iter().filter(|(other, _)| other == name);
    named.next().map(|(_, value)| *value)
}
