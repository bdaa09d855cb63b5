//! `toolc approvals run-again` and `give-up`

use super::Settle;
use super::account::{Desk, fail, tell_span, text};
use crate::cli::Exit;
use crate::cli::output::print_line;
use toolc_runtime::{ApprovalStore, PendingCall, ResumeError, Stage};
use toolc_server::write_time;

impl Settle {
    pub fn run_again(self) -> Result<Exit, Exit> {
        let desk = Desk::open(&self.place)?;
        let call = desk.find(&self.id)?;
        let pending = PendingCall::open(&call.question, &desk.key, desk.now);
        let pending = pending.map_err(|error| match error {
            ResumeError::Expired => {
                fail("the call has expired and cannot run again: `toolc approvals give-up` finishes it, and the model may ask anew")
            }
            error => fail(error),
        })?;
        match call.stage(pending.until(), desk.now) {
            Stage::Decided => return Err(fail("the call was not started: it runs as it is")),
            Stage::Interrupted => {}
            _ => return Err(self.refuse(&desk)),
        }
        let allowed = desk.runtime.block_on(desk.store.run_again(&self.id));
        allowed.map_err(|error| self.tell(&desk, error))?;
        print_line(&format!(
            "`{}` may run once more, when the client of the server sends the call again with its requestState, or the program resumes it, until {}",
            pending.tool(),
            write_time(pending.until())
        ));
        Ok(Exit::Clean)
    }

    pub fn give_up(self) -> Result<Exit, Exit> {
        let desk = Desk::open(&self.place)?;
        let call = desk.find(&self.id)?;
        let members = desk.describe(&call)?;
        let done = desk.runtime.block_on(desk.store.give_up(&self.id));
        done.map_err(|error| self.tell(&desk, error))?;
        print_line(&format!(
            "given up: `{}` will not run from this question any more",
            text(&members, "tool")
        ));
        Ok(Exit::Clean)
    }

    /// Says why a call that is as it is now cannot be settled.
    fn refuse(&self, desk: &Desk) -> Exit {
        let settled = desk.find(&self.id).and_then(|call| desk.describe(&call));
        match settled {
            Ok(members) => fail(format!(
                "only an interrupted call can run again, and this one is {}",
                text(&members, "state").replace('_', " ")
            )),
            Err(exit) => exit,
        }
    }

    fn tell(&self, desk: &Desk, error: ResumeError) -> Exit {
        match error {
            ResumeError::InProgress { until } => {
                let left = until.duration_since(desk.now).unwrap_or_default();
                fail(format!(
                    "the call is running; if whoever runs it is gone, it counts as interrupted in {}",
                    tell_span(left)
                ))
            }
            ResumeError::AlreadyResumed { result: Some(_) } => fail("the call has run to its end"),
            ResumeError::AlreadyResumed { result: None } => fail("the call was given up before"),
            error => fail(error),
        }
    }
}
