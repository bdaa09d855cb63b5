//! `toolc init`: turns a new crate into one that answers tool calls.

mod ci;
mod engine;
mod manifest;
mod module;
mod origin;
mod program;
mod source;
mod start;
mod within;

use super::Exit;
use super::output::{print_line, refuse_with};
use ci::Ci;
use clap::Args;
use manifest::{Dependency, add_dependencies, lacks_toolc};
use origin::{ADVICE, Origin};
use program::{HELLO, PROGRAM, Program};
use start::Start;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use toolc_base::diagnostic::Diagnostics;
use toolc_base::source::Role;
use toolc_read::load::load_sources;
use within::find_link_out;

/// Make of a new crate one that answers calls: a spec, a worker, a build script, a program
///
/// To be run in the folder that `cargo new` made; then `cargo run` answers two calls. Files that exist
/// already stay as they are, but for Cargo.toml, which gets the dependencies that it lacks, and for
/// the program that `cargo new` wrote. In a crate that has specs of its own, only the build script, the
/// dependencies and what `--ci` names are added.
#[derive(Args)]
pub(super) struct Init {
    /// The folder of the crate
    #[arg(value_name = "DIR", default_value = ".")]
    folder: PathBuf,
    /// Where toolc comes from: a clone of its repository, or the address of one and a commit
    #[arg(long, value_name = "PATH|URL#COMMIT")]
    toolc: Option<String>,
    /// Begin with the description of an API instead of the example: a file, or an address
    #[arg(long, value_name = "FILE|URL")]
    openapi: Option<String>,
    /// Begin with an MCP server instead of the example: its command, or its address
    #[arg(long, value_name = "COMMAND|URL", conflicts_with = "openapi")]
    mcp: Option<String>,
    /// Begin with a module of the crate instead of the example: its functions are the tools
    #[arg(long, value_name = "FILE", conflicts_with_all = ["openapi", "mcp"])]
    module: Option<String>,
    /// An environment variable for the program of `--mcp`; a few common ones are always passed
    #[arg(long = "env", value_name = "NAME", requires = "mcp")]
    variables: Vec<String>,
    /// Also write what checks every change, and the lock that it compares with
    #[arg(long, value_name = "WHERE", value_enum)]
    ci: Vec<Ci>,
}

const BUILD: &str = include_str!("../../templates/init/build.rs.txt");
impl Init {
    pub fn run(self) -> Exit {
        let origin = match Origin::find(self.toolc.as_deref(), &self.folder) {
            Ok(origin) => origin,
            Err(message) => return refuse_with(&message, ADVICE),
        };
        let start = match (&self.openapi, &self.mcp, &self.module) {
            (Some(source), ..) => Start::of_description(source),
            (_, Some(source), _) => Start::of_server(source, &self.variables),
            (.., Some(source)) => Start::of_module(&self.folder, source),
            (None, None, None) => Ok(Start::example()),
        };
        let start = match start {
            Ok(start) => start,
            Err(exit) => return exit,
        };
        self.write(origin.as_ref(), &start).unwrap_or_else(|error| {
            refuse_with(&error, "");
            Exit::Findings
        })
    }

    fn write(&self, origin: Option<&Origin>, start: &Start) -> Result<Exit, String> {
        if let Some(link) = find_link_out(&self.folder, self.places(start)) {
            let message = format!(
                "`{}` is a link that leads out of the folder: nothing is written",
                link.display()
            );
            let help = "put a folder or a file of its own in its place, or run `toolc init` where it leads to";
            refuse_with(&message, help);
            return Ok(Exit::Findings);
        }
        let manifest = self.read("Cargo.toml")?;
        if origin.is_none() && manifest.as_deref().is_some_and(lacks_toolc) {
            let message = "toolc is not published, and whoever has its name in the public registry is not toolc: \
                           nothing is written";
            return Ok(refuse_with(message, ADVICE));
        }
        let has_own_specs = self.has_own_specs(start)?;
        if has_own_specs && !self.is_example() {
            let message = "there are specs already: nothing is written";
            let help = match self.module {
                None => {
                    "`toolc init` begins a folder without any; where there are some, add an entry and an engine to `specs/toolc.yaml`"
                }
                Some(_) => {
                    "`toolc init` begins a folder without any; where there are some, add a toolset with `module` to a worker"
                }
            };
            return Ok(refuse_with(message, help));
        }
        if has_own_specs {
            print_line("kept the specs that are there: no example is written");
        } else {
            for (path, text) in &start.specs {
                self.put(path, text)?;
            }
        }
        let mut by_hand = Vec::new();
        let mut run = None;
        match manifest {
            Some(text) => {
                self.build_script(&mut by_hand)?;
                let mut wanted: Vec<Dependency> = Vec::new();
                let compiler_features = match has_own_specs && names_modules(&self.folder) {
                    true => &["rust-modules"],
                    false => start.compiler_features,
                };
                if let Some(origin) = origin {
                    wanted.extend(Dependency::list_own(
                        origin,
                        start.features,
                        compiler_features,
                    ));
                }
                if !has_own_specs {
                    wanted.push(Dependency::tokio());
                }
                self.depend(&text, &wanted, &mut by_hand)?;
                if !has_own_specs {
                    run = self.program(start, &mut by_hand)?;
                }
            }
            None if !self.is_example() => {}
            None => by_hand.push(
                "make a crate here with `cargo init`, then run `toolc init` again".to_owned(),
            ),
        }
        self.write_ci(origin, &mut by_hand)?;
        if !by_hand.is_empty() {
            print_line(&format!("\nBy hand:\n  {}", by_hand.join("\n  ")));
        }
        let next = start
            .next
            .lines()
            .filter(|line| run.is_some() || !line.contains("RUN"));
        let next: Vec<String> = next
            .map(|line| line.replace("RUN", &format!("{:33}", run.as_deref().unwrap_or_default())))
            .collect();
        print_line(next.join("\n").trim_end());
        Ok(Exit::Clean)
    }

