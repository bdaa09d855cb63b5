//! Cargo, as a program that tasks run.

use std::process::Command;

/// The beginnings of the variables that cargo sets for a package that it runs.
const OF_PACKAGE: &[&str] = &[
    "CARGO_MANIFEST_",
    "CARGO_PKG_",
    "CARGO_CRATE_",
    "CARGO_BIN_",
];

/// Cargo, as if called from a shell. Build scripts watch some variables of their package: with those of this one,
/// what depends on such scripts would be compiled again, and once more when the next command comes from a shell.
pub fn cargo_command() -> Command {
    let mut command = Command::new(env!("CARGO"));
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if OF_PACKAGE.iter().any(|start| text.starts_with(start)) {
            command.env_remove(&name);
        }
    }
    command
}
