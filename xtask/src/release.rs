//! `cargo xtask release`: rehearses a release, and says everything that stands in its way. It changes and publishes nothing.

mod version;

use crate::cargo::cargo_command;
use crate::options::Options;
use crate::{root, target};
use std::env;
use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::process::Command;
use version::check_version;

/// The largest package that may be published, in bytes.
const MAX_BYTES: u64 = 1_000_000;

/// What cargo says of a package of the workspace.
struct Package {
    name: String,
    version: String,
    is_published: bool,
    has_repository: bool,
}

pub fn rehearse(arguments: &[String]) -> Result<(), String> {
    let options = Options::read(arguments, &[], &["--packages"])?;
    let packages = list_packages()?;
    let mut faults = Vec::new();
    if !options.has("--packages") {
        check_tree(&mut faults)?;
        check_addresses(&packages, &mut faults);
        check_changelog(&packages, &mut faults)?;
        check_published(&packages, &mut faults)?;
    }
    package_all(&packages, &mut faults)?;
    match faults.is_empty() {
        true => Ok(()),
        false => Err(faults.join("\n")),
    }
}

fn list_packages() -> Result<Vec<Package>, String> {
    let mut command = cargo_command();
    command.current_dir(root());
    command.args(["metadata", "--no-deps", "--locked", "--format-version", "1"]);
    let output = command.output().map_err(|error| error.to_string())?;
    let value: serde_json::Value =
        serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
    let all = value["packages"].as_array().into_iter().flatten();
    let package = |package: &serde_json::Value| Package {
        name: package["name"].as_str().unwrap_or_default().to_owned(),
        version: package["version"].as_str().unwrap_or_default().to_owned(),
        // an empty list of registries
        is_published: package["publish"].is_null(),
        has_repository: package["repository"]
            .as_str()
            .is_some_and(|address| !address.is_empty()),
    };
    Ok(all.map(package).collect())
}

/// What is published is what was committed.
fn check_tree(faults: &mut Vec<String>) -> Result<(), String> {
    let mut command = Command::new("git");
    command.current_dir(root()).args(["status", "--porcelain"]);
    let output = command.output().map_err(|error| format!("git: {error}"))?;
    if !output.stdout.is_empty() {
        faults.push("there are changes that are not committed".to_owned());
    }
    Ok(())
}

fn check_addresses(packages: &[Package], faults: &mut Vec<String>) {
    let published = packages.iter().filter(|package| package.is_published);
    let without = published.filter(|package| !package.has_repository);
    let names: Vec<&str> = without.map(|package| package.name.as_str()).collect();
    if !names.is_empty() {
        faults.push(format!(
            "no `repository` in {}: write it under `[workspace.package]` in Cargo.toml, and `repository.workspace = true` in each",
            names.join(", ")
        ));
    }
}

/// `toolc init` writes dependencies on this version, once there is a release.
fn check_published(packages: &[Package], faults: &mut Vec<String>) -> Result<(), String> {
    const ORIGIN: &str = "crates/cli/src/cli/init/origin.rs";
    let text = fs::read_to_string(root().join(ORIGIN)).map_err(|error| error.to_string())?;
    let published = packages.iter().find(|package| package.is_published);
    let version = published.map_or("", |package| &package.version);
    let wanted = format!("PUBLISHED: Option<&str> = Some(\"{version}\");");
    if !text.contains(&wanted) {
        faults.push(format!(
            "`toolc init` does not know of the release: write `{wanted}` in {ORIGIN}"
        ));
    }
    Ok(())
}

/// The version has its section, and nothing is left under `[Unreleased]`.
fn check_changelog(packages: &[Package], faults: &mut Vec<String>) -> Result<(), String> {
    let text =
        fs::read_to_string(root().join("CHANGELOG.md")).map_err(|error| error.to_string())?;
    let published = packages.iter().find(|package| package.is_published);
    let version = published.map_or("", |package| &package.version);
    faults.extend(check_version(&text, version));
    if !text.contains(&format!("\n## [{version}]")) {
        faults.push(format!("CHANGELOG.md has no section `## [{version}]`"));
    }
    let unreleased = text.split("\n## [Unreleased]").nth(1).unwrap_or_default();
    let unreleased = unreleased.split("\n## [").next().unwrap_or_default();
    if unreleased.lines().any(|line| line.starts_with("- ")) {
        faults.push(
            "CHANGELOG.md has changes under `[Unreleased]`: move them to the version".to_owned(),
        );
    }
    Ok(())
}

/// Builds each package from what would be published of it, looks at its size, and does all that publishing does but the upload.
fn package_all(packages: &[Package], faults: &mut Vec<String>) -> Result<(), String> {
    remove_unpacked(packages)?;
    if let Err(fault) = run_on_published(packages, &["package"]) {
        faults.push(fault);
        return Ok(());
    }
    measure_packages(packages, faults)?;
    // they are built already
    let published = run_on_published(packages, &["publish", "--dry-run", "--no-verify"]);
    faults.extend(published.err());
    Ok(())
}

/// Runs a command of cargo on all packages that are published.
fn run_on_published(packages: &[Package], arguments: &[&str]) -> Result<(), String> {
    let mut command = cargo_command();
    command.current_dir(root()).args(arguments);
    command.args(["--workspace", "--locked", "--quiet", "--allow-dirty"]);
    for package in packages.iter().filter(|package| !package.is_published) {
        command.args(["--exclude", &package.name]);
    }
    let output = command.output().map_err(|error| error.to_string())?;
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// Looks at the size of each package that cargo made.
fn measure_packages(packages: &[Package], faults: &mut Vec<String>) -> Result<(), String> {
    for package in packages.iter().filter(|package| package.is_published) {
        let name = format!("{}-{}.crate", package.name, package.version);
        let bytes = fs::metadata(target().join("package").join(&name))
            .map_err(|error| format!("{name}: {error}"))?
            .len();
        eprintln!("{name}: {} kB", bytes / 1_000);
        if bytes > MAX_BYTES {
            faults.push(format!("{name} has {bytes} bytes, more than {MAX_BYTES}"));
        }
    }
    Ok(())
}

/// Removes what cargo unpacked of these packages for an earlier rehearsal. It builds each from a registry within the target folder,
/// keeps what it unpacked of that by name and version, and would build the sources of then with the manifests of now.
fn remove_unpacked(packages: &[Package]) -> Result<(), String> {
    let sources = cargo_home().join("registry").join("src");
    // nothing was ever unpacked
    let Ok(registries) = fs::read_dir(&sources) else {
        return Ok(());
    };
    for registry in registries {
        let registry = registry.map_err(|error| format!("{}: {error}", sources.display()))?;
        // `HOST-HASH`: a registry in a folder has no host
        if !registry.file_name().to_string_lossy().starts_with('-') {
            continue;
        }
        for package in packages.iter().filter(|package| package.is_published) {
            let unpacked = registry
                .path()
                .join(format!("{}-{}", package.name, package.version));
            match fs::remove_dir_all(&unpacked) {
                Err(error) if error.kind() != ErrorKind::NotFound => {
                    return Err(format!("{}: {error}", unpacked.display()));
                }
                _ => {}
            }
        }
    }
    Ok(())
}

/// Where cargo keeps what it fetched.
fn cargo_home() -> PathBuf {
    if let Some(home) = env::var_os("CARGO_HOME") {
        return PathBuf::from(home);
    }
    env::home_dir().unwrap_or_default().join(".cargo")
}
