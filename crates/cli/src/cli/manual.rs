//! `toolc manual`: the help of all commands as manual pages, for those who package toolc.

use super::output::{print_line, refuse_with};
use super::{Cli, Exit};
use clap::{Args, CommandFactory};
use std::fs;
use std::path::PathBuf;

/// Write the manual pages of all commands to a folder
///
/// `toolc.1`, and `toolc-COMMAND.1` for each command, with the text of `--help`.
#[derive(Args)]
pub(super) struct Manual {
    /// The folder, which is made if there is none
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl Manual {
    pub fn run(self) -> Exit {
        let written = fs::create_dir_all(&self.folder)
            .and_then(|()| clap_mangen::generate_to(Cli::command(), &self.folder));
        if let Err(error) = written {
            let message = format!("cannot write to `{}`: {error}", self.folder.display());
            return refuse_with(&message, "name a folder that can be written to");
        }
        print_line(&format!("wrote manual pages to {}", self.folder.display()));
        Exit::Clean
    }
}
