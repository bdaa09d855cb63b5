//! Determines which rule decides about a call.

#[cfg(feature = "rules")]
use super::Rules;
use super::seek::{self, Undecided};
use super::{Rule, Test, When};
#[cfg(feature = "rules")]
use crate::approval::Approval;
use crate::called_by::CalledBy;

/// Applies if it cannot be determined which rule decides.
#[cfg(feature = "rules")]
static UNDECIDED: Rule = Rule {
    when: &[],
    approval: Approval::Blocked,
    reason: "it takes too long to tell whether its policy allows these arguments",
    place: "",
};

impl Rule {
    /// Whether the rule matches a call with validated arguments.
    ///
    /// # Errors
    /// [`Undecided`] if that is too costly to determine.
    pub fn matches(&self, arguments: &str, called_by: CalledBy) -> Result<bool, Undecided> {
        for when in self.when {
            if !when.holds(arguments, called_by)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl When {
    #[inline]
    fn holds(&self, arguments: &str, called_by: CalledBy) -> Result<bool, Undecided> {
        match self.tests {
            [Test::CalledBy(callers)] => Ok(callers.contains(&called_by)),
            _ => seek::rule_holds(arguments, self),
        }
    }
}

/// The first rule of a list that matches a call with validated arguments.
///
/// # Errors
/// [`Undecided`] if that is too costly to determine.
pub fn first_rule<'r>(
    rules: &'r [Rule],
    arguments: &str,
    called_by: CalledBy,
) -> Result<Option<&'r Rule>, Undecided> {
    for rule in rules {
        if rule.matches(arguments, called_by)? {
            return Ok(Some(rule));
        }
    }
    Ok(None)
}

#[cfg(feature = "rules")]
impl Rules {
    /// The rule that determines what has to happen before a call with these validated arguments runs. If that
    /// cannot be determined, the call is blocked.
    pub(crate) fn decide(&'static self, arguments: &str, called_by: CalledBy) -> &'static Rule {
        let mut strictest: Option<&'static Rule> = None;
        for list in self.lists {
            match first_rule(list, arguments, called_by) {
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
