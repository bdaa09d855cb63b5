//! Rules as static data of the runtime.

use super::{Literal, Step, Test, When};
use toolc_runtime::v1 as rt;
use toolc_schema::data::{Ref, data, list};
use toolc_schema::rust::Text;

data! {
    When as [rt::rule::When] =>
    When { pointer: _, steps, tests } => {
        steps: list(steps, |each| each),
        tests: list(tests, |each| each),
    },
}

data! {
    Step as [rt::rule::Step] =>
    Step::Key(key) => Key(Text(key)),
    Step::Every => Every,
    Step::Some => Some,
}

data! {
    Test as [rt::rule::Test] =>
    Test::Exists(exists) => Exists(exists),
    Test::OneOf(literals) => OneOf(list(literals, |each| each)),
    Test::Pattern(pattern) => Pattern(pattern),
    Test::Within(limits) => Within(Ref(limits)),
    Test::StartsWith(text) => StartsWith(Text(text)),
    Test::PathPrefix(text) => PathPrefix(Text(text)),
    Test::Under(folder) => Under(Text(folder)),
    Test::CalledBy(callers) => CalledBy(list(callers, |each| each)),
}

data! {
    Literal as [rt::rule::Literal] =>
    Literal::Null => Null,
    Literal::Boolean(flag) => Boolean(flag),
    Literal::Text(text) => Text(Text(text)),
    Literal::Number(bound) => Number(bound),
}
