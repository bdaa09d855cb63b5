//! The approval step without the feature `ask`: nobody can be asked, so calls that need approval are denied.

use super::Worker;
use super::needs::{Blocking, Needs};
use super::way::{Asking, Way};
use crate::approve::{Approval, Granted, Passed};
use crate::call::Check;
use crate::error::{ErrorKind, Fault};
use crate::result::Metadata;
use crate::stop::Stop;
use std::future::{Ready, ready};

impl<H> Worker<H> {
    /// Obtains the approval that a call needs. Without the feature, generated code for a worker that asks
    /// does not compile, but handlers can be stricter than their worker.
    pub(super) fn approve(
        &self,
        way: Way<'_, H>,
        needs: Needs,
        _: Option<Check<'_>>,
        facts: &mut Metadata,
    ) -> Ready<Result<Granted, Stop>> {
        let wire_name = way.row.entry.wire_name;
        ready(match (needs.approval, way.asking) {
            (Approval::PreApproved, Asking::DryRun) => Err(Stop::Cleared),
            (Approval::Blocked, _) => Err(Blocking::of(way).fault(wire_name).into()),
            (Approval::Ask, Asking::Person) => {
                facts.approval = Some(Passed::Manually.name());
                Ok(Granted::manually())
            }
            (needs, _) => Granted::freely(needs).ok_or_else(|| nobody(wire_name).into()),
        })
    }
}

#[cold]
fn nobody(wire_name: &str) -> Box<Fault> {
    let message = format!("Tool execution denied: `{wire_name}` requires approval, and {WITHOUT}");
    Fault::new(ErrorKind::Denied, message)
}

const WITHOUT: &str =
    "this program can ask nobody: its toolc-runtime is compiled without the feature `ask`";
