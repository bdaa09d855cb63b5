//! The code that is generated from a description, as its consumer compiles it.

use crate::bench_build::process::cpu_within;
use crate::cargo::cargo_command;
use crate::root;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Longer than any check may take.
const PATIENCE: Duration = Duration::from_secs(900);

/// A crate in its own workspace, whose dependencies are already compiled.
pub struct Consumer {
    folder: PathBuf,
    /// The lint level for warnings: `deny` or `allow`.
    warnings: &'static str,
}

impl Consumer {
    /// A crate for what toolc emits, in which no warning is allowed.
    pub fn of_toolc(folder: PathBuf) -> Result<Self, String> {
        let runtime = fs::canonicalize(root().join("runtime")).map_err(describe_error)?;
        fs::create_dir_all(&folder).map_err(describe_error)?;
        fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).map_err(describe_error)?;
        let dependencies =
            format!("toolc-runtime = {{ path = {runtime:?}, features = [\"ask\", \"http\"] }}\n");
        Consumer::new(folder, &dependencies, "deny")
    }

    pub fn new(
        folder: PathBuf,
        dependencies: &str,
        warnings: &'static str,
    ) -> Result<Self, String> {
        let manifest = format!(
            "[package]\nname = \"consumer\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
             [dependencies]\n{dependencies}\n[workspace]\n"
        );
        fs::create_dir_all(folder.join("src")).map_err(describe_error)?;
        fs::write(folder.join("Cargo.toml"), manifest).map_err(describe_error)?;
        let consumer = Consumer { folder, warnings };
        consumer.cargo("check", "")?;
        Ok(consumer)
    }

    /// The CPU seconds of a cargo command for the crate that has this file as its only module, or why there
    /// are none.
    pub fn passes(&self, command: &str, code: &Path) -> Result<f64, String> {
        let code = fs::canonicalize(code).map_err(describe_error)?;
        let warnings = self.warnings;
        let root = format!(
            "//! Compiled tools.\n#![{warnings}(warnings)]\n\n#[path = {code:?}]\npub mod tools;\n"
        );
        self.cargo(command, &root)
    }

    fn cargo(&self, command: &str, root: &str) -> Result<f64, String> {
        fs::write(self.folder.join("src/lib.rs"), root).map_err(describe_error)?;
        let mut cargo = cargo_command();
        cargo
            .current_dir(&self.folder)
            .args([command, "--quiet"])
            .env("CARGO_TARGET_DIR", self.folder.join("target"))
            .env("CARGO_INCREMENTAL", "0")
            .env_remove("RUSTFLAGS");
        cpu_within(cargo, PATIENCE)
    }
}

fn describe_error(error: std::io::Error) -> String {
    format!("the crate of a consumer: {error}")
}
