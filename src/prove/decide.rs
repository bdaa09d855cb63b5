//! What a list of rules decides about an example, by the code that decides in the program.

use super::table::leak_rule;
use crate::model::rule::{Rule, Rules};
use std::sync::Arc;
use toolc_runtime::rule::Undecided;

/// Which rule of a list decides.
#[derive(Debug, Clone)]
pub enum Decided {
    /// This one.
    By(Arc<Rule>),
    /// None of them.
    ByNone,
    /// It costs too much to tell.
    Undecided,
}

/// Which rule of a list decides about arguments that were validated.
pub fn decide_example(rules: &Rules, arguments: &str) -> Decided {
    for rule in rules {
        match leak_rule(rule).matches(arguments) {
            Ok(true) => return Decided::By(Arc::clone(rule)),
            Ok(false) => {}
            Err(Undecided) => return Decided::Undecided,
        }
    }
    Decided::ByNone
}
