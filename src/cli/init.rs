//! `toolc init`: a first spec, a worker and a build script.

use super::Exit;
use super::output::{refuse, say};
use clap::Args;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Write a first spec, a worker and a build script
///
/// Files that exist already stay as they are.
#[derive(Args)]
pub(super) struct Init {
    /// The folder of the crate
    #[arg(value_name = "DIR", default_value = ".")]
    folder: PathBuf,
}

/// What is written, relative to the folder.
const FILES: &[(&str, &str)] = &[
    (
        "specs/toolc.yaml",
        include_str!("../../templates/init/toolc.yaml"),
    ),
    (
        "specs/weather.yaml",
        include_str!("../../templates/init/weather.yaml"),
    ),
    (
        "specs/workers/support.yaml",
        include_str!("../../templates/init/support.yaml"),
    ),
    (
        "build.rs",
        include_str!("../../templates/init/build.rs.txt"),
    ),
];

impl Init {
    pub fn run(self) -> Exit {
        for (path, text) in FILES {
            let shown = self.folder.join(path);
            match put(&shown, text) {
                Ok(()) => say(&format!("wrote {}", shown.display())),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    say(&format!("kept {}", shown.display()));
                }
                Err(error) => {
                    refuse(&format!("cannot write `{}`: {error}", shown.display()), "");
                    return Exit::Findings;
                }
            }
        }
        say(include_str!("../../templates/init/next.txt").trim_end());
        Exit::Clean
    }
}

fn put(path: &Path, text: &str) -> io::Result<()> {
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    fs::File::create_new(path)?.write_all(text.as_bytes())
}
