//! Rules on arguments and callers: which calls of a tool run at once, need approval, or never run. They are static
//! data in generated code, and are evaluated on the text of validated arguments.

#[cfg(any(feature = "compiler", feature = "rules"))]
mod decide;
#[cfg(any(feature = "compiler", feature = "rules"))]
mod path;
#[cfg(any(feature = "compiler", feature = "rules"))]
mod scan;
#[cfg(any(feature = "compiler", feature = "rules"))]
mod seek;

use crate::approval::Approval;
use crate::called_by::CalledBy;
use crate::pattern::Pattern;
use crate::schema::{Bound, Number};
#[cfg(any(feature = "compiler", feature = "rules"))]
pub use decide::first_rule;
#[cfg(any(feature = "compiler", feature = "rules"))]
#[doc(hidden)]
pub use path::is_under;
#[cfg(any(feature = "compiler", feature = "rules"))]
pub use seek::Undecided;

/// The rules that decide about the calls of one tool.
#[derive(Debug, Clone, Copy)]
pub struct Rules {
    /// Lists of rules. The first matching rule of each list applies, and of these the strictest decides.
    pub lists: &'static [&'static [Rule]],
    /// The rule that applies if no other matches.
    pub otherwise: Rule,
}

/// One rule.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// The conditions, all of which must be met; a rule without conditions matches every call.
    pub when: &'static [When],
    /// What has to happen before a call that matches runs.
    pub approval: Approval,
    /// The reason for blocking a call, which the model reads; empty if none is given.
    pub reason: &'static str,
    /// The file and line of the rule.
    pub place: &'static str,
}

/// Conditions on the value at one place in the arguments, or the one condition on who calls, which has no steps.
#[derive(Debug, Clone, Copy)]
pub struct When {
    /// The steps from the root of the arguments to the place.
    pub steps: &'static [Step],
    /// The conditions, all of which must be met.
    pub tests: &'static [Test],
}

/// One step into a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// To the property with this name; in an array, to the item with this index.
    Key(&'static str),
    /// To every item of an array, or every value of an object: the rest must be true of all of them.
    Every,
    /// To the items of an array, or the values of an object: the rest must be true of one of them.
    Some,
}

/// A condition. If there is nothing at the place, only `Exists(false)` is met.
#[derive(Debug, Clone, Copy)]
pub enum Test {
    /// Whether anything is there, including `null`.
    Exists(bool),
    /// It is one of these values.
    OneOf(&'static [Literal]),
    /// It is a string in which the pattern matches.
    Pattern(&'static Pattern),
    /// It is a number within these limits.
    Within(&'static Number),
    /// It is a string that starts with this one.
    StartsWith(&'static str),
    /// It is this string, or starts with this string followed by a `/`.
    PathPrefix(&'static str),
    /// It is a path to this folder or to something below it, judging by its text.
    Under(&'static str),
    /// The call is made by one of these, whatever its arguments are. It stands alone.
    CalledBy(&'static [CalledBy]),
}

/// A value to compare with.
#[derive(Debug, Clone, Copy)]
pub enum Literal {
    /// `null`
    Null,
    /// `true` or `false`
    Boolean(bool),
    /// A string.
    Text(&'static str),
    /// A number, compared by value: `1e2` equals `100`.
    Number(Bound),
}
