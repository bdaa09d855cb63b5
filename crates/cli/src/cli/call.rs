//! `toolc call`: one call of a tool that an engine runs. Behind a feature.

#[cfg(feature = "serve")]
mod run;

use super::Exit;
use super::explain_call::CallArguments;
use clap::Args;

/// Call a tool that an engine runs
///
/// What happens is what a model's call would do: the arguments are validated, and the rules, the approval and the
/// limits of the worker hold. What has to be approved is asked on the terminal. The output goes to standard output.
/// Ends with 0 if the tool succeeded, 1 if the call was refused or failed, 2 if called wrongly.
#[derive(Args)]
pub(super) struct Call {
    #[command(flatten)]
    call: CallArguments,
    /// Really make the call; without it, nothing is done
    #[arg(long)]
    really: bool,
    /// Call only if nothing has changed since `toolc.lock` was accepted
    #[arg(long)]
    locked: bool,
}

impl Call {
    #[cfg(feature = "serve")]
    pub fn run(self) -> Exit {
        run::make_call(&self)
    }

    #[cfg(not(feature = "serve"))]
    pub fn run(self) -> Exit {
        let Call {
            call,
            really,
            locked,
        } = self;
        let _ = (really, locked);
        call.refuse_without_engines("calls no tool")
    }
}
