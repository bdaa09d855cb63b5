//! `toolc completions`: shell completion scripts.

use super::output::print_data;
use super::{Cli, Exit};
use clap::{Args, CommandFactory};
use clap_complete::Shell;

/// Print a completion script for a shell
#[derive(Args)]
pub(super) struct Completions {
    shell: Shell,
}

impl Completions {
    pub fn run(self) -> Exit {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "toolc", &mut script);
        print_data(&String::from_utf8_lossy(&script))
    }
}
