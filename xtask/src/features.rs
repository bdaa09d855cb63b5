//! `cargo xtask features`: checks that toolc-runtime compiles without warnings with each feature alone.

use crate::cargo::cargo_command;
use crate::options::Options;
use crate::root;
use std::fs;

/// `--target-dir` lets it run while something else is compiled.
pub fn check_each(arguments: &[String]) -> Result<(), String> {
    let options = Options::read(arguments, &["--target-dir"], &[])?;
    let folder = options.text("--target-dir");
    let mut failures = Vec::new();
    for feature in list_features()? {
        failures.extend(check(&feature, folder)?);
    }
    match failures.is_empty() {
        true => Ok(()),
        false => Err(failures.join("\n")),
    }
}

/// The features of toolc-runtime, without `default`.
pub fn list_features() -> Result<Vec<String>, String> {
    let manifest = root().join("runtime/Cargo.toml");
    let manifest = fs::read_to_string(&manifest).map_err(|error| error.to_string())?;
    let features = read_names(&manifest);
    match features.is_empty() {
        true => Err("runtime/Cargo.toml has no features".to_owned()),
        false => Ok(features.into_iter().map(str::to_owned).collect()),
    }
}

/// The names under `[features]`.
fn read_names(manifest: &str) -> Vec<&str> {
    let section = manifest.lines().skip_while(|line| *line != "[features]");
    let lines = section.skip(1).take_while(|line| !line.starts_with('['));
    let names = lines.filter_map(|line| line.split_once(" = "));
    names
        .map(|(name, _)| name)
        .filter(|name| !name.starts_with([' ', '#']) && *name != "default")
        .collect()
}

/// The compiler's output for the library with only this feature; `None` if there are no warnings.
fn check(feature: &str, folder: Option<&str>) -> Result<Option<String>, String> {
    let mut command = cargo_command();
    command.current_dir(root()).args([
        "check",
        "--quiet",
        "--locked",
        "--package",
        "toolc-runtime",
        "--lib",
        "--no-default-features",
        "--features",
        feature,
    ]);
    if let Some(folder) = folder {
        command.args(["--target-dir", folder]);
    }
    let output = command.output().map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&output.stderr);
    if output.status.success() && said.trim().is_empty() {
        return Ok(None);
    }
    Ok(Some(format!(
        "toolc-runtime with `{feature}` alone:\n{said}"
    )))
}
