//! The program that a folder begins with, and where it goes in a crate that has one.

/// The program that `cargo new` writes.
pub(super) const HELLO: &str = include_str!("../../../templates/init/hello.rs.txt");

/// The program of a crate.
pub(super) const PROGRAM: &str = "src/main.rs";

/// A program that makes calls.
pub(super) enum Program {
    /// It needs nothing of the crate, so it is an example of a crate that has a program or is a library.
    Anywhere { text: String, example: String },
    /// It declares a module of the crate, so it can only be the crate's own program.
    OfCrate { text: String, advice: String },
    /// It has to give the worker a value that only its author can make.
    ByAuthor { advice: String },
}

impl Program {
    /// The places where it may be written.
    pub(super) fn places(&self) -> Vec<&str> {
        match self {
            Program::Anywhere { example, .. } => vec![PROGRAM, example],
            Program::OfCrate { .. } => vec![PROGRAM],
            Program::ByAuthor { .. } => Vec::new(),
        }
    }
}

/// What to write in a crate whose program is not replaced: the modules of `include_tools!()` and of the worker.
pub(super) fn advise_by_hand(module: &str, worker: &str, value: &str) -> String {
    let include = match module {
        // the macro creates a module of this name
        "tools" => "mod compiled { toolc_runtime::include_tools!(pub); }",
        _ => "toolc_runtime::include_tools!();",
    };
    let path = match module {
        "tools" => "compiled::tools",
        _ => "tools",
    };
    format!(
        "where the module `{module}` is declared: `{include}`, and a worker with `{path}::{worker}::worker({value})`"
    )
}
