//! The packages whose clean builds are measured: with toolc, with serde_json, and also with the runtime.

use super::process::lines;
use crate::cargo::cargo_command;
use crate::root;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A package in its own workspace.
pub struct Fixture {
    folder: PathBuf,
}

const SCRIPT: &str = "\
fn main() {
    toolc::build(std::env::var_os(\"SPECS\").unwrap_or_else(|| \"specs\".into()));
}
";

const SPEC: &str = "\
- name: get_weather
  description: The weather at a place.
  parameters: { type: object, properties: { place: { type: string } } }
";

impl Fixture {
    /// With toolc as a build-dependency, with serde_json alone, and with toolc-runtime in addition.
    pub fn write_all(folder: &Path) -> Result<[Fixture; 3], String> {
        let root = fs::canonicalize(root()).map_err(|error| error.to_string())?;
        let toolc = format!(
            "[build-dependencies]\ntoolc = {{ path = {root:?}, default-features = false }}\n"
        );
        let json = "[dependencies]\nserde_json = \"1\"\n";
        let runtime = format!(
            "{json}toolc-runtime = {{ path = {:?} }}\n",
            root.join("runtime")
        );
        let with_toolc = Fixture::write(folder.join("toolc"), &toolc)?;
        let src = |name: &str| with_toolc.folder.join(name);
        fs::create_dir_all(src("specs"))
            .and_then(|()| fs::write(src("specs/weather.yaml"), SPEC))
            .and_then(|()| fs::write(src("build.rs"), SCRIPT))
            .map_err(|error| error.to_string())?;
        Ok([
            with_toolc,
            Fixture::write(folder.join("json"), json)?,
            Fixture::write(folder.join("runtime"), &runtime)?,
        ])
    }

    /// With serde_json, and toolc-runtime with one more feature.
    pub fn with_feature(folder: &Path, feature: &str) -> Result<Fixture, String> {
        let root = fs::canonicalize(root()).map_err(|error| error.to_string())?;
        let dependencies = format!(
            "[dependencies]\nserde_json = \"1\"\n\
             toolc-runtime = {{ path = {:?}, features = [{feature:?}] }}\n",
            root.join("runtime")
        );
        Fixture::write(folder.join("feature").join(feature), &dependencies)
    }

    /// The versions are those of the repository.
    fn write(folder: PathBuf, dependencies: &str) -> Result<Fixture, String> {
        let manifest = format!(
            "[package]\nname = \"fixture\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n{dependencies}\n[workspace]\n"
        );
        fs::create_dir_all(folder.join("src"))
            .and_then(|()| fs::write(folder.join("Cargo.toml"), manifest))
            .and_then(|()| fs::write(folder.join("src/lib.rs"), ""))
            .and_then(|()| fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")))
            .map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(Fixture { folder })
    }

    /// Dependencies are compiled as cargo compiles those from a registry, although they are in folders: not
    /// incrementally, and without lints.
    pub fn cargo(&self, arguments: &[&str]) -> Command {
        let mut command = cargo_command();
        command
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", self.folder.join("target"))
            .env("CARGO_INCREMENTAL", "0")
            .env("RUSTFLAGS", "--cap-lints=allow")
            .args(arguments);
        command
    }

    /// Discards all earlier builds.
    pub fn clean(&self) -> Result<(), String> {
        let target = self.folder.join("target");
        if target.exists() {
            fs::remove_dir_all(&target).map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    /// How many packages a build compiles, not counting the fixture.
    pub fn crates(&self) -> Result<usize, String> {
        let tree =
            lines(&mut self.cargo(&["tree", "--prefix", "none", "--edges", "normal,build"]))?;
        let name = |line: &String| line.trim_end_matches(" (*)").to_owned();
        let names: BTreeSet<String> = tree.iter().map(name).collect();
        Ok(names.len() - 1)
    }

    /// The build script executable of the last build.
    pub fn build_script(&self) -> Result<PathBuf, String> {
        let builds = self.folder.join("target/debug/build");
        let entries = fs::read_dir(&builds).map_err(|error| error.to_string())?;
        entries
            .filter_map(|entry| Some(entry.ok()?.path().join("build-script-build")))
            .find(|script| {
                let folder = script.parent().and_then(Path::file_name);
                let fixture =
                    |name: &std::ffi::OsStr| name.to_string_lossy().starts_with("fixture-");
                folder.is_some_and(fixture) && script.exists()
            })
            .ok_or_else(|| "the fixture has no build script".to_owned())
    }
}
