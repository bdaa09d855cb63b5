//! Programs that generate code from an API description, and what that code costs its consumer.

use crate::bench_build::process::{cpu_or_words, cpu_within};
use crate::cargo::cargo_command;
use crate::openapi::consumer::Consumer;
use crate::openapi::documents::with_engine;
use crate::openapi::{built, lines};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The version of progenitor that is measured.
pub const PROGENITOR: &str = "0.15.1";

/// A program around progenitor, following its documentation.
const PROGRAM: &str = include_str!("progenitor.rs.txt");

const PROGRAM_MANIFEST: &str = "\
[package]\nname = \"program\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n\
progenitor-impl = \"=VERSION\"\nopenapiv3 = \"2\"\nserde_json = \"1\"\nserde_yaml = \"0.9\"\n\
prettyplease = \"0.3\"\nsyn = { version = \"3\", features = [\"full\"] }\n\n[workspace]\n";

const CLIENT_DEPENDENCIES: &str = "\
progenitor-client = \"=VERSION\"\nbytes = \"1\"\nfutures = \"0.3\"\nregress = \"0.10\"\nserde_json = \"1\"\n\
chrono = { version = \"0.4\", default-features = false, features = [\"serde\", \"std\"] }\n\
reqwest = { version = \"0.13\", default-features = false, features = [\"json\", \"query\", \"stream\"] }\n\
serde = { version = \"1\", features = [\"derive\"] }\nuuid = { version = \"1\", features = [\"serde\"] }\n";

/// Longer than building the program or one run of it may take.
const PATIENCE: Duration = Duration::from_secs(900);

/// A program, and the crate for the code that it writes.
pub struct Generator {
    program: PathBuf,
    /// Adds its arguments for an input file and an output folder.
    arguments: fn(&mut Command, &Path, &Path),
    /// Whether its input is a folder of specs with an engine.
    has_engine: bool,
    consumer: Consumer,
    folder: PathBuf,
}

/// The outcome for a description: CPU seconds, or why there are none.
pub struct Outcome {
    pub generation: Result<f64, String>,
    pub lines: usize,
    pub check: Result<f64, String>,
}

impl Generator {
    pub fn toolc(folder: &Path) -> Result<Self, String> {
        let folder = folder.join("toolc");
        Ok(Generator {
            program: built()?,
            arguments: |command, input, out| {
                command.arg("build").arg(input).arg("--out").arg(out);
            },
            has_engine: true,
            consumer: Consumer::of_toolc(folder.join("consumer"))?,
            folder,
        })
    }

    pub fn progenitor(folder: &Path) -> Result<Self, String> {
        let folder = folder.join("progenitor");
        let program = folder.join("program");
        let write = |path: &str, text: &str| fs::write(program.join(path), text);
        fs::create_dir_all(program.join("src"))
            .and_then(|()| {
                write(
                    "Cargo.toml",
                    &PROGRAM_MANIFEST.replace("VERSION", PROGENITOR),
                )
            })
            .and_then(|()| write("src/main.rs", PROGRAM))
            .map_err(|error| format!("the program around progenitor: {error}"))?;
        let mut build = cargo_command();
        build
            .current_dir(&program)
            .args(["build", "--quiet", "--release"])
            .env("CARGO_TARGET_DIR", program.join("target"));
        cpu_within(build, PATIENCE)?;
        let dependencies = CLIENT_DEPENDENCIES.replace("VERSION", PROGENITOR);
        Ok(Generator {
            program: program.join("target/release/program"),
            arguments: |command, input, out| {
                command.arg(input).arg(out.join("tools.rs"));
            },
            has_engine: false,
            consumer: Consumer::new(folder.join("consumer"), &dependencies, "allow")?,
            folder,
        })
    }

    /// Generates code from a description and checks it, unless it is too large for that.
    pub fn run(&self, source: &Path, is_checked: bool) -> Result<Outcome, String> {
        let out = self.folder.join("out");
        let _ = fs::remove_dir_all(&out);
        fs::create_dir_all(&out).map_err(|error| error.to_string())?;
        let input = match self.has_engine {
            true => with_engine(&self.folder, source)?,
            false => source.to_owned(),
        };
        let mut command = Command::new(&self.program);
        (self.arguments)(&mut command, &input, &out);
        let generation = cpu_or_words(command, PATIENCE);
        let check = match generation {
            Ok(_) if is_checked => self.consumer.passes("check", &out.join("tools.rs")),
            _ => Err("-".to_owned()),
        };
        Ok(Outcome {
            generation,
            lines: lines(&out)?,
            check,
        })
    }
}
