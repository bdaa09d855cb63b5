//! Which rule in a list decides an example, determined by the code that decides at run time.

use super::table::{leak_rule, leak_when_alone};
use crate::model::callers::Caller;
use crate::model::rule::{Rule, Rules, When};
use std::sync::Arc;
use toolc_runtime::CalledBy;
use toolc_runtime::rule::Undecided;
use toolc_schema::data::Data;

/// Which rule in a list decides.
#[derive(Debug, Clone)]
pub enum Decided {
    /// This one.
    By(Arc<Rule>),
    /// None of them.
    ByNone,
    /// It is too expensive to determine.
    Undecided,
}

/// Which rule in a list decides a call of somebody with the given arguments, which must be valid.
pub fn decide_example(rules: &Rules, arguments: &str, caller: Caller) -> Decided {
    for rule in rules {
        match leak_rule(rule).matches(arguments, caller.build()) {
            Ok(true) => return Decided::By(Arc::clone(rule)),
            Ok(false) => {}
            Err(Undecided) => return Decided::Undecided,
        }
    }
    Decided::ByNone
}

/// Whether some arguments meet the conditions on one place in them.
pub fn holds_alone(when: &When, arguments: &str) -> bool {
    leak_when_alone(when).matches(arguments, CalledBy::Unknown) == Ok(true)
}
