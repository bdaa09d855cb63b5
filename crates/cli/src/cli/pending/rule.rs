//! `toolc approvals approve` and `deny`

use super::account::{Desk, fail, tell_decision, text};
use super::{Approve, Deny};
use crate::cli::Exit;
use crate::cli::output::print_line;
use toolc_runtime::{ApprovalStore, PendingCall, ResumeError, Ruling};
use toolc_server::write_time;

impl Approve {
    pub fn run(self) -> Result<Exit, Exit> {
        self.rule(PendingCall::approve)
    }

    /// Records a ruling, unless there is one.
    fn rule(&self, ruling: impl FnOnce(&PendingCall) -> Ruling) -> Result<Exit, Exit> {
        let desk = Desk::open(&self.place)?;
        let call = desk.find(&self.id)?;
        let pending = PendingCall::open(&call.question, &desk.key, desk.now);
        let pending = pending.map_err(|error| match error {
            ResumeError::Expired => fail("the call has expired: it has to be asked again"),
            error => fail(format!("the call `{}` is not decided: {error}", self.id)),
        })?;
        self.refuse_decided(&desk, None)?;
        let ruling = ruling(&pending).by(&self.by);
        match desk.runtime.block_on(desk.store.decide(&ruling, &desk.key)) {
            // Another process with the same name may have been faster by a moment.
            Ok(()) => self.refuse_decided(&desk, Some(&ruling))?,
            Err(ResumeError::DecidedOtherwise) => {
                self.refuse_decided(&desk, Some(&ruling))?;
                return Err(fail(ResumeError::DecidedOtherwise));
            }
            Err(ResumeError::AlreadyResumed { .. }) => {
                return Err(fail("the call is over: it was given up"));
            }
            Err(error) => return Err(fail(error)),
        }
        print_line(&tell_next(&pending, &ruling));
        Ok(Exit::Clean)
    }

    /// Refuses a call that somebody else has decided: there is a ruling, and not this one.
    fn refuse_decided(&self, desk: &Desk, own: Option<&Ruling>) -> Result<(), Exit> {
        let call = desk.find(&self.id)?;
        let Some(known) = &call.ruling else {
            return Ok(());
        };
        if own.is_some_and(|own| own.seal(&desk.key) == *known) {
            return Ok(());
        }
        let members = desk.describe(&call)?;
        let decision = tell_decision(&members).unwrap_or_default();
        Err(fail(format!(
            "the call was already decided: {decision} (it is {})",
            text(&members, "state").replace('_', " ")
        )))
    }
}

impl Deny {
    pub fn run(self) -> Result<Exit, Exit> {
        self.approve.rule(|pending| pending.deny(self.reason))
    }
}

/// What was decided, and what makes it come true.
fn tell_next(pending: &PendingCall, ruling: &Ruling) -> String {
    let until = write_time(pending.until());
    let tool = pending.tool();
    match ruling.is_approval() {
        true => format!(
            "approved: `{tool}` runs once, when the client of the server sends the call again with its requestState, or the program resumes it, until {until}"
        ),
        false => format!(
            "denied: the model is told when the client of the server sends the call of `{tool}` again, or the program resumes it, until {until}"
        ),
    }
}
