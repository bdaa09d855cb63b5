//! Entry point: the command line. Each command is a file; this one only routes.

mod answers;
#[cfg(feature = "serve")]
mod any_store;
mod approvals;
mod artifacts;
mod baseline;
mod build;
mod call;
mod check;
mod checking;
mod chosen;
mod completions;
mod depfile;
mod deployment;
mod diff;
mod enrich;
mod explain;
mod explain_call;

mod export;
mod fail_on;
mod first_look;
mod flows;
mod fmt;
mod init;
mod input;
mod last_build;
mod list;
mod lock;
mod lsp;
mod manual;
mod origins;
mod output;
mod paths;
mod pending;
mod prompt;
mod questions;
mod replay;
mod report;
mod revision;
mod rules;
mod sample;
mod schema;
mod seal;
#[cfg(feature = "serve")]
mod seal_keys;
mod search;
mod semver;
mod serve;
mod show;
mod side;
mod snapshot;
mod spec_file;
mod store;
mod tags;
mod today;
mod view;
mod watch;

use clap::{Parser, Subcommand};
use std::panic::catch_unwind;
use std::process::ExitCode;

/// How a command ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Exit {
    /// Nothing was found.
    Clean = 0,
    /// There are findings.
    Findings = 1,
    /// The command line is wrong; clap uses the same code.
    Usage = 2,
    /// There is nothing to compare with, or it cannot be read.
    CannotCompare = 3,
    /// toolc itself is at fault.
    Internal = 4,
}

impl Exit {
    /// Combines two results: the second one counts if the first is clean.
    fn or(self, other: Exit) -> Exit {
        match self {
            Exit::Clean => other,
            exit => exit,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit as u8)
    }
}

/// Compiles tool specs and worker configs to typed, validated, approved Rust.
#[derive(Parser)]
#[command(name = "toolc", version, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Build(build::Build),
    Watch(watch::Watch),
    Check(check::Check),
    Fmt(fmt::Fmt),
    Lock(lock::LockCommand),
    List(list::List),
    Show(show::Show),
    Snapshot(snapshot::Snapshot),
    Serve(Box<serve::Serve>),
    Approvals(pending::ApprovalsCommand),
    Store(store::StoreCommand),
    Diff(diff::Diff),
    Semver(semver::SemverCommand),
    Replay(replay::Replay),
    Enrich(enrich::Enrich),
    Report(report::ReportCommand),
    Sample(sample::Sample),
    Export(export::Export),
    Explain(explain::Explain),
    ExplainCall(explain_call::ExplainCall),
    Call(call::Call),
    Init(init::Init),
    Lsp(lsp::Lsp),
    Schema(schema::Schema),
    Completions(completions::Completions),
    Manual(manual::Manual),
}

/// Reads the arguments of the process and does what they ask for.
pub fn run_command() -> ExitCode {
    let cli = Cli::parse();
    let exit = catch_unwind(|| route(cli.command)).unwrap_or_else(|_| {
        output::print_line(
            "this is a bug in toolc: please report it together with the input that caused it",
        );
        Exit::Internal
    });
    exit.into()
}

fn route(command: Command) -> Exit {
    match command {
        Command::Build(command) => command.run(),
        Command::Watch(command) => command.run(),
        Command::Check(command) => command.run(),
        Command::Fmt(command) => command.run(),
        Command::Lock(command) => command.run(),
        Command::List(command) => command.run(),
        Command::Show(command) => command.run(),
        Command::Snapshot(command) => command.run(),
        Command::Serve(command) => command.run(),
        Command::Approvals(command) => command.run(),
        Command::Store(command) => command.run(),
        Command::Diff(command) => command.run(),
        Command::Semver(command) => command.run(),
        Command::Replay(command) => command.run(),
        Command::Enrich(command) => command.run(),
        Command::Report(command) => command.run(),
        Command::Sample(command) => command.run(),
        Command::Export(command) => command.run(),
        Command::Explain(command) => command.run(),
        Command::ExplainCall(command) => command.run(),
        Command::Call(command) => command.run(),
        Command::Init(command) => command.run(),
        Command::Lsp(command) => command.run(),
        Command::Schema(command) => command.run(),
        Command::Completions(command) => command.run(),
        Command::Manual(command) => command.run(),
    }
}
