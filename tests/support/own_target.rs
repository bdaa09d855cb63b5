//! Target folders of crates that tests compile at the same time. cargo lets one build at a time write to a folder, so
//! each crate has a folder of its own, which begins as a copy of one with the dependencies.

use std::fs::{self, DirEntry, File};
use std::io;
use std::path::Path;

/// Writes a file of a crate with nothing but dependencies, unless it is there: another test may be compiling it.
///
/// # Errors
/// Those of writing files.
pub fn write_once(path: &Path, text: &str) -> io::Result<()> {
    if fs::read_to_string(path).is_ok_and(|there| there == text) {
        return Ok(());
    }
    fs::write(path, text)
}

/// Copies a target folder, unless the copy is there. Locks are left out. Files keep the time of their last change, by
/// which cargo decides what is fresh.
///
/// # Errors
/// Those of reading and writing files.
pub fn copy_target(from: &Path, to: &Path) -> io::Result<()> {
    if to.exists() {
        return Ok(());
    }
    // Renamed when it is whole, so that a test that is stopped leaves no half of a folder.
    let mut part = to.as_os_str().to_owned();
    part.push("_part");
    let _ = fs::remove_dir_all(&part);
    copy_folder(from, part.as_ref())?;
    fs::rename(part, to)
}

fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let copy = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &copy)?;
        } else if !is_lock(&entry) {
            fs::copy(entry.path(), &copy)?;
            let changed = entry.metadata()?.modified()?;
            File::options()
                .write(true)
                .open(&copy)?
                .set_modified(changed)?;
        }
    }
    Ok(())
}

fn is_lock(entry: &DirEntry) -> bool {
    entry.file_name().to_string_lossy().starts_with(".cargo-")
}
