#![doc = include_str!("../README.md")]

mod answer;
mod ended;
mod entry;
mod error;
mod fields;
mod header;
mod ids;
mod journal;
mod ledger;
mod limits;
mod perform;
mod replay;
mod run;
mod sealed;
mod settle;
mod wire;

pub use answer::Answer;
pub use ended::{Ended, PendingProgram};
pub use error::ProgramError;
pub use ids::is_of_program;
pub use journal::Journal;
pub use limits::{LimitKind, Limits};
pub use run::{Reply, Run};

use toolc_runtime::{ApprovalStore, Context, Worker};

/// Workers whose tools programs call.
pub trait Programs<H: 'static> {
    /// Begins a run of a program, or the next one. Its code is run by a sandbox of your choice, whose requests go to the
    /// [`Run`].
    ///
    /// # Errors
    /// Fails if the journal is that of another program, worker or context, or if the program is running elsewhere or has
    /// ended; nothing ran then.
    fn program<'w, S: ApprovalStore>(
        &'w self,
        context: &Context,
        journal: Journal<'w, S>,
    ) -> impl Future<Output = Result<Run<'w, H, S>, ProgramError>>;
}

impl<H: 'static> Programs<H> for Worker<H> {
    async fn program<'w, S: ApprovalStore>(
        &'w self,
        context: &Context,
        journal: Journal<'w, S>,
    ) -> Result<Run<'w, H, S>, ProgramError> {
        Run::open(self, context, journal).await
    }
}
