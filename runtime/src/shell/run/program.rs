//! Finds the file of a command. The system does not search for it, because it would start a shell for a file
//! that is not a program.

use std::env::split_paths;
use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// The magic bytes of programs: ELF, `#!`, and the variants of Mach-O.
const PROGRAMS: &[&[u8]] = &[
    b"\x7fELF",
    b"#!",
    b"\xfe\xed\xfa\xce",
    b"\xfe\xed\xfa\xcf",
    b"\xce\xfa\xed\xfe",
    b"\xcf\xfa\xed\xfe",
    b"\xca\xfe\xba\xbe",
];

/// The result of looking for a program.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    Program(PathBuf),
    Nothing,
    /// A file that cannot be run, and why.
    Other(&'static str),
}

/// The file of a program: a path relative to the folder, or the first file with that name in the folders of
/// `path`.
pub(super) fn find_program(name: &str, path: &OsStr, folder: &Path) -> Found {
    if name.contains('/') {
        return judge(folder.join(name));
    }
    if [".", ".."].contains(&name) {
        return Found::Nothing;
    }
    let mut other = Found::Nothing;
    for candidate in split_paths(path).filter(|place| place.is_absolute()) {
        match judge(candidate.join(name)) {
            Found::Program(program) => return Found::Program(program),
            Found::Nothing => {}
            found => other = found,
        }
    }
    other
}

fn judge(file: PathBuf) -> Found {
    let Ok(facts) = file.metadata() else {
        return Found::Nothing;
    };
    if !facts.is_file() {
        return Found::Other("Not a file");
    }
    if facts.permissions().mode() & 0o111 == 0 {
        return Found::Other("Permission denied");
    }
    // A file that may be executed but not read cannot be a script.
    match read_start(&file) {
        Some(start) if !PROGRAMS.iter().any(|known| start.starts_with(known)) => {
            Found::Other("Not a program, and no script with `#!`")
        }
        _ => Found::Program(file),
    }
}

fn read_start(file: &Path) -> Option<Vec<u8>> {
    let mut start = Vec::new();
    File::open(file)
        .ok()?
        .take(4)
        .read_to_end(&mut start)
        .ok()?;
    Some(start)
}
