//! `toolc init`: turns a new crate into one that answers tool calls.

mod ci;
mod clone;
mod manifest;

use super::output::{print_line, refuse_with};
use super::{Exit, schema};
use ci::Ci;
use clap::Args;
use clone::Clone;
use manifest::{Dependency, add_dependencies};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Make of a new crate one that answers calls: a spec, a worker, a build script, a program
///
/// To be run in the folder that `cargo new` made; then `cargo run` answers two calls. Files that exist
/// already stay as they are, but for Cargo.toml, which gets the dependencies that it lacks, and for
/// the program that `cargo new` wrote.
#[derive(Args)]
pub(super) struct Init {
    /// The folder of the crate
    #[arg(value_name = "DIR", default_value = ".")]
    folder: PathBuf,
    /// A clone of toolc's repository to depend on, in place of the published crates
    #[arg(long, value_name = "PATH")]
    toolc: Option<PathBuf>,
    /// Also write what checks every change, and the lock that it compares with
    #[arg(long, value_name = "WHERE", value_enum)]
    ci: Vec<Ci>,
}

/// What is written, relative to the folder.
const SPECS: &[(&str, &str)] = &[
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
    // for editors; no command reads a folder whose name starts with a dot
    ("specs/.schema/config.json", schema::CONFIG),
    ("specs/.schema/tools.json", schema::TOOLS),
    ("specs/.schema/worker.json", schema::WORKER),
];

const BUILD: &str = include_str!("../../templates/init/build.rs.txt");
const MAIN: &str = include_str!("../../templates/init/main.rs.txt");
const NEXT: &str = include_str!("../../templates/init/next.txt");

/// The program that `cargo new` writes.
const HELLO: &str = include_str!("../../templates/init/hello.rs.txt");

/// Where the program goes if the crate has one already.
const EXAMPLE: &str = "examples/support.rs";

const UNPUBLISHED: &str = "as long as toolc is not published: run `toolc init --toolc PATH` once more, \
     where PATH is a clone of its repository";

impl Init {
    pub fn run(self) -> Exit {
        let clone = self.toolc.as_deref();
        let clone = match clone
            .map(|path| Clone::find(path, &self.folder))
            .transpose()
        {
            Ok(clone) => clone,
            Err(message) => return refuse_with(&message, "give the folder that `git clone` made"),
        };
        self.write(clone.as_ref()).unwrap_or_else(|error| {
            refuse_with(&error, "");
            Exit::Findings
        })
    }

    fn write(&self, clone: Option<&Clone>) -> Result<Exit, String> {
        for (path, text) in SPECS {
            self.put(path, text)?;
        }
        let mut by_hand = Vec::new();
        let run = match self.read("Cargo.toml")? {
            Some(text) => {
                self.build_script(&mut by_hand)?;
                self.depend(text, clone, &mut by_hand)?;
                self.program()?
            }
            None => {
                by_hand.push(
                    "make a crate here with `cargo init`, then run `toolc init` again".to_owned(),
                );
                "cargo run"
            }
        };
        self.write_ci(&mut by_hand)?;
        if !by_hand.is_empty() {
            print_line(&format!("\nBy hand:\n  {}", by_hand.join("\n  ")));
        }
        print_line(NEXT.replace("RUN", &format!("{run:33}")).trim_end());
        Ok(Exit::Clean)
    }

    fn build_script(&self, by_hand: &mut Vec<String>) -> Result<(), String> {
        let own = self.read("build.rs")?;
        if own.is_some_and(|text| !text.contains("toolc::")) {
            by_hand.push("build.rs: add `toolc::build(\"specs\");` to its `main`".to_owned());
        }
        self.put("build.rs", BUILD)
    }

    /// Adds what the crate depends on to its `Cargo.toml`.
    fn depend(
        &self,
        text: String,
        clone: Option<&Clone>,
        by_hand: &mut Vec<String>,
    ) -> Result<(), String> {
        let wanted = Dependency::list_all(clone);
        let new = add_dependencies(&text, &wanted, by_hand);
        if clone.is_none() && new.contains(&wanted[0].line()) {
            by_hand.push(UNPUBLISHED.to_owned());
        }
        let path = self.folder.join("Cargo.toml");
        if new == text {
            print_line(&format!("kept {}", path.display()));
            return Ok(());
        }
        fs::write(&path, new).map_err(|error| cannot("write", &path, &error))?;
        print_line(&format!("added dependencies to {}", path.display()));
        Ok(())
    }

    /// Writes the program, and gives the command that runs it.
    fn program(&self) -> Result<&'static str, String> {
        const PATH: &str = "src/main.rs";
        let own = self.read(PATH)?;
        let is_library = own.is_none() && self.folder.join("src/lib.rs").exists();
        match own.map(|text| text.replace("\r\n", "\n")).as_deref() {
            Some(HELLO) => {
                let path = self.folder.join(PATH);
                fs::write(&path, MAIN).map_err(|error| cannot("write", &path, &error))?;
                print_line(&format!("wrote {}", path.display()));
            }
            Some(text) if text != MAIN => {
                print_line(&format!("kept {}", self.folder.join(PATH).display()));
                self.put(EXAMPLE, MAIN)?;
                return Ok("cargo run --example support");
            }
            None if is_library => {
                self.put(EXAMPLE, MAIN)?;
                return Ok("cargo run --example support");
            }
            _ => self.put(PATH, MAIN)?,
        }
        Ok("cargo run")
    }

    /// The text of a file of the crate, where there is one.
    fn read(&self, path: &str) -> Result<Option<String>, String> {
        let path = self.folder.join(path);
        match fs::read_to_string(&path) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(cannot("read", &path, &error)),
        }
    }

    /// Writes a file, unless there is one.
    fn put(&self, path: &str, text: &str) -> Result<(), String> {
        let path = self.folder.join(path);
        match create(&path, text) {
            Ok(()) => print_line(&format!("wrote {}", path.display())),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                print_line(&format!("kept {}", path.display()));
            }
            Err(error) => return Err(cannot("write", &path, &error)),
        }
        Ok(())
    }
}

fn create(path: &Path, text: &str) -> io::Result<()> {
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    fs::File::create_new(path)?.write_all(text.as_bytes())
}

fn cannot(what: &str, path: &Path, error: &io::Error) -> String {
    format!("cannot {what} `{}`: {error}", path.display())
}
