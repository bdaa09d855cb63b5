//! `toolc approvals`: calls that wait for a decision in a store, decided and settled by people.

#[cfg(feature = "serve")]
mod account;
#[cfg(feature = "serve")]
mod export;
#[cfg(feature = "serve")]
mod list;
#[cfg(feature = "serve")]
mod rule;
#[cfg(feature = "serve")]
mod settle;
#[cfg(feature = "serve")]
mod show;

use super::Exit;
use super::output::DataFormat;
use clap::builder::NonEmptyStringValueParser;
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Decide about calls that wait in the store of `toolc serve --store` or of a program
///
/// A decision runs nothing. The server runs an approved call when its client sends the call again with the
/// `requestState` of the question, and a program when it resumes the call; each runs once, and before it expires. Ends
/// with 0 if it was done, 1 if the store says no, 2 if called wrongly.
#[derive(Args)]
pub(super) struct ApprovalsCommand {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// List calls, the oldest first
    List(List),
    /// Show one call: the question, its arguments, who decided
    Show(Show),
    /// Let a call run
    Approve(Approve),
    /// Refuse a call: its model is told
    Deny(Deny),
    /// Let an interrupted call run again, after making sure that it did not run or may run twice
    RunAgain(Settle),
    /// Finish a call for good, without a result
    GiveUp(Settle),
    /// Write every decision as a line of JSON, for an audit
    Export(Export),
}

/// Where the calls are.
#[derive(Args)]
struct Place {
    /// The file of the store, or the URL of a PostgreSQL
    #[arg(
        long,
        value_name = "FILE|URL",
        env = "TOOLC_STORE",
        hide_env_values = true
    )]
    store: PathBuf,
    /// The environment variable with the key that seals the questions, in place of `TOOLC_SEAL_KEY`. Like the server's, it
    /// can be given more than once: the first key seals, and each opens what it sealed
    #[arg(long = "seal-key", value_name = "VARIABLE")]
    seal_keys: Vec<String>,
}

#[derive(Args)]
struct List {
    #[command(flatten)]
    place: Place,
    /// Only calls in this state; can be given more than once. Without it, those that are not over
    #[arg(long = "state", value_name = "STATE", value_enum)]
    states: Vec<ListedState>,
    /// Only calls of this worker
    #[arg(long, value_name = "NAME")]
    worker: Option<String>,
    /// Only calls of this tool: `ns::tool`
    #[arg(long, value_name = "NS::TOOL")]
    tool: Option<String>,
    /// Only calls for this principal
    #[arg(long, value_name = "NAME")]
    principal: Option<String>,
    /// The form of the list
    #[arg(long, value_enum, default_value_t = DataFormat::Human)]
    format: DataFormat,
}

/// The states of `--state`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
enum ListedState {
    /// Nobody has decided
    Waiting,
    /// Decided, and nobody has acted on it yet
    Decided,
    /// Somebody is acting on it
    Running,
    /// Somebody started to act on it and did not finish: it may have run
    Interrupted,
    /// It has run, or its denial was told
    Finished,
    /// It was given up
    GivenUp,
    /// It expired before anybody acted on it
    Expired,
}

#[derive(Args)]
struct Show {
    #[command(flatten)]
    place: Place,
    /// The id of the call
    id: String,
    /// The form of what is shown
    #[arg(long, value_enum, default_value_t = DataFormat::Human)]
    format: DataFormat,
}

#[derive(Args)]
struct Approve {
    #[command(flatten)]
    place: Place,
    /// The id of the call
    id: String,
    /// Who decides, for the record
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    by: String,
}

#[derive(Args)]
struct Deny {
    #[command(flatten)]
    approve: Approve,
    /// Why; the model reads it
    #[arg(long, value_name = "TEXT", default_value = "")]
    reason: String,
}

#[derive(Args)]
struct Settle {
    #[command(flatten)]
    place: Place,
    /// The id of the call
    id: String,
}

#[derive(Args)]
struct Export {
    #[command(flatten)]
    place: Place,
}

impl ApprovalsCommand {
    #[cfg(feature = "serve")]
    pub fn run(self) -> Exit {
        let done = match self.action {
            Action::List(list) => list.run(),
            Action::Show(show) => show.run(),
            Action::Approve(approve) => approve.run(),
            Action::Deny(deny) => deny.run(),
            Action::RunAgain(settle) => settle.run_again(),
            Action::GiveUp(settle) => settle.give_up(),
            Action::Export(export) => export.run(),
        };
        done.unwrap_or_else(|exit| exit)
    }

    #[cfg(not(feature = "serve"))]
    pub fn run(self) -> Exit {
        super::questions::refuse_stores()
    }
}
