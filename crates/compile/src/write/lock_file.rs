//! The lock on disk, and other files that are replaced as a whole.

use super::beside::Beside;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// Writes the lock and returns whether it changed. If the name is not `toolc.lock`, an existing
/// file must have the same first line: a file that toolc did not write is never overwritten. A
/// link, a folder or a device in its place is refused.
pub fn replace_file(path: &Path, text: &str) -> io::Result<bool> {
    replace(
        path,
        text,
        || Ok(is_lock(path) || begins_alike(path, text)?),
    )
}

/// Writes a snapshot, whatever it replaces, and returns whether it changed. A link, a folder or a
/// device in its place is refused.
pub fn replace_snapshot(path: &Path, text: &str) -> io::Result<bool> {
    replace(path, text, || Ok(true))
}

/// Refuses what [`replace_file`] would refuse, and writes nothing.
pub fn check_replaceable(path: &Path, text: &str) -> io::Result<()> {
    differs(path, text, || begins_alike(path, text)).map(drop)
}

fn replace(
    path: &Path,
    text: &str,
    may_replace: impl FnOnce() -> io::Result<bool>,
) -> io::Result<bool> {
    let differs = differs(path, text, may_replace)?;
    if differs {
        Beside::write(path, text)?.move_over()?;
    }
    Ok(differs)
}

/// Whether the file is missing or has another text; an error if it must not be replaced.
fn differs(
    path: &Path,
    text: &str,
    may_replace: impl FnOnce() -> io::Result<bool>,
) -> io::Result<bool> {
    match fs::symlink_metadata(path) {
        Ok(found) if !found.is_file() => {
            return Err(refused("it is not a file, and is not overwritten"));
        }
        Ok(found) if found.len() == text.len() as u64 && fs::read(path)? == text.as_bytes() => {
            return Ok(false);
        }
        Ok(_) if !may_replace()? => {
            return Err(refused(
                "it was not written by toolc, and is not overwritten",
            ));
        }
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        Ok(_) | Err(_) => {}
    }
    Ok(true)
}

fn refused(why: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::AlreadyExists, why)
}

fn is_lock(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == "toolc.lock")
}

fn begins_alike(path: &Path, text: &str) -> io::Result<bool> {
    let first = text.split_inclusive('\n').next().unwrap_or("");
    let mut found = Vec::new();
    let file = BufReader::new(File::open(path)?);
    file.take(first.len() as u64)
        .read_until(b'\n', &mut found)?;
    Ok(found == first.as_bytes())
}
