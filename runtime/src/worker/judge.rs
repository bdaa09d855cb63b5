//! What the configuration of a worker says about a call: the row of its tool, or its rules.

use super::Row;
use crate::approve::Approval;
use crate::incoming::Incoming;
use crate::result::Metadata;
use crate::rule::Rule;

#[cfg(feature = "rules")]
impl<H> Row<H> {
    /// The approval that a call with validated arguments needs.
    #[inline]
    pub(super) fn judge(&self, call: &Incoming, facts: &mut Metadata) -> Approval {
        match self.rules {
            None => self.approval,
            Some(rules) => {
                let rule = rules.decide(call.text(), call.called_by);
                facts.rule = Some(rule.place).filter(|place| !place.is_empty());
                rule.approval
            }
        }
    }

    /// The rule that decides about a call, if there are rules.
    #[cold]
    pub(super) fn rule(&self, call: &Incoming) -> Option<&'static Rule> {
        self.rules
            .map(|rules| rules.decide(call.text(), call.called_by))
    }
}

/// Without the feature there are no rules: generated code with rules does not compile.
#[cfg(not(feature = "rules"))]
impl<H> Row<H> {
    #[inline]
    pub(super) fn judge(&self, _: &Incoming, _: &mut Metadata) -> Approval {
        self.approval
    }

    #[cold]
    pub(super) fn rule(&self, _: &Incoming) -> Option<&'static Rule> {
        None
    }
}