    /// Every place that may be written to.
    fn places<'s>(&self, start: &'s Start) -> Vec<&'s str> {
        let mut places: Vec<&str> = start.specs.iter().map(|(path, _)| path.as_str()).collect();
        places.extend(["Cargo.toml", "build.rs"]);
        places.extend(start.program.places());
        for place in self.ci_places() {
            places.push(place);
        }
        places
    }

    /// Whether the folder has specs that `toolc init` did not write: an example beside them would turn them off.
    fn has_own_specs(&self, start: &Start) -> Result<bool, String> {
        for (path, text) in &start.specs {
            if self.read(path)?.is_some_and(|own| own != *text) {
                return Ok(true);
            }
        }
        let mut waiting = vec![(self.folder.join("specs"), "specs".to_owned())];
        while let Some((folder, shown)) = waiting.pop() {
            let Ok(entries) = fs::read_dir(&folder) else {
                continue;
            };
            for entry in entries.flatten() {
                let name = entry.file_name().to_string_lossy().into_owned();
                let path = format!("{shown}/{name}");
                let is_written = start.specs.iter().any(|(known, _)| *known == path);
                if name.starts_with('.') || is_written {
                    continue;
                }
                match entry.file_type() {
                    Ok(kind) if kind.is_dir() => waiting.push((entry.path(), path)),
                    _ => return Ok(true),
                }
            }
        }
        Ok(false)
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
        text: &str,
        wanted: &[Dependency],
        by_hand: &mut Vec<String>,
    ) -> Result<(), String> {
        let new = add_dependencies(text, wanted, by_hand);
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
    fn program(&self, start: &Start, by_hand: &mut Vec<String>) -> Result<Option<String>, String> {
        let own = self.read(PROGRAM)?.map(|text| text.replace("\r\n", "\n"));
        let is_new = own.as_deref() == Some(HELLO);
        let is_library = own.is_none() && self.folder.join("src/lib.rs").exists();
        let text = match &start.program {
            Program::Anywhere { text, .. } | Program::OfCrate { text, .. } => text,
            Program::ByAuthor { advice } => {
                by_hand.push(advice.clone());
                return Ok(None);
            }
        };
        let is_kept = own.as_deref().is_some_and(|own| own != text) && !is_new;
        match &start.program {
            Program::Anywhere { example, .. } if is_kept || is_library => {
                if is_kept {
                    print_line(&format!("kept {}", self.folder.join(PROGRAM).display()));
                }
                self.put(example, text)?;
                return Ok(Some(format!(
                    "cargo run --example {}",
                    example_name(example)
                )));
            }
            Program::OfCrate { advice, .. } if is_kept => {
                print_line(&format!("kept {}", self.folder.join(PROGRAM).display()));
                by_hand.push(advice.clone());
                return Ok(None);
            }
            _ if is_new => {
                let path = self.folder.join(PROGRAM);
                fs::write(&path, text).map_err(|error| cannot("write", &path, &error))?;
                print_line(&format!("wrote {}", path.display()));
            }
            _ => self.put(PROGRAM, text)?,
        }
        Ok(Some("cargo run".to_owned()))
    }

    /// Whether nothing says what to begin with.
    fn is_example(&self) -> bool {
        self.openapi.is_none() && self.mcp.is_none() && self.module.is_none()
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

/// Whether a worker among the specs of a folder has functions of a Rust module.
fn names_modules(folder: &Path) -> bool {
    let mut unheard = Diagnostics::silent();
    let loaded = load_sources(&mut unheard, &[folder.join("specs")]);
    let mut sources = loaded.sources.iter();
    sources.any(|(_, source)| matches!(source.role, Role::Module(_)))
}

fn example_name(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.trim_end_matches(".rs")
}

fn create(path: &Path, text: &str) -> io::Result<()> {
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    fs::File::create_new(path)?.write_all(text.as_bytes())
}

fn cannot(what: &str, path: &Path, error: &io::Error) -> String {
    format!("cannot {what} `{}`: {error}", path.display())
}
