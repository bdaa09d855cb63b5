//! `cargo xtask archive`: what a release publishes for one target: the binaries with all features, completions, manual pages,
//! licences, and a checksum beside it. Equal sources give equal archives, but for what the compiler does.

use crate::cargo::cargo_command;
use crate::options::Options;
use crate::{root, target};
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};
use std::env;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use tar::{Builder, EntryType, Header};

/// The binaries, which share the features of the package.
const BINARIES: &[&str] = &["toolc", "cargo-toolc"];

/// What lies beside them as it is in the repository.
const TEXTS: &[&str] = &["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"];

/// Shells, with the names under which they look for completions.
const SHELLS: &[(&str, &str)] = &[
    ("bash", "toolc.bash"),
    ("elvish", "toolc.elv"),
    ("fish", "toolc.fish"),
    ("powershell", "_toolc.ps1"),
    ("zsh", "_toolc"),
];

/// What links a program for Linux without shared libraries.
const STATIC: &str = "-C target-feature=+crt-static --cfg getrandom_backend=\"linux_getrandom\"";

/// Builds the archive. What it has is run to write completions and manual pages, so the target must be one that this machine runs.
pub fn write_archive(arguments: &[String]) -> Result<(), String> {
    let options = Options::read(arguments, &["--target", "--profile", "--out"], &[])?;
    let triple = match options.text("--target") {
        Some(triple) => triple.to_owned(),
        None => find_host()?,
    };
    let profile = options.text("--profile").unwrap_or("dist");
    let out = options
        .text("--out")
        .map_or_else(|| target().join("archive"), PathBuf::from);
    let name = format!("toolc-{}-{triple}", read_version()?);
    let folder = out.join(&name);
    remove_folder(&folder)?;
    let binaries = build_binaries(&triple, profile)?;
    fill_folder(&folder, &binaries).map_err(|error| format!("{}: {error}", folder.display()))?;
    let archive = out.join(format!("{name}.tar.gz"));
    pack_folder(&folder, &name, &archive)
        .map_err(|error| format!("{}: {error}", archive.display()))?;
    let sum = write_sum(&archive)?;
    remove_folder(&folder)?;
    eprintln!(
        "{}: {} kB, SHA-256 {sum}",
        archive.display(),
        fs::metadata(&archive).map_or(0, |file| file.len() / 1_000)
    );
    Ok(())
}

/// The target that rustc compiles for if nobody names one.
fn find_host() -> Result<String, String> {
    let output = Command::new("rustc").arg("-vV").output();
    let output = output.map_err(|error| format!("rustc: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned)
        .ok_or("rustc does not say what it compiles for".to_owned())
}

/// The version of the workspace.
fn read_version() -> Result<String, String> {
    let text = fs::read_to_string(root().join("Cargo.toml")).map_err(|error| error.to_string())?;
    let version = text
        .lines()
        .find_map(|line| line.strip_prefix("version = \"")?.strip_suffix('"'));
    version
        .map(str::to_owned)
        .ok_or("Cargo.toml has no version of the workspace".to_owned())
}

/// Compiles the binaries, and gives the folder that they are in.
fn build_binaries(triple: &str, profile: &str) -> Result<PathBuf, String> {
    let mut command = cargo_command();
    command.current_dir(root());
    // with `--target`, flags are for the binaries alone, not for build scripts and macros
    command.args(["build", "--locked", "--package", "toolc"]);
    command.args([
        "--features",
        "full,mimalloc",
        "--target",
        triple,
        "--profile",
        profile,
    ]);
    if triple.ends_with("-linux-gnu") {
        // It runs wherever the kernel does: with an older C library, in an empty container. A static program does not find the C
        // library's `getrandom` at run time, and would read a device file, which may not be there.
        let flags = env::var("RUSTFLAGS").unwrap_or_default();
        command.env("RUSTFLAGS", format!("{flags} {STATIC}"));
    }
    let status = command
        .status()
        .map_err(|error| format!("cargo: {error}"))?;
    if !status.success() {
        return Err("the binaries do not compile".to_owned());
    }
    let folder = match profile {
        "dev" => "debug",
        profile => profile,
    };
    Ok(target().join(triple).join(folder))
}

fn fill_folder(folder: &Path, binaries: &Path) -> io::Result<()> {
    fs::create_dir_all(folder.join("completions"))?;
    let mut program = PathBuf::new();
    for name in BINARIES {
        let name = format!("{name}{}", env::consts::EXE_SUFFIX);
        fs::copy(binaries.join(&name), folder.join(&name))?;
        if program.as_os_str().is_empty() {
            program = folder.join(&name);
        }
    }
    for name in TEXTS {
        fs::copy(root().join(name), folder.join(name))?;
    }
    for (shell, file) in SHELLS {
        let output = Command::new(&program)
            .args(["completions", shell])
            .output()?;
        if !output.status.success() {
            return Err(io::Error::other(format!("`completions {shell}` failed")));
        }
        fs::write(folder.join("completions").join(file), output.stdout)?;
    }
    let status = Command::new(&program)
        .arg("manual")
        .arg(folder.join("man"))
        .status()?;
    match status.success() {
        true => Ok(()),
        false => Err(io::Error::other("`manual` failed")),
    }
}

/// Writes the archive: entries in order of their names, with no time and no owner.
fn pack_folder(folder: &Path, name: &str, archive: &Path) -> io::Result<()> {
    let compressed = GzEncoder::new(File::create(archive)?, Compression::best());
    let mut builder = Builder::new(compressed);
    let mut paths = vec![folder.to_path_buf()];
    list_below(folder, &mut paths)?;
    paths.sort();
    for path in paths {
        let inner = path.strip_prefix(folder).unwrap_or(&path);
        let inside = Path::new(name).join(inner);
        let mut header = Header::new_gnu();
        header.set_mtime(0);
        if path.is_dir() {
            header.set_entry_type(EntryType::Directory);
            header.set_mode(0o755);
            header.set_size(0);
            builder.append_data(&mut header, format!("{}/", inside.display()), io::empty())?;
            continue;
        }
        let is_binary = path.parent() == Some(folder)
            && BINARIES
                .iter()
                .any(|name| path.file_stem().is_some_and(|stem| stem == *name));
        header.set_mode(if is_binary { 0o755 } else { 0o644 });
        header.set_size(fs::metadata(&path)?.len());
        builder.append_data(&mut header, inside, File::open(&path)?)?;
    }
    builder.into_inner()?.finish()?;
    Ok(())
}

fn list_below(folder: &Path, paths: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list_below(&path, paths)?;
        }
        paths.push(path);
    }
    Ok(())
}

/// Writes the checksum beside the archive, as `sha256sum --check` reads it.
fn write_sum(archive: &Path) -> Result<String, String> {
    let mut hash = Sha256::new();
    let name = archive.file_name().unwrap_or_default().to_string_lossy();
    let path = archive.with_file_name(format!("{name}.sha256"));
    let bytes = fs::read(archive).map_err(|error| format!("{}: {error}", archive.display()))?;
    hash.update(&bytes);
    let sum: String = hash
        .finalize()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    fs::write(&path, format!("{sum}  {name}\n"))
        .map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(sum)
}

fn remove_folder(folder: &Path) -> Result<(), String> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(format!("{}: {error}", folder.display()))
        }
        _ => Ok(()),
    }
}
