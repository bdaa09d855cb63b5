//! A file of specs that a command is given by name, and reads before anything is loaded.

use std::io;
use std::path::Path;
use toolc_read::load::{Disk, Files, MAX_BYTES};

/// The text of a file.
///
/// # Errors
/// It is not a regular file: a pipe would be waited for, and a device never ends. It is larger than specs may be, or no text.
pub(super) fn read_spec_file(path: &Path) -> io::Result<String> {
    let files: &dyn Files = &Disk;
    if files.exists(path) && !files.is_file(path) {
        return Err(io::Error::other("it is not a file"));
    }
    if files.size(path)? > MAX_BYTES {
        let limit = MAX_BYTES >> 20;
        return Err(io::Error::other(format!("it is larger than {limit} MiB")));
    }
    let bytes = files.read(path, MAX_BYTES)?;
    String::from_utf8(bytes).map_err(|_| io::Error::other("it is not UTF-8"))
}
