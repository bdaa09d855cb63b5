//! A call on its way, and who answers for it.

#[cfg(feature = "approvals")]
use super::note::Note;
use super::table::Row;
#[cfg(feature = "approvals")]
use crate::approve::Settled;
use crate::error::Fault;
use crate::execution::Caller;
use crate::incoming::Incoming;
use crate::observe::Watch;

/// Who answers if a call needs approval.
#[derive(Clone, Copy)]
pub(crate) enum Asking<'a> {
    /// The approver of the worker.
    Approver,
    /// Nobody now: the call is suspended, and the request for approval is returned. Before a call runs that needs none, the note
    /// is written, if there is one.
    #[cfg(feature = "approvals")]
    Suspend(Option<&'a dyn Note>),
    /// Somebody elsewhere, who has already answered.
    #[cfg(feature = "approvals")]
    Decided(&'a Settled<'a>),
    /// The same without the feature; it cannot be constructed.
    #[cfg(not(feature = "approvals"))]
    #[expect(dead_code, reason = "uninhabited, so nothing can construct it")]
    Decided(&'a std::convert::Infallible),
    /// The person who makes the call, which counts as approval.
    Person,
    /// Nobody: only what would happen is determined, and nothing is done.
    DryRun,
}

impl Asking<'_> {
    /// Whether a model asks for the call now. A person is not a caller in the sense of `allowed_callers`, and a call
    /// that was decided elsewhere was checked when it was asked for.
    pub(super) fn is_by_model(self) -> bool {
        match self {
            Asking::Approver | Asking::DryRun => true,
            #[cfg(feature = "approvals")]
            Asking::Suspend(_) => true,
            Asking::Decided(_) | Asking::Person => false,
        }
    }

    /// Who makes the call.
    pub(super) fn caller(self) -> Caller {
        match self {
            Asking::Person => Caller::Person,
            _ => Caller::Model,
        }
    }
}

/// A call whose row has been found, and who answers for it.
pub(super) struct Way<'c, H: 'static> {
    pub row: &'static Row<H>,
    pub call: &'c Incoming,
    pub watch: &'c Watch<'c>,
    pub asking: Asking<'c>,
}

impl<H> Way<'_, H> {
    /// Writes what has to be on record before the call runs. If that fails, it does not run.
    pub async fn note_run(self) -> Result<(), Box<Fault>> {
        #[cfg(feature = "approvals")]
        if let Asking::Suspend(Some(note)) = self.asking
            && !note.write().await
        {
            let detail = "it could not be put on record that the call runs, so it did not run";
            let fault = Fault::scrubbed(self.row.entry.wire_name, detail.to_owned());
            return Err(Box::new(fault));
        }
        Ok(())
    }
}

impl<H> Clone for Way<'_, H> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<H> Copy for Way<'_, H> {}
