//! Rules on arguments: which calls of a tool run at once, after a yes, or never. Static data that
//! generated code writes down, decided on the text of checked arguments.

#[cfg(feature = "rules")]
mod decide;
#[cfg(feature = "rules")]
mod path;
#[cfg(feature = "rules")]
mod scan;
#[cfg(feature = "rules")]
mod seek;

use crate::approve::Approval;
use crate::pattern::Pattern;
use crate::schema::{Bound, Number};
#[cfg(feature = "rules")]
pub use decide::first_rule;
#[cfg(feature = "rules")]
#[doc(hidden)]
pub use path::is_under;
#[cfg(feature = "rules")]
pub use seek::Undecided;

/// What decides about the calls of one tool.
#[derive(Debug, Clone, Copy)]
pub struct Rules {
    /// Lists of rules: the first rule of a list that matches speaks for the list, and of what the
    /// lists say the strictest holds.
    pub lists: &'static [&'static [Rule]],
    /// What holds where no rule matches.
    pub otherwise: Rule,
}

/// One rule.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// All must hold; a rule without conditions matches every call.
    pub when: &'static [When],
    /// What then has to happen before the call runs.
    pub approval: Approval,
    /// What the model is told of a call that the rule blocks; empty where nothing is said.
    pub reason: &'static str,
    /// The file and the line of the rule.
    pub place: &'static str,
}

/// Conditions on what is at one place of the arguments.
#[derive(Debug, Clone, Copy)]
pub struct When {
    /// The way from the arguments to the place.
    pub steps: &'static [Step],
    /// All must hold.
    pub tests: &'static [Test],
}

/// One step into a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// To the property of this name; in an array, to the item of this number.
    Key(&'static str),
    /// To every item of an array, or every value of an object: what follows must hold of all.
    Every,
    /// To the items of an array, or the values of an object: what follows must hold of one.
    Some,
}

/// One condition. Of a place where nothing is only `Exists(false)` holds.
#[derive(Debug, Clone, Copy)]
pub enum Test {
    /// Whether something is there; `null` is something.
    Exists(bool),
    /// It is one of these values.
    OneOf(&'static [Literal]),
    /// It is a string that has a match.
    Pattern(&'static Pattern),
    /// It is a number within these limits.
    Within(&'static Number),
    /// It is a string that is this text, or this text up to a `/`.
    Prefix(&'static str),
    /// It is a path to this folder or to something below it, as far as its text says.
    Under(&'static str),
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
    /// A number, by its value: `1e2` is `100`.
    Number(Bound),
}
