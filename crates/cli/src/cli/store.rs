//! `toolc store`: a store of pending calls, checked and upgraded.

#[cfg(feature = "serve")]
mod check;
#[cfg(feature = "serve")]
mod migrate;

use super::Exit;
use super::output::DataFormat;
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// Check or upgrade a store: that of `toolc serve --store` or of a program
#[derive(Args)]
pub(super) struct StoreCommand {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Say the version, how many calls there are in each state, what is overdue, and whether the file is sound
    ///
    /// Ends with 1 if the file is damaged, its version is an older one, or a call was interrupted.
    Check(Check),
    /// Upgrade a file that an earlier version wrote; processes of that version may go on using it
    Migrate(Migrate),
}

#[derive(Args)]
struct Check {
    /// The file of the store, or the URL of a PostgreSQL
    #[arg(
        long,
        value_name = "FILE|URL",
        env = "TOOLC_STORE",
        hide_env_values = true
    )]
    store: PathBuf,
    /// The form of the answer
    #[arg(long, value_enum, default_value_t = DataFormat::Human)]
    format: DataFormat,
}

#[derive(Args)]
struct Migrate {
    /// The file of the store, or the URL of a PostgreSQL
    #[arg(
        long,
        value_name = "FILE|URL",
        env = "TOOLC_STORE",
        hide_env_values = true
    )]
    store: PathBuf,
}

impl StoreCommand {
    #[cfg(feature = "serve")]
    pub fn run(self) -> Exit {
        match self.action {
            Action::Check(check) => check.run(),
            Action::Migrate(migrate) => migrate.run(),
        }
    }

    #[cfg(not(feature = "serve"))]
    pub fn run(self) -> Exit {
        super::questions::refuse_stores()
    }
}
