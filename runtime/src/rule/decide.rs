//! Which rule decides about a call.

use super::seek::{self, Undecided};
use super::{Rule, Rules};
use crate::approve::Approval;

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
            if !seek::rule_holds(arguments, when)? {
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
pub fn first_rule<'r>(rules: &'r [Rule], arguments: &str) -> Result<Option<&'r Rule>, Undecided> {
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
            match first_rule(list, arguments) {
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
