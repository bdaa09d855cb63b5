//! The crates of a consumer, and what cargo needs to compile them.

use super::spec::{Form, Spec};
use crate::bench_build::process::cpu_within;
use crate::cargo::cargo_command;
use crate::root;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use toolc::artifact::Artifact;

/// Longer than any build may take.
const PATIENCE: Duration = Duration::from_secs(400);

/// A crate in its own workspace.
pub struct Consumer {
    folder: PathBuf,
    lines: usize,
    /// The files after a change to one schema.
    changed: Vec<Artifact>,
}

/// How much is measured.
#[derive(Clone, Copy)]
pub struct Effort {
    /// The number of rounds; the smallest figure is reported.
    pub rounds: u64,
    /// Whether to run only `cargo check`.
    pub check_only: bool,
}

/// What compiling a crate costs: CPU seconds, or why there is no figure, and the size of the library in
/// bytes.
pub struct Bill {
    pub lines: usize,
    pub check: Result<f64, String>,
    pub dev: Result<f64, String>,
    pub release: Result<f64, String>,
    pub dev_size: Option<u64>,
    pub release_size: Option<u64>,
    /// The check after a change.
    pub again: Option<f64>,
}

impl Consumer {
    /// A crate with what toolc emits.
    pub fn of_toolc(folder: &Path, spec: &Spec, form: Form) -> Result<Self, String> {
        let runtime =
            fs::canonicalize(root().join("runtime")).map_err(|error| error.to_string())?;
        let dependencies =
            format!("toolc-runtime = {{ path = {runtime:?}, features = [\"ask\"] }}\n");
        let results = if form.results { "results" } else { "arguments" };
        let name = match form.tools {
            usize::MAX => format!("toolc-{results}"),
            few => format!("toolc-{results}-{few}"),
        };
        let mut files = spec.emit(form)?;
        files.push(Artifact {
            path: "lib.rs".to_owned(),
            text: "//! Compiled tools.\n#[allow(dead_code)]\npub mod tools;\n".to_owned(),
        });
        let mut consumer = Consumer::write(folder.join(name), &dependencies, &files)?;
        let changed = Form {
            changed: true,
            ..form
        };
        consumer.changed = spec.emit(changed)?;
        Ok(consumer)
    }

    /// A crate with these dependencies and files.
    pub fn write(folder: PathBuf, dependencies: &str, files: &[Artifact]) -> Result<Self, String> {
        let _ = fs::remove_dir_all(folder.join("src"));
        let manifest = format!(
            "[package]\nname = \"consumer\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
             [lib]\npath = \"src/lib.rs\"\n\n[dependencies]\n{dependencies}\n[workspace]\n"
        );
        put(&folder.join("Cargo.toml"), &manifest)?;
        put_all(&folder, files)?;
        let rust = files.iter().filter(|file| file.path.ends_with(".rs"));
        Ok(Consumer {
            lines: rust.map(|file| file.text.lines().count()).sum(),
            folder,
            changed: Vec::new(),
        })
    }

    /// Compiles the crate in every way.
    pub fn bill(&self, effort: Effort) -> Result<Bill, String> {
        let least = |arguments: &[&str]| -> Result<f64, String> {
            self.prepare(arguments)?;
            let mut least = f64::INFINITY;
            for _ in 0..effort.rounds {
                self.touch()?;
                least = least.min(self.cargo(arguments, "0")?);
            }
            Ok(least)
        };
        let check = least(&["check"]);
        let worth = check.is_ok() && !effort.check_only;
        let skipped = || Err("-".to_owned());
        let dev = if worth { least(&["build"]) } else { skipped() };
        let release = if worth {
            least(&["build", "--release"])
        } else {
            skipped()
        };
        Ok(Bill {
            lines: self.lines,
            dev_size: self.size("debug").filter(|_| dev.is_ok()),
            release_size: self.size("release").filter(|_| release.is_ok()),
            again: if worth {
                self.again(effort.rounds)?
            } else {
                None
            },
            check,
            dev,
            release,
        })
    }

    /// The check after a change, with incremental compilation.
    fn again(&self, rounds: u64) -> Result<Option<f64>, String> {
        if self.changed.is_empty() {
            return Ok(None);
        }
        let files = self
            .changed
            .iter()
            .map(|file| self.folder.join("src").join(&file.path));
        let read = |path: PathBuf| fs::read_to_string(&path).map_err(|error| error.to_string());
        let before: Vec<String> = files.map(read).collect::<Result<_, _>>()?;
        let before: Vec<Artifact> = before
            .into_iter()
            .zip(&self.changed)
            .map(|(text, file)| Artifact {
                path: file.path.clone(),
                text,
            })
            .collect();
        let mut least = f64::INFINITY;
        for _ in 0..rounds {
            put_all(&self.folder, &before)?;
            self.cargo(&["check"], "1")?;
            put_all(&self.folder, &self.changed)?;
            least = least.min(self.cargo(&["check"], "1")?);
        }
        put_all(&self.folder, &before)?;
        Ok(Some(least))
    }

    /// The CPU seconds of cargo, with the settings of a new user.
    fn cargo(&self, arguments: &[&str], incremental: &str) -> Result<f64, String> {
        let mut command = cargo_command();
        command
            .current_dir(&self.folder)
            .arg("--quiet")
            .args(arguments)
            .env("CARGO_TARGET_DIR", self.target(incremental))
            .env("CARGO_INCREMENTAL", incremental)
            .env_remove("CARGO_PROFILE_DEV_DEBUG")
            .env_remove("RUSTFLAGS");
        cpu_within(command, PATIENCE)
    }

    fn target(&self, incremental: &str) -> PathBuf {
        self.folder.join(format!("target-{incremental}"))
    }

    /// Compiles the dependencies, with the crate itself empty for the time being.
    fn prepare(&self, arguments: &[&str]) -> Result<(), String> {
        let path = self.folder.join("src/lib.rs");
        let text = fs::read_to_string(&path).map_err(|error| error.to_string())?;
        put(&path, "")?;
        let built = self.cargo(arguments, "0");
        put(&path, &text)?;
        built.map(drop)
    }

    /// Makes cargo compile the crate again.
    fn touch(&self) -> Result<(), String> {
        let path = self.folder.join("src/lib.rs");
        let text = fs::read_to_string(&path).map_err(|error| error.to_string())?;
        put(&path, &text)
    }

    fn size(&self, profile: &str) -> Option<u64> {
        let library = self.target("0").join(profile).join("libconsumer.rlib");
        Some(fs::metadata(library).ok()?.len())
    }
}

fn put_all(folder: &Path, files: &[Artifact]) -> Result<(), String> {
    files
        .iter()
        .try_for_each(|file| put(&folder.join("src").join(&file.path), &file.text))
}

/// Writes a file, creating the folders above it.
pub fn put(path: &Path, text: &str) -> Result<(), String> {
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(path, text))
        .map_err(|error| format!("{}: {error}", path.display()))
}
