//! Programs that make files of a descriptor, as protoc's plug-ins do of its descriptors.

mod answer;
mod command;
mod folders;
mod outputs;
mod paths;
mod process;
mod words;

pub use answer::{SCHEMA, VERSION};
pub use command::run_command;
pub use outputs::{Made, Output, run_plugins};
use std::path::Path;
use toolc_base::diagnostic::{Code, Diagnostic};
pub use words::split_words;

/// How many seconds a plug-in may take if nothing else is said.
pub const TIME: u64 = 60;

/// A program, and what it is told besides the descriptor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plugin {
    /// As it was named, without the options.
    name: String,
    /// The program and its first arguments; there is at least one word.
    words: Vec<String>,
    /// Its last argument.
    options: Option<String>,
}

impl Plugin {
    /// Reads `CMD[=OPTIONS]`. The command is split into words as a shell splits them, with quotation marks and nothing else;
    /// no shell sees it. Options begin after the first `=`.
    ///
    /// # Errors
    /// The text has no command, or a quotation mark in the command is not closed.
    pub fn read(text: &str) -> Result<Self, Diagnostic> {
        let (command, options) = match text.split_once('=') {
            Some((command, options)) => (command, Some(options.to_owned())),
            None => (text, None),
        };
        let words = split_words(command).filter(|words| !words.is_empty());
        let Some(words) = words else {
            let message = format!("`{text}` does not name the command of a plug-in");
            return Err(Diagnostic::placeless(Code::UNSTARTED_PLUGIN, message).help(
                "write `CMD` or `CMD=OPTIONS`, such as `node plugins/types.mjs=worker=support`",
            ));
        };
        Ok(Plugin {
            name: command.trim().to_owned(),
            words,
            options,
        })
    }

    /// The command as it was named.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The words of the command; there is at least one.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// Its last argument, if it has options.
    pub fn options(&self) -> Option<&str> {
        self.options.as_deref()
    }

    /// The words of the command that are files: the program if it is named by a path, and scripts.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        let words = self.words.iter().enumerate();
        let named = words.filter(|(at, word)| *at > 0 || word.contains(['/', '\\']));
        let paths = named.map(|(_, word)| Path::new(word.as_str()));
        paths.filter(|path| path.is_file())
    }
}
