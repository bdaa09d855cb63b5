//! The command `toolc`.

use std::process::ExitCode;

fn main() -> ExitCode {
    toolc_cli::run_command()
}
