//! The command `cargo toolc`: the same as `toolc`, which is installed beside it.

use std::env;
use std::ffi::OsString;
use std::process::{Command, ExitCode};

/// What a program ends with that could not be started, as shells have it.
const NOT_FOUND: u8 = 127;

fn main() -> ExitCode {
    // cargo passes on the name of the subcommand
    let is_name = |(at, word): &(usize, OsString)| *at == 0 && word == "toolc";
    let words = env::args_os().skip(1).enumerate();
    let words = words.filter(|word| !is_name(word)).map(|(_, word)| word);
    let beside = env::current_exe()
        .map(|own| own.with_file_name(format!("toolc{}", env::consts::EXE_SUFFIX)));
    let mut command = match beside {
        Ok(path) if path.exists() => Command::new(path),
        _ => Command::new("toolc"),
    };
    let error = run(command.args(words));
    match error {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: `toolc` cannot be started: {error}");
            ExitCode::from(NOT_FOUND)
        }
    }
}

/// Becomes the program, so that its pipes, its signals and its end are its own.
#[cfg(unix)]
fn run(command: &mut Command) -> std::io::Result<ExitCode> {
    use std::os::unix::process::CommandExt;
    Err(command.exec())
}

#[cfg(not(unix))]
fn run(command: &mut Command) -> std::io::Result<ExitCode> {
    let status = command.status()?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(ExitCode::from(code.unwrap_or(1)))
}
