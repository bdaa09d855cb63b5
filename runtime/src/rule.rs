//! Rules on arguments: which calls of a tool run at once, after a yes, or never. Static data that
//! generated code writes down, decided on the text of checked arguments.

mod path;
mod seek;

use crate::approve::Approval;
use crate::pattern::Pattern;
use crate::schema::{Bound, Number};
#[doc(hidden)]
pub use path::is_under;

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

/// Conditions on what stands at one place of the arguments.
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

/// One condition. Of a place where nothing stands only `Exists(false)` holds.
#[derive(Debug, Clone, Copy)]
pub enum Test {
    /// Whether something stands there; `null` is something.
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

/// It cannot be decided in bounded time whether a rule matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Undecided;

/// What holds where it cannot be decided what holds.
static UNDECIDED: Rule = Rule {
    when: &[],
    approval: Approval::Blocked,
    reason: "it takes too long to tell whether its policy allows these arguments",
    place: "",
};

impl Rule {
    /// Whether the rule matches checked arguments.
    ///
    /// # Errors
    /// [`Undecided`] where that costs too much to tell.
    pub fn matches(&self, arguments: &str) -> Result<bool, Undecided> {
        for when in self.when {
            if !seek::holds(arguments, when)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The first rule of a list that matches checked arguments.
///
/// # Errors
/// [`Undecided`] where that costs too much to tell.
pub fn first<'r>(rules: &'r [Rule], arguments: &str) -> Result<Option<&'r Rule>, Undecided> {
    for rule in rules {
        if rule.matches(arguments)? {
            return Ok(Some(rule));
        }
    }
    Ok(None)
}

impl Rules {
    /// The rule that says what has to happen before a call with these checked arguments runs. What
    /// cannot be decided is blocked.
    pub(crate) fn decide(&'static self, arguments: &str) -> &'static Rule {
        let mut strictest: Option<&'static Rule> = None;
        for list in self.lists {
            match first(list, arguments) {
                Ok(Some(rule)) if strictest.is_none_or(|known| rule.approval > known.approval) => {
                    strictest = Some(rule);
                }
                Ok(_) => {}
                Err(Undecided) => return &UNDECIDED,
            }
        }
        strictest.unwrap_or(&self.otherwise)
    }
}
