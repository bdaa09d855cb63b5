//! The command `toolc`.

use std::process::ExitCode;

fn main() -> ExitCode {
    toolc::cli::run_command()
}
