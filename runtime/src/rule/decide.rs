//! Determines which rule decides about a call.

use super::Rule;
#[cfg(feature = "rules")]
use super::Rules;
use super::seek::{self, Undecided};
#[cfg(feature = "rules")]
use crate::approval::Approval;

/// Applies if it cannot be determined which rule decides.
#[cfg(feature = "rules")]
static UNDECIDED: Rule = Rule {
    when: &[],
    approval: Approval::Blocked,
    reason: "it takes too long to tell whether its policy allows these arguments",
    place: "",
};

impl Rule {
    /// Whether the rule matches validated arguments.
    ///
    /// # Errors
    /// [`Undecided`] if that is too costly to determine.
    pub fn matches(&self, arguments: &str) -> Result<bool, Undecided> {
        for when in self.when {
            if !seek::rule_holds(arguments, when)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The first rule of a list that matches validated arguments.
///
/// # Errors
/// [`Undecided`] if that is too costly to determine.
pub fn first_rule<'r>(rules: &'r [Rule], arguments: &str) -> Result<Option<&'r Rule>, Undecided> {
    for rule in rules {
        if rule.matches(arguments)? {
            return Ok(Some(rule));
        }
    }
    Ok(None)
}

#[cfg(feature = "rules")]
impl Rules {
    /// The rule that determines what has to happen before a call with these validated arguments runs. If that
    /// cannot be determined, the call is blocked.
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
