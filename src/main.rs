//! The command `toolc`.

use std::process::ExitCode;

/// A server that answers many clients at once waits for the locks of the C library's allocator.
#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    toolc_cli::run_command()
}
