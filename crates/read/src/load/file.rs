//! Reads one file as text, within limits.

use super::utf16;
use super::{Files, Kind};
use std::path::Path;
use toolc_base::diagnostic::{Code, Diagnostic};

/// The largest file that is read: the largest API descriptions are about 20 MB.
pub const MAX_BYTES: u64 = 32 * 1024 * 1024;

/// The limit on the total size of all files in a compilation.
pub(super) const MAX_TOTAL: u64 = 256 * 1024 * 1024;

/// Reads a file of at most `left` bytes as UTF-8, without a byte order mark.
pub(super) fn read_file(
    files: &dyn Files,
    path: &Path,
    shown: &str,
    left: u64,
) -> Result<String, Diagnostic> {
    let text = read_whole(files, path, shown, left)?;
    Ok(match text.strip_prefix('\u{feff}') {
        Some(text) => text.to_owned(),
        None => text,
    })
}

/// Reads a file of at most `left` bytes as UTF-8, byte for byte. Reads no further than the reported size:
/// pseudo-files, as in `/proc`, report none and may never end.
pub(super) fn read_whole(
    files: &dyn Files,
    path: &Path,
    shown: &str,
    left: u64,
) -> Result<String, Diagnostic> {
    let unreadable = |reason: &str| {
        let message = format!("the file `{shown}` cannot be read: {reason}");
        Diagnostic::placeless(Code::UNREADABLE_FILE, message)
            .help("make it a file that the build may read")
    };
    let size = files
        .size(path)
        .map_err(|error| unreadable(&reason(&error)))?;
    if files.kind(path) != Some(Kind::File) {
        return Err(unreadable("it is not a regular file"));
    }
    if size > MAX_BYTES {
        let message = format!("the file `{shown}` is larger than {} MiB", MAX_BYTES >> 20);
        return Err(Diagnostic::placeless(Code::FILE_TOO_LARGE, message)
            .help("split it, or leave out what is not needed"));
    }
    if size > left {
        return Err(too_many());
    }
    let bytes = match size {
        0 => Vec::new(),
        size => files
            .read(path, size)
            .map_err(|error| unreadable(&reason(&error)))?,
    };
    if let Some(read) = utf16::read_utf16(&bytes) {
        return read.map_err(|reason| {
            let message = format!("the file `{shown}` cannot be read as text: {reason}");
            Diagnostic::placeless(Code::NOT_UTF8, message).help("store the file as UTF-8")
        });
    }
    String::from_utf8(bytes).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        let message = format!(
            "the file `{shown}` is not UTF-8: byte {offset} is not part of a valid character"
        );
        Diagnostic::placeless(Code::NOT_UTF8, message).help("store the file as UTF-8")
    })
}

/// The finding on the first file beyond the total limit.
fn too_many() -> Diagnostic {
    let message = format!(
        "the files to compile are larger than {} MiB together",
        MAX_TOTAL >> 20
    );
    Diagnostic::placeless(Code::FILE_TOO_LARGE, message)
        .help("compile fewer of them at once, or take out of the folder what is not a spec")
}

/// The operating system's reason, without the error number.
fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    let bare = text.split(" (os error").next().unwrap_or(&text);
    bare.to_lowercase()
}
